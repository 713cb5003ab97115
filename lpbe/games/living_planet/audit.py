"""Content of the players' own: what the rules could not play with."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from ...kernel.base.errors import Message
from ...kernel.play.rulebook import Rulebook
from .reading import resource_names
from .state import SCIENTIST, BuildingKind, MarketCard, TeamKind, Tile

LEAST = 6
"""Fewer hexes are no map."""


def icons(book: Rulebook) -> tuple[str, ...]:
    """What may stand on a spot."""
    return (*resource_names(book), "colony", "")


def audit(book: Rulebook) -> Iterator[Message]:
    """All that is wrong, pack by pack."""
    return chain(tiles(book), buildings(book), cards(book), teams(book))


def tiles(book: Rulebook) -> Iterator[Message]:
    rows = book.rows_of(Tile)
    for name, tile in rows.items():
        for kind in tile.dice.values():
            if kind not in book.steps:
                yield Message("tiles.{tile}: there is no cataclysm {kind}", {"tile": name, "kind": kind})
        for icon in tile.spots:
            if icon not in icons(book):
                yield Message("tiles.{tile}: there is no icon {icon}", {"tile": name, "icon": icon})
    if not {2, 3, 4} <= {tile.players for tile in rows.values() if "start" in tile.traits}:
        yield Message("tiles: there must be start tiles for two, three and four players")
    if sum("start" not in tile.traits for tile in rows.values()) < LEAST:
        yield Message("tiles: at least {least} hexes to explore", {"least": LEAST})


def buildings(book: Rulebook) -> Iterator[Message]:
    rows = book.rows_of(BuildingKind)
    for name, kind in rows.items():
        for what in (kind.makes, *kind.needs):
            if what not in icons(book):
                yield Message("buildings.{building}: nobody knows {what}", {"building": name, "what": what})
    if "colony" not in rows:
        yield Message("buildings: the colony is missing")


def cards(book: Rulebook) -> Iterator[Message]:
    rows = book.rows_of(MarketCard)
    for name, card in rows.items():
        if card.resource not in resource_names(book):
            yield Message("market.{card}: nobody knows {what}", {"card": name, "what": card.resource})
        if not 1 <= abs(card.step) <= 3:
            yield Message("market.{card}: a price moves by one to three", {"card": name})
    if not rows:
        yield Message("market: there are no cards")


def teams(book: Rulebook) -> Iterator[Message]:
    """A seat begins with a scientist; two kinds whose pieces are called alike could not be told apart."""
    rows = book.rows_of(TeamKind)
    if SCIENTIST not in rows or not rows[SCIENTIST].count:
        yield Message("teams: there is no team of scientists")
    for name, kind in rows.items():
        if kind.cube and kind.cube not in resource_names(book):
            yield Message("teams.{team}: nobody knows {what}", {"team": name, "what": kind.cube})
    if len({kind.prefix for kind in rows.values()}) < len(rows):
        yield Message("teams: two kinds have one prefix")
