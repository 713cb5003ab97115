"""What a host does beside running the game: invitations, replacements, handover, disclosure."""

from __future__ import annotations

import click

from ..app.filing import next_free, send_letter
from ..app.game import OpenGame, open_game, position
from ..app.invite import invitation_lines, invitations
from ..app.language import localised
from ..app.pins import remember
from ..bots import bot_named, versioned
from ..kernel.base.errors import Misused
from ..kernel.base.text import check_name
from ..kernel.chain.acts.disclose import disclose_letter
from ..kernel.chain.acts.handover import handover_letter, held_seat_keys, make_offer, offer_text, read_offer
from ..kernel.chain.acts.replace import replace_letter
from ..kernel.chain.compose import find_seat
from ..kernel.chain.letters import AnyLetter
from ..kernel.chain.step import Referee, referee_of
from ..kernel.crypto.keys import b64, parse_seat_text
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
    epilog=example("lpbe replace mars green --to 'lpbe-seat-2 ...'", "lpbe replace mars green --bot greedy"),
)
@game_argument
@click.argument("seat", metavar="SEAT")
@click.option("--to", "public", metavar="KEY", help="The new keys, one line: lpbe key show --for GAME --seat SEAT.")
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
    if (public is None) == (bot is None):
        raise Misused("E_USAGE", "who takes the seat?", "--to 'lpbe-seat-2 ...' or --bot BOT")
    target = find_seat(opened.game, seat).id
    assert referee.secret
    keys = parse_seat_text(public) if public is not None else held_seat_keys(opened.game, referee.secret, target)
    held = versioned(bot_named(bot)) if bot else ""
    letter = replace_letter(opened.game, target, keys, check_name(name) if name else "", held)
    send(opened, referee, numbered(opened, letter), output, armor, as_json)


def numbered(opened: OpenGame, letter: AnyLetter) -> AnyLetter:
    """The next free number of the referee."""
    from msgspec.structs import replace

    return replace(letter, rev=next_free(opened, "referee"))


@click.command("handover", epilog=example("lpbe handover mars --offer", "lpbe handover mars --to 'lpbe-offer-2 ...'"))
@game_argument
@click.option("--offer", is_flag=True, help="Print the line by which you offer to take the game over.")
@click.option("--to", "line", metavar="OFFER", help="The offer of the new referee, one line.")
@key_option
@output_options
@json_option
def handover_command(
    game: str, offer: bool, line: str | None, key: str | None, output: str | None, armor: bool, as_json: bool
) -> None:
    """Give GAME to another referee, who goes on with a secret of their own."""
    if offer == (line is not None):
        raise Misused("E_USAGE", "the new referee makes an offer, the old one takes it", "--offer, or --to OFFER")
    if offer:
        opened, identity = open_game(game), need_identity(key)
        remember(opened, b64(identity.sign_public))
        text = offer_text(make_offer(opened.game, identity))
        return respond(as_json, {**position(opened.game), "offer": text}, text)
    opened, referee = as_referee(game, key)
    letter = handover_letter(opened.game, read_offer(line or ""), referee.secrets, next_free(opened, "referee"))
    return send(opened, referee, letter, output, armor, as_json)


@click.command("disclose", epilog=example("lpbe disclose mars"))
@game_argument
@key_option
@output_options
@json_option
def disclose_command(game: str, key: str | None, output: str | None, armor: bool, as_json: bool) -> None:
    """Open the secret of a finished GAME, so that anybody can verify all of it."""
    opened, referee = as_referee(game, key)
    if opened.game.last.public.disclosed:
        raise Misused("E_USAGE", "the secret of this game is open already", "lpbe verify")
    send(opened, referee, numbered(opened, disclose_letter(opened.game)), output, armor, as_json)
