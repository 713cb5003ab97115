"""List the games that wait for the caller."""

from __future__ import annotations

import click

from ...app.hosting.todo import list_todo
from ...app.session.session import Session
from ..options import example, json_option, key_option, now_option
from ..output import print_error, print_result


@click.command("todo", epilog=example("lpbe todo", "lpbe todo games mars/game.toml", "lpbe todo --all --json"))
@click.argument("folders", metavar="[FOLDER]...", nargs=-1, type=click.Path())
@click.option("--all", "everything", is_flag=True, help="Also the games that do not wait for you, and why.")
@key_option
@now_option
@json_option
@click.pass_obj
def todo_command(session: Session, folders: tuple[str, ...], everything: bool, now: str | None, as_json: bool) -> None:
    """List the games in each FOLDER that wait for you, oldest first.

    A FOLDER is a game, a game file, or a folder with games in it or in its folders;
    by default it is the one you are in. A game waits for the seats whose key you
    have; an open game waits for anybody. Where you are the referee and orders lie
    in inbox/, or the time of somebody is over, it waits for your run; where mail does not
    reach a seat, you are told what to do (see lpbe health).

    In games with a pace you are told since and until when a game waits, whether it is
    paused, and which days of vacation you have left; in others, since which step.

    Games with deadlines come first, the nearest deadline before. Other games tell
    no time: those come after, by the date of the report of the step since which
    they wait, or of the game file where there are no reports.
    """
    todo = list_todo(session, folders or (".",), now, everything)
    if not as_json:
        for line in todo.unread_lines()[0 if todo.seen else 1 :]:
            print_error(line)
    if todo.unread and not todo.seen:
        raise todo.unread[0]
    print_result(session, todo, as_json)
