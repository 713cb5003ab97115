"""Check a game as far as it can be checked."""

from __future__ import annotations

import sys
from os.path import join

import click
import msgspec

from ..kernel.audit.verdict import Diverged, Verdict
from ..kernel.audit.verify import verify
from ..kernel.base.canon import Plain
from ..kernel.base.errors import Failure, Unauthentic
from ..kernel.chain.compose import own_seats
from ..kernel.chain.records import GameFile, head_id
from ..kernel.crypto.keys import Identity
from ..kernel.disk import files
from ..kernel.folder.folder import Place, dump_game, load, locate
from ..kernel.folder.reports import Reports, steps_with_report
from .common import (
    Opened,
    example,
    game_argument,
    game_language,
    json_option,
    key_option,
    maybe_identity,
    pin_option,
    respond,
    rules_for,
)
from .faults import localised, set_listener

UNDISCLOSED = 3
STRIDE = 250


@click.command("verify", epilog=example("lpbe verify mars", "lpbe verify mars --key my.key --json"))
@game_argument
@key_option
@pin_option
@click.option("--evidence", metavar="FILE", help="Where to write the proof if something is false.")
@json_option
def verify_command(game: str, key: str | None, pin: str | None, evidence: str | None, as_json: bool) -> int:
    """Check GAME, offline, without trusting anybody.

    Level 0, anybody at any time: chain, signatures, windows, openings, the public table, the reports.
    Level 1, with a player's key: that seat's own part is what it signed.
    Level 2, anybody once the game is disclosed: every byte of every step is played again.
    """
    place = locate(game)
    found, data, lines, reports = take(place)
    set_listener(game_language(found))
    identity = maybe_identity(key) if key or found.genesis.trust == "referee" else None
    try:
        verdict = examine(place, found, data, lines, reports, identity)
    except Unauthentic as fault:
        if fault.code != "E_REPORT":  # nobody signs a report, so a false one proves nothing
            write_evidence(found, fault, evidence)
        raise
    if pin:
        from .pins import check_pin

        check_pin(Opened(place, found, rules_for(place, found.genesis)), pin)
    told = {
        "game": found.state.game,
        "seq": found.state.seq,
        "head": head_id(found.last.head),
        "level": verdict.level,
        "steps": verdict.steps,
        "history": verdict.history,
        "signed": verdict.signed,
        "over": verdict.over,
        "held": verdict.held,
        "reports": verdict.reports,
        "unchecked": verdict.others,
    }
    respond(as_json, told, summary(verdict, found))
    return 0 if verdict.complete else UNDISCLOSED


def take(place: Place) -> tuple[GameFile, bytes, list[bytes] | None, set[int]]:
    """Game file and log as they stand between two steps, though a run may be going on; and which reports there are."""
    if not place.folder:
        return load(place), files.read(place.game, files.GAME), None, set()
    with files.lock(place.folder):
        lines = list(files.each_line(place.log, files.LOG_LINE)) if files.is_file(place.log) else None
        return load(place), files.read(place.game, files.GAME), lines, steps_with_report(place)


def examine(
    place: Place,
    game: GameFile,
    data: bytes,
    lines: list[bytes] | None,
    reports: set[int],
    identity: Identity | None,
) -> Verdict:
    check_spelling(place, game, data)
    seats: dict[str, Identity] = {}
    if identity and game.genesis.trust == "referee":
        seats = dict.fromkeys(own_seats(game, identity), identity)
    rules = rules_for(place, game.genesis)
    render = Opened(place, game, rules).render
    return verify(rules, game, lines, seats, progress, Reports(place, render, reports))


def check_spelling(place: Place, game: GameFile, data: bytes) -> None:
    """No byte of the file but white space may differ from what the program writes."""
    if b"".join(dump_game(game, place.game).split()) != b"".join(data.split()):
        raise Unauthentic("E_STATE_FORM", "this game file was edited: it is not as the program writes it")


def progress(seq: int) -> None:
    if seq % STRIDE == 0 and sys.stderr.isatty():
        sys.stderr.write(f"\rstep {seq} ")


def write_evidence(game: GameFile, fault: Unauthentic, path: str | None) -> None:
    """A bundle that shows others what is false, and where."""
    seq = fault.seq if isinstance(fault, Diverged) else game.state.seq
    bundle: Plain = {
        "format": 1,
        "kind": "false-step",
        "game": game.state.game,
        "code": fault.code,
        "seq": seq,
        "message": fault.message,
        "genesis": msgspec.to_builtins(game.genesis),
        "last": msgspec.to_builtins(game.last),
    }
    if isinstance(fault, Diverged) and fault.expected:
        bundle |= {"expected": fault.expected, "found": fault.found}
    target = path or join(".", f"evidence-{game.state.game[:12]}-{seq}.json")
    try:
        files.write(target, files.dump(bundle, "evidence.json"))
        fault.advise("the proof is in {path}", path=target)
    except Failure:
        fault.advise("the proof could not be written here: --evidence FILE")


def summary(verdict: Verdict, game: GameFile) -> str:
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
