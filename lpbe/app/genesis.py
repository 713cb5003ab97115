"""What somebody wishes for a new game, and the genesis that comes of it."""

from __future__ import annotations

import os
from collections.abc import Collection

import msgspec
from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from .. import __version__
from ..bots import bot_named, versioned
from ..games import game_of, in_order
from ..kernel.base.canon import Plain
from ..kernel.base.errors import Misused
from ..kernel.chain.kinds import read_record
from ..kernel.chain.letters import Lang
from ..kernel.chain.seating import MAIL, Genesis, RefereeKeys, SeatSpec, check_seats
from ..kernel.chain.sizing import sizes_of
from ..kernel.content import packs
from ..kernel.content.own import pack_hash
from ..kernel.crypto.keys import Identity, b64, game_secret, parse_public_text
from ..kernel.crypto.sshsig import parse_public_line
from ..kernel.play.rulebook import Rules
from ..kernel.play.rules import Game
from .settings import read_settings


class Wish(Struct, frozen=True, kw_only=True):
    """A new game as it was asked for."""

    game: str
    seats: str
    own: str | None = None
    name: str | None = None
    lang: Lang = "en"
    expansions: tuple[str, ...] = ()
    settings: tuple[str, ...] = ()
    pack: Plain = {}
    bots: tuple[str, ...] = ()
    mail: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    pace: str | None = None
    grace: str | None = None
    vacation: int = 0
    quorum: int | None = None
    bot_after: int | None = None
    keep_secret: bool = False
    nonce: str | None = None
    seed: str | None = None


def every_seat(game: Game) -> str:
    """As many as may sit down."""
    return ",".join(game.first_seats(game.players[1]))


def against_bots(game: Game, seats: str | None, bots: tuple[str, ...], own: str = "") -> tuple[str, tuple[str, ...]]:
    """Who plays, and the bots among them: where nobody says it, one person and as few greedy bots as there can be.

    Who names a seat of their own plays against bots on all others.
    """
    if seats and not own:
        return seats, bots
    names = seats.split(",") if seats else list(game.first_seats(max(2, game.players[0])))
    if own and own not in names and not seats:
        names[-1] = own
    taken = [own or names[0], *(bot.partition("=")[0] for bot in bots)]
    greedy = (f"{seat}=greedy" for seat in names if seat not in taken)
    return ",".join(names), (*bots, *(greedy if own or not bots else ()))


def make_genesis(wish: Wish, identity: Identity | None) -> Genesis:
    """The terms of a game; without an identity it is an open one."""
    genesis = read_record(msgspec.to_builtins(wished_genesis(wish, identity)), Genesis)
    check_seats(genesis)
    check_terms(genesis)
    return genesis


def wished_genesis(wish: Wish, identity: Identity | None) -> Genesis:
    """Field by field, nothing checked yet."""
    game = game_of(wish.game)
    expansions = in_order(game, wish.expansions)
    nonce = hex_option(wish.nonce, "--nonce") or os.urandom(32).hex()
    secret = game_secret(identity.seed, nonce) if identity else None
    return Genesis(
        format=2,
        rules=game.name,
        rules_version=game.version,
        rules_sha256=packs.rules_hash(game.name, expansions),
        expansions=list(expansions),
        options=read_settings(wish.settings),
        seats=seat_specs(game, wish, identity),
        trust="referee" if identity else "open",
        rng=2,
        nonce=nonce,
        lang=wish.lang,
        referee=RefereeKeys(b64(identity.sign_public), b64(secret.seal_public)) if identity and secret else UNSET,
        seed_commit=secret.commitment if secret else UNSET,
        seed=UNSET if identity else hex_option(wish.seed, "--seed") or os.urandom(32).hex(),
        pace=wish.pace or UNSET,
        grace=wish.grace or UNSET,
        vacation=wish.vacation,
        quorum=UNSET if wish.quorum is None else wish.quorum,
        bot_after=wish.bot_after or UNSET,
        disclose=not wish.keep_secret,
        pack=pack_hash(wish.pack) if wish.pack else UNSET,
        engine=UNSET if wish.nonce or wish.seed else __version__,  # by given chance every version begins the same game
    )


