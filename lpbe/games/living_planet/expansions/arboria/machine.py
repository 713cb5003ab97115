"""What a machine does of its own accord: fires out, dams before its buildings, a colony that was lost. Loaded late."""

from __future__ import annotations

from .....kernel.play.rules import Order, Seat, State
from ...act import Act
from ...build import Build, builds
from ...reading import building_kinds, colony_of, hex_of, named_hex, teams_of, turns
from ...state import Turn
from .policies import ArboriaPolicy, dam, quench
from .reading import burning

WATCHFUL = (
    ArboriaPolicy(quench="own", dams="iron"),
    ArboriaPolicy(quench="own", dams="vibranium"),
)
"""As a careful player would have it."""
WORTHWHILE = 3
"""With fewer turns to come nothing is built against lava."""


def act(state: State, seat: Seat, question: Act) -> Order | None:
    """At the start of its actions; None: what the base would do."""
    if question.taken:
        return None
    return quench(state, seat, WATCHFUL[0]) or stem(state, seat) or resettle(state, seat, question)


def stem(state: State, seat: Seat) -> Order | None:
    if turns(state) - state[Turn].number < WORTHWHILE:
        return None
    return next(filter(None, (dam(state, seat, own) for own in WATCHFUL)), None)


def resettle(state: State, seat: Seat, question: Act) -> Order | None:
    """ARB-AMB-20: a seat that has lost its colony and has no team to act with founds it anew, where nothing burns."""
    free = [team for _, team in teams_of(state, seat) if not burning(state, hex_of(state, team.place))]
    if free or colony_of(state, seat):
        return None
    kinds = building_kinds(state.book)
    orders = (order for order in builds(state, seat, question) if isinstance(order, Build))
    homes = (order for order in orders if kinds[order.building].kind == "colony")
    return next((order for order in homes if not burning(state, named_hex(order.place))), None)
