"""The marks an SVG board is made of: text, shapes and tokens, told apart by shape and letter, not by colour alone."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import sqrt

from ..kernel.base.width import columns
from .wording import WOUND

ROOT3 = sqrt(3)
INK, FAINT, HALO = "#1b1b1b", "#5f5b55", "#b5179e"
CARD, PAPER, BUILT, FREE, PLACE = "#f7f3ea", "#fffdf8", "#f1ead9", "#ffffff", "#fbf6ff"
PALETTE = {
    "red": "#d55e00",
    "blue": "#0072b2",
    "yellow": "#f0e442",
    "green": "#009e73",
    "orange": "#e69f00",
    "purple": "#cc79a7",
    "sky": "#56b4e9",
    "white": "#ffffff",
    "black": "#1b1b1b",
}
"""Colours that colour-blind people can tell apart (Okabe and Ito)."""
DARK = frozenset(["blue", "black"])
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
    weight = ' font-weight="700"' if bold else ""
    return (
        f'<text x="{num(x)}" y="{num(y)}" font-size="{num(size)}" text-anchor="{anchor}" fill="{fill}"{weight}>'
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
    return "#ffffff" if colour in DARK else INK


@lru_cache(1024)
def chip(x: float, y: float, radius: float, colour: str, nth: int, text: str) -> str:
    """A chip: each colour in its own shape, with its letter."""
    drawn = (disc, square, diamond, triangle)[nth % 4](x, y, radius, paint(colour))
    return drawn + label(x, y + radius * 0.45, text, radius * 1.3, bold=True, fill=ink_on(colour))


def disc(x: float, y: float, radius: float, fill: str, more: str = f'stroke="{INK}"') -> str:
    return f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(radius)}" fill="{fill}" {more}/>'


def square(x: float, y: float, radius: float, fill: str) -> str:
    return box(x, y, radius * 1.8, radius * 1.8, fill, round=1)


def diamond(x: float, y: float, radius: float, fill: str) -> str:
    far = radius * 1.3
    return polygon([(x, y - far), (x + far, y), (x, y + far), (x - far, y)], fill, stroke())


def triangle(x: float, y: float, radius: float, fill: str) -> str:
    far = radius * 1.4
    return polygon([(x, y - far), (x + far, y + radius), (x - far, y + radius)], fill, stroke())


@lru_cache(4096)
def token(
    x: float, y: float, width: float, height: float, colour: str, nth: int, name: str, wounded: bool, marked: bool
) -> str:
    """A piece: each kind in its own shape, with its name; a broken rim where it is wounded."""
    text, rim = name + WOUND * wounded, outline(marked)
    if wounded:
        rim = f'{stroke(HALO if marked else INK, 3.5 if marked else 1.8)} stroke-dasharray="3 2"'
    pointed = nth % 3 == 1
    if pointed:
        body = polygon(pointed_body(x, y, width / 2, height / 2), paint(colour), rim)
    else:
        body = box(x, y, width, height, paint(colour), round=height / 2 if nth % 3 == 0 else 1, more=rim)
    size = min(height * 0.78, width * (0.7 if pointed else 0.8) / (0.62 * max(len(text), 2)))
    return body + (label(x, y + size * 0.36, text, size, bold=True, fill=ink_on(colour)) if text else "")


def pointed_body(x: float, y: float, w: float, h: float) -> list[Point]:
    """A flat body with a point on either side."""
    flat = w - h * 0.55
    return [(x - flat, y - h), (x + flat, y - h), (x + w, y), (x + flat, y + h), (x - flat, y + h), (x - w, y)]


@lru_cache(1024)
def die(x: float, y: float, width: float, colour: str, text: str, lit: bool) -> str:
    """A die; one that is lit is ringed and filled, any other is open with a rim of its colour."""
    height = width * 0.62
    if lit:
        body = box(x, y, width, height, paint(colour), more=stroke(INK, 2.5))
    else:
        body = box(x, y, width, height, PAPER, more=stroke(paint(colour), 2.5))
        body += box(x, y, width + 3, height + 3, "none", round=3, more=stroke(INK, 0.6))
    ink = ink_on(colour) if lit else INK
    return body + label(x, y + height * 0.32, text, height * 0.85, bold=lit, fill=ink)


@lru_cache(16)
def corners(radius: float) -> list[Point]:
    """The corners of a hex with pointed tops; edge d, from the east on and counter-clockwise, joins d and d + 1."""
    half, wide = radius / 2, radius * ROOT3 / 2
    return [(wide, half), (wide, -half), (0.0, -radius), (-wide, -half), (-wide, half), (0.0, radius)]
