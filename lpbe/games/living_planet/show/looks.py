"""How the pieces, grounds and players of Living Planet look."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from ....board.picture import Look
from ....kernel.play.rules import State
from ..reading import seats
from ..state import LAND

SHAPES = {"scientist": "pill", "motorized": "pointed"}
"""Kinds of teams, and the shapes of their pieces."""
CHIPS = ("disc", "square", "diamond", "triangle")
"""The shapes of chips, from the first seat on."""
GROUNDS, MIXED = {"M": "mountain", "D": "desert"}, "mixed"
"""What land is, by the terrain of its edges; and where it is several things."""
PATTERNS = {"M": "hills", "D": "dots", "mountain": "hills", "desert": "dots", MIXED: "slopes", LAND: "plain"}
"""The terrains of edges and the grounds of zones and spots, each with its pattern whatever others there are."""


def base_look(state: State) -> Look:
    chips = {seat: CHIPS[n % len(CHIPS)] for n, seat in enumerate(seats(state))}
    return Look(patterns=PATTERNS, chips=chips, tokens=SHAPES)


def with_more(
    look: Look,
    *,
    patterns: Mapping[str, str] | None = None,
    tokens: Mapping[str, str] | None = None,
    colours: Mapping[str, str] | None = None,
    washes: Mapping[str, str] | None = None,
    legend: Mapping[str, str] | None = None,
) -> Look:
    """A look with what a module adds; what was there stays as it was."""
    return replace(
        look,
        patterns={**(patterns or {}), **look.patterns},
        tokens={**(tokens or {}), **look.tokens},
        colours={**(colours or {}), **look.colours},
        washes={**(washes or {}), **look.washes},
        legend={**(legend or {}), **look.legend},
    )
