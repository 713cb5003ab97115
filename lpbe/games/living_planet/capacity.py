"""The maximum size of a screen and of the box of this game."""

from __future__ import annotations

from ...kernel.engine.capacity import capacity_for, longest_names
from ...kernel.engine.model import Component, Visibility
from ...kernel.engine.rulebook import Rulebook
from .actions.trading import BROKER_BONUS
from .state import CARDS, COLOURS, BuildingKind, Decks, Hand, MarketCard, Purse, ResourceKind, Roomy, Tile

MONEY = 99_999
"""More than anybody ever had."""
FACES = 6
"""LP-EXPL-01, LP-TRADE-01: so many are drawn at most by the die."""
OFFICE_BONUS = 3
"""G-06: what the options allow an office to add."""


def component_capacity(book: Rulebook, seats: int) -> tuple[int, int]:
    return screen_capacity(book), box_capacity(book, seats)


def screen_capacity(book: Rulebook) -> int:
    """Return a full screen: every card, as many hexes and market cards as one can draw, more cubes than any."""
    offices = sum(kind.kind == "office" for kind in book.rows_of(BuildingKind).values())
    market = longest_names(book.rows_of(MarketCard), FACES + BROKER_BONUS + OFFICE_BONUS * offices)
    hand = Hand(list(CARDS), list(CARDS), longest_names(book.rows_of(Tile), FACES), market)
    purse = Purse(MONEY, dict.fromkeys(book.rows_of(ResourceKind), 99))
    return capacity_for(hand, purse, *more(book, Visibility.PRIVATE))


def box_capacity(book: Rulebook, seats: int) -> int:
    """Return a full box: all hexes, all market cards, and the planet cards of the colours without a player."""
    others: dict[str, tuple[int, ...]] = dict.fromkeys(COLOURS[seats:], CARDS)
    decks = Decks(list(book.rows_of(Tile)), list(book.rows_of(MarketCard)), [], others)
    return capacity_for(decks, *more(book, Visibility.HIDDEN))


def more(book: Rulebook, visibility: Visibility) -> list[Component]:
    """Return what modules keep there."""
    return [kind.fullest(book) for kind in book.components_with(visibility) if issubclass(kind, Roomy)]
