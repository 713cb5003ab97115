"""The strokes an SVG board is made of: text, boxes, discs, hexes, and the palette."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import sqrt

from ..kernel.base.width import columns

ROOT3 = sqrt(3)
LEAST = 12.0
"""How large letters are at least: where a board is shown at nine tenths of its size, they still have 11 pixels."""
INK, FAINT, HALO, DANGER = "#1b1b1b", "#5f5b55", "#2a0f33", "#a11d00"
"""What has changed is told apart by how thick and dark its rim is, not by a hue: no player's colour is like it."""
CARD, PAPER, BUILT, FREE, PLACE, EDGE = "#f7f3ea", "#fffdf8", "#f1ead9", "#fefefe", "#fbf6ff", "#8c857a"
PRINT = "#111111"
"""Letters on a colour, which is the same by day and by night."""
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
"""Colours that colour-blind people can tell apart (Okabe and Ito); and some that things are made of."""
DARK = frozenset(["blue", "black", "pitch"])
"""On these, letters are white."""
OTHER = "#b8b8b8"
Point = tuple[float, float]


def escaped(text: str) -> str:
    """Text for XML; what no XML may hold is left out."""
    kept = text if text.isprintable() else "".join(char for char in text if char.isprintable())
    return kept.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


@lru_cache(4096)
def num(value: float) -> str:
    """A coordinate, short."""
    return f"{round(value, 1) + 0.0:g}"


def points(corners: Iterable[Point]) -> str:
    return " ".join(f"{num(x)},{num(y)}" for x, y in corners)


def breadth(text: str, size: float) -> float:
    """About how wide a text is drawn; rather too wide than too narrow."""
    return columns(text) * size * 0.64


def label(
    x: float, y: float, text: str, size: float, *, bold: bool = False, fill: str = INK, anchor: str = "middle"
) -> str:
    return written(x, y, text, max(size, LEAST), bold, fill, anchor, 0)


def fitted(x: float, y: float, text: str, size: float, room: float, *, bold: bool = False, fill: str = INK) -> str:
    """A text in some room: smaller where it must be, and drawn together where it would be too small to read."""
    wide = breadth(text, 1.0)
    small = max(min(size, room / max(wide, 0.1)), LEAST)
    return written(x, y, text, small, bold, fill, "middle", room if wide * small > room else 0)


def written(x: float, y: float, text: str, size: float, bold: bool, fill: str, anchor: str, room: float) -> str:
    weight = ' font-weight="700"' if bold else ""
    tight = f' textLength="{num(room)}" lengthAdjust="spacingAndGlyphs"' if room else ""
    return (
        f'<text x="{num(x)}" y="{num(y)}" font-size="{num(size)}" text-anchor="{anchor}" fill="{fill}"{weight}{tight}>'
        f"{escaped(text)}</text>"
    )


def titled(title: str, *parts: str) -> str:
    return f"<g><title>{escaped(title)}</title>{''.join(parts)}</g>"


def moved(x: float, y: float, title: str, parts: Iterable[str]) -> str:
    """What is drawn around 0, 0, put elsewhere."""
    head = f'<g transform="translate({num(x)} {num(y)})"><title>{escaped(title)}</title>'
    return f"{head}{''.join(parts)}</g>"


def box(x: float, y: float, width: float, height: float, fill: str, *, round: float = 2, more: str = "") -> str:
    """A rectangle around its middle."""
    return (
        f'<rect x="{num(x - width / 2)}" y="{num(y - height / 2)}" width="{num(width)}" height="{num(height)}" '
        f'rx="{num(round)}" fill="{fill}" {more or stroke()}/>'
    )


def polygon(corners: Iterable[Point], fill: str, more: str) -> str:
    return f'<polygon points="{points(corners)}" fill="{fill}" {more}/>'


def stroke(colour: str = INK, width: float = 1) -> str:
    return f'stroke="{colour}" stroke-width="{num(width)}"'


def outline(marked: bool) -> str:
    return stroke(HALO, 3.5) if marked else stroke()


def paint(colour: str) -> str:
    return PALETTE.get(colour, OTHER)


def ink_on(colour: str) -> str:
    return "#ffffff" if colour in DARK else PRINT


def disc(x: float, y: float, radius: float, fill: str, more: str = f'stroke="{INK}"') -> str:
    return f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(radius)}" fill="{fill}" {more}/>'


@lru_cache(16)
def corners(radius: float) -> list[Point]:
    """The corners of a hex with pointed tops; edge d, from the east on and counter-clockwise, joins d and d + 1."""
    half, wide = radius / 2, radius * ROOT3 / 2
    return [(wide, half), (wide, -half), (0.0, -radius), (-wide, -half), (-wide, half), (0.0, radius)]


def centre(q: int, r: int, radius: float) -> Point:
    """Where the middle of a hex lies."""
    return (q + r / 2) * radius * ROOT3, r * radius * 1.5


def extent(cells: Iterable[tuple[int, int]], radius: float) -> tuple[float, float, float, float]:
    """Left, top, width and height of some hexes."""
    middles = [centre(q, r, radius) for q, r in cells] or [(0.0, 0.0)]
    xs, ys = [x for x, _ in middles], [y for _, y in middles]
    half = radius * ROOT3 / 2
    return min(xs) - half, min(ys) - radius, max(xs) - min(xs) + 2 * half, max(ys) - min(ys) + 2 * radius
