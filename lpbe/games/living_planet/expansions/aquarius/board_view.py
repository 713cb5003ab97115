"""How Aquarius looks on a board: the sea and its shores, boats, walls around their building."""

from __future__ import annotations

from .....board.model import Look, TokenView
from .....kernel.engine.model import State
from ...presentation.style import with_more
from ...state import Place
from .walls import Walls

PATTERNS = {"S": "waves", "sea": "waves", "coast": "shore", "maelstrom": "swirl"}
TOKENS = {"boat": "boat", "wall": "rim"}


def sea_look(answer: Look, state: State) -> Look:
    return with_more(
        answer,
        patterns=PATTERNS,
        tokens=TOKENS,
        colours={"wall": "stone", "port": "slate"},
        icons={"port": "anchor", "tidal-wave": "breaker", "maelstrom": "swirl"},
        legend={"abandoned": "mark.abandoned"},
    )


def walls_around(answer: tuple[TokenView, ...], state: State, spot: Place) -> tuple[TokenView, ...]:
    """Return the wall of a building, and what it is made of (AQ-WALL-04)."""
    material = state[Walls].built.get(spot)
    return (*answer, TokenView("wall", resource=material)) if material else answer
