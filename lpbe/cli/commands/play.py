"""Play a game at one terminal: people in turn, each with a screen of their own, and bots."""

from __future__ import annotations

from typing import Any

import click

from ...app.local.hot_seat import play_hot_seat
from ...app.local.play_choices import PlayChoices
from ...app.session.session import Session
from ..options import GameName, example
from ..prompt import Prompt


@click.command(
    "play",
    epilog=example(
        "lpbe play",
        "lpbe play evening --seats red,blue,green --bot green=random",
        "lpbe play mars --game pebbles --seats red,blue --lang fr",
        "lpbe play world --game 2116 --as planet",
    ),
)
@click.argument("folder", metavar="[FOLDER]", default="play-game")
@click.option("--game", type=GameName(), help="Which game; living-planet unless you name one.")
@click.option("--seats", metavar="A,B,...", help="Who plays; default: you against a greedy bot.")
@click.option("--as", "own", metavar="SEAT", default="", help="Your seat; greedy bots have all others.")
@click.option("--bot", "bots", multiple=True, metavar="SEAT[=BOT]", help="A seat the machine plays.")
@click.option("--with", "expansions", multiple=True, metavar="NAME", help="An expansion.")
@click.option("--set", "settings", multiple=True, metavar="MODULE.NAME=VALUE", help="An option of the rules.")
@click.option("--lang", type=click.Choice(["en", "fr"]), help="Language of the game; else that of your locale.")
@click.option("--seed", metavar="HEX", help="Fix the seed: the same orders make the same game.")
@click.pass_obj
def play_command(session: Session, /, folder: str, **choices: Any) -> None:
    """Play at this terminal: hot seat, or against bots.

    The game is kept in FOLDER after every order; the same command goes on with it.
    A new game needs another FOLDER. Orders are typed as lpbe legal prints them; the
    tab key completes them, ok sends the answer that is ready, ? helps.
    """
    play_hot_seat(session, Prompt(), folder, PlayChoices(**choices))
