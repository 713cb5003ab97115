"""What is worth following over a game: points on the map, and prices."""

from __future__ import annotations

from collections.abc import Mapping

from ....kernel.play.rules import State
from ..reading import resources, seats
from ..state import Bank
from .gauges import map_points


def curves(state: State) -> Mapping[str, Mapping[str, int]]:
    """Money counts only when screens are lifted: until then nobody sees it."""
    return {
        "points": {seat: map_points(state, seat) for seat in seats(state)},
        "prices": {name: state[Bank].prices.get(name, 0) for name in resources(state)},
    }
