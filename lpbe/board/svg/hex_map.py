"""A map of large hexes as SVG: each hex with everything on it, places for new hexes, and the hexes in hand."""

from __future__ import annotations

from collections.abc import Iterator

from ...kernel.base.memo import Memo
from ..labels import CHANGE_MARK, Pen, at, contains_any, describe_face, in_danger
from ..model import Candidate, FaceView, HexMap, HexView
from ..queries import carriers, stray_pieces
from ..text.hex_map import candidate_lines
from .geometry import HEX_RADIUS, INNER_RADIUS, PIECES_TOP, ROOT3, centre, corners, extent
from .hex_building_spots import alarm, spots
from .hex_dice import dice, has_shape, side_dice
from .hex_pieces import piece_rows, zone_columns
from .hex_terrain import at_edges, band, regions, tags, washes
from .legend import FONT_SIZE, LINE_HEIGHT, MARGIN, MapDrawing
from .palette import DANGER, FAINT, HALO, INK, PAPER, PLACE, pattern_id
from .shapes import MIN_FONT_PX, label, polygon, stroke, text_width, translate
from .tokens import draw_token


def draw_map(picture: HexMap, pen: Pen, width: float, top: float) -> MapDrawing:
    """Draw the map and the hexes in hand."""
    left, above, map_width, map_height = extent(picture.cells, HEX_RADIUS)
    faces = picture.all_faces
    descriptions = [describe_face(pen, face) for face in faces]
    titles = [pen.row(*lines, *pen.rule(face.rule)) for face, lines in zip(faces, descriptions, strict=True)]
    hexes = list(draw_hexes(picture, pen, titles, width / 2 - left - map_width / 2, top - above))
    hand, end = draw_hand(picture, pen, titles[len(picture.hexes) :], width, top + map_height + LINE_HEIGHT)
    return MapDrawing([*hexes, *hand], end, summary(picture, pen, descriptions))


def summary(picture: HexMap, pen: Pen, descriptions: list[list[str]]) -> list[str]:
    """Describe the whole map, as the text board does."""
    faces = [[head, " ".join(items)] for head, *items in descriptions]
    lines = [line for face in faces[: len(picture.hexes)] for line in face]
    if picture.faces:
        lines += [pen.caption("drawn"), *(line for face in faces[len(picture.hexes) :] for line in face)]
    return lines + candidate_lines(picture, pen, 10**6)


def draw_hexes(picture: HexMap, pen: Pen, titles: list[str], dx: float, dy: float) -> Iterator[str]:
    for candidate in picture.candidates:
        x, y = centre(candidate.q, candidate.r, HEX_RADIUS)
        yield draw_candidate(candidate, x + dx, y + dy)
    for hex, title in zip(picture.hexes, titles, strict=False):
        x, y = centre(hex.q, hex.r, HEX_RADIUS)
        yield hexagon(pen, hex, title, x + dx, y + dy)


