"""The colours of players and materials, and which letters can be read on them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..labels import Pen

PRINT = "#111111"
"""The colours of letters that are readable on a colour, the same in light and dark mode."""
PALETTE = {
    "red": "#d55e00",
    "blue": "#0072b2",
    "yellow": "#f0e442",
    "green": "#009e73",
    "orange": "#e69f00",
    "purple": "#cc79a7",
    "sky": "#56b4e9",
    "white": "#ffffff",
    "black": "#1c1c1c",
    "stone": "#a7a7a7",
    "wood": "#c08b55",
    "pitch": "#4a4a4a",
    "ice": "#8fd0f5",
    "cream": "#ecd2a0",
    "slate": "#5d7488",
    "clay": "#7a6a55",
    "plum": "#6f5aa8",
}
"""Colours that colour-blind people can tell apart (Okabe and Ito), and some of materials."""
DARK_COLOURS = frozenset(["blue", "black", "pitch", "slate", "clay", "plum"])
"""Colours on which letters are white."""
UNKNOWN_COLOUR = "#b8b8b8"
UNKNOWN = "unknown"


def paint(colour: str) -> str:
    return PALETTE.get(colour, UNKNOWN_COLOUR)


def ink_on(colour: str) -> str:
    return "#ffffff" if colour in DARK_COLOURS else PRINT


def shade(pen: Pen, name: str) -> str:
    """Return the name of the colour of a seat or a thing; the style sheet has its classes."""
    colour = pen.colour(name)
    return colour if colour in PALETTE else UNKNOWN
