"""A request for a new game, and the genesis made from it."""

from __future__ import annotations

import os
from collections.abc import Collection
from typing import Any

import msgspec
from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from ...bots.strategies import find_bot, with_version
from ...games import GAMES, full_name, game_of, in_order, known_games
from ...kernel.base.canonical import Plain
from ...kernel.base.errors import Misused
from ...kernel.chain.genesis import MAIL, Genesis, SeatSpec, check_seats, with_referee
from ...kernel.chain.letter import Lang
from ...kernel.chain.letter_registry import read_record
from ...kernel.chain.sealed_state import seal_sizes
from ...kernel.content import packs
from ...kernel.content.custom_packs import pack_hash
from ...kernel.crypto.keys import Identity, b64, parse_public_text
from ...kernel.crypto.sshsig import parse_public_line
from ...kernel.engine.game import Game
from ...kernel.engine.rulebook import Rules
from ...version import __version__


class GameRequest(Struct, frozen=True, kw_only=True):
    """A new game as it was requested."""

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
    """Seats, perhaps with the names of their players: `green` or `green=Cleo`."""
    kept: tuple[str, ...] = ()
    pace: str | None = None
    grace: str | None = None
    vacation: int = 0
    quorum: int | None = None
    bot_after: int | None = None
    think_ms: int = 0
    """How long bots that play ahead may think about an order, in a game at one keyboard; 0: as long as they need."""
    keep_secret: bool = False
    nonce: str | None = None
    seed: str | None = None

    @property
    def mail_names(self) -> dict[str, str]:
        """Return the names of the players by mail, keyed by seat; empty if none was given."""
        return dict(pair(item, "") for item in self.mail)


def every_seat(game: Game) -> str:
    """Return all seats of a game, as `--seats` takes them."""
    return ",".join(game.first_seats(game.players[1]))


def wanted_seats(game: str, seats: str | None = None, **choices: Any) -> str:
    """Return the seats that were named; a game in which all seats play needs no names."""
    rules = game_of(game)
    least, most = rules.players
    if seats is None and least < most:
        template = "{game} needs {least} to {most} seats"
        hint = "name the seats: --seats {seats}"
        raise Misused(
            "E_USAGE", template, hint, game=rules.name, least=least, most=most, seats=",".join(rules.first_seats(least))
        )
    return every_seat(rules) if seats is None else seats


def against_bots(game: Game, seats: str | None, bots: tuple[str, ...], own: str = "") -> tuple[str, tuple[str, ...]]:
    """Return the seats and the bots among them; by default one person and as few greedy bots as possible.

    A player who names their own seat plays against bots on all others.
    """
    if seats and not own:
        return seats, bots
    names = seats.split(",") if seats else list(game.first_seats(max(2, game.players[0])))
    if own and own not in names and not seats:
        names[-1] = own
    taken = [own or names[0], *(bot.partition("=")[0] for bot in bots)]
    greedy = (f"{seat}=greedy" for seat in names if seat not in taken)
    return ",".join(names), (*bots, *(greedy if own or not bots else ()))


def make_genesis(request: GameRequest, identity: Identity | None) -> Genesis:
    """Return the checked genesis of a game; without an identity it is an open game."""
    genesis = read_record(msgspec.to_builtins(draft_genesis(request, identity)), Genesis)
    check_seats(genesis)
    check_terms(genesis)
    return genesis


def draft_genesis(request: GameRequest, identity: Identity | None) -> Genesis:
    """Fill in every field of a genesis that its request gives; nothing is checked yet."""
    game = game_of(request.game)
    expansions = in_order(game, request.expansions)
    return Genesis(
        format=2,
        rules=game.name,
        rules_version=game.version,
        rules_sha256=packs.rules_hash(game.name, expansions),
        expansions=list(expansions),
        options=read_settings(request.settings),
        seats=seat_specs(game, request, identity),
        trust="referee" if identity else "open",
        rng=2,
        nonce=hex_option(request.nonce, "--nonce") or os.urandom(32).hex(),
        lang=request.lang,
        seed=UNSET if identity else hex_option(request.seed, "--seed") or os.urandom(32).hex(),
        pace=request.pace or UNSET,
        grace=request.grace or UNSET,
        vacation=request.vacation,
        quorum=UNSET if request.quorum is None else request.quorum,
        bot_after=request.bot_after or UNSET,
        disclose=not request.keep_secret,
        pack=pack_hash(request.pack) if request.pack else UNSET,
        engine=UNSET
        if request.nonce or request.seed
        else __version__,  # with given chance every version starts the same game
    )


def check_terms(genesis: Genesis) -> None:
    """Refuse terms about time in a game without a pace."""
    timed = (genesis.grace, genesis.vacation, genesis.bot_after)
    if isinstance(genesis.pace, UnsetType) and any(timed):
        raise Misused(
            "E_USAGE", "grace periods, vacation and replacement by bots need deadlines", "give one: --pace 2d"
        )


