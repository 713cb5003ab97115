"""What a seat says once for all: where factories go, and which tiles its Special units guard."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, convert

from ...kernel.base.errors import Message
from ...kernel.play.rulebook import Rulebook
from ...kernel.play.rules import Name, Order, Seat, Standing, State
from .block import Block, NoBlock, QuickBlock, guarded
from .globe import city_at, continent_at, globe_of
from .reading import of_kind, own_cards
from .setup import Found, PlaceFactory, free_sites
from .state import GREEN, POLLUTING, Attack, Capital, Climate, Hand, Round, World

NAME = "planet-2116"
SELECTORS = ("my_capital", "green_factory", "polluting_factory", "city:any", "city:pon", "city:lev", "city:mer")
Selector = Annotated[str, Meta(pattern=r"^[a-zA-Z_0-9:]{3,17}(@\d\d(-\d\d)?)?\Z", max_length=24)]
"""What to guard: a tile like D09, or a selector; @36 from so many degrees on, @20-35 between two readings."""
Few = Annotated[int, Meta(ge=0, le=16)]
RANKED = 6
"""Tiles that one unit may be given."""


class BlockPolicy(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    rules: Annotated[tuple[Selector, ...], Meta(max_length=10)] = ()
    keep: Few = 0
    max_per_attack: Few = 1
    max_per_round: Few = 16
    otherwise: Literal["pass", "ask"] = "pass"
    until: Annotated[int, Meta(ge=0, le=999)] = 0


class Policy2116(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    factories: Annotated[tuple[Name, ...], Meta(max_length=12)] | UnsetType = UNSET
    block: BlockPolicy | UnsetType = UNSET


DEFAULT = Policy2116(block=BlockPolicy(("my_capital", "green_factory", "polluting_factory@36")))
"""The template that every Human is offered."""


def policy(view: State, seat: Seat) -> Policy2116:
    return convert(view[Standing, seat].policy.get(NAME, {}), Policy2116)


def audit_policy(book: Rulebook, wanted: Policy2116) -> Iterator[Message]:
    """Tiles and selectors that there are."""
    tiles = globe_of(book).tiles
    told = "no tile and no selector is called '{name}'"
    if not isinstance(wanted.factories, UnsetType):
        yield from (Message(told, {"name": tile}) for tile in wanted.factories if tile not in tiles)
    if not isinstance(wanted.block, UnsetType):
        names = [rule.partition("@")[0] for rule in wanted.block.rules]
        yield from (Message(told, {"name": one}) for one in names if one not in SELECTORS and one not in tiles)


def factory_by_policy(view: State, seat: Seat, question: Found) -> Order | None:
    """2116-SETUP-05, 2116-SETUP-09: the first of the wished tiles that is free, for either factory."""
    wished = policy(view, seat).factories
    if isinstance(wished, UnsetType):
        return None
    free = free_sites(view)
    return next((PlaceFactory(tile) for tile in wished if tile in free), None)


def block_by_policy(view: State, seat: Seat, poll: Block) -> Order | None:
    """2116-DMG-07: by the rules, else nothing; who wants to be asked is asked whatever the rules say."""
    wanted = active(view, seat)
    if wanted is None or wanted.otherwise == "ask":
        return None
    return block_wanted(view, seat) or NoBlock()


def active(view: State, seat: Seat) -> BlockPolicy | None:
    wanted = policy(view, seat).block
    if isinstance(wanted, UnsetType) or (wanted.until and view[Round].number > wanted.until):
        return None
    return wanted


def block_wanted(view: State, seat: Seat) -> Order | None:
    """The block that a seat's rules ask for now; tiles that are taken or shielded are skipped."""
    wanted = active(view, seat)
    if wanted is None:
        return None
    tiles = list(
        dict.fromkeys(tile for rule in wanted.rules for tile in guarded(view) if meant(view, seat, rule, tile))
    )
    used = view[Attack].used.get(seat, 0)
    units, cards = of_kind(view, view[Hand, seat].cards, "unit"), own_cards(view, seat)
    limits = (wanted.max_per_attack, wanted.max_per_round - used, len(units), len(cards) - wanted.keep, len(tiles))
    count = max(0, min(limits))
    return QuickBlock(tuple(":".join(tiles[n::count][:RANKED]) for n in range(count))) if count else None


def meant(view: State, seat: Seat, rule: str, tile: str) -> bool:
    """Whether a rule is about this tile, at this temperature."""
    name, _, degrees = rule.partition("@")
    low, high = [int(n) for n in re.findall(r"\d\d", f"{degrees}-99" if degrees else "00-99")][:2]
    return low <= view[Climate].heat <= high and matches(view, seat, name, tile)


def matches(view: State, seat: Seat, name: str, tile: str) -> bool:
    city, site = city_at(view, tile), view[World].sites.get(tile)
    if name == "my_capital":
        return bool(city) and city == view[Capital, seat].city
    if name.startswith("city:"):
        return bool(city) and name[5:] in ("any", continent_at(view, tile))
    return site == {"green_factory": GREEN, "polluting_factory": POLLUTING}.get(name, "") or tile == name
