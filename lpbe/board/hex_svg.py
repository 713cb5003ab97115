"""A map of large hexes as SVG: the hexes as they lie, those in hand below them, and the signs of the legend."""

from __future__ import annotations

from collections.abc import Iterator

from .hex_text import candidate_lines
from .hexagon import RADIUS, hexagon, place
from .legend import (
    LINE,
    MARGIN,
    SIZE,
    Drawn,
    Item,
    Sign,
    captioned,
    changed_sign,
    kind_sign,
    player_items,
    terrain_sign,
    text_sign,
)
from .picture import HexMap
from .shapes import FAINT, FREE, HALO, INK, PLACE, ROOT3, box, centre, extent, label, stroke
from .tokens import die, token
from .wording import Pen, face_told


def world(picture: HexMap, pen: Pen, width: float, top: float) -> Drawn:
    """Map and hexes in hand."""
    left, above, wide, high = extent(picture.cells, RADIUS)
    told = [face_told(pen, face) for face in (*picture.hexes, *picture.faces)]
    titles = ["; ".join(each) for each in told]
    drawn = list(land(picture, pen, titles, width / 2 - left - wide / 2, top - above))
    held, end = hand(picture, pen, titles[len(picture.hexes) :], width, top + high + LINE)
    return Drawn([*drawn, *held], end, summary(picture, pen, told))


def summary(picture: HexMap, pen: Pen, told: list[list[str]]) -> list[str]:
    """The whole in words, as the text board has it."""
    faces = [[head, " ".join(items)] for head, *items in told]
    lines = [line for face in faces[: len(picture.hexes)] for line in face]
    if picture.faces:
        lines += [pen.caption("drawn"), *(line for face in faces[len(picture.hexes) :] for line in face)]
    return lines + candidate_lines(picture, pen, 10**6)


def land(picture: HexMap, pen: Pen, titles: list[str], dx: float, dy: float) -> Iterator[str]:
    for candidate in picture.candidates:
        x, y = centre(candidate.q, candidate.r, RADIUS)
        yield place(candidate, x + dx, y + dy)
    for hex, title in zip(picture.hexes, titles, strict=False):
        x, y = centre(hex.q, hex.r, RADIUS)
        yield hexagon(pen, hex, title, x + dx, y + dy)


def hand(picture: HexMap, pen: Pen, titles: list[str], width: float, top: float) -> tuple[list[str], float]:
    """The hexes in hand, side by side below the map; and where what follows begins."""
    faces, step = picture.faces, RADIUS * ROOT3 + 12
    if not faces:
        return [], top
    across = int((width - 2 * MARGIN) // step)
    parts = [label(MARGIN, top + 14, pen.caption("drawn"), 16, bold=True, anchor="start")]
    if picture.candidates:
        parts.append(label(MARGIN, top + 36, pen.caption("candidates"), SIZE, anchor="start"))
    top += 2 * LINE
    for n, (face, title) in enumerate(zip(faces, titles, strict=True)):
        x, y = MARGIN + (n % across + 0.5) * step, top + RADIUS + n // across * (2 * RADIUS + 8)
        parts.append(hexagon(pen, face, title, x, y))
    return parts, top + LINE + -(-len(faces) // across) * (2 * RADIUS + 8)


def terrains(picture: HexMap) -> list[str]:
    return sorted({edge for face in (*picture.hexes, *picture.faces) for edge in face.edges}, reverse=True)


def groups(picture: HexMap, pen: Pen) -> Iterator[list[Item]]:
    """The rows of the legend: players, terrains, pieces and signs, icons, buildings."""
    yield player_items(pen, picture.colours)
    yield [Item(30, terrain_sign(pen, edge), f"{edge} {pen.terrain(edge)}") for edge in terrains(picture)]
    yield [Item(30, kind_sign(pen, kind), pen.term(kind)) for kind in picture.kinds] + signs(picture, pen)
    faces = (*picture.hexes, *picture.faces)
    icons = {spot.icon for face in faces for spot in face.spots}
    built = {spot.building.kind for face in faces for spot in face.spots if spot.building} - icons
    yield [Item(26, text_sign(pen.short(icon), FAINT), pen.term(icon)) for icon in sorted(icons)]
    yield [Item(26, text_sign(pen.short(kind), INK), pen.term(kind)) for kind in sorted(built)]


def signs(picture: HexMap, pen: Pen) -> list[Item]:
    """A sample of each sign that the game has a word for."""
    seat, kind = next(iter(picture.colours), ""), next(iter(picture.kinds), "")
    own, colour = pen.letter(seat), pen.colour(seat)
    samples: list[tuple[str, float, Sign]] = [
        ("wounded", 30, lambda x, y: token(x, y, 27, 15, colour, pen.token(kind), f"{own}1!", True, False)),
        ("die", 30, lambda x, y: die(x, y, 26, colour, f"{own}6", False)),
        ("lit", 30, lambda x, y: die(x, y, 26, colour, f"{own}6", True)),
        ("free", 26, lambda x, y: box(x, y, 20, 20, FREE, round=4, more=f'{stroke()} stroke-dasharray="3 2"')),
        ("changed", 30, changed_sign),
    ]
    return captioned(pen, [*samples, *([("candidate", 26.0, candidate_sign)] if picture.candidates else [])])


def candidate_sign(x: float, y: float) -> str:
    edge = f'{stroke(HALO, 2)} stroke-dasharray="5 3"'
    return box(x, y, 22, 20, PLACE, more=edge) + label(x, y + 5, "1", 14, bold=True)
