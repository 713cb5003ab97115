"""The greedy bot of 2116: set-up, special units, and who answers each question with what looks best now."""

from __future__ import annotations

from ....kernel.engine.chance import Chance
from ....kernel.engine.hexgrid import distance
from ....kernel.engine.model import Order, Question, Seat, State
from ..attack_sequence import Declare
from ..attacks import Block
from ..globe import city_at, globe, is_standing
from ..human_actions import HumanTurn
from ..preparation import Prepare
from ..queries import cards_of_kind, own_cards
from ..quick_blocks import NoBlock, QuickBlock, blockable_tiles
from ..setup import ChooseFault, Found, OpenFault, PlaceFactory, free_sites
from ..state import GREEN, POLLUTING, Capital, Climate, World
from .attack_choice import best_attack
from .human_turn import take_turn
from .preparation import lay


def greedy(state: State, question: Question, seat: Seat, rng: Chance) -> Order | None:
    """Return the best answer; None for a question that any answer fits."""
    if isinstance(question, Declare):
        return best_attack(state)
    if isinstance(question, Prepare):
        return lay(state, seat)
    if isinstance(question, HumanTurn):
        return take_turn(state, seat, question)
    if isinstance(question, Block):
        return block(state, seat) or NoBlock()
    if isinstance(question, ChooseFault):
        return fault(state, rng)
    return factory(state, rng) if isinstance(question, Found) else None


MIN_FAULT_DISTANCE = 4
MAX_FAULT_DISTANCE = 7
"""The best distance of a factory from an open fault: farther away it is close to other things."""


def fault(state: State, rng: Chance) -> OpenFault:
    """Return any fault: none is better than the others."""
    free = [number for number, tile in sorted(globe(state).faults.items()) if is_standing(state, tile)]
    return OpenFault(rng.pick(free, "fault"))


def factory(state: State, rng: Chance) -> PlaceFactory:
    """Return a place inland, away from cities and from what is open, if there is one."""
    free = free_sites(state)
    good = [tile for tile in free if quiet(state, tile)]
    return PlaceFactory(rng.pick(good or free, "factory"))


def quiet(state: State, tile: str) -> bool:
    known = globe(state)
    at = known.tiles[tile].at
    beside = [one for one in known.around[tile] if one]
    away = min((distance(at, known.tiles[hole].at) for hole in state[World].taken), default=MIN_FAULT_DISTANCE)
    towns = any(known.tiles[one].city for one in (tile, *beside))
    sites = any(one in state[World].sites for one in beside)
    return MIN_FAULT_DISTANCE <= away <= MAX_FAULT_DISTANCE and not towns and not sites


HOT_DEGREES = 33
"""From this heat on, preventing an explosion is worth a unit."""


def block(state: State, seat: Seat) -> Order | None:
    units = cards_of_kind(state, seat, "unit")
    if not units or not own_cards(state, seat):
        return None
    rated = sorted(((need(state, seat, tile), tile) for tile in blockable_tiles(state)), reverse=True)
    wanted = [tile for worth, tile in rated if worth > 0]
    return QuickBlock((":".join(wanted[:6]),)) if wanted else None


def need(state: State, seat: Seat, tile: str) -> int:
    city = city_at(state, tile)
    site = state[World].sites.get(tile)
    if city and city == state[Capital, seat].city:
        return 3
    if site == GREEN:
        return 2
    return int(site == POLLUTING and state[Climate].heat >= HOT_DEGREES)
