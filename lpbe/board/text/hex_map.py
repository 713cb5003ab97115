"""A map of large hexes as text: the map drawn in characters, each hex in words, and the legend."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from itertools import chain

from msgspec import Struct

from ...kernel.base.memo import Memo
from ..labels import (
    CHANGE_MARK,
    WOUND_MARK,
    Pen,
    at,
    candidate_head,
    candidate_items,
    contains_any,
    die_text,
    face_head,
    face_items,
    label_with_cargo,
)
from ..model import Candidate, FaceView, HexMap, HexView, SpotView, TokenView, pieces_on
from ..queries import cargo_pairs, carriers, zone_name
from .layout import INDENT, MAX_MAP_LINES, Canvas, Style, clip, flow_items, lines_of, put, wrap_line


class Size(Struct, frozen=True):
    """A size of hexes: half the width, lines per row, the strokes of slanted edges, and the space for text."""

    half: int
    pitch: int
    above: tuple[tuple[int, int], ...]
    below: tuple[tuple[int, int], ...]
    sides: tuple[int, ...]
    rooms: tuple[tuple[int, int], ...]


class HexText(Struct, frozen=True):
    """What is written for a hex: the texts inside, the strokes of its edges from the east on, and symbols on them."""

    q: int
    r: int
    texts: tuple[str, ...]
    strokes: tuple[str, ...] = ()
    lying: tuple[tuple[int, str], ...] = ()


HEXES: Memo[HexText] = Memo()
SIZES = (
    Size(6, 4, above=((-2, 2), (-1, 4)), below=((2, 4), (3, 2)), sides=(0, 1), rooms=((-1, 5), (0, 9), (1, 9), (2, 5))),
    Size(4, 3, above=((-1, 2),), below=((2, 2),), sides=(0, 1), rooms=((0, 7), (1, 7))),
    Size(2, 2, above=((-1, 1),), below=((1, 1),), sides=(0,), rooms=((0, 3),)),
)


def map_lines(picture: HexMap, pen: Pen, width: int, style: Style, height: int = MAX_MAP_LINES) -> list[str]:
    """Return the map in the largest size that fits; nothing if none does."""
    size = next((size for size in SIZES if breadth(picture, size) <= width and depth(picture, size) <= height), None)
    if size is None or not picture.hexes:
        return []
    hexes = [place_hex(hex, pen, style, size) for hex in picture.hexes]
    places = [HexText(place.q, place.r, fit_texts(size, candidate_texts(place))) for place in picture.candidates]
    return list(sheet(size, (*hexes, *places)))


def place_hex(hex: HexView, pen: Pen, style: Style, size: Size) -> HexText:
    """Return a hex as text, reused from the last board that had the same one."""
    change_mark = CHANGE_MARK if contains_any(hex, pen.changed) else ""

    def fresh() -> HexText:
        strokes = tuple(style.stroke(pen, edge) for edge in hex.edges)
        lying = tuple((token.at, token_symbol(pen, token, style)) for token in hex.tokens if token.at is not None)
        return HexText(
            hex.q, hex.r, texts=fit_texts(size, hex_texts(hex, pen, style, change_mark)), strokes=strokes, lying=lying
        )

    return HEXES.get((hex.name, style, size), (hex, change_mark, pen.words), fresh)


@lru_cache(16)
def sheet(size: Size, places: tuple[HexText, ...]) -> tuple[str, ...]:
    """Write all hexes onto one canvas, each over the strokes of those before it."""
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


def depth(picture: HexMap, size: Size) -> int:
    """Return how many lines a map takes at most: its outermost hexes may not need all of theirs."""
    rows = [r for _, r in picture.cells] or [0]
    return (max(rows) - min(rows)) * size.pitch + 1 + size.below[-1][0] - size.above[0][0]


def middle(size: Size, q: int, r: int) -> int:
    return (2 * q + r) * size.half


def stroke_edges(canvas: Canvas, size: Size, hex: HexText) -> None:
    """Draw the edges: 0 and 3 are vertical, 1 and 2 are above, 4 and 5 below. Neighbours share their strokes."""
    x, y = middle(size, hex.q, hex.r), hex.r * size.pitch
    east, north_east, north_west, west, south_west, south_east = hex.strokes
    for dy in size.sides:
        canvas[x + size.half, y + dy], canvas[x - size.half, y + dy] = east, west
    for dy, dx in size.above:
        canvas[x + dx, y + dy], canvas[x - dx, y + dy] = north_east, north_west
    for dy, dx in size.below:
        canvas[x + dx, y + dy], canvas[x - dx, y + dy] = south_east, south_west


def lay_on_edges(canvas: Canvas, size: Size, hex: HexText) -> None:
    """Write what is on an edge over the middle of its strokes."""
    x, y = middle(size, hex.q, hex.r), hex.r * size.pitch
    (above, over), (below, under) = size.above[-1], size.below[0]
    spots = ((size.half, 0), (over, above), (-over, above), (-size.half, 0), (-under, below), (under, below))
    for edge, symbol in filter(lambda each: each[1], hex.lying):
        dx, dy = spots[edge]
        canvas[x + dx, y + dy] = symbol


def write(canvas: Canvas, size: Size, place: HexText) -> None:
    x, y = middle(size, place.q, place.r), place.r * size.pitch
    for (dy, _), text in zip(size.rooms, place.texts, strict=False):
        put(canvas, x - len(text) // 2, y + dy, text)


def fit_texts(size: Size, texts: list[list[str]]) -> tuple[str, ...]:
    """Return the longest version of each text that fits into its space."""
    pairs = zip(size.rooms, texts, strict=False)
    return tuple(next((text for text in versions if len(text) <= room), "") for (_, room), versions in pairs)


def hex_texts(hex: HexView, pen: Pen, style: Style, change_mark: str) -> list[list[str]]:
    name = hex.name + change_mark
    tokens = [token for token in hex.tokens if token.at is None]
    symbols = "".join(dict.fromkeys(token_symbol(pen, token, style) for token in tokens))
    spots = "".join(spot_symbol(spot, style) for spot in hex.spots)
    dice = "".join(die_text(pen, die) for die in hex.dice)
    return [[hex.name + symbols + change_mark, name, hex.name, hex.name[-3:]], versions(hex, pen), [spots], [dice]]


def versions(hex: HexView, pen: Pen) -> list[str]:
    """Return pieces by name, by name without gaps, by number per colour, and by number, from long to short."""
    everybody = sorted(pieces_on(hex), key=lambda piece: piece.name)
    if not everybody:
        return [""]
    counts = Counter(pen.letter(piece.colour) for piece in everybody)
    by_colour = [f"{colour}:{count}" for colour, count in counts.items()]
    named = " ".join(label_with_cargo(pen, piece, hex.pieces) for piece in carriers(everybody))
    return [named, named.replace(" ", ""), " ".join(by_colour), "".join(by_colour), f"{len(everybody)} x"]


def token_symbol(pen: Pen, token: TokenView, style: Style) -> str:
    """Return the symbol of a token, if the game has given its kind one."""
    return style.symbol(pen, token.kind) if f"sign.{token.kind}" in pen.words.terms else ""


def spot_symbol(spot: SpotView, style: Style) -> str:
    if spot.building is None:
        return style.free
    return style.built + (str(spot.building.value) if spot.building.value else "")


def candidate_texts(candidate: Candidate) -> list[list[str]]:
    return [[f"#{candidate.number}"], [at(candidate.q, candidate.r)]]


LEGENDS: Memo[list[str]] = Memo()
FACES: Memo[list[str]] = Memo()


def parts(picture: HexMap, pen: Pen, width: int, style: Style) -> list[list[str]]:
    """Return map, description and legend."""
    return [
        map_lines(picture, pen, width, style),
        description(picture, pen, width),
        legend(picture, pen, width, style),
    ]


def description(picture: HexMap, pen: Pen, width: int) -> list[str]:
    """Describe each hex, then the hexes in hand and where they may go."""
    lines = list(chain.from_iterable(face_lines(pen, hex, width) for hex in picture.hexes))
    if picture.faces:
        lines += ["", *wrap_line(pen.caption("drawn"), width)]
        lines += chain.from_iterable(face_lines(pen, face, width) for face in picture.faces)
    return lines + candidate_lines(picture, pen, width)


def candidate_lines(picture: HexMap, pen: Pen, width: int) -> list[str]:
    """Describe where the hexes in hand may go."""
    lines = ["", *wrap_line(pen.caption("candidates"), width)] if picture.candidates else []
    for candidate in picture.candidates:
        lines += flow_items([candidate_head(candidate), *candidate_items(pen, candidate)], width)
    return lines


def face_lines(pen: Pen, face: FaceView, width: int) -> list[str]:
    """Describe a hex, reused from the last board unless something on it has changed."""
    if contains_any(face, pen.changed):
        return describe_face(pen, face, width)
    return FACES.get((face.name, width), (face, pen.words, pen.look), lambda: describe_face(pen, face, width))


def describe_face(pen: Pen, face: FaceView, width: int) -> list[str]:
    """Return the items after the heading if they fit on its line, otherwise below it."""
    head = wrap_line(face_head(pen, face), width)
    if len(head) == 1:
        return flow_items([*head, *face_items(pen, face)], width)
    return [*head, *flow_items(face_items(pen, face), width, INDENT)]


def legend(picture: HexMap, pen: Pen, width: int, style: Style) -> list[str]:
    """Return the meanings of the symbols, reused because most boards of a game have the same."""
    icons = dict.fromkeys(spot.icon for face in picture.all_faces for spot in face.spots)
    edges = sorted({edge for face in picture.all_faces for edge in face.edges})
    kinds = [*kind_symbols(picture, pen), *symbols(picture, pen, style), *token_symbols(picture, pen, style)]
    return LEGENDS.get(
        (width, style),
        (list(icons), edges, kinds, picture.colours, picture.unplayed_colours, pen.words, pen.look, pen.names),
        lambda: legend_lines(picture, pen, width, style, icons, edges, kinds),
    )


def legend_lines(
    picture: HexMap, pen: Pen, width: int, style: Style, icons: Iterable[str], edges: list[str], kinds: list[str]
) -> list[str]:
    players = [f"{pen.letter(seat)} {pen.player(seat)}" for seat in picture.colours]
    others = [f"{pen.letter(colour)} {pen.term(colour)}" for colour in picture.unplayed_colours]
    return [
        *wrap_line(pen.caption("legend"), width),
        *flow_items([clip(one, width) for one in (*players, *others)], width),
        *flow_items([*(edge_symbol(pen, edge, style) for edge in edges), *filter(None, [pen.caption("edges")])], width),
        *flow_items([*(f"{pen.short(icon)} {pen.term(icon)}" for icon in icons), *kinds], width),
    ]


def kind_symbols(picture: HexMap, pen: Pen) -> list[str]:
    """Return a piece of each kind, by its name."""
    pieces = sorted((piece.name, piece.kind) for hex in picture.hexes for piece in pieces_on(hex))
    first = {kind: name for name, kind in reversed(pieces)}
    return [f"{pen.term(first[kind])} {pen.term(kind)}" for kind in picture.kinds if kind in first]


def edge_symbol(pen: Pen, edge: str, style: Style) -> str:
    return " ".join([*dict.fromkeys([style.stroke(pen, edge), edge]), pen.terrain(edge)])


def symbols(picture: HexMap, pen: Pen, style: Style) -> list[str]:
    """Return a sample of each symbol that the game has a word for."""
    own = pen.letter(next(iter(picture.colours), "A"))
    samples = {
        "building": f"{style.built}3",
        "free": style.free,
        "chip": f"({own})",
        "wounded": f"{own}1{WOUND_MARK}",
        "lit": f"[{own}6]",
        "changed": CHANGE_MARK,
    }
    if load := next(cargo_pairs(picture), None):
        samples["aboard"] = label_with_cargo(pen, load[0], load[1:])
    if name := zone_name(picture):
        samples["zone"] = name
    return [f"{sample} {pen.caption(symbol)}" for symbol, sample in samples.items() if pen.caption(symbol)]


def token_symbols(picture: HexMap, pen: Pen, style: Style) -> list[str]:
    """Return the symbols of tokens on the map."""
    kinds = dict.fromkeys(token.kind for hex in picture.hexes for token in hex.tokens)
    return [
        f"{style.symbol(pen, kind)} {pen.term(kind)}" for kind in sorted(kinds) if f"sign.{kind}" in pen.words.terms
    ]
