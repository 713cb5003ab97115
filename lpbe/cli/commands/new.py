"""Start a new game."""

from __future__ import annotations

from typing import Any

import click

from ...app.creating.create_game import create_game
from ...app.session.session import Session
from ..options import SPAN, GameName, example, json_option, key_option, now_option
from ..output import print_result


@click.command(
    "new",
    epilog=example(
        "lpbe new mars --game pebbles --seats red,blue,green --as red",
        "lpbe new slow --game pebbles --seats red,blue,green --pace 2d --grace 12h --vacation 14 --bot-after 3",
        "lpbe new duel --game pebbles --seats red,blue --bot blue --with moss",
        "lpbe new lesson --game pebbles --seats red,blue --open",
    ),
)
@click.argument("folder", metavar="FOLDER")
@click.option("--game", "game", required=True, type=GameName(), help="The game to play.")
@click.option(
    "--seats", metavar="A,B,...", help="The seats, in order around the table; default: all, if the game needs all."
)
@click.option("--as", "own", metavar="SEAT", help="The seat you play yourself.")
@click.option("--name", help="Your name in the game.")
@click.option("--lang", type=click.Choice(["en", "fr"]), help="The language of public reports; default: your system's.")
@click.option("--with", "expansions", multiple=True, metavar="NAME", help="Add an expansion.")
@click.option("--set", "settings", multiple=True, metavar="MODULE.NAME=VALUE", help="Set an option of the rules.")
@click.option(
    "--content", "content_file", metavar="FILE", help="A file with content of your own: tiles, buildings, cards."
)
@click.option("--bot", "bots", multiple=True, metavar="SEAT[=BOT]", help="Let a bot play this seat.")
@click.option(
    "--mail", multiple=True, metavar="SEAT[=NAME]", help="Let this seat be played by e-mail; you sign its orders."
)
@click.option(
    "--for",
    "kept",
    multiple=True,
    metavar="SEAT=KEY",
    help="Reserve a seat for a public key (lpbe-pub-1 or ssh-ed25519).",
)
@click.option("--open", "is_open", is_flag=True, help="Play without secrets or keys, at one terminal or to learn.")
@click.option("--pace", type=SPAN, metavar="TIME", help="The time allowed per answer, e.g. 2d or 12h.")
@click.option("--grace", type=SPAN, metavar="TIME", help="Extra time after each deadline, e.g. 12h.")
@click.option(
    "--vacation",
    type=click.IntRange(0, 365),
    default=0,
    metavar="DAYS",
    help="Days of vacation per seat, over the whole game.",
)
@click.option(
    "--quorum", type=click.IntRange(0, 8), help="Votes needed for a replacement; default: a majority of the others."
)
@click.option("--bot-after", type=click.IntRange(1, 99), help="Deadlines missed in a row before a bot takes over.")
@click.option("--keep-secret", is_flag=True, help="Do not disclose the secret when the game ends.")
@click.option("--nonce", metavar="HEX", help="Fix the genesis nonce, for tests.")
@click.option("--seed", metavar="HEX", help="Fix the random seed of an open game.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["toml", "json"]),
    default="toml",
    show_default=True,
    help="The format of the game file.",
)
@key_option
@now_option
@json_option
@click.pass_obj
def new_command(
    session: Session,
    /,
    folder: str,
    as_json: bool,
    **choices: Any,
) -> None:
    """Start a new game in FOLDER.

    You are its referee: your key signs every step. If you lose the key, the game cannot continue, so
    make a backup.

    The referee of a sealed game can see everything that is hidden, but cannot cheat without being
    caught. Ideally, the referee does not play.
    """
    print_result(session, create_game(session, folder, **choices), as_json)
