"""A board by night: what each colour of the day turns to, as a style that follows the page or the reader's system."""

from __future__ import annotations

import re

from .patterns import PATTERNS
from .shapes import BUILT, CARD, DANGER, EDGE, FAINT, FREE, HALO, INK, PAPER, PLACE

NIGHT = {
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
"""The colours of paper and ink; those of players and things stay as they are."""
DIM, GLOW = 0.34, 0.55
"""How dark the grounds of patterns become, and how far their strokes go towards white."""


def style(drawn: str) -> str:
    """The colours of both times for all that is drawn in the day's: a browser takes those of its colour scheme.

    Whoever knows no schemes draws the day.
    """
    pairs = [(what, day) for day in NIGHTS for what in ("fill", "stroke") if f'{what}="{day}"' in drawn]
    return f"<style>svg:root{{color-scheme:light dark}}{''.join(rule(*pair) for pair in pairs)}</style>"


def rule(what: str, day: str) -> str:
    """By the colour alone: of what is drawn by reference, browsers know no longer what it stood in."""
    return f'[{what}="{day}"]{{{what}:light-dark({day},{NIGHTS[day]})}}'


def dimmed(colour: str) -> str:
    return mixed(colour, 0, 1 - DIM)


def glowing(colour: str) -> str:
    return mixed(colour, 255, GLOW)


def mixed(colour: str, other: int, share: float) -> str:
    parts = (int(colour[n : n + 2], 16) for n in (1, 3, 5))
    return "#" + "".join(f"{round(part * (1 - share) + other * share):02x}" for part in parts)


GROUNDS = {ground for ground, _ in PATTERNS.values()}
STROKES = {colour for _, strokes in PATTERNS.values() for colour in re.findall("#[0-9a-f]{6}", strokes)}
NIGHTS = {
    **{each: glowing(each) for each in sorted(STROKES)},
    **{each: dimmed(each) for each in sorted(GROUNDS)},
    **NIGHT,
}
"""What every colour of the day turns to."""
