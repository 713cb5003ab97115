"""Begin a game."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from os.path import join
from typing import Any

import click

from ..app.begin import Beginning, build_game, check_vacant, pin_undone_if_it_fails, write_game
from ..app.game import position, read_pack
from ..app.genesis import Wish
from ..app.invite import invitation_lines, invitations
from ..app.language import environment_language, listener_language, localised, set_listener
from ..app.pins import remember
from ..app.terms import terms_lines
from ..kernel.base.text import check_name
from ..kernel.chain.letters import Lang
from ..kernel.crypto.keys import b64
from ..kernel.folder.folder import Place
from .caller import identity_or_fresh
from .game_name import GameName
from .options import example, json_option, key_option, now_option
from .output import respond


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
@click.option("--seats", required=True, metavar="A,B,...", help="Its seats, in order round the table.")
@click.option("--as", "own", metavar="SEAT", help="The seat you play yourself.")
@click.option("--name", help="Your name at the table.")
@click.option("--lang", type=click.Choice(["en", "fr"]), help="Language of public reports; else that of your locale.")
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
def new_command(
    folder: str,
    own: str | None,
    name: str | None,
    lang: Lang | None,
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
    lang = lang or environment_language()
    set_listener(lang)
    check_vacant(folder)
    check_name(name or "A")
    identity, made = (None, "") if is_open else identity_or_fresh(key)
    pack = read_pack(content_file) if content_file else {}
    place = Place(join(folder, f"game.{form}"), folder)
    beginning = build_game(Wish(own=own, name=name, lang=lang, pack=pack, **choices), identity, place, now)
    with pinning(beginning):
        written = write_game(beginning, made)
    codes = invitations(beginning.game, beginning.referee)
    terms = terms_lines(beginning.game.genesis, beginning.game.state, listener_language())
    told = {**position(beginning.game), "files": written, "invitations": codes, **({"key": made} if made else {})}
    respond(as_json, {**told, "terms": terms}, "\n".join([*terms, "", *summary(beginning, written, made, codes)]))


@contextmanager
def pinning(beginning: Beginning) -> Iterator[None]:
    """The host's key knows the game before anybody else does."""
    host = beginning.referee.identity
    if host is None:
        yield
        return
    sign = b64(host.sign_public)
    with pin_undone_if_it_fails(beginning.opened, sign):
        remember(beginning.latest, sign)
        yield


def summary(beginning: Beginning, written: list[str], made: str, codes: dict[str, str]) -> list[str]:
    lines = [localised("wrote {files}", files=written)]
    if made:
        lines.append(localised("your key was made: {path}; back it up", path=made))
    if beginning.referee.identity:
        lines.append(localised("your key is the referee's: losing it ends the game; back it up (print its last line)"))
    return [*lines, *invitation_lines(codes, beginning.opened.place.folder)]
