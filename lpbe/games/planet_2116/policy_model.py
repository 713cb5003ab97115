"""Policies and plans of a seat: the block that its rules ask for, and plans that are no longer needed."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, convert

from ...kernel.base.errors import Message
from ...kernel.engine.events import PlanDropped, PlanUsed
from ...kernel.engine.model import Name, Order, Question, Seat, Standing, State
from ...kernel.engine.table import Table
from .globe import city_at, continent_at
from .queries import own_cards, units_held
from .quick_blocks import QuickBlock, blockable_tiles
from .state import GREEN, POLLUTING, Attack, Capital, Climate, Round, World

NAME = "planet-2116"
SELECTORS = ("my_capital", "green_factory", "polluting_factory", "city:any", "city:pon", "city:lev", "city:mer")
TILE = "tile:"
Selector = Annotated[str, Meta(pattern=r"^[a-zA-Z_0-9:]{3,17}(@\d\d(-\d\d)?)?\Z", max_length=24)]
"""What to guard, in any case: a tile like D09 or a selector; with @36 from 36 degrees on, with @20-35 in that range."""
Few = Annotated[int, Meta(ge=0, le=16)]
MAX_RANKED_TILES = 6
"""How many tiles can be ranked for one unit."""
TURN_OVER = Message("that turn is over")
REPLACED = Message("another plan was carried out in its place")


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
    """Return the block that a seat's rules ask for now: each unit takes the best tile that is free in its turn."""
    wanted = active(view, seat)
    if wanted is None:
        return None
    tiles = list(
        dict.fromkeys(
            tile for rule in wanted.rules for tile in blockable_tiles(view) if rule_applies(view, seat, rule, tile)
        )
    )
    used = view[Attack].used.get(seat, 0)
    units = len(units_held(view, seat))
    cards = len(own_cards(view, seat))
    limits = (wanted.max_per_attack, wanted.max_per_round - used, units, cards - wanted.keep, len(tiles))
    count = max(0, min(limits))
    return QuickBlock(tuple(":".join(tiles[n : n + MAX_RANKED_TILES]) for n in range(count))) if count else None


def rule_applies(view: State, seat: Seat, rule: str, tile: str) -> bool:
    """Return whether a rule is about this tile, at this temperature."""
    low, high = span(rule)
    return low <= view[Climate].heat <= high and matches(view, seat, rule_subject(rule).lower(), tile)


def rule_subject(rule: str) -> str:
    """Return what a rule is about: a selector or a tile, perhaps with the prefix of tiles."""
    name = rule.partition("@")[0]
    return name[len(TILE) :] if name.lower().startswith(TILE) else name


def span(rule: str) -> tuple[int, int]:
    """Return the lowest and highest temperature at which a rule counts."""
    degrees = rule.partition("@")[2]
    low, high = [int(n) for n in re.findall(r"\d\d", f"{degrees}-99" if degrees else "00-99")][:2]
    return low, high


def matches(view: State, seat: Seat, name: str, tile: str) -> bool:
    city = city_at(view, tile)
    site = view[World].sites.get(tile)
    if name == "my_capital":
        return city == view[Capital, seat].city
    if name.startswith("city:"):
        return bool(city) and name[5:] in ("any", continent_at(view, tile))
    return site == {"green_factory": GREEN, "polluting_factory": POLLUTING}.get(name, "") or tile.lower() == name


def drop_plans(table: Table, seat: Seat, *questions: type[Question]) -> None:
    """Drop what a seat planned for these questions and did not use, and notify its owner."""
    own = table.state.open(Standing, seat)
    kinds = [kind for question in questions for kind in table.book.offers[question]]
    if own:
        for place in reversed(range(len(own.plan))):
            order = own.plan[place].order
            if type(order) in kinds:
                table.emit(PlanDropped(seat, place, plan=order, clause="", reason=TURN_OVER.template))


def strike_out(table: Table, seat: Seat, order: Order, replaces: Callable[[Order], bool]) -> None:
    """Strike out a plan that was sent as an order, and the earlier plans that it replaces."""
    own = table.state.open(Standing, seat)
    orders = [held.order for held in own.plan] if own else []
    if order in orders:
        last = orders.index(order)
        table.emit(PlanUsed(seat, last))
        for place in reversed(range(last)):
            if replaces(orders[place]):
                table.emit(PlanDropped(seat, place, plan=orders[place], clause="", reason=REPLACED.template))
