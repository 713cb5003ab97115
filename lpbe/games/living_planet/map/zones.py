"""Zones: where a hex has several grounds, each is a place of its own and reaches some of the sides."""

from __future__ import annotations

from functools import lru_cache

from ....kernel.engine.hexgrid import opposite
from ....kernel.engine.model import State
from ....kernel.engine.rulebook import Rulebook
from ..state import HexSet, Map, Place, Tile
from .hexes import neighbours
from .queries import MAX_CACHED_BOOKS, hex_name, printed_tiles, tile_of

WHOLE = ""
"""The only zone of a hex that has one ground."""


@lru_cache(MAX_CACHED_BOOKS)
def has_zones(book: Rulebook) -> bool:
    """Return whether any hex of a game has zones; if none has, there is no need to look for them."""
    return any(tile.zones for tile in book.rows_of(Tile).values())


def zones_by_edge(tile: Tile) -> tuple[str, ...]:
    """Return the zone behind each printed edge."""
    zones = tile.zones
    return tuple(
        next((name for name in sorted(zones) if edge in zones[name].edges), WHOLE) for edge in range(len(tile.edges))
    )


@lru_cache(1024)
def printed_zones(book: Rulebook, hex: str) -> tuple[str, ...]:
    """Return the zones of a printed hex; cached, because every step needs them."""
    return zones_by_edge(printed_tiles(book)[hex])


def zone_facing(state: State, hex: str, side: int) -> str:
    """Return the zone that reaches a side of a hex as it is placed."""
    made = state[HexSet].tiles
    zones = zones_by_edge(made[hex]) if hex in made else printed_zones(state.book, hex)
    return zones[side - state[Map].hexes[hex].turn]


def ground_facing(state: State, hex: str, side: int) -> Place:
    """Return the open ground behind a side of a hex: a zone, or the hex itself."""
    zone = zone_facing(state, hex, side)
    return f"{hex}.{zone}" if zone else hex


def zones_at(state: State, place: Place) -> tuple[str, ...]:
    """Return the zones that a place is in."""
    hex, _, part = place.partition(".")
    tile = tile_of(state, hex)
    if not tile.zones:
        return (WHOLE,)
    if part in tile.zones:
        return (part,)
    return tile.beside[int(part) - 1] if part and tile.beside else ()


def side_between(state: State, here: str, there: str) -> int:
    """Return the side of a hex that another one touches."""
    hexes = state[Map].hexes
    return neighbours(hexes[here].at).index(hexes[there].at)


def are_joined(state: State, here: Place, there: Place) -> bool:
    """Return whether a step stays in one zone, or crosses a side that both places reach."""
    old, new = hex_name(here), hex_name(there)
    if old not in state[Map].hexes or new not in state[Map].hexes:
        return True  # onto a team or off it: for those to say who carry
    if old == new:
        return not set(zones_at(state, here)).isdisjoint(zones_at(state, there))
    side = side_between(state, old, new)
    if zone_facing(state, old, side) not in zones_at(state, here):
        return False
    return zone_facing(state, new, opposite(side)) in zones_at(state, there)