def draw_hand(picture: HexMap, pen: Pen, titles: list[str], width: float, top: float) -> tuple[list[str], float]:
    """Draw the hexes in hand below the map, and return where they end."""
    faces = picture.faces
    step = HEX_RADIUS * ROOT3 + 12
    if not faces:
        return [], top
    across = int((width - 2 * MARGIN) // step)
    parts = [label(MARGIN, top + 14, pen.caption("drawn"), 16, bold=True, anchor="start")]
    if picture.candidates:
        parts.append(label(MARGIN, top + 36, pen.caption("candidates"), FONT_SIZE, anchor="start"))
    top += 2 * LINE_HEIGHT
    for n, (face, title) in enumerate(zip(faces, titles, strict=True)):
        x, y = MARGIN + (n % across + 0.5) * step, top + HEX_RADIUS + n // across * (2 * HEX_RADIUS + 8)
        parts.append(hexagon(pen, face, title, x, y))
    return parts, top + LINE_HEIGHT + -(-len(faces) // across) * (2 * HEX_RADIUS + 8)


HEX_PARTS: Memo[list[str]] = Memo()
NAME_Y = -72.0
"""The height of the name of a hex above its dice."""
HUB_Y = -26.0
"""The height of the name in the middle of dice that are in front of their edges."""


def hexagon(pen: Pen, face: FaceView, title: str, x: float, y: float) -> str:
    """Draw a hex with its description, reused from the last board unless something on it has changed."""
    changed, danger = contains_any(face, pen.changed), contains_any(face, pen.threatened)
    if changed or danger:
        return translate(x, y, title, hex_parts(pen, face, changed and isinstance(face, HexView)))
    basis = face, pen.words, pen.look, pen.names, pen.ids, pen.quote_rules
    return translate(x, y, title, HEX_PARTS.get((face.name, type(face)), basis, lambda: hex_parts(pen, face, False)))


def hex_parts(pen: Pen, face: FaceView, changed: bool) -> list[str]:
    """Draw a hex around its centre."""
    around = any(die.side is not None for die in face.dice)
    parts = [
        *(band(pattern_id(pen, face.edges[d]), face.edges[d], d) for d in range(6)),
        polygon(corners(INNER_RADIUS), PAPER, stroke(HALO, 6) if changed else stroke(INK, 0.8)),
        *regions(pen, face),
        *washes(pen, face),
        *tags(face),
        *(side_dice(pen, face) if around else ()),
        *at_edges(pen, face),
        *heading(pen, face, changed, HUB_Y if around else NAME_Y),
        *dice(pen, face, HUB_Y + 11 if around else -40),
        *spots(pen, face),
    ]
    if in_danger(pen, face):
        parts += [
            polygon(corners(INNER_RADIUS - 5), "none", f'{stroke(DANGER, 2.5)} stroke-dasharray="9 5"'),
            alarm(-38, -76),
        ]
    if isinstance(face, HexView):
        parts += [*pieces(pen, face, around), label(0, 88, at(face.q, face.r), MIN_FONT_PX, fill=FAINT)]
    return parts


def pieces(pen: Pen, hex: HexView, around: bool) -> Iterator[str]:
    """Draw the pieces, by zone if there are zones or cargo; between the dice if these are in front of their edges."""
    if hex.zones or len(carriers(hex.pieces)) < len(hex.pieces):
        return zone_columns(pen, hex, HUB_Y + 21, 44) if around else zone_columns(pen, hex, PIECES_TOP)
    return piece_rows(pen, stray_pieces(hex))


def heading(pen: Pen, face: FaceView, changed: bool, y: float) -> Iterator[str]:
    """Draw the name, and beside it the tokens that have a shape."""
    name = face.name + CHANGE_MARK * changed
    shown = [each for each in face.tokens if has_shape(pen, each)]
    if not shown:
        yield label(0, y, name, 17, bold=True)
        return
    name_width = text_width(name, 17) + 3
    slot = 21.0
    size = min(1.0, 84 / (name_width + slot * len(shown)))
    left = -slot / 2 * size * len(shown)
    yield label(left, y, name, 17 * size, bold=True)
    for n, each in enumerate(shown):
        yield draw_token(
            pen, each, left + (name_width / 2 + slot * (n + 0.5)) * size, y - 6 * size, 17 * size, 15 * size
        )


def draw_candidate(candidate: Candidate, x: float, y: float) -> str:
    """Draw a place for a hex in hand: its number, its name, and how each hex may be turned there."""
    body = [
        polygon(corners(HEX_RADIUS - 4), PLACE, f'{stroke(HALO, 2)} stroke-dasharray="8 6"'),
        label(0, -58, f"#{candidate.number}", 34, bold=True),
        label(0, -38, at(candidate.q, candidate.r), 14),
    ]
    step = min(17.0, 100 / max(len(candidate.fits), 1))
    for n, fit in enumerate(candidate.fits):
        turns = " ".join(map(str, fit.turns))
        body.append(label(0, -14 + n * step, f"{fit.hex}: {turns}", step * 0.84))
    return translate(x, y, f"#{candidate.number} {at(candidate.q, candidate.r)}", body)
