"""What a position of 2116 is worth to a seat: the race between heat, capitals and factories, and then the victory.

The weights are the log odds that the Planet wins, fitted to 2,300 positions of 250 games between greedy bots.
"""

from __future__ import annotations

from collections.abc import Mapping

from ....kernel.engine.events import Ended
from ....kernel.engine.model import Seat, State
from ..ending import ARK_CARDS, ARK_GREENS
from ..queries import continent_of, factories, is_refugee, on_continent, own_cards
from ..state import GREEN, HUMANS, PLANET, START_HEAT_DEGREES, City, Climate, Nations, World

VICTORY = 10_000
"""All values are hundredths of a percent of the chance to win, near even chances."""
ARK_OF_ANOTHER = 7_000
"""What it is worth to a Human that another one leaves: the Humans play together, but this one stays behind."""
DEGREE = 260
HOT_DEGREES = 33
HOT_DEGREE = 650
"""What each degree beyond those is worth in addition."""
REFUGEE = 4_600
CITY = 700
"""What a destroyed city is worth where a capital still stands."""
GREEN_FACTORY = 2_350
ARK_GREEN = 2_100
"""What a Green factory at home is worth to the Human who is closest to an Ark."""
ARK_CARD = 530
CARD = 80
POT_CARD = 400
SHIELD = 250
OWN_ARK_STEP = 200
"""How much more than the others' a Human's own Ark counts for that Human."""


def outlook(state: State, seat: Seat, ended: Ended | None) -> Mapping[str, int]:
    """Return the victory if there is one, else how the race stands; what helps the Planet harms every Human."""
    if ended:
        return {"victory": victory(seat, ended)}
    planet = race(state)
    if seat == PLANET:
        return planet
    own = sum(ark_steps(state, seat)) * OWN_ARK_STEP if not is_refugee(state, seat) else 0
    return {**{name: -value for name, value in planet.items()}, "own": own}


def victory(seat: Seat, ended: Ended) -> int:
    if seat in ended.winners:
        return VICTORY
    together = seat in HUMANS and any(human in ended.winners for human in HUMANS)
    return ARK_OF_ANOTHER if together else -VICTORY


def race(state: State) -> dict[str, int]:
    """Return how far the Planet is ahead, by the ways to win."""
    nations = state[Nations]
    heat = state[Climate].heat
    homes = [human for human in HUMANS if not is_refugee(state, human)]
    arks = [ark_steps(state, human) for human in homes]
    cards = len(nations.front)
    return {
        "heat": DEGREE * (heat - START_HEAT_DEGREES) + HOT_DEGREE * max(heat - HOT_DEGREES, 0),
        "capitals": REFUGEE * len(nations.refugees) + CITY * sum(cities_gone(state, human) for human in homes),
        "greens": -GREEN_FACTORY * len(factories(state, GREEN)),
        "arks": -max((ARK_GREEN * greens + ARK_CARD * laid for greens, laid in arks), default=0),
        "cards": -CARD * cards - POT_CARD * len(nations.pot) - SHIELD * len(state[World].shields),
    }


def ark_steps(state: State, human: Seat) -> tuple[int, int]:
    """Return how many Green factories at home and cards in front a Human has for an Ark."""
    homes = on_continent(state, factories(state, GREEN), continent_of(state, human))
    return min(len(homes), ARK_GREENS), min(len(own_cards(state, human)), ARK_CARDS)


def cities_gone(state: State, human: Seat) -> int:
    """Count the destroyed cities of a Human's continent."""
    cities = state.book.rows_of(City)
    home = continent_of(state, human)
    return sum(cities[name].continent == home for name in state[World].cities)
