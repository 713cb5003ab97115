"""How a bot answers the questions of Aquarius and values boats, ports and walls; loaded when one plays."""

from __future__ import annotations

from .....kernel.engine.model import Order, Question, Seat, State
from ...actions.actions import Act
from ...bot.building_sites import find
from ...bot.cataclysm_risk import calm
from ...bot.valuation import best, cube, lifetime_value
from ...map.queries import building_kinds, ground_of, teams_of
from ...state import Map, Place
from .construction import WATERSIDE
from .fleet import OIL, PORT, SEA, afloat, boats_left, boats_of
from .hex_picks import PickHex, PickOne, Picks, PickTogether, RankHexes, eligible
from .maelstrom import Resist, SetMaelstrom
from .ports import UsePort, port_uses
from .setup import SetPort
from .storms import SaveInTurn, SaveTogether
from .strike_order import ArrangeStrikes
from .walls import WAVE, BuildWall, is_reached, walls

BY_DEFAULT = (SetPort, SaveInTurn, SaveTogether, Resist, SetMaelstrom, ArrangeStrikes)
"""Questions answered by default: boats flee with those in danger, and oil is paid for boats that cannot."""
PORT_ARRIVALS_WORTH = 2.5
"""What the boats and scientists that arrive at a port are worth per turn, in MC."""


def bot_knows(answer: Order | None, state: State, seat: Seat, question: Question) -> Order | None:
    """Return a wall if it pays off, the best hexes, whatever a port offers, or otherwise the safe answer."""
    if isinstance(question, Act):
        return answer or wall(state, seat, question)
    if isinstance(question, PickOne):
        return PickHex(max(state[Picks, seat].pool, key=lambda hex: find(state, seat, hex)))
    if isinstance(question, PickTogether):
        return RankHexes(tuple(sorted(eligible(state), key=lambda hex: -find(state, seat, hex))))
    if isinstance(question, UsePort):
        return port_uses(state, seat, question)[-1]
    return question.default(state, seat) if isinstance(question, BY_DEFAULT) else answer


def wall(state: State, seat: Seat, question: Act) -> Order | None:
    """Return the wall that saves most beyond its cube, where waves reach; none at the very end (AQ-WALL-05)."""
    orders = [order for order in walls(state, seat, question) if isinstance(order, BuildWall)]
    useful = [order for order in orders if is_reached(state, order.place)]
    gains = [(protection_value(state, seat, order.place) - cube(state, order.material), order) for order in useful]
    return best((gain, order) for gain, order in gains if gain > 0)


def protection_value(state: State, seat: Seat, place: Place) -> float:
    """Return how much more a building is worth if waves spare it."""
    kind = state[Map].buildings[place].kind
    guarded, bare = (calm(state, seat, place, wave) for wave in (WAVE, ""))
    return lifetime_value(state, seat, kind, guarded) - lifetime_value(state, seat, kind, bare)


def twofold(answer: float, state: State, building: str) -> float:
    """Double the yield of an oil platform (AQ-RIG-02)."""
    return 2 * answer if "twofold" in building_kinds(state.book)[building].traits else answer


def harbour(answer: float, state: State, seat: Seat, building: str) -> float:
    """Return the worth of a port as long as there are boats to build (AQ-PORT-02, AQ-BOAT-01)."""
    port = building_kinds(state.book)[building].kind == PORT
    return answer + PORT_ARRIVALS_WORTH if port and boats_left(state, seat) else answer


def fuel(answer: int, state: State, seat: Seat, resource: str) -> int:
    """Keep an oil, so that boats can go (AQ-MOVE-01, AQ-TORN-03)."""
    return max(answer, 1) if resource == OIL and boats_of(state, seat) else answer


def by_land_or_water(answer: bool, state: State, seat: Seat, spot: Place) -> bool:
    """Return whether a team works there: at sea by boats, inland by others, on the coast by all.

    AQ-BBUILD-01, AQ-BBUILD-02.
    """
    ground = ground_of(state, spot)
    boats = [afloat(state, name) for name, _ in teams_of(state, seat)]
    if ground == SEA:
        return answer and any(boats)
    return answer and (ground in WATERSIDE or not all(boats))
