"""Content of the players' own: what the rules could not play with."""

from __future__ import annotations

from collections.abc import Iterator

from ...kernel.play.rulebook import Rulebook
from .state import RESOURCES, BuildingKind, MarketCard, Tile

ICONS = (*RESOURCES, "colony", "")
LEAST = 6


def audit(book: Rulebook) -> str:
    """The first thing that is wrong; nothing where all is well."""
    return next((told for check in (tiles, buildings, cards) for told in check(book)), "")


def tiles(book: Rulebook) -> Iterator[str]:
    rows = book.entries(Tile)
    for name, tile in rows.items():
        yield from (
            f"tiles.{name}: there is no cataclysm {kind}" for kind in tile.dice.values() if kind not in book.steps
        )
        yield from (f"tiles.{name}: there is no icon {icon}" for icon in tile.spots if icon not in ICONS)
    if not {2, 3, 4} <= {tile.players for tile in rows.values() if "start" in tile.traits}:
        yield "tiles: there must be start tiles for two, three and four players"
    if sum("start" not in tile.traits for tile in rows.values()) < LEAST:
        yield f"tiles: at least {LEAST} hexes to explore"


def buildings(book: Rulebook) -> Iterator[str]:
    rows = book.entries(BuildingKind)
    for name, kind in rows.items():
        if kind.makes not in ICONS:
            yield f"buildings.{name}: nobody knows {kind.makes}"
    if "colony" not in rows:
        yield "buildings: the colony is missing"


def cards(book: Rulebook) -> Iterator[str]:
    rows = book.entries(MarketCard)
    for name, card in rows.items():
        if card.resource not in RESOURCES:
            yield f"market.{name}: nobody knows {card.resource}"
        if not 1 <= abs(card.step) <= 3:
            yield f"market.{name}: a price moves by one to three"
    if not rows:
        yield "market: there are no cards"
