"""What is worth following over a game: the thermometer, and what is left of the world."""

from __future__ import annotations

from collections.abc import Mapping

from ....kernel.engine.model import State
from ..queries import factories
from ..state import GREEN, POLLUTING, Climate, World


def curves(state: State) -> Mapping[str, Mapping[str, int]]:
    sites = {"sites.green": len(factories(state, GREEN)), "sites.polluting": len(factories(state, POLLUTING))}
    return {
        "heat": {"thermometer": state[Climate].heat},
        "world": {"cities.lost": len(state[World].cities), **sites},
    }
