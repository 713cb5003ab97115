"""Begin a game."""

from __future__ import annotations

from os.path import join
from typing import Any

import click
from msgspec import UNSET

from ..app.begin import build_game, check_vacant, write_game
from ..app.game import position, read_pack
from ..app.genesis import Wish
from ..app.invite import invitation_lines, invitations
from ..app.language import localised, set_listener
from ..kernel.base.text import check_name
from ..kernel.chain.letters import Lang
from ..kernel.chain.seating import MAIL, Genesis
from ..kernel.folder.folder import Place
from .caller import identity_or_fresh
from .game_name import GameName
from .options import example, json_option, key_option, now_option
from .output import respond


@click.command(
    "new",
    epilog=example(
        "lpbe new mars --game pebbles --seats red,blue,green --as red",
        "lpbe new duel --game pebbles --seats red,blue --bot blue --with moss",
        "lpbe new lesson --game pebbles --seats red,blue --open",
    ),
)
@click.argument("folder", metavar="FOLDER")
@click.option("--game", "game", required=True, type=GameName(), help="Which game.")
@click.option("--seats", required=True, metavar="A,B,...", help="Its seats, in order round the table.")
@click.option("--as", "own", metavar="SEAT", help="The seat you play yourself.")
@click.option("--name", help="Your name at the table.")
@click.option(
    "--lang", type=click.Choice(["en", "fr"]), default="en", show_default=True, help="Language of public reports."
)
@click.option("--with", "expansions", multiple=True, metavar="NAME", help="An expansion.")
@click.option("--set", "settings", multiple=True, metavar="MODULE.NAME=VALUE", help="An option of the rules.")
@click.option("--content", "content_file", metavar="FILE", help="Your own content: tiles, buildings, cards.")
@click.option("--bot", "bots", multiple=True, metavar="SEAT[=BOT]", help="A seat the machine plays.")
@click.option("--mail", multiple=True, metavar="SEAT", help="A seat played by mail: you sign for it.")
@click.option(
    "--for", "kept", multiple=True, metavar="SEAT=KEY", help="Keep a seat for a public key (lpbe-pub-1 or ssh-ed25519)."
)
@click.option("--open", "is_open", is_flag=True, help="No secrets, no keys: hot seat, lessons.")
@click.option("--pace", metavar="TIME", help="A deadline for every answer: 2d, 12h.")
@click.option(
    "--quorum", type=click.IntRange(0, 8), help="Endorsements a replacement needs; default: most of the others."
)
@click.option("--bot-after", type=click.IntRange(1, 99), help="Missed deadlines after which a bot may take a seat.")
@click.option("--keep-secret", is_flag=True, help="Do not disclose the secret when the game ends.")
@click.option("--nonce", metavar="HEX", help="Fix the genesis nonce, for tests.")
@click.option("--seed", metavar="HEX", help="Fix the seed of an open game.")
@click.option(
    "--format", "form", type=click.Choice(["toml", "json"]), default="toml", show_default=True, help="Of the game file."
)
@key_option
@now_option
@json_option
def new_command(
    folder: str,
    own: str | None,
    name: str | None,
    lang: Lang,
    is_open: bool,
    key: str | None,
    now: str | None,
    form: str,
    content_file: str | None,
    as_json: bool,
    **choices: Any,
) -> None:
    """Begin a game in FOLDER.

    You are its referee: your key signs every step, and losing it ends the game.
    The referee of a sealed game can look at everything, and cannot cheat unseen;
    a referee who does not play is the best choice.
    """
    set_listener("" if lang == "en" else lang)
    check_vacant(folder)
    check_name(name or "A")
    identity, made = (None, "") if is_open else identity_or_fresh(key)
    pack = read_pack(content_file) if content_file else {}
    place = Place(join(folder, f"game.{form}"), folder)
    beginning = build_game(Wish(own=own, name=name, lang=lang, pack=pack, **choices), identity, place, now)
    written = write_game(beginning, made)
    codes = invitations(beginning.game, beginning.referee)
    told = {**position(beginning.game), "files": written, "invitations": codes, **({"key": made} if made else {})}
    respond(as_json, told, summary(folder, written, made, codes, beginning.game.genesis, own))


def summary(
    folder: str, written: list[str], made: str, codes: dict[str, str], genesis: Genesis, own: str | None
) -> str:
    lines = [localised("wrote {files}", files=written)]
    if made:
        lines.append(localised("your key was made: {path}", path=made))
    if genesis.trust == "referee":
        lines.append(localised("your key is the referee's: losing it ends the game; back it up (print its last line)"))
        if own:
            lines.append(
                localised("you referee and play: you could look at what the others hide, but not cheat unseen")
            )
    if mailed := [spec.id for spec in genesis.seats if spec.held == MAIL]:
        lines.append(
            localised(
                "by mail: {seats}; you sign for them, so their moves are your word, and mails can be read on the way",
                seats=mailed,
            )
        )
    people = [spec for spec in genesis.seats if spec.held is UNSET and spec.id != own]
    if genesis.trust == "referee" and not people:
        lines.append(localised("every other seat is held by you: no fair draws against the host"))
    return "\n".join([*lines, *invitation_lines(codes, folder)])
