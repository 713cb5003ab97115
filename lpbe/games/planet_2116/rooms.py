"""How much a screen and the box of this game can come to hold."""

from __future__ import annotations

from ...kernel.play.rooms import longest, room_for
from ...kernel.play.rulebook import Rulebook
from .acting import HUMAN_HAND
from .prepare import LIMITS, PLANET_HAND
from .state import Bags, Capital, City, Decks, FaceDown, Hand, HumanCard, PlanetCard


def room(book: Rulebook, seats: int) -> tuple[int, int]:
    return screen_room(book), box_room(book)


def screen_room(book: Rulebook) -> int:
    """A full hand, and either as many cards face down as may be laid or a capital."""
    down = max(cards for _, cards in LIMITS)
    planet, human = list(book.rows_of(PlanetCard)), list(book.rows_of(HumanCard))
    cities = longest(book.rows_of(City), 1)
    return max(
        room_for(Hand(longest(planet, PLANET_HAND)), FaceDown(longest(planet, down))),
        room_for(Hand(longest(human, HUMAN_HAND)), Capital(cities[0] if cities else "")),
    )


def box_room(book: Rulebook) -> int:
    """Both piles with all their cards, and the three bags."""
    return room_for(Decks(list(book.rows_of(PlanetCard)), list(book.rows_of(HumanCard))), Bags(["pon", "lev", "mer"]))
