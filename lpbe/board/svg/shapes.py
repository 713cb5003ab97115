"""The elements of an SVG board: texts, groups with a name, polygons, and icons that are defined once."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from msgspec import Struct

from ...kernel.base.wrapping import columns
from .geometry import Point


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
    """Estimate the width of a bold text, too wide rather than too narrow."""
    return columns(text) * size * 0.7


def text(x: float, y: float, words: str, style: str, room: float = 0) -> str:
    """Draw a text in one of the sizes of the style sheet, condensed if it would not fit."""
    tight = f' textLength="{num(room)}" lengthAdjust="spacingAndGlyphs"' if room else ""
    across = f' x="{num(x)}"' if round(x, 1) else ""
    return f'<text{across} y="{num(y)}" class="{style}"{tight}>{escape_xml(words)}</text>'


def polygon(corners: Iterable[Point], style: str) -> str:
    return f'<polygon class="{style}" points="{points(corners)}"/>'


def path(shape: str, style: str) -> str:
    return f'<path class="{style}" d="{shape}"/>'


def box(x: float, y: float, width: float, height: float, style: str, rounded: float = 0) -> str:
    """Draw a rectangle around its centre."""
    corner = f' rx="{num(rounded)}"' if rounded else ""
    left, top = num(x - width / 2), num(y - height / 2)
    return f'<rect class="{style}" x="{left}" y="{top}" width="{num(width)}" height="{num(height)}"{corner}/>'


def circle(x: float, y: float, radius: float, style: str) -> str:
    return f'<circle class="{style}" cx="{num(x)}" cy="{num(y)}" r="{num(radius)}"/>'


class Named(Struct, frozen=True):
    """What a page has to know about a thing on the board: its name, its kind, and its centre on the whole drawing."""

    name: str
    kind: str
    x: float
    y: float
    title: str = ""


def named(thing: Named, parts: Iterable[str], *, style: str = "", move: str = "") -> str:
    """Draw a thing that has a name, as a group that a page can find."""
    head = f' class="{style}"' * bool(style) + f' data-name="{escape_xml(thing.name)}"' * bool(thing.name)
    if thing.name:
        head += f' data-kind="{thing.kind}" data-x="{num(round(thing.x))}" data-y="{num(round(thing.y))}"'
    title = f"<title>{escape_xml(thing.title)}</title>" if thing.title else ""
    return f"<g{head}{move}>{title}{''.join(parts)}</g>"


def translate(x: float, y: float) -> str:
    return f' transform="translate({num(x)} {num(y)})"'


def group(parts: Iterable[str], style: str = "", move: str = "", title: str = "") -> str:
    """Draw some parts together, with a class, a position or a title."""
    head = f' class="{style}"' * bool(style)
    about = f"<title>{escape_xml(title)}</title>" if title else ""
    return f"<g{head}{move}>{about}{''.join(parts)}</g>"


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
    "scales": "M0 -1L.15 -.7H.9L1.15 .1H.45L.75 -.5H.15V.7H.6V1H-.6V.7H-.15V-.5H-.75L-.45 .1H-1.15L-.9 -.7H-.15Z",
    "exchange": "M-1 -.55H.3V-1L1.1 -.35L.3 .3V-.15H-1ZM1 .55H-.3V.1L-1.1 .7L-.3 1.2V.95H1Z",
    "anchor": "M0 -1.1A.3 .3 0 0 1 .15 -.55V-.25H.5V.05H.15V.7C.5 .65 .7 .45 .75 .2L.55 .25L.9 -.25L1.15 .35L.95 .3"
    "C.8 .8 .4 1.1 0 1.1S-.8 .8 -.95 .3L-1.15 .35L-.9 -.25L-.55 .25L-.75 .2C-.7 .45 -.5 .65 -.15 .7V.05H-.5V-.25"
    "H-.15V-.55A.3 .3 0 0 1 0 -1.1Z",
    "works": "M-.95 .9V-.1L-.35 .25V-.1L.25 .25V-.9H.75V.9Z",
    "leaf": "M-.9 .9C-.9 -.5 0 -1 .95 -.95C1 .2 .4 .9 -.5 .7L-.9 1Z",
    "city": "M-1 .9V-.1H-.5V-.6H0V-1H.4V-.2H1V.9Z",
    "star": "M0 -1.1L.32 -.35L1.1 -.3L.5 .2L.7 1L0 .55L-.7 1L-.5 .2L-1.1 -.3L-.32 -.35Z",
    "flame": "M0 -1.1C.1 -.6 .75 -.35 .75 .3A.75 .75 0 0 1 -.75 .3C-.75 -.05 -.5 -.2 -.45 -.5C-.2 -.35 -.15 -.2 -.15"
    " -.05C.1 -.3 .1 -.7 0 -1.1Z",
    "cross": "M-.33 -1H.33V-.33H1V.33H.33V1H-.33V.33H-1V-.33H-.33Z",
    "volcano": "M-1.1 .9L-.4 -.3H.4L1.1 .9ZM-.3 -.5L-.5 -1.1L-.1 -.7L.1 -1.2L.2 -.7L.6 -1L.3 -.5Z",
    "funnel": "M-1 -.8H1M-.7 -.35H.8M-.3 .1H.6M-.05 .55H.4M.1 1H.25",
    "fountain": "M0 -.1C-.1 -1.1 -.9 -.9 -.8 -.1M0 -.1C.1 -1.1 .9 -.9 .8 -.1M0 .7V-.5M-.9 1H.9M-.4 1C-.3 .7 -.25 .4 "
    "-.2 .2M.4 1C.3 .7 .25 .4 .2 .2",
    "tremor": "M-1.1 .2H-.7L-.45 -.4L-.1 .9L.25 -.9L.5 .4L.7 .1H1.1",
    "flood": "M-1.1 -.5q.55 -.6 1.1 0t1.1 0M-1.1 .2q.55 -.6 1.1 0t1.1 0M-1.1 .9q.55 -.6 1.1 0t1.1 0",
    "breaker": "M-1.1 .8C-.2 .8 -.9 -.7 .2 -.8C.8 -.8 .9 -.2 .5 -.1C.2 0 .15 .8 1.1 .8",
    "swirl": "M0 0C.3 -.3 .6 .1 .3 .4C-.1 .8 -.8 .3 -.6 -.3C-.3 -1 .8 -1 1 -.1C1.1 .6 .6 1 .2 1.1",
    "shield": "M0 -1L.85 -.65V0C.85 .5 .4 .85 0 1.05C-.4 .85 -.85 .5 -.85 0V-.65Z",
    "ruin": "M-.8 -.8L.8 .8M.8 -.8L-.8 .8",
    "warning": "M0 -.95L1.05 .85H-1.05ZM0 -.3V.25M0 .55V.57",
}
"""Name -> path with coordinates between -1 and 1; a game chooses icons for its things by name."""
LINES = frozenset(["funnel", "fountain", "tremor", "flood", "breaker", "swirl", "shield", "ruin", "warning"])
"""The icons that are drawn as lines; all others are filled."""


def define_icon(ids: str, name: str) -> str:
    """Return the definition of an icon, which gets its colour where it is used."""
    how = 'fill="none" stroke-width=".24" stroke-linecap="round"' if name in LINES else 'stroke-width=".14"'
    drawn = f'<path d="{ICONS[name]}" {how} stroke-linejoin="round"/>'
    return f'<symbol id="{ids}-i-{name}" viewBox="-1.3 -1.3 2.6 2.6">{drawn}</symbol>'


def icon(ids: str, name: str, x: float, y: float, radius: float, colour: str) -> str:
    """Draw an icon around x, y in a palette colour or a class of the style sheet; nothing if it is unknown."""
    if name not in ICONS:
        return ""
    style = f"s-{colour}" if name in LINES else f"f-{colour} edge"
    far = num(2 * radius * 1.3)
    left, top = num(x - radius * 1.3), num(y - radius * 1.3)
    return f'<use href="#{ids}-i-{name}" class="{style}" x="{left}" y="{top}" width="{far}" height="{far}"/>'
