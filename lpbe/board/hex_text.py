"""A map of large hexes as text: each hex in words, and what the signs mean."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

from ..kernel.base.kept import Kept
from .canvas import Style
from .flow import INDENT, clipped, flowed, wrapped
from .grid import map_lines
from .picture import FaceDrawn, HexMap, pieces_on
from .signs import loads, zone_name
from .wording import STAR, WOUND, Pen, candidate_head, candidate_items, face_head, face_items, loaded_label, touched

LEGENDS: Kept[list[str]] = Kept()
FACES: Kept[list[str]] = Kept()


def parts(picture: HexMap, pen: Pen, width: int, style: Style) -> list[list[str]]:
    """Map, description and legend."""
    return [
        map_lines(picture, pen, width, style),
        described(picture, pen, width),
        legend(picture, pen, width, style),
    ]


def described(picture: HexMap, pen: Pen, width: int) -> list[str]:
    """Each hex in words; then the hexes in hand, and where they may go."""
    lines = list(chain.from_iterable(face_lines(pen, hex, width) for hex in picture.hexes))
    if picture.faces:
        lines += ["", *wrapped(pen.caption("drawn"), width)]
        lines += chain.from_iterable(face_lines(pen, face, width) for face in picture.faces)
    return lines + candidate_lines(picture, pen, width)


def candidate_lines(picture: HexMap, pen: Pen, width: int) -> list[str]:
    """Where the hexes in hand may go."""
    lines = ["", *wrapped(pen.caption("candidates"), width)] if picture.candidates else []
    for candidate in picture.candidates:
        lines += flowed([candidate_head(candidate), *candidate_items(pen, candidate)], width)
    return lines


def face_lines(pen: Pen, face: FaceDrawn, width: int) -> list[str]:
    """Kept from the last board, but where something on it has changed."""
    if touched(face, pen.marked):
        return face_told(pen, face, width)
    return FACES.of((face.name, width), (face, pen.words, pen.look), lambda: face_told(pen, face, width))


def face_told(pen: Pen, face: FaceDrawn, width: int) -> list[str]:
    """On from its head where that leaves room in its line, else below it."""
    head = wrapped(face_head(pen, face), width)
    if len(head) == 1:
        return flowed([*head, *face_items(pen, face)], width)
    return [*head, *flowed(face_items(pen, face), width, INDENT)]


def legend(picture: HexMap, pen: Pen, width: int, style: Style) -> list[str]:
    """What the signs on the board mean; the same on most boards of a game."""
    icons = dict.fromkeys(spot.icon for face in picture.all_faces for spot in face.spots)
    edges = sorted({edge for face in picture.all_faces for edge in face.edges})
    kinds = [*kind_signs(picture, pen), *signs(picture, pen, style), *token_signs(picture, pen, style)]
    return LEGENDS.of(
        (width, style),
        (list(icons), edges, kinds, picture.colours, pen.words, pen.look, pen.names),
        lambda: legend_lines(picture, pen, width, style, icons, edges, kinds),
    )


def legend_lines(
    picture: HexMap, pen: Pen, width: int, style: Style, icons: Iterable[str], edges: list[str], kinds: list[str]
) -> list[str]:
    return [
        *wrapped(pen.caption("legend"), width),
        *flowed([clipped(f"{pen.letter(seat)} {pen.player(seat)}", width) for seat in picture.colours], width),
        *flowed([*(edge_sign(pen, edge, style) for edge in edges), *filter(None, [pen.caption("edges")])], width),
        *flowed([*(f"{pen.short(icon)} {pen.term(icon)}" for icon in icons), *kinds], width),
    ]


def kind_signs(picture: HexMap, pen: Pen) -> list[str]:
    """A piece of each kind, by its name."""
    pieces = sorted((piece.name, piece.kind) for hex in picture.hexes for piece in pieces_on(hex))
    first = {kind: name for name, kind in reversed(pieces)}
    return [f"{first[kind]} {pen.term(kind)}" for kind in picture.kinds if kind in first]


def edge_sign(pen: Pen, edge: str, style: Style) -> str:
    return " ".join([*dict.fromkeys([style.stroke(pen, edge), edge]), pen.terrain(edge)])


def signs(picture: HexMap, pen: Pen, style: Style) -> list[str]:
    """A sample of each sign that the game has a word for."""
    own = pen.letter(next(iter(picture.colours), "A"))
    samples = {
        "building": f"{style.built}3",
        "free": style.free,
        "chip": f"({own})",
        "wounded": f"{own}1{WOUND}",
        "lit": f"[{own}6]",
        "changed": STAR,
    }
    if load := next(loads(picture), None):
        samples["aboard"] = loaded_label(load[0], load[1:])
    if name := zone_name(picture):
        samples["zone"] = name
    return [f"{sample} {pen.caption(sign)}" for sign, sample in samples.items() if pen.caption(sign)]


def token_signs(picture: HexMap, pen: Pen, style: Style) -> list[str]:
    """The signs of tokens on the map."""
    kinds = dict.fromkeys(token.kind for hex in picture.hexes for token in hex.tokens)
    return [f"{style.sign(pen, kind)} {pen.term(kind)}" for kind in sorted(kinds) if f"sign.{kind}" in pen.words.terms]
