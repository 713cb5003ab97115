"""What is worth following over a game: points on the map, and prices."""

from __future__ import annotations

from collections.abc import Mapping

from ....kernel.engine.model import State
from ..map.queries import resources, seats
from ..state import Bank
from .gauges import map_points


def curves(state: State) -> Mapping[str, Mapping[str, int]]:
    """Return the curves; money counts only when screens are lifted, for nobody sees it until then."""
    return {
        "points": {seat: map_points(state, seat) for seat in seats(state)},
        "prices": {name: state[Bank].prices.get(name, 0) for name in resources(state)},
    }
