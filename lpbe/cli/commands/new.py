"""Begin a game."""

from __future__ import annotations

from typing import Any

import click

from ...app.creating.create_game import create_game
from ...app.session.session import Session
from ..options import GameName, example, json_option, key_option, now_option
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
@click.option("--game", "game", required=True, type=GameName(), help="Which game.")
@click.option("--seats", metavar="A,B,...", help="Its seats, in order round the table; not needed where all play.")
@click.option("--as", "own", metavar="SEAT", help="The seat you play yourself.")
@click.option("--name", help="Your name at the table.")
@click.option("--lang", type=click.Choice(["en", "fr"]), help="Language of public reports; else that of your locale.")
@click.option("--with", "expansions", multiple=True, metavar="NAME", help="An expansion.")
@click.option("--set", "settings", multiple=True, metavar="MODULE.NAME=VALUE", help="An option of the rules.")
@click.option("--content", "content_file", metavar="FILE", help="Your own content: tiles, buildings, cards.")
@click.option("--bot", "bots", multiple=True, metavar="SEAT[=BOT]", help="A seat the machine plays.")
@click.option("--mail", multiple=True, metavar="SEAT[=NAME]", help="A seat played by mail: you sign for it.")
@click.option(
    "--for", "kept", multiple=True, metavar="SEAT=KEY", help="Keep a seat for a public key (lpbe-pub-1 or ssh-ed25519)."
)
@click.option("--open", "is_open", is_flag=True, help="No secrets, no keys: hot seat, lessons.")
@click.option("--pace", metavar="TIME", help="A deadline for every answer: 2d, 12h.")
@click.option("--grace", metavar="TIME", help="So much later is still in time: 12h.")
@click.option(
    "--vacation", type=click.IntRange(0, 365), default=0, metavar="DAYS", help="Days a seat may be late in all."
)
@click.option(
    "--quorum", type=click.IntRange(0, 8), help="Endorsements a replacement needs; default: most of the others."
)
@click.option("--bot-after", type=click.IntRange(1, 99), help="Deadlines missed in a row until a bot takes a seat.")
@click.option("--keep-secret", is_flag=True, help="Do not disclose the secret when the game ends.")
@click.option("--nonce", metavar="HEX", help="Fix the genesis nonce, for tests.")
@click.option("--seed", metavar="HEX", help="Fix the seed of an open game.")
@click.option(
    "--format", "form", type=click.Choice(["toml", "json"]), default="toml", show_default=True, help="Of the game file."
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
    """Begin a game in FOLDER.

    You are its referee: your key signs every step, and losing it ends the game.
    The referee of a sealed game can look at everything, and cannot cheat unseen;
    a referee who does not play is the best choice.
    """
    print_result(session, create_game(session, folder, **choices), as_json)
