"""Messages to those who are awaited."""

from __future__ import annotations

import click
import msgspec

from ..app.game import open_game, position
from ..app.language import game_language, localised, set_listener
from ..app.remind import reminders
from .options import example, game_argument, json_option, now_option
from .output import respond


@click.command("remind", epilog=example("lpbe remind mars", "lpbe remind mars --json"))
@game_argument
@now_option
@json_option
def remind_command(game: str, now: str | None, as_json: bool) -> None:
    """Print a message to each seat that GAME waits for, ready to send, in that seat's language.

    It tells since and until when the seat is awaited, what is asked, and how to answer:
    only what everybody knows. Who has an answer in inbox/ is not reminded.
    """
    opened = open_game(game)
    set_listener(game_language(opened.game))
    messages = reminders(opened, now)
    told = {**position(opened.game), "messages": msgspec.to_builtins(messages)}
    respond(as_json, told, "\n\n".join(one.text for one in messages) or localised("nobody is awaited"))
