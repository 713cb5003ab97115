"""What a seat may say in advance, and the block that its rules ask for."""

from __future__ import annotations

import re
from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, convert

from ...kernel.play.rules import Name, Order, Seat, Standing, State
from .block import QuickBlock, guarded
from .globe import city_at, continent_at
from .reading import of_kind, own_cards
from .state import GREEN, POLLUTING, Attack, Capital, Climate, Hand, Round, World

NAME = "planet-2116"
SELECTORS = ("my_capital", "green_factory", "polluting_factory", "city:any", "city:pon", "city:lev", "city:mer")
TILE = "tile:"
Selector = Annotated[str, Meta(pattern=r"^[a-zA-Z_0-9:]{3,17}(@\d\d(-\d\d)?)?\Z", max_length=24)]
"""What to guard, in whichever case: a tile like D09 or a selector; @36 from so many degrees on, @20-35 between two."""
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
    factories: Annotated[tuple[Name, ...], Meta(max_length=12)] = ()
    block: BlockPolicy | UnsetType = UNSET
    on_deviation: Literal["ask", "continue", "alternative"] = "ask"


def policy(view: State, seat: Seat) -> Policy2116:
    return convert(view[Standing, seat].policy.get(NAME, {}), Policy2116)


def active(view: State, seat: Seat) -> BlockPolicy | None:
    wanted = policy(view, seat).block
    if isinstance(wanted, UnsetType) or (wanted.until and view[Round].number > wanted.until):
        return None
    return wanted


def block_wanted(view: State, seat: Seat) -> Order | None:
    """The block that a seat's rules ask for now: each unit takes the best tile that is free when its turn comes."""
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
    return QuickBlock(tuple(":".join(tiles[n : n + RANKED]) for n in range(count))) if count else None


def meant(view: State, seat: Seat, rule: str, tile: str) -> bool:
    """Whether a rule is about this tile, at this temperature."""
    low, high = span(rule)
    return low <= view[Climate].heat <= high and matches(view, seat, named(rule).lower(), tile)


def named(rule: str) -> str:
    """What a rule is about: a selector or a tile, which may be called one."""
    name = rule.partition("@")[0]
    return name[len(TILE) :] if name.lower().startswith(TILE) else name


def span(rule: str) -> tuple[int, int]:
    """From which temperature to which it counts."""
    degrees = rule.partition("@")[2]
    low, high = [int(n) for n in re.findall(r"\d\d", f"{degrees}-99" if degrees else "00-99")][:2]
    return low, high


def matches(view: State, seat: Seat, name: str, tile: str) -> bool:
    city, site = city_at(view, tile), view[World].sites.get(tile)
    if name == "my_capital":
        return city == view[Capital, seat].city
    if name.startswith("city:"):
        return bool(city) and name[5:] in ("any", continent_at(view, tile))
    return site == {"green_factory": GREEN, "polluting_factory": POLLUTING}.get(name, "") or tile.lower() == name
