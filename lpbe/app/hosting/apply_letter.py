"""Apply one letter to a game file."""

from __future__ import annotations

from os.path import dirname

from msgspec import Struct
from msgspec.structs import replace

from ...kernel.base.canonical import Plain
from ...kernel.base.errors import Misused
from ...kernel.chain.transition import ChainState, Referee, extend, referee_of
from ...kernel.disk import files, folders
from ...kernel.gamedir.gamedir import dump_step, repair, store
from ...kernel.gamedir.inbox import read_letter
from ...kernel.gamedir.log import log_line
from ..session.open_game import OpenGame, position, time_to_write
from ..session.session import Session


class AppliedLetter(Struct, frozen=True):
    """The step that a letter led to, its public report, and the files that were written."""

    step: ChainState
    report: str
    files: list[str]

    def data(self) -> Plain:
        return {**position(self.step.game), "events": self.step.events, "files": self.files}

    def text(self) -> str:
        return self.report


def apply_letter(
    session: Session,
    game: str,
    letter: str,
    *,
    output: str | None = None,
    report: str | None = None,
    log: str | None = None,
    now: str | None = None,
    render: bool = True,
    unsigned: bool = False,
) -> AppliedLetter:
    """Play a signed letter and write the next state: elsewhere if an output is named, else in place of the game.

    An unsigned state is a preview: no command accepts it as a game. The report is rendered only where it is written
    or somebody reads it.
    """
    render = render or bool(report)
    if unsigned and log:
        raise Misused("E_USAGE", "an unsigned step cannot go into the log", "leave out --log")
    if output or unsigned:
        applied = apply_aside(session, game, letter, now, render, unsigned)
        if output:
            files.write(output, dump_step(applied.step.game, output))
            applied.files.append(output)
        if output and log:
            files.append_line(log, log_line(applied.step.game))
            applied.files.append(log)
    else:
        applied = apply_in_place(session, game, letter, now, render)
    if report:
        files.write(report, applied.report.encode(), sync=False)
        applied.files.append(report)
    return applied


def apply_aside(
    session: Session, game: str, letter: str, now: str | None, render: bool, unsigned: bool = False
) -> AppliedLetter:
    """Play a letter and write nothing except the pin of a signed step."""
    opened = session.open_game(game)
    referee = referee_of(opened.game, session.identity)
    if unsigned:
        referee = replace(referee, identity=None)
    step = next_step(opened, letter, referee, now)
    if referee.identity:
        from ..session.pins import remember_step  # saves pins for open games and previews

        remember_step(opened, step.game)
    return AppliedLetter(step, opened.render(step.game) if render else "", [])


def next_step(opened: OpenGame, letter: str, referee: Referee, now: str | None) -> ChainState:
    at = time_to_write(opened.game.genesis, now, opened.game.last.head)
    return extend(opened.rules, ChainState(opened.game), read_letter(letter), referee, at)


def apply_in_place(session: Session, game: str, letter: str, now: str | None, render: bool) -> AppliedLetter:
    from ..session.pins import check_step, refereeing  # saves pins for previews

    with folders.lock(game if files.is_folder(game) else dirname(game) or "."):
        opened = session.open_game(game)
        referee = referee_of(opened.game, session.identity)
        if opened.place.folder:
            repair(opened.place, opened.game, opened.render)
        with refereeing(opened, referee.identity) as count:
            step = next_step(opened, letter, referee, now)
            check_step(opened, step.game)
            report = opened.render(step.game) if render or opened.place.folder else ""
            count.prepare(step.game)
            written = replace_game(opened, step, report)
            count(step.game)
    return AppliedLetter(step, report, written)


def replace_game(opened: OpenGame, step: ChainState, report: str) -> list[str]:
    """Write the next step where the last one was; return which files were written."""
    place = opened.place
    if not place.folder:
        files.write(place.game, dump_step(step.game, place.game))
        return [place.game]
    reported = store(place, step.game, lambda game: report)
    return [place.game, place.log, *([place.report(step.game.state.seq)] if reported else [])]
