"""Play at one terminal: people take turns, each with their own screen, and bots can join in."""

from __future__ import annotations

from typing import Any

import click

from ...app.local.hot_seat import play_hot_seat
from ...app.local.play_choices import PlayChoices
from ...app.session.session import Session
from ..consoles import open_console
from ..options import GameName, example
from ..output import print_at_once


@click.command(
    "play",
    epilog=example(
        "lpbe play",
        "lpbe play evening --seats red,blue,green --bot green=random",
        "lpbe play duel --as red --seats red,blue --bot blue=master --think 2s",
        "lpbe play mars --game pebbles --seats red,blue --lang fr",
        "lpbe play world --game 2116 --as planet",
        "lpbe play evening --web",
    ),
)
@click.argument("folder", metavar="[FOLDER]", default="play-game")
@click.option("--game", type=GameName(), help="The game to play; default: living-planet.")
@click.option("--seats", metavar="A,B,...", help="The seats; default: you against one greedy bot.")
@click.option("--as", "own", metavar="SEAT", default="", help="Your seat; greedy bots play all the others.")
@click.option("--bot", "bots", multiple=True, metavar="SEAT[=BOT]", help="Let a bot play this seat.")
@click.option("--with", "expansions", multiple=True, metavar="NAME", help="Add an expansion.")
@click.option("--set", "settings", multiple=True, metavar="MODULE.NAME=VALUE", help="Set an option of the rules.")
@click.option("--lang", type=click.Choice(["en", "fr"]), help="The language of the game; default: your system's.")
@click.option("--think", metavar="TIME", help="The longest that bots may think about an order: 500ms, 2s.")
@click.option("--seed", metavar="HEX", help="Fix the random seed: the same orders then give the same game.")
@click.option("--web", "on_pages", is_flag=True, help="Play on pages in your browser instead.")
@click.option("--port", type=click.IntRange(0, 65535), default=0, help="With --web: the port; default: any free one.")
@click.pass_obj
def play_command(session: Session, /, folder: str, on_pages: bool, port: int, **choices: Any) -> None:
    """Play at this terminal, with friends or against bots.

    The game is saved in FOLDER after every order. To continue it, run the same command again. To start
    another game, choose another FOLDER.

    Type orders as they are listed; the Tab key completes them. Press Enter or type ok to send the
    suggested orders, undo to take the last one back (against bots), or ? for all other words. With the
    extra lpbe[terminal] the screen has colours; NO_COLOR turns them off.

    With --web you play on the pages that lpbe report writes, in a browser on this computer. Only
    somebody who has the address that is printed can open them.
    """
    if on_pages:
        from ...web.play import play_on_pages  # saves the web for terminals

        play_on_pages(session, folder, PlayChoices(**choices), print_at_once, port)
        return
    play_hot_seat(session, open_console(), folder, PlayChoices(**choices))
