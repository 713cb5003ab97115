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
USUAL = ("hills", "dots", "waves", "slashes", "crosses", "lines")
"""Those that a terrain may have without being pinned to one."""


def pattern_of(pen: Pen, terrain: str) -> str:
    """The one the game has pinned; else one that hangs on the terrain's own name, whatever others there are."""
    pinned = pen.look.patterns.get(terrain, "")
    return pinned if pinned in PATTERNS else USUAL[sum(map(ord, terrain)) % len(USUAL)]


def pattern_id(pen: Pen, terrain: str) -> str:
    return f"{pen.ids}-terrain-{terrain}"


def pattern(pen: Pen, terrain: str) -> str:
    """The definition of a terrain's pattern."""
    ground, strokes = PATTERNS[pattern_of(pen, terrain)]
    return (
        f'<pattern id="{pattern_id(pen, terrain)}" width="10" height="10" patternUnits="userSpaceOnUse">'
        f'<rect width="10" height="10" fill="{ground}"/>{strokes}</pattern>'
    )
