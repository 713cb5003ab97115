"""How Aquarius looks on a board: the sea and its shores, boats, walls around their building."""

from __future__ import annotations

from .....board.picture import Look, TokenDrawn
from .....kernel.play.rules import State
from ...show.looks import with_more
from ...state import Place
from .walls import Walls

PATTERNS = {"S": "waves", "sea": "waves", "coast": "shore", "maelstrom": "swirl"}
TOKENS = {"boat": "hull", "wall": "rim"}


def sea_look(answer: Look, state: State) -> Look:
    return with_more(
        answer,
        patterns=PATTERNS,
        tokens=TOKENS,
        colours={"wall": "stone"},
        icons={"port": "anchor"},
        legend={"abandoned": "mark.abandoned"},
    )


def walls_around(answer: tuple[TokenDrawn, ...], state: State, spot: Place) -> tuple[TokenDrawn, ...]:
    """AQ-WALL-04: the wall of a building, and what it is made of."""
    material = state[Walls].built.get(spot)
    return (*answer, TokenDrawn("wall", resource=material)) if material else answer
