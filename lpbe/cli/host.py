"""What a host does beside running the game: invitations, replacements, handover, disclosure."""

from __future__ import annotations

import click
from msgspec import UNSET

from ..app.filing import next_free, send_letter
from ..app.game import OpenGame, open_game, position
from ..app.invite import invitation_lines, invitations
from ..app.language import localised
from ..bots import bot_named
from ..kernel.base.errors import Misused
from ..kernel.base.text import check_name
from ..kernel.chain.acts import AnyLetter
from ..kernel.chain.acts.disclose import disclose_letter
from ..kernel.chain.acts.handover import handover_letter
from ..kernel.chain.acts.replace import replace_letter
from ..kernel.chain.compose import find_seat
from ..kernel.chain.step import Referee, referee_of
from ..kernel.crypto.keys import parse_public_text
from .caller import need_identity
from .options import example, game_argument, json_option, key_option, output_options
from .output import respond


def as_referee(game: str, key: str | None) -> tuple[OpenGame, Referee]:
    opened = open_game(game)
    if opened.game.genesis.trust == "open":
        raise Misused("E_USAGE", "an open game has no referee and no secrets")
    return opened, referee_of(opened.game, need_identity(key))


@click.command("invite", epilog=example("lpbe invite mars"))
@game_argument
@key_option
@json_option
def invite_command(game: str, key: str | None, as_json: bool) -> None:
    """Print the invitations to GAME again; they are not stored anywhere."""
    opened, referee = as_referee(game, key)
    codes = invitations(opened.game, referee)
    told = "\n".join(invitation_lines(codes, game)) or localised("nobody is left to invite")
    respond(as_json, {**position(opened.game), "invitations": codes}, told)


def send(opened: OpenGame, referee: Referee, letter: AnyLetter, output: str | None, armor: bool, as_json: bool) -> None:
    path = send_letter(opened, referee.identity, letter, output, armor)
    if path != "-":
        respond(as_json, {**position(opened.game), "files": [path]}, f"{path}\n{localised('now: lpbe run')}")


@click.command(
    "replace",
    epilog=example("lpbe replace mars green --to 'lpbe-pub-1 ...'", "lpbe replace mars green --bot greedy"),
)
@game_argument
@click.argument("seat", metavar="SEAT")
@click.option("--to", "public", metavar="KEY", help="The new public key, one line: lpbe key show.")
@click.option("--bot", metavar="BOT", help="Let the machine play a seat that was silent too often.")
@click.option("--name", default="", help="The new player's name.")
@key_option
@output_options
@json_option
def replace_command(
    game: str,
    seat: str,
    public: str | None,
    bot: str | None,
    name: str,
    key: str | None,
    output: str | None,
    armor: bool,
    as_json: bool,
) -> None:
    """Give SEAT in GAME new keys: a lost key, or another person. The others must endorse it."""
    opened, referee = as_referee(game, key)
    if bool(public) == bool(bot):
        raise Misused("E_USAGE", "who takes the seat?", "--to 'lpbe-pub-1 ...' or --bot BOT")
    target = find_seat(opened.game, seat).id
    assert referee.secret
    keys = parse_public_text(public) if public else referee.secret.held(target).keys
    letter = replace_letter(opened.game, target, keys, check_name(name) if name else "", bot_named(bot) if bot else "")
    send(opened, referee, numbered(opened, letter), output, armor, as_json)


def numbered(opened: OpenGame, letter: AnyLetter) -> AnyLetter:
    """The next free number of the referee."""
    from msgspec.structs import replace

    return replace(letter, rev=next_free(opened, "referee"))


@click.command("handover", epilog=example("lpbe handover mars --to 'lpbe-pub-1 ...'"))
@game_argument
@click.option("--to", "public", required=True, metavar="KEY", help="The new referee's public key, one line.")
@key_option
@output_options
@json_option
def handover_command(game: str, public: str, key: str | None, output: str | None, armor: bool, as_json: bool) -> None:
    """Give GAME to another referee: its secret is sealed to the new key."""
    opened, referee = as_referee(game, key)
    assert referee.secret
    letter = handover_letter(opened.game, parse_public_text(public), referee.secret, next_free(opened, "referee"))
    send(opened, referee, letter, output, armor, as_json)


@click.command("disclose", epilog=example("lpbe disclose mars"))
@game_argument
@key_option
@output_options
@json_option
def disclose_command(game: str, key: str | None, output: str | None, armor: bool, as_json: bool) -> None:
    """Open the secret of a finished GAME, so that anybody can verify all of it."""
    opened, referee = as_referee(game, key)
    if opened.game.state.disclosed is not UNSET:
        raise Misused("E_USAGE", "the secret of this game is open already", "lpbe verify")
    assert referee.secret
    send(opened, referee, numbered(opened, disclose_letter(opened.game, referee.secret)), output, armor, as_json)
