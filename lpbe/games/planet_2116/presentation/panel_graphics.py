"""What is drawn beside the map: the thermometer, and one card per seat."""

from __future__ import annotations

from typing import Any

from ....kernel.engine.model import State
from ....kernel.engine.panels import Cell, Strip, Tableau, TableauRow
from ..state import COLD, HOT, PLANET, Climate, Piles, Prepared

Row = tuple[Any, ...]


def thermometer(state: State) -> Strip:
    """Return the degrees from the start to the Planet's victory (2116-MAP-06)."""
    heat = state[Climate].heat
    degrees = range(min(COLD, heat), max(HOT, heat) + 1)
    cells = [Cell(str(n), "heat" if n <= heat else "", "now" if n == heat else "") for n in degrees]
    return Strip("strip.heat", tuple(cells), "heat", ("heat", "thermometer"))


def tableaux(state: State, rows: list[Row]) -> list[Tableau]:
    """Return one card per Human, and one for the Planet: what everybody sees."""
    names = ("continent", "status", "hand", "points", "front")
    humans = [
        Tableau(seat, seat, tuple(TableauRow(*fact) for fact in zip(names, values, strict=True) if fact[1] is not None))
        for seat, *values in rows
    ]
    laid = len(state[Prepared].cards) + state[Prepared].hidden
    return [
        *humans,
        Tableau(PLANET, PLANET, (TableauRow("hand", state[Piles].hands.get(PLANET, 0)), TableauRow("laid", laid))),
    ]