def check_terms(genesis: Genesis) -> None:
    """Terms about time mean nothing in a game without a pace."""
    timed = (genesis.grace, genesis.vacation, genesis.bot_after)
    if isinstance(genesis.pace, UnsetType) and any(timed):
        raise Misused("E_USAGE", "grace, vacation and bots in place of the silent need a pace", "give one: --pace 2d")


def with_sizes(genesis: Genesis, rules: Rules) -> Genesis:
    """A game with secrets says how large what hides them is."""
    return genesis if genesis.trust == "open" else replace(genesis, sizes=sizes_of(rules, len(genesis.seats)))


def hex_option(value: str | None, name: str) -> str:
    if value and (len(value) != 64 or set(value) - set("0123456789abcdef")):
        raise Misused("E_USAGE", "{option} wants 64 hexadecimal digits", option=name)
    return value or ""


def seat_specs(game: Game, wish: Wish, identity: Identity | None) -> list[SeatSpec]:
    seats = [seat.strip() for seat in wish.seats.split(",") if seat.strip()]
    bots = dict(pair(item, "bot:random") for item in wish.bots)
    kept = dict(pair(item, "") for item in wish.kept)
    least, most = game.players
    if not least <= len(seats) <= most:
        told = "{game} is for {least} to {most} seats" if least < most else "{game} is for {least} seats: {seats}"
        names = list(game.seats)
        raise Misused("E_USAGE", told, game=game.name, least=least, most=most, seats=names)
    for seat in [*seats, *bots, *kept, *wish.mail, *([wish.own] if wish.own else [])]:
        check_seat(game, seat, seats)
    check_mail(wish, identity, {*bots, *kept, *([wish.own] if wish.own else [])})
    return [
        SeatSpec(seat, held=MAIL)
        if seat in wish.mail
        else seat_spec(seat, identity if seat == wish.own else None, bots.get(seat), kept.get(seat), identity is None)
        for seat in seats
    ]


def check_mail(wish: Wish, identity: Identity | None, others: Collection[str]) -> None:
    """Somebody must hold the key of a seat that plays by mail, and nobody else has one."""
    if wish.mail and identity is None:
        raise Misused("E_USAGE", "an open game has no seats by mail: there is no referee", "leave out --mail")
    if twice := sorted(set(wish.mail) & set(others)):
        raise Misused("E_USAGE", "{seat} cannot play by mail and otherwise too", seat=twice[0])


def check_seat(game: Game, seat: str, seats: list[str]) -> None:
    """A seat that is named is one of the game, and one of those that are taken."""
    if seat not in game.seats:
        known = "seats of {game}: {seats}"
        raise Misused("E_USAGE", "there is no seat '{seat}' here", known, seat=seat, game=game.name, seats=game.seats)
    if seat not in seats:
        raise Misused("E_USAGE", "there is no seat '{seat}' here", "--seats names: {seats}", seat=seat, seats=seats)


def pair(item: str, default: str) -> tuple[str, str]:
    seat, _, value = item.partition("=")
    return seat, value or default


def seat_spec(seat: str, identity: Identity | None, bot: str | None, key: str | None, is_open: bool) -> SeatSpec:
    if bot:
        return SeatSpec(seat, held=versioned(bot_named(bot)))
    if key:
        sign = parse_public_text(key)[0] if key.startswith("lpbe-pub-1") else b64(parse_public_line(key))
        return SeatSpec(seat, key=sign)
    if identity:
        return SeatSpec(seat, key=b64(identity.sign_public))
    return SeatSpec(seat, invite=not is_open)


def check_options(genesis: Genesis, rules: Rules) -> None:
    known = {module.name for module in rules.book.modules if module.options}
    for name in genesis.options:
        if name not in known:
            raise Misused("E_USAGE", "'{module}' has no options", "known: {known}", module=name, known=sorted(known))
    rules.book.blank([spec.id for spec in genesis.seats], genesis.options)
