"""The elements that an SVG board is made of: text, boxes, discs, polygons, groups and icons."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from ...kernel.base.wrapping import columns
from .geometry import Point
from .palette import HALO, INK

MIN_FONT_PX = 12.0
"""The smallest letters: a board shown at nine tenths of its size still has letters of 11 pixels."""


def escape_xml(text: str) -> str:
    """Escape text for XML, without characters that XML does not allow."""
    kept = text if text.isprintable() else "".join(char for char in text if char.isprintable())
    return kept.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


@lru_cache(4096)
def num(value: float) -> str:
    """Return a short coordinate."""
    return f"{round(value, 1) + 0.0:g}"


def points(corners: Iterable[Point]) -> str:
    return " ".join(f"{num(x)},{num(y)}" for x, y in corners)


def text_width(text: str, size: float) -> float:
    """Estimate the width of a text, rather too wide than too narrow."""
    return columns(text) * size * 0.64


def label(
    x: float, y: float, text: str, size: float, *, bold: bool = False, fill: str = INK, anchor: str = "middle"
) -> str:
    return text_element(x, y, text, max(size, MIN_FONT_PX), bold, fill, anchor, 0)


def fit_text(x: float, y: float, text: str, size: float, room: float, *, bold: bool = False, fill: str = INK) -> str:
    """Draw a text in a given width: smaller if needed, and condensed if it would become too small to read."""
    unit_width = text_width(text, 1.0)
    small = max(min(size, room / max(unit_width, 0.1)), MIN_FONT_PX)
    return text_element(x, y, text, small, bold, fill, "middle", room if unit_width * small > room else 0)


def text_element(x: float, y: float, text: str, size: float, bold: bool, fill: str, anchor: str, room: float) -> str:
    weight = ' font-weight="700"' if bold else ""
    tight = f' textLength="{num(room)}" lengthAdjust="spacingAndGlyphs"' if room else ""
    return (
        f'<text x="{num(x)}" y="{num(y)}" font-size="{num(size)}" text-anchor="{anchor}" fill="{fill}"{weight}{tight}>'
        f"{escape_xml(text)}</text>"
    )


def with_title(title: str, *parts: str) -> str:
    return f"<g><title>{escape_xml(title)}</title>{''.join(parts)}</g>"


def translate(x: float, y: float, title: str, parts: Iterable[str]) -> str:
    """Move what is drawn around 0, 0 elsewhere."""
    head = f'<g transform="translate({num(x)} {num(y)})"><title>{escape_xml(title)}</title>'
    return f"{head}{''.join(parts)}</g>"


def box(x: float, y: float, width: float, height: float, fill: str, *, round: float = 2, more: str = "") -> str:
    """Draw a rectangle around its centre."""
    return (
        f'<rect x="{num(x - width / 2)}" y="{num(y - height / 2)}" width="{num(width)}" height="{num(height)}" '
        f'rx="{num(round)}" fill="{fill}" {more or stroke()}/>'
    )


def polygon(corners: Iterable[Point], fill: str, more: str) -> str:
    return f'<polygon points="{points(corners)}" fill="{fill}" {more}/>'


def stroke(colour: str = INK, width: float = 1) -> str:
    return f'stroke="{colour}" stroke-width="{num(width)}"'


def outline(changed: bool) -> str:
    return stroke(HALO, 3.5) if changed else stroke()


def disc(x: float, y: float, radius: float, fill: str, more: str = f'stroke="{INK}"') -> str:
    return f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(radius)}" fill="{fill}" {more}/>'


ICONS = {
    "drop": "M0 -1C.9 .1 .8 1 0 1S-.9 .1 0 -1Z",
    "crystal": "M-.5 -.9H.5L.9 -.3L0 1L-.9 -.3ZM-.9 -.3H.9M-.3 -.3L0 1L.3 -.3",
    "bolt": "M.3 -1L-.7 .2H-.1L-.3 1L.7 -.3H.1Z",
    "ingot": "M-.5 -.5H.5L1 .6H-1Z",
    "mushroom": "M-1 .1C-1 -1.2 1 -1.2 1 .1H.3L.4 1H-.4L-.3 .1Z",
    "tree": "M0 -1L.8 .1H.4L.9 .6H.2V1H-.2V.6H-.9L-.4 .1H-.8Z",
    "dome": "M-1 .8A1 1.4 0 0 1 1 .8ZM-.3 .8V.1H.3V.8",
    "roof": "M-1 0L0 -.9L1 0H.7V.9H-.7V0Z",
    "tower": "M-.6 1V-.5L.1 -1V-.4H.6V1ZM-.3 -.1H.3M-.3 .4H.3",
    "anchor": "M0 -1V.9M-.4 -.5H.4M-.9 .2C-.8 1.1 .8 1.1 .9 .2",
    "works": "M-.9 .9V-.2L-.3 .2V-.2L.3 .2V-.9H.8V.9Z",
}
"""Name -> path between -1 and 1; a game picks icons for its things by name."""


@lru_cache(2048)
def icon(name: str, x: float, y: float, radius: float, fill: str) -> str:
    """Draw an icon around x, y; nothing for an unknown name."""
    if name not in ICONS:
        return ""
    where = f"translate({num(x)} {num(y)}) scale({num(radius)})"
    return f'<path transform="{where}" d="{ICONS[name]}" fill="{fill}" stroke="{INK}" stroke-width=".16"/>'
