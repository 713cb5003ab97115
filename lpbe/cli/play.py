"""A game at one terminal: people in turn, each with a screen of their own, and bots."""

from __future__ import annotations

from os.path import join
from typing import Any

import click

from ..app.begin import build_game, check_vacant, write_game
from ..app.game import open_game
from ..app.genesis import Wish, against_bots
from ..app.language import environment_language, set_listener
from ..app.run import make_run
from ..games import game_of
from ..kernel.base.errors import Misused
from ..kernel.chain.letters import Lang
from ..kernel.chain.step import Referee
from ..kernel.disk import files
from ..kernel.folder.folder import Place
from .evening import Evening
from .game_name import GameName
from .options import example


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
@click.option("--game", default="living-planet", show_default=True, type=GameName(), help="Which game.")
@click.option("--seats", metavar="A,B,...", help="Who plays; default: you against a greedy bot.")
@click.option("--as", "own", metavar="SEAT", default="", help="Your seat; greedy bots have all others.")
@click.option("--bot", "bots", multiple=True, metavar="SEAT[=BOT]", help="A seat the machine plays.")
@click.option("--with", "expansions", multiple=True, metavar="NAME", help="An expansion.")
@click.option("--set", "settings", multiple=True, metavar="MODULE.NAME=VALUE", help="An option of the rules.")
@click.option("--lang", type=click.Choice(["en", "fr"]), help="Language of the game; else that of your locale.")
@click.option("--seed", metavar="HEX", help="Fix the seed: the same orders make the same game.")
def play_command(
    folder: str,
    game: str,
    seats: str | None,
    own: str,
    bots: tuple[str, ...],
    lang: Lang | None,
    seed: str | None,
    **choices: Any,
) -> None:
    """Play at this terminal: hot seat, or against bots.

    The game is kept in FOLDER after every order; the same command goes on with it.
    Orders are typed as lpbe legal prints them; the tab key completes them, ? helps.
    """
    if not any(files.is_file(join(folder, name)) for name in ("game.toml", "game.json")):
        seats, bots = against_bots(game_of(game), seats, bots, own)
        spoken = lang or environment_language()
        begin(folder, Wish(game=game, seats=seats, bots=bots, lang=spoken, seed=seed, nonce=seed, **choices))
    with files.lock(folder):
        opened = open_game(folder)
        if opened.game.genesis.trust != "open":
            raise Misused(
                "E_USAGE", "this game has secrets: it is not played at one terminal", "see: lpbe order --help"
            )
        Evening(opened, make_run(opened, Referee(), None)).go_on()


def begin(folder: str, wish: Wish) -> None:
    """A new open game."""
    set_listener(wish.lang)
    check_vacant(folder)
    write_game(build_game(wish, None, Place(join(folder, "game.toml"), folder), None))
