"""What threatened boats may do: one order for all cases, and ways out."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from msgspec import Meta

from .....kernel.engine.model import Name, Order, State
from ...actions.movement import Stride
from ...map.paths import arrival, may_step
from ...map.queries import around, hex_of
from ...state import Map, Place

TORNADO = "tornado"


class SaveBoats(Order, frozen=True):
    """Save boats and teams, step by step, and name the boats that oil holds (AQ-TORN-01, AQ-TIDE-04, AQ-MAEL-02).

    A boat that neither goes nor is held is left to the cataclysm. Where several are asked at once, nobody knows what
    the others do before all have answered; then it is shown.
    """

    secret = True
    steps: Annotated[tuple[Stride, ...], Meta(max_length=24)] = ()
    stay: Annotated[tuple[Name, ...], Meta(max_length=12)] = ()


class Threat(NamedTuple):
    """What threatens the boats of a hex."""

    hex: str
    kind: str


def exits(state: State, boat: str) -> list[Place]:
    """Return the waters of neighbouring hexes that one step leads to (AQ-AMB-28)."""
    here = state[Map].teams[boat].place
    found = [arrival(state, boat, here, hex) for hex in around(state, hex_of(state, here))]
    return [there for there in found if may_step(state, boat, here, there)]
