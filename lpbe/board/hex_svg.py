"""A map of large hexes as SVG: the hexes as they lie, and those in hand below them."""

from __future__ import annotations

from collections.abc import Iterator

from .hex_text import candidate_lines
from .hexagon import hexagon, place
from .legend import LINE, MARGIN, SIZE, Drawn
from .measures import RADIUS
from .picture import HexMap
from .shapes import ROOT3, centre, extent, label
from .wording import Pen, face_told


def world(picture: HexMap, pen: Pen, width: float, top: float) -> Drawn:
    """Map and hexes in hand."""
    left, above, wide, high = extent(picture.cells, RADIUS)
    told = [face_told(pen, face) for face in (*picture.hexes, *picture.faces)]
    faces = (*picture.hexes, *picture.faces)
    ruled = [[*each, *pen.rule(face.rule)] for face, each in zip(faces, told, strict=True)]
    titles = [pen.row(*each) for each in ruled]
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
