"""A board as one SVG that needs nothing else: map, hexes in hand, legend, and the whole in words as well."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct

from ..kernel.content.packs import Words
from .hexagon import RADIUS, Pen, hexagon, place
from .picture import Picture
from .shapes import (
    CARD,
    FAINT,
    FREE,
    HALO,
    INK,
    PAPER,
    PLACE,
    ROOT3,
    box,
    breadth,
    chip,
    die,
    escaped,
    label,
    num,
    stroke,
    token,
)
from .text import NOBODY, described
from .wording import STAR, Marked, Names, letter, player_label, said, short, term, terrain

MARGIN, NARROWEST, LINE, SIZE = 24.0, 640.0, 26.0, 13.0
PATTERNS = (
    ("#c9b8a4", '<path d="M0 9 L5 1 L10 9" fill="none" stroke="#5b4630" stroke-width="1.6"/>'),
    ("#fbe7b2", '<circle cx="3" cy="3" r="1" fill="#9a7b2d"/><circle cx="8" cy="8" r="1" fill="#9a7b2d"/>'),
    ("#bcdcf2", '<path d="M0 5 Q2.5 1 5 5 T10 5" fill="none" stroke="#1f5f8b" stroke-width="1.4"/>'),
    ("#f4b8a0", '<path d="M0 10 L10 0" stroke="#8a2a0a" stroke-width="2"/>'),
    ("#cfe3c4", '<path d="M5 0 V10 M0 5 H10" stroke="#3f6b2f" stroke-width="1"/>'),
    ("#d9d9d9", '<path d="M0 5 H10" stroke="#555555" stroke-width="1.4"/>'),
)
"""Ground and strokes: hills, dots, waves, slashes, crosses, lines."""


class Item(Struct, frozen=True):
    """A sign of the legend, how wide it is, and what it means."""

    width: float
    sign: Callable[[float, float], str]
    text: str


def draw(
    picture: Picture,
    words: Words,
    marked: Marked = frozenset(),
    *,
    names: Names = NOBODY,
    title: str = "",
    ids: str = "board",
) -> str:
    """The whole document. `ids` begins its ids, for pages with several boards."""
    pen = Pen(picture, words, marked, ids)
    left, top, wide, high = bounds(picture)
    width = max(wide, NARROWEST) + 2 * MARGIN
    heading = 2 * MARGIN if title else MARGIN
    parts = [label(MARGIN, MARGIN + 8, title, 18, bold=True, anchor="start")] if title else []
    parts += world(pen, width / 2 - left - wide / 2, heading - top)
    below = heading + high + LINE
    drawn, below = hand(pen, width, below)
    keys, below = legend(pen, names, width, below)
    return document(pen, title, width, below + MARGIN, [*parts, *drawn, *keys])


def document(pen: Pen, title: str, width: float, height: float, parts: list[str]) -> str:
    ids, lines = pen.ids, described(pen.picture, pen.words, pen.marked, 10**6)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {num(width)} {num(height)}" width="{num(width)}" '
            f'height="{num(height)}" role="img" aria-labelledby="{ids}-title {ids}-desc" '
            'font-family="DejaVu Sans, Verdana, Helvetica, Arial, sans-serif">',
            f'<title id="{ids}-title">{escaped(title or said(pen.words, "name"))}</title>',
            f'<desc id="{ids}-desc">{escaped("; ".join(" ".join(line.split()) for line in lines if line))}</desc>',
            f"<defs>{''.join(patterns(pen))}</defs>",
            box(width / 2, height / 2, width, height, CARD, round=12, more=stroke("#8c857a", 1)),
            *parts,
            "</svg>\n",
        ]
    )


def centre(q: int, r: int) -> tuple[float, float]:
    return (q + r / 2) * RADIUS * ROOT3, r * RADIUS * 1.5


def bounds(picture: Picture) -> tuple[float, float, float, float]:
    middles = [centre(q, r) for q, r in picture.cells] or [(0.0, 0.0)]
    xs, ys = [x for x, _ in middles], [y for _, y in middles]
    half = RADIUS * ROOT3 / 2
    return min(xs) - half, min(ys) - RADIUS, max(xs) - min(xs) + 2 * half, max(ys) - min(ys) + 2 * RADIUS


def world(pen: Pen, dx: float, dy: float) -> Iterator[str]:
    for candidate in pen.picture.candidates:
        x, y = centre(candidate.q, candidate.r)
        yield place(pen, candidate, x + dx, y + dy)
    for hex in pen.picture.hexes:
        x, y = centre(hex.q, hex.r)
        yield hexagon(pen, hex, x + dx, y + dy)


def hand(pen: Pen, width: float, top: float) -> tuple[list[str], float]:
    """The hexes in hand, side by side below the map; and where what follows begins."""
    faces, step = pen.picture.faces, RADIUS * ROOT3 + 12
    if not faces:
        return [], top
    across = int((width - 2 * MARGIN) // step)
    parts = [label(MARGIN, top + 14, said(pen.words, "drawn"), 16, bold=True, anchor="start")]
    if pen.picture.candidates:
        parts.append(label(MARGIN, top + 36, said(pen.words, "candidates"), SIZE, anchor="start"))
    top += 2 * LINE
    for n, face in enumerate(faces):
        x, y = MARGIN + (n % across + 0.5) * step, top + RADIUS + n // across * (2 * RADIUS + 8)
        parts.append(hexagon(pen, face, x, y))
    return parts, top + LINE + -(-len(faces) // across) * (2 * RADIUS + 8)


def terrains(picture: Picture) -> list[str]:
    return sorted({edge for face in (*picture.hexes, *picture.faces) for edge in face.edges}, reverse=True)


def patterns(pen: Pen) -> Iterator[str]:
    for n, edge in enumerate(terrains(pen.picture)):
        ground, strokes = PATTERNS[look(pen, edge, n)]
        yield (
            f'<pattern id="{pen.ids}-terrain-{edge}" width="10" height="10" patternUnits="userSpaceOnUse">'
            f'<rect width="10" height="10" fill="{ground}"/>{strokes}</pattern>'
        )


def look(pen: Pen, edge: str, nth: int) -> int:
    """The words may say which pattern a terrain has; the next one else."""
    return int(pen.words.terms.get(f"pattern.{edge}", nth)) % len(PATTERNS)


def legend(pen: Pen, names: Names, width: float, top: float) -> tuple[list[str], float]:
    """Signs and meanings in rows."""
    parts = [label(MARGIN, top + 14, said(pen.words, "legend"), 16, bold=True, anchor="start")]
    y = top + LINE * 1.5
    for group in filter(None, groups(pen, names)):
        x = MARGIN
        for item in group:
            long = item.width + 8 + breadth(item.text, SIZE) + 18
            if x > MARGIN and x + long > width - MARGIN:
                x, y = MARGIN, y + LINE
            parts.append(item.sign(x + item.width / 2, y))
            parts.append(label(x + item.width + 8, y + SIZE * 0.36, item.text, SIZE, anchor="start"))
            x += long
        y += LINE
    return parts, y - LINE / 2


def groups(pen: Pen, names: Names) -> Iterator[list[Item]]:
    picture, words = pen.picture, pen.words
    yield [Item(20, chip_sign(pen, colour), player_label(words, colour, names)) for colour in picture.colours]
    yield [Item(30, terrain_sign(pen, edge), f"{edge} {terrain(words, edge)}") for edge in terrains(picture)]
    yield [Item(30, kind_sign(pen, kind), term(words, kind)) for kind in picture.kinds] + signs(pen)
    faces = (*picture.hexes, *picture.faces)
    icons = {spot.icon for face in faces for spot in face.spots}
    built = {spot.building.kind for face in faces for spot in face.spots if spot.building} - icons
    yield [Item(26, text_sign(short(words, icon), FAINT), term(words, icon)) for icon in sorted(icons)]
    yield [Item(26, text_sign(short(words, kind), INK), term(words, kind)) for kind in sorted(built)]


def signs(pen: Pen) -> list[Item]:
    words, colour = pen.words, next(iter(pen.picture.colours), "")
    own = letter(colour)
    hurt = Item(30, lambda x, y: token(x, y, 27, 15, colour, 0, f"{own}1", True, False), said(words, "wounded"))
    struck = Item(30, lambda x, y: die(x, y, 26, colour, f"{own}6", False), said(words, "die"))
    lit = Item(30, lambda x, y: die(x, y, 26, colour, f"{own}6", True), said(words, "lit"))
    halo = Item(30, changed_sign, f"{said(words, 'changed')}")
    spot = Item(26, lambda x, y: box(x, y, 20, 20, FREE, round=4, more=free_edge()), said(words, "free"))
    return [hurt, struck, lit, spot, halo, *candidate_sign(pen)]


def candidate_sign(pen: Pen) -> list[Item]:
    edge = f'{stroke(HALO, 2)} stroke-dasharray="5 3"'

    def sign(x: float, y: float) -> str:
        return box(x, y, 22, 20, PLACE, more=edge) + label(x, y + 5, "1", 14, bold=True)

    return [Item(26, sign, said(pen.words, "candidate"))] if pen.picture.candidates else []


def free_edge() -> str:
    return f'{stroke()} stroke-dasharray="3 2"'


def changed_sign(x: float, y: float) -> str:
    return box(x, y, 22, 18, PAPER, round=4, more=stroke(HALO, 4)) + label(x, y + 7, STAR, 16, bold=True)


def chip_sign(pen: Pen, colour: str) -> Callable[[float, float], str]:
    return lambda x, y: chip(x, y, 8, colour, pen.nth(colour), letter(colour))


def kind_sign(pen: Pen, kind: str) -> Callable[[float, float], str]:
    return lambda x, y: token(x, y, 27, 15, "", pen.kind(kind), "", False, False)


def terrain_sign(pen: Pen, edge: str) -> Callable[[float, float], str]:
    return lambda x, y: box(x, y, 28, 16, f"url(#{pen.ids}-terrain-{edge})")


def text_sign(text: str, fill: str) -> Callable[[float, float], str]:
    return lambda x, y: label(x, y + 5, text, 14, bold=fill == INK, fill=fill)
