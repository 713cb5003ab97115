"""The grounds of an SVG board: patterns that a game pins to its terrains by name."""

from __future__ import annotations

from .wording import Pen

PATTERNS = {
    "hills": ("#c9b8a4", '<path d="M0 9 L5 1 L10 9" fill="none" stroke="#5b4630" stroke-width="1.6"/>'),
    "dots": ("#fbe7b2", '<circle cx="3" cy="3" r="1" fill="#9a7b2d"/><circle cx="8" cy="8" r="1" fill="#9a7b2d"/>'),
    "waves": ("#bcdcf2", '<path d="M0 5 Q2.5 1 5 5 T10 5" fill="none" stroke="#1f5f8b" stroke-width="1.4"/>'),
    "slashes": ("#f4b8a0", '<path d="M0 10 L10 0" stroke="#8a2a0a" stroke-width="2"/>'),
    "crosses": ("#cfe3c4", '<path d="M5 0 V10 M0 5 H10" stroke="#3f6b2f" stroke-width="1"/>'),
    "lines": ("#d9d9d9", '<path d="M0 5 H10" stroke="#555555" stroke-width="1.4"/>'),
}
"""Ground and strokes of each pattern."""
PINNED = {
    "cracks": (
        "#8c8c8c",
        '<path d="M0 2 L4 5 L3 8 L10 10 M4 5 L10 3" fill="none" stroke="#a11d00" stroke-width="1.4"/>',
    ),
}
"""Those that no terrain has unless its game says so."""


def pattern_of(pen: Pen, terrain: str) -> str:
    """The one the game has pinned; else one that hangs on the terrain's own name, whatever others there are."""
    names = list(PATTERNS)
    pinned = pen.look.patterns.get(terrain, "")
    return pinned if pinned in (*PATTERNS, *PINNED) else names[sum(map(ord, terrain)) % len(names)]


def pattern_id(pen: Pen, terrain: str) -> str:
    return f"{pen.ids}-terrain-{terrain}"


def pattern(pen: Pen, terrain: str) -> str:
    """The definition of a terrain's pattern."""
    ground, strokes = (PATTERNS | PINNED)[pattern_of(pen, terrain)]
    return (
        f'<pattern id="{pattern_id(pen, terrain)}" width="10" height="10" patternUnits="userSpaceOnUse">'
        f'<rect width="10" height="10" fill="{ground}"/>{strokes}</pattern>'
    )