def with_seals(genesis: Genesis, rules: Rules, identity: Identity | None) -> Genesis:
    """Return the genesis with the sizes of its seals and its referee's keys, if it has secrets."""
    return with_referee(with_sizes(genesis, rules), identity) if identity else genesis


def with_sizes(genesis: Genesis, rules: Rules) -> Genesis:
    """Return the genesis with the sizes of its seals, if it has secrets."""
    return genesis if genesis.trust == "open" else replace(genesis, sizes=seal_sizes(rules, len(genesis.seats)))


def hex_option(value: str | None, name: str) -> str:
    if value and (len(value) != 64 or set(value) - set("0123456789abcdef")):
        raise Misused("E_USAGE", "{option} needs 64 hexadecimal digits", option=name)
    return value or ""


def seat_specs(game: Game, request: GameRequest, identity: Identity | None) -> list[SeatSpec]:
    seats = [seat.strip() for seat in request.seats.split(",") if seat.strip()]
    bots = dict(pair(item, "bot:random") for item in request.bots)
    kept = dict(pair(item, "") for item in request.kept)
    least, most = game.players
    if not least <= len(seats) <= most:
        template = "{game} needs {least} to {most} seats" if least < most else "{game} needs {least} seats: {seats}"
        names = list(game.seats)
        raise Misused("E_USAGE", template, game=game.name, least=least, most=most, seats=names)
    for seat in [*seats, *bots, *kept, *request.mail_names, *([request.own] if request.own else [])]:
        check_seat(game, seat, seats)
    check_mail(request, identity, {*bots, *kept, *([request.own] if request.own else [])})
    return [
        SeatSpec(seat, held=MAIL)
        if seat in request.mail_names
        else seat_spec(
            seat,
            identity if seat == request.own else None,
            with_version(find_bot(bots[seat]), request.think_ms) if seat in bots else "",
            kept.get(seat),
            identity is None,
        )
        for seat in seats
    ]


def check_mail(request: GameRequest, identity: Identity | None, others: Collection[str]) -> None:
    """Refuse mail seats in an open game, which has no referee to sign for them, and seats that play in two ways."""
    if request.mail and identity is None:
        raise Misused("E_USAGE", "an open game cannot have e-mail seats, because it has no referee", "leave out --mail")
    if twice := sorted(set(request.mail_names) & set(others)):
        raise Misused("E_USAGE", "{seat} cannot play both by e-mail and in another way", seat=twice[0])


def check_seat(game: Game, seat: str, seats: list[str]) -> None:
    """Refuse a seat that the game does not have, or that does not play."""
    if seat not in game.seats:
        known = "seats of {game}: {seats}"
        raise Misused("E_USAGE", "there is no seat '{seat}' here", known, seat=seat, game=game.name, seats=game.seats)
    if seat not in seats:
        raise Misused("E_USAGE", "there is no seat '{seat}' here", "--seats lists: {seats}", seat=seat, seats=seats)


def pair(item: str, default: str) -> tuple[str, str]:
    seat, _, value = item.partition("=")
    return seat, value or default


def seat_spec(seat: str, identity: Identity | None, held: str, key: str | None, is_open: bool) -> SeatSpec:
    if held:
        return SeatSpec(seat, held=held)
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


def read_settings(settings: tuple[str, ...]) -> dict[str, Plain]:
    """Parse settings: `pebbles.rounds=6` gives {"pebbles": {"rounds": 6}}; options with parts are set part by part."""
    out: dict[str, Plain] = {}
    for setting in settings:
        name, _, value = setting.partition("=")
        module, *path = name.split(".")
        if not all((value, path, module, *path)) or not put_setting(
            out.setdefault(module, {}), path, parse_setting(value)
        ):
            raise Misused("E_USAGE", "'{setting}' is not MODULE.NAME=VALUE", setting=setting)
    return out


def put_setting(options: Plain, path: list[str], value: Any) -> bool:
    """Set a value where it belongs; return False if a value on the way there has no parts."""
    *parts, last = path
    for part in parts:
        options = options.setdefault(part, {})
        if not isinstance(options, dict):
            return False
    options[last] = value
    return True


def parse_setting(value: str) -> Any:
    if value in ("true", "false"):
        return value == "true"
    return int(value) if value.removeprefix("-").isdecimal() and len(value) < 10 else value


def own_game_names() -> list[str]:
    """Return the games of this package; those of others are looked for only when none of these is meant."""
    return list(GAMES)


def all_game_names() -> list[str]:
    return list(known_games())


def resolve_game_name(typed: str) -> str:
    """Return the name of a game, given its name or an alias; return anything else unchanged."""
    return full_name(typed)
