"""The map of a text board: hexes whose strokes are the terrain of their edges, in three sizes."""

from __future__ import annotations

from collections import Counter

from msgspec import Struct

from .canvas import Canvas, Style, lines_of, put
from .picture import Candidate, HexDrawn, HexMap, SpotDrawn, pieces_on
from .wording import STAR, Pen, at, die_text, piece_label, touched


class Size(Struct, frozen=True):
    """Half the width of a hex, lines from row to row, where the strokes of slanted edges are, and room for text."""

    half: int
    pitch: int
    above: tuple[tuple[int, int], ...]
    below: tuple[tuple[int, int], ...]
    sides: tuple[int, ...]
    rooms: tuple[tuple[int, int], ...]


SIZES = (
    Size(6, 4, ((-2, 2), (-1, 4)), ((2, 4), (3, 2)), (0, 1), ((-1, 5), (0, 11), (1, 9), (2, 5))),
    Size(4, 3, ((-1, 2),), ((2, 2),), (0, 1), ((0, 7), (1, 7))),
    Size(2, 2, ((-1, 1),), ((1, 1),), (0,), ((0, 3),)),
)


def map_lines(picture: HexMap, pen: Pen, width: int, style: Style) -> list[str]:
    """The map in the largest size that is not too wide; nothing where none fits."""
    size = next((size for size in SIZES if breadth(picture, size) <= width), None)
    if size is None or not picture.hexes:
        return []
    canvas: Canvas = {}
    for hex in picture.hexes:
        stroke_edges(canvas, size, hex, pen, style)
        write(canvas, size, hex.q, hex.r, hex_texts(hex, pen, style))
    for candidate in picture.candidates:
        write(canvas, size, candidate.q, candidate.r, candidate_texts(candidate))
    return lines_of(canvas)


def breadth(picture: HexMap, size: Size) -> int:
    middles = [middle(size, q, r) for q, r in picture.cells] or [0]
    return max(middles) - min(middles) + 2 * size.half + 1


def middle(size: Size, q: int, r: int) -> int:
    return (2 * q + r) * size.half


def stroke_edges(canvas: Canvas, size: Size, hex: HexDrawn, pen: Pen, style: Style) -> None:
    """Edges 0 and 3 are upright; 1 and 2 are above, 4 and 5 below. Neighbours share their strokes."""
    x, y = middle(size, hex.q, hex.r), hex.r * size.pitch
    east, north_east, north_west, west, south_west, south_east = (style.stroke(pen, edge) for edge in hex.edges)
    for dy in size.sides:
        canvas[x + size.half, y + dy], canvas[x - size.half, y + dy] = east, west
    for dy, dx in size.above:
        canvas[x + dx, y + dy], canvas[x - dx, y + dy] = north_east, north_west
    for dy, dx in size.below:
        canvas[x + dx, y + dy], canvas[x - dx, y + dy] = south_east, south_west


def write(canvas: Canvas, size: Size, q: int, r: int, texts: list[list[str]]) -> None:
    """In each room the longest version of its text that it holds."""
    for (dy, room), versions in zip(size.rooms, texts, strict=False):
        text = next((version for version in versions if len(version) <= room), "")
        put(canvas, middle(size, q, r) - len(text) // 2, r * size.pitch + dy, text)


def hex_texts(hex: HexDrawn, pen: Pen, style: Style) -> list[list[str]]:
    name = hex.name + (STAR if touched(hex, pen.marked) else "")
    spots = "".join(spot_sign(spot, style) for spot in hex.spots)
    dice = "".join(die_text(pen, die) for die in hex.dice)
    return [[name, hex.name], versions(hex, pen), [spots], [dice]]


def versions(hex: HexDrawn, pen: Pen) -> list[str]:
    """Pieces by name, else how many of each colour, else how many."""
    pieces = sorted(pieces_on(hex), key=lambda piece: piece.name)
    if not pieces:
        return [""]
    counts = Counter(pen.letter(piece.colour) for piece in pieces)
    by_colour = [f"{colour}:{count}" for colour, count in counts.items()]
    named = " ".join(map(piece_label, pieces))
    return [named, " ".join(by_colour), "".join(by_colour), f"{len(pieces)} x"]


def spot_sign(spot: SpotDrawn, style: Style) -> str:
    if spot.building is None:
        return style.free
    return style.built + (str(spot.building.value) if spot.building.value else "")


def candidate_texts(candidate: Candidate) -> list[list[str]]:
    return [[f"#{candidate.number}"], [at(candidate.q, candidate.r)]]
