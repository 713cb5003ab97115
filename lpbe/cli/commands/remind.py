"""Print messages to those who are awaited."""

from __future__ import annotations

import click

from ...app.hosting.reminders import remind
from ...app.session.session import Session
from ..options import example, game_argument, json_option, now_option
from ..output import print_result


@click.command("remind", epilog=example("lpbe remind mars", "lpbe remind mars --json"))
@game_argument
@now_option
@json_option
@click.pass_obj
def remind_command(session: Session, game: str, now: str | None, as_json: bool) -> None:
    """Print a message to each seat that GAME waits for, ready to send, in that seat's language.

    It tells since and until when the seat is awaited, what is asked, and how to answer:
    only what everybody knows. Who has an answer in inbox/ is not reminded.
    """
    print_result(session, remind(session, game, now), as_json)
