"""The maximum size of a screen and of the box of this game."""

from __future__ import annotations

from ...kernel.engine.capacity import capacity_for, longest_names
from ...kernel.engine.model import Component, Visibility
from ...kernel.engine.rulebook import Rulebook
from .actions.trading import BROKER_BONUS_CUBES
from .state import CARDS, COLOURS, OFFICE, BuildingKind, Decks, Hand, MarketCard, Purse, ResourceKind, Roomy, Tile

MAX_MONEY = 99_999
"""More MC than anybody ever has."""
MAX_DRAWN = 6
"""LP-EXPL-01, LP-TRADE-01: the most cards or hexes that a die draws."""
MAX_OFFICE_BONUS = 3
"""G-06: the most cards that the options let an office add."""


def component_capacity(book: Rulebook, seats: int) -> tuple[int, int]:
    return screen_capacity(book), box_capacity(book, seats)


def screen_capacity(book: Rulebook) -> int:
    """Return a full screen: every card, as many hexes and market cards as one can draw, more cubes than any."""
    offices = sum(kind.kind == OFFICE for kind in book.rows_of(BuildingKind).values())
    market = longest_names(book.rows_of(MarketCard), MAX_DRAWN + BROKER_BONUS_CUBES + MAX_OFFICE_BONUS * offices)
    hand = Hand(list(CARDS), list(CARDS), hexes=longest_names(book.rows_of(Tile), MAX_DRAWN), market=market)
    purse = Purse(MAX_MONEY, dict.fromkeys(book.rows_of(ResourceKind), 99))
    return capacity_for(hand, purse, *more(book, Visibility.PRIVATE))


def box_capacity(book: Rulebook, seats: int) -> int:
    """Return a full box: all hexes, all market cards, and the planet cards of the colours without a player."""
    others: dict[str, tuple[int, ...]] = dict.fromkeys(COLOURS[seats:], CARDS)
    decks = Decks(list(book.rows_of(Tile)), list(book.rows_of(MarketCard)), discard=[], others=others)
    return capacity_for(decks, *more(book, Visibility.HIDDEN))


def more(book: Rulebook, visibility: Visibility) -> list[Component]:
    """Return what modules keep there."""
    return [kind.fullest(book) for kind in book.components_with(visibility) if issubclass(kind, Roomy)]
