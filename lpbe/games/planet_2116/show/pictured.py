"""What is drawn beside the map: the thermometer, and a card a seat."""

from __future__ import annotations

from typing import Any

from ....kernel.play.pictured import Cell, Fact, Strip, Tableau
from ....kernel.play.rules import State
from ..state import COLD, HOT, PLANET, Climate, Piles, Prepared

Row = tuple[Any, ...]


def thermometer(state: State) -> Strip:
    """2116-MAP-06: the degrees from where it begins to where the Planet has won."""
    heat = state[Climate].heat
    degrees = range(min(COLD, heat), max(HOT, heat) + 1)
    cells = [Cell(str(n), "heat" if n <= heat else "", "now" if n == heat else "") for n in degrees]
    return Strip("strip.heat", tuple(cells), "heat", ("heat", "thermometer"))


def tableaux(state: State, rows: list[Row]) -> list[Tableau]:
    """A card a Human, and one for the Planet: what everybody sees."""
    names = ("continent", "status", "hand", "points", "front")
    humans = [
        Tableau(seat, seat, tuple(Fact(*fact) for fact in zip(names, values, strict=True) if fact[1] is not None))
        for seat, *values in rows
    ]
    laid = len(state[Prepared].cards) + state[Prepared].hidden
    return [*humans, Tableau(PLANET, PLANET, (Fact("hand", state[Piles].hands.get(PLANET, 0)), Fact("laid", laid)))]
