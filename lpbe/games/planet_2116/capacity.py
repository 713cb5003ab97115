"""The maximum size of a screen and of the box of this game."""

from __future__ import annotations

from ...kernel.engine.capacity import capacity_for, longest_names
from ...kernel.engine.rulebook import Rulebook
from .human_actions import HUMAN_HAND_CARDS
from .preparation import CARDS_BY_HEAT, PLANET_HAND_CARDS
from .state import Bags, Capital, City, Decks, FaceDown, Hand, HumanCard, PlanetCard


def component_capacity(book: Rulebook, seats: int) -> tuple[int, int]:
    return screen_capacity(book), box_capacity(book)


def screen_capacity(book: Rulebook) -> int:
    """Return a full hand, and either as many hidden cards as may be prepared or a capital."""
    down = max(cards for _, cards in CARDS_BY_HEAT)
    planet = list(book.rows_of(PlanetCard))
    human = list(book.rows_of(HumanCard))
    cities = longest_names(book.rows_of(City), 1)
    return max(
        capacity_for(Hand(longest_names(planet, PLANET_HAND_CARDS)), FaceDown(longest_names(planet, down))),
        capacity_for(Hand(longest_names(human, HUMAN_HAND_CARDS)), Capital(cities[0] if cities else "")),
    )


def box_capacity(book: Rulebook) -> int:
    """Return both piles with all their cards, and the three bags."""
    return capacity_for(
        Decks(list(book.rows_of(PlanetCard)), list(book.rows_of(HumanCard))), Bags(["pon", "lev", "mer"])
    )
