"""Which games wait for me."""

from __future__ import annotations

import click
import msgspec

from ..app.game import clock
from ..app.language import localised, localised_message
from ..app.survey import Survey, on_one_line
from ..kernel.base.errors import Failure
from ..kernel.schemas.answers import Unread
from .caller import maybe_identity
from .options import example, json_option, key_option, now_option
from .output import respond, say_error, warn


@click.command("todo", epilog=example("lpbe todo", "lpbe todo games mars/game.toml", "lpbe todo --all --json"))
@click.argument("folders", metavar="[FOLDER]...", nargs=-1, type=click.Path())
@click.option("--all", "everything", is_flag=True, help="Also the games that do not wait for you, and why.")
@key_option
@now_option
@json_option
def todo_command(folders: tuple[str, ...], everything: bool, key: str | None, now: str | None, as_json: bool) -> None:
    """List the games in each FOLDER that wait for you, oldest first.

    A FOLDER is a game, a game file, or a folder with games in it or in its folders;
    by default it is the one you are in. A game waits for the seats whose key you
    have; an open game waits for anybody. Where you are the referee and orders lie
    in inbox/, or the time of somebody is over, it waits for your run.

    In games with a pace you are told since and until when a game waits, whether it is
    paused, and which days of vacation you have left; in others, since which step.

    Games with deadlines come first, the nearest deadline before. Other games tell
    no time: those come after, by the date of the report of the step since which
    they wait, or of the game file where there are no reports.
    """
    if now:
        clock(now)
    survey = Survey(maybe_identity(key), now)
    for folder in folders or (".",):
        survey.visit(folder)
    for fault in survey.strange:
        warn(complaint(fault))
    if not as_json:
        complain(survey.unread[0 if survey.seen else 1 :])
    if survey.unread and not survey.seen:
        raise survey.unread[0]
    items = survey.items(everything)
    unread = [Unread(on_one_line(fault.file), fault.code, fault.message) for fault in survey.unread]
    told = msgspec.to_builtins({"games": items, "unread": unread})
    lines = [item.text for item in items] or [localised("nothing waits for you")]
    respond(as_json, told, "\n".join([*lines, *([] if everything else survey.filed())]))


def complain(faults: list[Failure]) -> None:
    """One line for each file that could not be read."""
    for fault in faults:
        say_error(complaint(fault))


def complaint(fault: Failure) -> str:
    return f"{on_one_line(fault.file)}: {localised_message(fault.sentence)} [{fault.code}]"
