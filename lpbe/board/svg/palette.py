"""The colours of an SVG board: the palette of players, patterns of terrain, and the colours of dark mode."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..labels import Pen

INK = "#1b1b1b"
FAINT = "#5f5b55"
HALO = "#2a0f33"
"""The rim of what has changed: thick and dark instead of a hue, because every hue is like some player's colour."""
DANGER = "#a11d00"
CARD = "#f7f3ea"
PAPER = "#fffdf8"
BUILT = "#f1ead9"
FREE = "#fefefe"
PLACE = "#fbf6ff"
EDGE = "#8c857a"
PRINT = "#111111"
"""Letters on a colour, the same in light and dark mode."""
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
}
"""Colours that colour-blind people can tell apart (Okabe and Ito), and some of materials."""
DARK_COLOURS = frozenset(["blue", "black", "pitch"])
"""Colours on which letters are white."""
UNKNOWN_COLOUR = "#b8b8b8"


def paint(colour: str) -> str:
    return PALETTE.get(colour, UNKNOWN_COLOUR)


def ink_on(colour: str) -> str:
    return "#ffffff" if colour in DARK_COLOURS else PRINT


PATTERNS = {
    "hills": ("#c9b8a4", '<path d="M0 9 L5 1 L10 9" fill="none" stroke="#5b4630" stroke-width="1.6"/>'),
    "dots": ("#fbe7b2", '<circle cx="3" cy="3" r="1" fill="#9a7b2d"/><circle cx="8" cy="8" r="1" fill="#9a7b2d"/>'),
    "waves": ("#bcdcf2", '<path d="M0 5 Q2.5 1 5 5 T10 5" fill="none" stroke="#1f5f8b" stroke-width="1.4"/>'),
    "slashes": ("#f4b8a0", '<path d="M0 10 L10 0" stroke="#8a2a0a" stroke-width="2"/>'),
    "crosses": ("#cfe3c4", '<path d="M5 0 V10 M0 5 H10" stroke="#3f6b2f" stroke-width="1"/>'),
    "lines": ("#d9d9d9", '<path d="M0 5 H10" stroke="#555555" stroke-width="1.4"/>'),
    "plain": ("#e9dcbb", ""),
    "shore": ("#fbe7b2", '<path d="M0 5 H10 V10 H0Z" fill="#bcdcf2"/><path d="M0 7 H10" stroke="#1f5f8b"/>'),
    "slopes": ("#fbe7b2", '<path d="M0 10 L10 0 V10Z" fill="#c9b8a4"/><path d="M0 10 L10 0" stroke="#5b4630"/>'),
    "flow": ("#f7c9a8", '<path d="M0 2 Q5 6 10 2 M0 7 Q5 11 10 7" fill="none" stroke="#a33b00" stroke-width="1.4"/>'),
    "swirl": ("#d4e4f1", '<path d="M2 5 A3 3 0 1 1 5 8" fill="none" stroke="#1f5f8b" stroke-width="1.2"/>'),
    "cracks": (
        "#8c8c8c",
        '<path d="M0 2 L4 5 L3 8 L10 10 M4 5 L10 3" fill="none" stroke="#a11d00" stroke-width="1.4"/>',
    ),
}
"""Ground and strokes of each pattern."""
DEFAULT_PATTERNS = ("hills", "dots", "waves", "slashes", "crosses", "lines")
"""The patterns of terrains for which the game names none."""


def pattern_of(pen: Pen, terrain: str) -> str:
    """Return the pattern that the game names; else one that depends on the terrain's name only."""
    pinned = pen.look.patterns.get(terrain, "")
    return pinned if pinned in PATTERNS else DEFAULT_PATTERNS[sum(map(ord, terrain)) % len(DEFAULT_PATTERNS)]


def pattern_id(pen: Pen, terrain: str) -> str:
    return f"{pen.ids}-terrain-{terrain}"


def pattern(pen: Pen, terrain: str) -> str:
    """Return the definition of a terrain's pattern."""
    ground, strokes = PATTERNS[pattern_of(pen, terrain)]
    return (
        f'<pattern id="{pattern_id(pen, terrain)}" width="10" height="10" patternUnits="userSpaceOnUse">'
        f'<rect width="10" height="10" fill="{ground}"/>{strokes}</pattern>'
    )


DARK_INKS = {
    INK: "#ece7dd",
    FAINT: "#b9b2a6",
    HALO: "#fff3c4",
    DANGER: "#ff9a7d",
    CARD: "#1e1c1a",
    PAPER: "#2b2826",
    BUILT: "#3d3830",
    FREE: "#322f2b",
    PLACE: "#2d2536",
    EDGE: "#5c574f",
}
"""The dark colours of paper and ink; those of players and things stay the same."""
DIM = 0.34
"""The brightness of the grounds of patterns in dark mode."""
GLOW = 0.55
"""How far the strokes of patterns go towards white in dark mode."""


def dark_mode_style(svg: str) -> str:
    """Return the light and dark colours of all that is drawn; a browser takes those of its colour scheme.

    Programs that know no colour schemes use the light ones.
    """
    pairs = [(what, day) for day in DARK_MODE for what in ("fill", "stroke") if f'{what}="{day}"' in svg]
    return f"<style>svg:root{{color-scheme:light dark}}{''.join(dark_mode_rule(*pair) for pair in pairs)}</style>"


def dark_mode_rule(what: str, day: str) -> str:
    """Return a rule by colour only: browsers do not apply the context of what is drawn by reference."""
    return f'[{what}="{day}"]{{{what}:light-dark({day},{DARK_MODE[day]})}}'


def dim(colour: str) -> str:
    return mix(colour, 0, 1 - DIM)


def brighten(colour: str) -> str:
    return mix(colour, 255, GLOW)


def mix(colour: str, other: int, share: float) -> str:
    parts = (int(colour[n : n + 2], 16) for n in (1, 3, 5))
    return "#" + "".join(f"{round(part * (1 - share) + other * share):02x}" for part in parts)


GROUNDS = {ground for ground, _ in PATTERNS.values()}
STROKES = {colour for _, strokes in PATTERNS.values() for colour in re.findall("#[0-9a-f]{6}", strokes)}
DARK_MODE = {
    **{each: brighten(each) for each in sorted(STROKES)},
    **{each: dim(each) for each in sorted(GROUNDS)},
    **DARK_INKS,
}
"""Light colour -> dark colour."""
