"""The map of a text board: hexes whose strokes are the terrain of their edges, in three sizes."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from msgspec import Struct

from ..kernel.base.kept import Kept
from .canvas import Canvas, Style, lines_of, put
from .picture import Candidate, HexDrawn, HexMap, SpotDrawn, TokenDrawn, pieces_on
from .wording import STAR, Pen, at, carriers, die_text, loaded_label, touched


class Size(Struct, frozen=True):
    """Half the width of a hex, lines from row to row, where the strokes of slanted edges are, and room for text."""

    half: int
    pitch: int
    above: tuple[tuple[int, int], ...]
    below: tuple[tuple[int, int], ...]
    sides: tuple[int, ...]
    rooms: tuple[tuple[int, int], ...]


class Placed(Struct, frozen=True):
    """What is drawn at a place: a text in each room, strokes for its edges from the east on, and what lies on them."""

    q: int
    r: int
    texts: tuple[str, ...]
    strokes: tuple[str, ...] = ()
    lying: tuple[tuple[int, str], ...] = ()


HEXES: Kept[Placed] = Kept()
SIZES = (
    Size(6, 4, ((-2, 2), (-1, 4)), ((2, 4), (3, 2)), (0, 1), ((-1, 5), (0, 9), (1, 9), (2, 5))),
    Size(4, 3, ((-1, 2),), ((2, 2),), (0, 1), ((0, 7), (1, 7))),
    Size(2, 2, ((-1, 1),), ((1, 1),), (0,), ((0, 3),)),
)


def map_lines(picture: HexMap, pen: Pen, width: int, style: Style) -> list[str]:
    """The map in the largest size that is not too wide; nothing where none fits."""
    size = next((size for size in SIZES if breadth(picture, size) <= width), None)
    if size is None or not picture.hexes:
        return []
    hexes = [placed(hex, pen, style, size) for hex in picture.hexes]
    places = [Placed(place.q, place.r, fitting(size, candidate_texts(place))) for place in picture.candidates]
    return list(sheet(size, (*hexes, *places)))


def placed(hex: HexDrawn, pen: Pen, style: Style, size: Size) -> Placed:
    """A hex as it comes onto the sheet, kept from the last board that had it so."""
    star = STAR if touched(hex, pen.marked) else ""

    def fresh() -> Placed:
        strokes = tuple(style.stroke(pen, edge) for edge in hex.edges)
        lying = tuple((token.at, token_sign(pen, token, style)) for token in hex.tokens if token.at is not None)
        return Placed(hex.q, hex.r, fitting(size, hex_texts(hex, pen, style, star)), strokes, lying)

    return HEXES.of((hex.name, style, size), (hex, star, pen.words), fresh)


@lru_cache(16)
def sheet(size: Size, places: tuple[Placed, ...]) -> tuple[str, ...]:
    """All hexes on one sheet, each over the strokes of those before it."""
    canvas: Canvas = {}
    for place in places:
        if place.strokes:
            stroke_edges(canvas, size, place)
        write(canvas, size, place)
    for place in places:
        lay_on_edges(canvas, size, place)
    return tuple(lines_of(canvas))


def breadth(picture: HexMap, size: Size) -> int:
    middles = [middle(size, q, r) for q, r in picture.cells] or [0]
    return max(middles) - min(middles) + 2 * size.half + 1


def middle(size: Size, q: int, r: int) -> int:
    return (2 * q + r) * size.half


def stroke_edges(canvas: Canvas, size: Size, hex: Placed) -> None:
    """Edges 0 and 3 are upright; 1 and 2 are above, 4 and 5 below. Neighbours share their strokes."""
    x, y = middle(size, hex.q, hex.r), hex.r * size.pitch
    east, north_east, north_west, west, south_west, south_east = hex.strokes
    for dy in size.sides:
        canvas[x + size.half, y + dy], canvas[x - size.half, y + dy] = east, west
    for dy, dx in size.above:
        canvas[x + dx, y + dy], canvas[x - dx, y + dy] = north_east, north_west
    for dy, dx in size.below:
        canvas[x + dx, y + dy], canvas[x - dx, y + dy] = south_east, south_west


def lay_on_edges(canvas: Canvas, size: Size, hex: Placed) -> None:
    """What lies on an edge, in the middle of its strokes whoever shares them."""
    x, y = middle(size, hex.q, hex.r), hex.r * size.pitch
    (above, over), (below, under) = size.above[-1], size.below[0]
    spots = ((size.half, 0), (over, above), (-over, above), (-size.half, 0), (-under, below), (under, below))
    for edge, sign in filter(lambda each: each[1], hex.lying):
        dx, dy = spots[edge]
        canvas[x + dx, y + dy] = sign


def write(canvas: Canvas, size: Size, place: Placed) -> None:
    x, y = middle(size, place.q, place.r), place.r * size.pitch
    for (dy, _), text in zip(size.rooms, place.texts, strict=False):
        put(canvas, x - len(text) // 2, y + dy, text)


def fitting(size: Size, texts: list[list[str]]) -> tuple[str, ...]:
    """For each room the longest version of its text that it holds."""
    pairs = zip(size.rooms, texts, strict=False)
    return tuple(next((text for text in versions if len(text) <= room), "") for (_, room), versions in pairs)


def hex_texts(hex: HexDrawn, pen: Pen, style: Style, star: str) -> list[list[str]]:
    name, tokens = hex.name + star, [token for token in hex.tokens if token.at is None]
    signs = "".join(dict.fromkeys(token_sign(pen, token, style) for token in tokens))
    spots = "".join(spot_sign(spot, style) for spot in hex.spots)
    dice = "".join(die_text(pen, die) for die in hex.dice)
    return [[hex.name + signs + star, name, hex.name, hex.name[-3:]], versions(hex, pen), [spots], [dice]]


def versions(hex: HexDrawn, pen: Pen) -> list[str]:
    """Pieces by name, else by name without a gap, else how many of each colour, else how many."""
    everybody = sorted(pieces_on(hex), key=lambda piece: piece.name)
    if not everybody:
        return [""]
    counts = Counter(pen.letter(piece.colour) for piece in everybody)
    by_colour = [f"{colour}:{count}" for colour, count in counts.items()]
    named = " ".join(loaded_label(piece, hex.pieces) for piece in carriers(everybody))
    return [named, named.replace(" ", ""), " ".join(by_colour), "".join(by_colour), f"{len(everybody)} x"]


def token_sign(pen: Pen, token: TokenDrawn, style: Style) -> str:
    """The sign of a token, if the game has given its kind one for maps."""
    return style.sign(pen, token.kind) if f"sign.{token.kind}" in pen.words.terms else ""


def spot_sign(spot: SpotDrawn, style: Style) -> str:
    if spot.building is None:
        return style.free
    return style.built + (str(spot.building.value) if spot.building.value else "")


def candidate_texts(candidate: Candidate) -> list[list[str]]:
    return [[f"#{candidate.number}"], [at(candidate.q, candidate.r)]]
