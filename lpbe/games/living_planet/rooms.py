"""How much a screen and the box of this game can come to hold."""

from __future__ import annotations

from ...kernel.play.rooms import longest, room_for
from ...kernel.play.rulebook import Rulebook
from ...kernel.play.rules import Component, Drawer
from .state import CARDS, COLOURS, BuildingKind, Decks, Hand, MarketCard, Purse, ResourceKind, Roomy, Tile
from .trade import BROKER_BONUS

MONEY = 99_999
"""More than anybody ever had."""
FACES = 6
"""LP-EXPL-01, LP-TRADE-01: so many are drawn at most by the die."""
OFFICE_BONUS = 3
"""G-06: what the options allow an office to add."""


def room(book: Rulebook, seats: int) -> tuple[int, int]:
    return screen_room(book), box_room(book, seats)


def screen_room(book: Rulebook) -> int:
    """Every card in the hand and on the pile, as many hexes and market cards as one can draw, more cubes than any."""
    offices = sum(kind.kind == "office" for kind in book.rows_of(BuildingKind).values())
    market = longest(book.rows_of(MarketCard), FACES + BROKER_BONUS + OFFICE_BONUS * offices)
    hand = Hand(list(CARDS), list(CARDS), longest(book.rows_of(Tile), FACES), market)
    purse = Purse(MONEY, dict.fromkeys(book.rows_of(ResourceKind), 99))
    return room_for(hand, purse, *more(book, Drawer.SCREEN))


def box_room(book: Rulebook, seats: int) -> int:
    """All hexes, all market cards, and the planet cards of the colours that nobody plays."""
    others: dict[str, tuple[int, ...]] = dict.fromkeys(COLOURS[seats:], CARDS)
    decks = Decks(list(book.rows_of(Tile)), list(book.rows_of(MarketCard)), [], others)
    return room_for(decks, *more(book, Drawer.BOX))


def more(book: Rulebook, drawer: Drawer) -> list[Component]:
    """What modules keep there."""
    return [kind.fullest(book) for kind in book.kinds(drawer) if issubclass(kind, Roomy)]
