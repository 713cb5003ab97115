"""A test expansion: a map of many tiles, and orders that name some of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace

from lpbe.games.pebbles.turn import Turn, may_act
from lpbe.kernel.base.errors import require
from lpbe.kernel.content import packs
from lpbe.kernel.content.packs import Words
from lpbe.kernel.engine.model import Event, Module, Name, Offer, Order, Seat, State
from lpbe.kernel.engine.table import Table

TILES = tuple(f"{row}{number:02}" for row in "ABCDEFGHIJKLMNO" for number in range(1, 23))
MOST = 16
Way = Annotated[tuple[Name, ...], Meta(max_length=24)]


class Burn(Order, frozen=True):
    """A path along tiles, perhaps in a wind of some strength."""

    tiles: Way
    strength: int | None = None
    wind: Literal["north", "south"] | UnsetType = UNSET


class Water(Order, frozen=True):
    """One tile or several, for a number of rounds or until somebody says so."""

    tile: Name | Way
    until: int | Literal["dusk", "dawn"] = 1


class Burnt(Event, frozen=True):
    tiles: tuple[str, ...]


def burn(table: Table, seat: Seat, turn: Turn, order: Burn) -> None:
    may_act(turn, "burn")
    require(len(order.tiles) <= MOST, "ATLAS-1", "a fire burns {most} tiles at most", most=MOST)
    table.emit(Burnt(order.tiles))
    table.then(turn.after("burn"))


def burnings(state: State, seat: Seat, turn: Turn) -> Iterator[Burn]:
    for start in range(0, len(TILES) - MOST, 50):
        yield Burn(TILES[start : start + MOST])


def water(table: Table, seat: Seat, turn: Turn, order: Water) -> None:
    may_act(turn, "water")
    table.then(turn.after("water"))


ATLAS = Module(
    "atlas",
    requires=("pebbles",),
    events=(Burnt,),
    offers={Turn: {Burn: Offer(burn, burnings), Water: Offer(water, lambda state, seat, turn: (Water("A01"),))}},
    vocabulary={"tiles": TILES, "tile": TILES},
)


def words(lang: str) -> Words:
    """Return the words of pebbles, and those of the map; tiles have long names that begin alike."""
    known = packs.words("pebbles", lang)
    fire, hose, tile = {"en": ("burn", "water", "tile"), "fr": ("brûler", "arroser", "case")}[lang]
    orders = {
        "burn": f"{fire} {{tiles}} [force {{strength}}] [wind {{wind}}]",
        "water": f"{hose} {{tile}} [until {{until}}]",
    }
    terms = {name: f"{tile} {name} ({number})" for number, name in enumerate(TILES)}
    return replace(known, orders={**known.orders, **orders}, terms={**known.terms, **terms})
