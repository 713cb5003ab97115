"""How the pieces, grounds and players of Living Planet look."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from ....board.model import Look
from ....kernel.engine.model import State
from ..map.queries import seats
from ..state import LAND

SHAPES = {"scientist": "pawn", "motorized": "rover"}
"""Kinds of teams, and the shapes of their pieces."""
CHIP_SHAPES = ("disc", "square", "diamond", "triangle")
"""The shapes of chips, from the first seat on."""
GROUNDS = {"M": "mountain", "D": "desert"}
"""The ground of land, by the terrain of its edges."""
MIXED = "mixed"
"""The ground of land whose edges differ."""
PATTERNS = {"M": "hills", "D": "dots", "mountain": "hills", "desert": "dots", MIXED: "slopes", LAND: "plain"}
"""The terrains of edges and the grounds of zones and spots, each with its pattern whatever others there are."""

CUBE_COLOURS = {"oil": "pitch", "vibranium": "purple", "electricity": "ice", "iron": "stone", "mycelium": "cream"}
"""Resources, and the colours of their cubes: none is that of a player."""
ICONS = {
    "oil": "drop",
    "vibranium": "crystal",
    "electricity": "bolt",
    "iron": "ingot",
    "mycelium": "mushroom",
    "colony": "dome",
    "shelter_tornado": "roof",
    "shelter_geyser": "roof",
    "shelter_quake": "roof",
    "office_exchange": "exchange",
    "office_broker": "scales",
    "office_clearing": "tower",
    "tornado": "funnel",
    "geyser": "fountain",
    "earthquake": "tremor",
}
"""The icons of resources, for factories that make them, of other buildings, and of cataclysms."""
BUILDING_COLOURS = {
    "colony": "slate",
    "shelter_tornado": "clay",
    "shelter_geyser": "clay",
    "shelter_quake": "clay",
    "office_exchange": "plum",
    "office_broker": "plum",
    "office_clearing": "plum",
}
"""The colours of buildings that make nothing."""


def base_look(state: State) -> Look:
    chips = {seat: CHIP_SHAPES[n % len(CHIP_SHAPES)] for n, seat in enumerate(seats(state))}
    return Look(
        colours=CUBE_COLOURS | BUILDING_COLOURS,
        patterns=PATTERNS,
        chips=chips,
        tokens=SHAPES,
        icons=ICONS,
        legend={"abandoned": "mark.abandoned"},
    )


def with_more(
    look: Look,
    *,
    patterns: Mapping[str, str] | None = None,
    tokens: Mapping[str, str] | None = None,
    colours: Mapping[str, str] | None = None,
    washes: Mapping[str, str] | None = None,
    legend: Mapping[str, str] | None = None,
    icons: Mapping[str, str] | None = None,
) -> Look:
    """Return a look with what a module adds; what was there stays as it was."""
    return replace(
        look,
        patterns={**(patterns or {}), **look.patterns},
        tokens={**(tokens or {}), **look.tokens},
        colours={**(colours or {}), **look.colours},
        washes={**(washes or {}), **look.washes},
        icons={**(icons or {}), **look.icons},
        legend={**(legend or {}), **look.legend},
    )
