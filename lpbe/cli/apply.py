"""Apply one order to one game file."""

from __future__ import annotations

import click

from ..kernel import files
from ..kernel.chain import Step, extend, referee_of
from ..kernel.folder import dump_game, log_line, read_order, repair, store
from .common import (
    answer,
    clock,
    example,
    game_argument,
    json_option,
    key_option,
    maybe_identity,
    now_option,
    open_game,
    position,
)


@click.command("apply", epilog=example("lpbe apply game.toml order.toml -o next.toml --report report.txt --json"))
@game_argument
@click.argument("order", metavar="ORDER")
@click.option("-o", "--output", metavar="FILE", help="Write the next state there; nothing else is touched.")
@click.option("--report", metavar="FILE", help="Write the public report there.")
@click.option("--log", metavar="FILE", help="Append the log entry there (with -o).")
@key_option
@now_option
@json_option
def apply_command(
    game: str,
    order: str,
    output: str | None,
    report: str | None,
    log: str | None,
    key: str | None,
    now: str | None,
    as_json: bool,
) -> None:
    """Play one signed ORDER on GAME and write the next state.

    Without -o the game file is replaced in place, with its log and report.
    Nothing is written when the order is refused.
    """
    if output:
        step, text = aside(game, order, key, now)
        files.write(output, dump_game(step.game, output))
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
    answer(as_json, told, text)


def aside(path: str, order: str, key: str | None, now: str | None) -> tuple[Step, str]:
    opened = open_game(path)
    referee = referee_of(opened.game, maybe_identity(key))
    step = extend(opened.rules, Step(opened.game), read_order(order), referee, clock(opened.game, now))
    return step, opened.render(step.game)


def in_place(path: str, order: str, key: str | None, now: str | None) -> tuple[Step, str, list[str]]:
    from os.path import dirname

    with files.lock(path if files.is_folder(path) else dirname(path) or "."):
        opened = open_game(path)
        place = opened.place
        referee = referee_of(opened.game, maybe_identity(key))
        if place.folder:
            repair(place, opened.game, opened.render)
        step = extend(opened.rules, Step(opened.game), read_order(order), referee, clock(opened.game, now))
        if place.folder:
            store(place, step.game, opened.render)
            written = [place.game, place.log, place.report(step.game.state.seq)]
        else:
            files.write(place.game, dump_game(step.game, place.game))
            written = [place.game]
    return step, opened.render(step.game), written
