"""Apply one order to one game file: the work, without the command line around it."""

from __future__ import annotations

from ..app.game import OpenGame, open_game, position, time_to_write
from ..kernel.chain.step import Link, Referee, extend, referee_of
from ..kernel.disk import files
from ..kernel.folder.folder import dump_step, repair, store
from ..kernel.folder.inbox import read_letter
from ..kernel.folder.log import log_line
from .caller import maybe_identity
from .output import respond


def apply_order(
    game: str,
    order: str,
    output: str | None,
    report: str | None,
    log: str | None,
    key: str | None,
    now: str | None,
    as_json: bool,
) -> None:
    """Play the order, write what follows, say what happened."""
    if output:
        step, text = aside(game, order, key, now)
        files.write(output, dump_step(step.game, output))
        written = [output]
        if log:
            files.append_line(log, log_line(step.game))
            written.append(log)
    else:
        step, text, written = in_place(game, order, key, now)
    if report:
        files.write(report, text.encode(), sync=False)
        written.append(report)
    told = {**position(step.game), "events": step.events, "files": written}
    respond(as_json, told, text)


def aside(path: str, order: str, key: str | None, now: str | None) -> tuple[Link, str]:
    opened = open_game(path)
    referee = referee_of(opened.game, maybe_identity(key))
    step = next_step(opened, order, referee, now)
    return step, opened.render(step.game)


def next_step(opened: OpenGame, order: str, referee: Referee, now: str | None) -> Link:
    envelope = read_letter(order)
    return extend(
        opened.rules,
        Link(opened.game),
        envelope,
        referee,
        time_to_write(opened.game.genesis, now, opened.game.last.head),
    )


def in_place(path: str, order: str, key: str | None, now: str | None) -> tuple[Link, str, list[str]]:
    from os.path import dirname

    from ..app.pins import refereeing  # saves pins for who writes elsewhere

    with files.lock(path if files.is_folder(path) else dirname(path) or "."):
        opened = open_game(path)
        place = opened.place
        referee = referee_of(opened.game, maybe_identity(key))
        if place.folder:
            repair(place, opened.game, opened.render)
        with refereeing(opened, referee.identity) as count:
            step = next_step(opened, order, referee, now)
            text = opened.render(step.game)
            written = replace_game(opened, step, text)
            count(step.game)
    return step, text, written


def replace_game(opened: OpenGame, step: Link, text: str) -> list[str]:
    """The next step where the last one was; which files were written."""
    place = opened.place
    if not place.folder:
        files.write(place.game, dump_step(step.game, place.game))
        return [place.game]
    reported = store(place, step.game, lambda game: text)
    return [place.game, place.log, *([place.report(step.game.state.seq)] if reported else [])]
