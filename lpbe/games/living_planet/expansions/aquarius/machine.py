"""What a machine answers to the questions of Aquarius, and sees in boats, ports and walls; loaded when one plays."""

from __future__ import annotations

from .....kernel.play.rules import Order, Question, Seat, State
from ...act import Act
from ...bot.appraise import best, cube, lasting
from ...bot.danger import calm
from ...bot.grounds import find
from ...reading import building_kinds, ground_of, teams_of
from ...state import Map, Place
from .build import WATERSIDE
from .fleet import OIL, PORT, SEA, afloat, boats_left, boats_of
from .maelstrom import Resist, SetMaelstrom
from .picks import PickHex, PickOne, Picks, PickTogether, RankHexes, eligible
from .ports import UsePort, port_uses
from .setup import SetPort
from .storm import SaveInTurn, SaveTogether
from .strikes import ArrangeStrikes
from .walls import WAVE, BuildWall, reached, walls

BY_DEFAULT = (SetPort, SaveInTurn, SaveTogether, Resist, SetMaelstrom, ArrangeStrikes)
"""Boats flee with who is in danger, and oil is paid for those that cannot: the defaults save what can be saved."""
LANDING = 2.5
"""What the boats and scientists that arrive at a port are worth a turn."""


def machine_knows(answer: Order | None, state: State, seat: Seat, question: Question) -> Order | None:
    """A wall that pays before anything else; the best hexes; whatever a port brings; else what is safe."""
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
    """AQ-WALL-05: the wall that saves most beyond its cube, where waves reach; nothing is walled in at the very end."""
    orders = [order for order in walls(state, seat, question) if isinstance(order, BuildWall)]
    useful = [order for order in orders if reached(state, order.place)]
    gains = [(saved(state, seat, order.place) - cube(state, order.material), order) for order in useful]
    return best((gain, order) for gain, order in gains if gain > 0)


def saved(state: State, seat: Seat, place: Place) -> float:
    """What a building is worth more if waves spare it."""
    kind = state[Map].buildings[place].kind
    guarded, bare = (calm(state, seat, place, wave) for wave in (WAVE, ""))
    return lasting(state, seat, kind, guarded) - lasting(state, seat, kind, bare)


def twofold(answer: float, state: State, building: str) -> float:
    """AQ-RIG-02: an oil platform makes two."""
    return 2 * answer if "twofold" in building_kinds(state.book)[building].traits else answer


def harbour(answer: float, state: State, seat: Seat, building: str) -> float:
    """AQ-PORT-02, AQ-BOAT-01: as long as there are boats to build."""
    port = building_kinds(state.book)[building].kind == PORT
    return answer + LANDING if port and boats_left(state, seat) else answer


def fuel(answer: int, state: State, seat: Seat, resource: str) -> int:
    """AQ-MOVE-01, AQ-TORN-03: an oil, so that boats can go."""
    return max(answer, 1) if resource == OIL and boats_of(state, seat) else answer


def by_land_or_water(answer: bool, state: State, seat: Seat, spot: Place) -> bool:
    """AQ-BBUILD-01, AQ-BBUILD-02: at sea by boats, inland by others, on the coast by all."""
    ground, boats = ground_of(state, spot), [afloat(state, name) for name, _ in teams_of(state, seat)]
    if ground == SEA:
        return answer and any(boats)
    return answer and (ground in WATERSIDE or not all(boats))
