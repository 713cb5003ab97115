"""Learn a game in a few short lessons."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ...app.local.classroom import take_lessons
from ...app.session.session import Session
from ..consoles import open_console
from ..options import GameName, example

if TYPE_CHECKING:
    from ...kernel.chain.letter import Lang


@click.command("learn", epilog=example("lpbe learn", "lpbe learn 2116", "lpbe learn living-planet --lang fr --from 3"))
@click.argument("game", metavar="[GAME]", default="living-planet", type=GameName())
@click.option(
    "--from",
    "first",
    metavar="N",
    type=click.IntRange(1),
    help="Start with this lesson; default: the first one that you have not finished.",
)
@click.option("--lang", type=click.Choice(["en", "fr"]), help="The language of the lessons; default: your system's.")
@click.pass_obj
def learn_command(session: Session, game: str, first: int | None, lang: Lang | None) -> None:
    """Learn GAME by playing: a few short lessons, then a position of your own.

    Any answer that does what the lesson asks for is right. No game is saved, only which lessons you have
    finished. Type ? for help, rules to read the rules, back to restart the lesson or return to the one
    before, and quit to stop.
    """
    take_lessons(session, open_console(), game, first, lang)
