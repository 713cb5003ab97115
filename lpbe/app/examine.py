"""A game taken from the disk as it stands, and checked as far as it can be checked."""

from __future__ import annotations

from msgspec import Struct

from ..kernel.audit.verdict import Progress, Verdict
from ..kernel.audit.verify import verify
from ..kernel.base.canon import Plain
from ..kernel.base.errors import Unauthentic
from ..kernel.chain.compose import own_seats
from ..kernel.chain.records import GameFile, head_id
from ..kernel.crypto.keys import Identity
from ..kernel.disk import files
from ..kernel.folder.folder import Place, dump_game, load
from ..kernel.folder.reports import Reports, steps_with_report
from .game import OpenGame, rules_for
from .language import localised


class Taken(Struct, frozen=True):
    """Game file and log as they lie on the disk between two steps, and which reports there are."""

    place: Place
    game: GameFile
    data: bytes
    lines: list[bytes] | None = None
    reports: set[int] = set()


def take(place: Place) -> Taken:
    """What lies there now, though a run may be going on."""
    if not place.folder:
        return Taken(place, load(place), files.read(place.game, files.GAME))
    with files.lock(place.folder):
        lines = list(files.each_line(place.log, files.LOG_LINE)) if files.is_file(place.log) else None
        return Taken(place, load(place), files.read(place.game, files.GAME), lines, steps_with_report(place))


def examine(taken: Taken, identity: Identity | None, progress: Progress) -> Verdict:
    check_spelling(taken)
    game, seats = taken.game, dict[str, Identity]()
    if identity and game.genesis.trust == "referee":
        seats = dict.fromkeys(own_seats(game, identity), identity)
    opened = OpenGame(taken.place, game, rules_for(taken.place, game.genesis))
    reports = Reports(taken.place, opened.render, taken.reports)
    return verify(opened.rules, game, taken.lines, seats, progress, reports)


def check_spelling(taken: Taken) -> None:
    """No byte of the file but white space may differ from what the program writes."""
    if b"".join(dump_game(taken.game, taken.place.game).split()) != b"".join(taken.data.split()):
        raise Unauthentic("E_STATE_FORM", "this game file was edited: it is not as the program writes it")


def verdict_data(verdict: Verdict, game: GameFile) -> Plain:
    """The verdict for a program."""
    return {
        "game": game.state.game,
        "seq": game.state.seq,
        "head": head_id(game.last.head),
        "level": verdict.level,
        "steps": verdict.steps,
        "history": verdict.history,
        "signed": verdict.signed,
        "over": verdict.over,
        "held": verdict.held,
        "reports": verdict.reports,
        "unchecked": verdict.others,
    }


def verdict_text(verdict: Verdict, game: GameFile) -> str:
    level, steps = verdict.level, verdict.steps
    alone = "verified: level {level}, {steps} steps, this state only (no log beside it)"
    lines = [
        localised("verified: level {level}, {steps} steps" if verdict.history else alone, level=level, steps=steps)
    ]
    if not verdict.signed:
        lines.append(localised("unsigned: an open game proves its play, not its players"))
    elif not verdict.complete:
        lines.append(localised("the secret is not disclosed yet: draws and hidden choices stay to be checked"))
    if verdict.others:
        lines.append(localised("reports of another version of lpbe, not checked: {count}", count=verdict.others))
    if verdict.held:
        lines.append(localised("held by the referee: {seats}", seats=verdict.held))
        if len(verdict.held) >= len(game.state.seats) - 1:
            lines.append(localised("with every other seat held, the draws are not fair against the host"))
    return "\n".join(lines)
