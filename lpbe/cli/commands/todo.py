"""List the games that are waiting for the caller."""

from __future__ import annotations

import click

from ...app.hosting.todo import list_todo
from ...app.session.session import Session
from ..options import example, json_option, key_option, now_option
from ..output import print_error, print_result


@click.command("todo", epilog=example("lpbe todo", "lpbe todo games mars/game.toml", "lpbe todo --all --json"))
@click.argument("folders", metavar="[FOLDER]...", nargs=-1, type=click.Path())
@click.option("--all", "everything", is_flag=True, help="Also list the games that are not waiting for you, and why.")
@key_option
@now_option
@json_option
@click.pass_obj
def todo_command(session: Session, folders: tuple[str, ...], everything: bool, now: str | None, as_json: bool) -> None:
    """List the games in each FOLDER that are waiting for you.

    A FOLDER is a game, a game file, or a folder that contains games, directly or in subfolders. The
    default is the current folder.

    A game is waiting for you if one of your keys has to answer; in an open game, any of its seats counts as
    yours. If you are the referee, it also waits for you when orders are in its inbox or somebody's time has run out;
    you then have to use lpbe run. If mail cannot reach a seat, you are told what to do (see lpbe
    health).

    Games with deadlines come first, the most urgent at the top. For each you see how long it has been
    waiting, when your time runs out, whether it is paused, and how many days of vacation you have left.
    Then come the other games, those that have waited longest first.
    """
    todo = list_todo(session, folders or (".",), now, everything)
    if not as_json:
        for line in todo.unread_lines()[0 if todo.seen else 1 :]:
            print_error(line)
    if todo.unread and not todo.seen:
        raise todo.unread[0]
    print_result(session, todo, as_json)
