"""What reports show of Aquarius: boats and their cargo, walls, ports that are left."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from .....kernel.engine.model import Seat, State
from ...map.queries import seats
from ...state import Map
from .fleet import boats_left, boats_of, cargo_of
from .hex_picks import Picks
from .ports import ports_of
from .walls import Walls

if TYPE_CHECKING:
    from .....kernel.engine.panels import Panel


def sea_panels(answer: list[Panel], state: State, reader: Seat | None) -> list[Panel]:
    from .....kernel.engine.panels import Panel  # saves it for commands that show no report

    fleets = [(seat, boats_left(state, seat), len(ports_of(state, seat))) for seat in seats(state)]
    out = [*answer, Panel("panel.fleets", fleets, ("seat", "boats", "ports"))]
    boats = [boat_row(state, name) for seat in seats(state) for name in boats_of(state, seat)]
    if boats:
        out.append(Panel("panel.boats", boats, ("boat", "place", "cargo")))
    if walls := sorted(state[Walls].built.items()):
        out.append(Panel("panel.walls", walls, ("place", "resource")))
    own = state.open(Picks, reader) if reader else None
    if own and own.picked:
        out.append(Panel("panel.picks", [("picked", own.picked)], part="screen"))
    return out


def boat_row(state: State, name: str) -> tuple[str, str, str | None]:
    return name, state[Map].teams[name].place, cargo_of(state, name) or None


def gauges(state: State, seat: Seat) -> Mapping[str, int]:
    """Return the boats of a seat, and those it may still build (AQ-BOAT-05)."""
    carried = sum(bool(cargo_of(state, boat)) for boat in boats_of(state, seat))
    return {"boats": len(boats_of(state, seat)), "boats.reserve": boats_left(state, seat), "boats.loaded": carried}
