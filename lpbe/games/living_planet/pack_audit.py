"""Checks of custom content: what the rules could not play with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain

from ...kernel.base.errors import Message
from ...kernel.engine.rulebook import Rulebook
from .map.queries import resource_names
from .state import SCIENTIST, BuildingKind, MarketCard, TeamKind, Tile

FACTORY_VALUES = ("1", "2", "3", "4", "5", "6")
"""G-08: the name of a factory's tile ends in a dash and one of these values."""
MIN_HEXES_TO_EXPLORE = 6
"""A map needs at least this many hexes to explore."""


def icons(book: Rulebook) -> tuple[str, ...]:
    """Return what may be on a spot."""
    return (*resource_names(book), "colony", "")


def audit(book: Rulebook) -> Iterator[Message]:
    """Yield everything that is wrong, pack by pack."""
    return chain(tiles(book), buildings(book), cards(book), teams(book))


def tiles(book: Rulebook) -> Iterator[Message]:
    rows = book.rows_of(Tile)
    for name, tile in rows.items():
        if not name.isalnum():
            yield Message("tiles.{tile}: the name of a hex has only letters and digits", {"tile": name})
        for kind in tile.dice.values():
            if kind not in book.steps:
                yield Message("tiles.{tile}: unknown cataclysm {kind}", {"tile": name, "kind": kind})
        if any(len(part) not in (0, len(tile.spots)) for part in (tile.grounds, tile.beside)):
            yield Message("tiles.{tile}: grounds and beside need one entry per spot", {"tile": name})
        for icon in tile.spots:
            if icon not in icons(book):
                yield Message("tiles.{tile}: unknown icon {icon}", {"tile": name, "icon": icon})
    if not {2, 3, 4} <= {tile.players for tile in rows.values() if "start" in tile.traits}:
        yield Message("tiles: there must be start tiles for two, three and four players")
    if sum("start" not in tile.traits for tile in rows.values()) < MIN_HEXES_TO_EXPLORE:
        yield Message("tiles: there must be at least {least} hexes to explore", {"least": MIN_HEXES_TO_EXPLORE})


def buildings(book: Rulebook) -> Iterator[Message]:
    rows = book.rows_of(BuildingKind)
    for name, kind in rows.items():
        for what in (kind.makes, *kind.needs):
            if what and what not in resource_names(book):
                yield Message("buildings.{building}: unknown resource {what}", {"building": name, "what": what})
        for tile in chain(kind.tiles, *kind.sets.values()) if kind.makes else ():
            if tile.rpartition("-")[2] not in FACTORY_VALUES:
                yield Message("buildings.{building}: {tile} has no value", {"building": name, "tile": tile})
    for tiles in kinds_of_tiles(rows):
        if "" in tiles or len(set(tiles)) < len(tiles):
            yield Message("buildings: every tile must have a name of its own")
    if "colony" not in rows:
        yield Message("buildings: the colony is missing")


def kinds_of_tiles(rows: Mapping[str, BuildingKind]) -> Iterator[list[str]]:
    """Yield all tiles of the usual set of buildings, and of every other set."""
    yield [tile for kind in rows.values() for tile in kind.tiles]
    for name in sorted({name for kind in rows.values() for name in kind.sets}):
        yield [tile for kind in rows.values() for tile in kind.sets.get(name, kind.tiles)]


def cards(book: Rulebook) -> Iterator[Message]:
    rows = book.rows_of(MarketCard)
    for name, card in rows.items():
        if card.resource not in resource_names(book):
            yield Message("market.{card}: unknown resource {what}", {"card": name, "what": card.resource})
        if not 1 <= abs(card.step) <= 3:
            yield Message("market.{card}: a price must move by 1 to 3", {"card": name})
    if not rows:
        yield Message("market: there must be cards")


def teams(book: Rulebook) -> Iterator[Message]:
    """Yield errors about teams: a seat starts with a scientist, and pieces of two kinds must not share a name."""
    rows = book.rows_of(TeamKind)
    if SCIENTIST not in rows or not rows[SCIENTIST].count:
        yield Message("teams: there must be scientists")
    for name, kind in rows.items():
        if kind.cube and kind.cube not in resource_names(book):
            yield Message("teams.{team}: unknown resource {what}", {"team": name, "what": kind.cube})
    if len({kind.prefix for kind in rows.values()}) < len(rows):
        yield Message("teams: two kinds have the same prefix")
