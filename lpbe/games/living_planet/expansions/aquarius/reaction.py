"""What boats may do when something comes over them: an order for all cases, ways out, steps on trial."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from msgspec import Meta

from .....kernel.play.rules import Event, Name, Order, Seat, State
from ...events import going
from ...move import BuildingTaken, Stride, arrival, may_step
from ...reading import abandoned, around, hex_of, works
from ...state import Map, Place

TORNADO = "tornado"


class SaveBoats(Order, frozen=True):
    """AQ-TORN-01, AQ-TIDE-04, AQ-MAEL-02: what boats and teams do, step by step; the boats that oil holds.

    A boat that neither goes nor is held is left to the cataclysm. Where several are asked at once, nobody knows what
    the others do before all have answered; then it is shown.
    """

    secret = True
    steps: Annotated[tuple[Stride, ...], Meta(max_length=24)] = ()
    stay: Annotated[tuple[Name, ...], Meta(max_length=12)] = ()


class Threat(NamedTuple):
    """What comes over the boats of a hex."""

    hex: str
    kind: str


def exits(state: State, boat: str) -> list[Place]:
    """AQ-AMB-28: the waters of the next hexes that one step leads to."""
    here = state[Map].teams[boat].place
    found = [arrival(state, boat, here, hex) for hex in around(state, hex_of(state, here))]
    return [there for there in found if may_step(state, boat, here, there)]


def moves(trial: State, seat: Seat, name: str, place: Place) -> list[Event]:
    """A step on trial, and the building that it takes."""
    taken = place in trial[Map].buildings and abandoned(trial, place) and works(trial, trial[Map].teams[name])
    moved = going(trial, name, place)
    moved.apply(trial)
    return [moved, *([BuildingTaken(seat, place)] if taken else [])]
