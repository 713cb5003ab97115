"""A board as text for a mail: the map, then each hex in words, then what the signs mean."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from ..kernel.base.width import columns
from ..kernel.content.packs import Words
from .grid import PLAIN, RICH, Style, map_lines
from .picture import FaceDrawn, Picture, pieces_on
from .wording import (
    STAR,
    WOUND,
    Marked,
    Names,
    candidate_head,
    candidate_items,
    clipped,
    face_head,
    face_items,
    letter,
    player_label,
    said,
    short,
    term,
    terrain,
)

NOBODY: Names = {}
INDENT = " " * 5


def draw(
    picture: Picture,
    words: Words,
    marked: Marked = frozenset(),
    *,
    names: Names = NOBODY,
    title: str = "",
    width: int = 72,
    ascii: bool = False,
) -> list[str]:
    """The lines of a board, none wider than `width`."""
    style = PLAIN if ascii else RICH
    parts = [
        wrapped(title, width) if title else [],
        map_lines(picture, words, marked, width, style),
        described(picture, words, marked, width),
        legend(picture, words, names, width, style),
    ]
    lines = [line.rstrip() for part in parts if part for line in ("", *part)][1:]
    if not ascii:
        return lines
    from ..kernel.base.ascii import plain  # saves it for who may read any letter

    return [clipped(plain(line), width).rstrip() for line in lines]


def described(picture: Picture, words: Words, marked: Marked, width: int) -> list[str]:
    """Each hex in words; then the hexes in hand, and where they may go."""
    lines = list(chain.from_iterable(face_lines(words, hex, marked, width) for hex in picture.hexes))
    if picture.faces:
        lines += ["", *wrapped(said(words, "drawn"), width)]
        lines += chain.from_iterable(face_lines(words, face, marked, width) for face in picture.faces)
    if picture.candidates:
        lines += ["", *wrapped(said(words, "candidates"), width)]
    for candidate in picture.candidates:
        lines += flowed([candidate_head(candidate), *candidate_items(words, candidate)], width)
    return lines


def face_lines(words: Words, face: FaceDrawn, marked: Marked, width: int) -> list[str]:
    items = face_items(words, face, marked)
    return [*wrapped(face_head(words, face, marked), width), *(flowed(items, width, INDENT) if items else [])]


def wrapped(line: str, width: int) -> list[str]:
    return flowed(line.split(" "), width, gap=" ")


def flowed(items: Iterable[str], width: int, first: str = "", gap: str = "  ") -> list[str]:
    """Items side by side, what does not fit further down; what is too wide for a line is broken between words."""
    lines: list[str] = []
    current = first
    for piece in pieces_of(items, width):
        if current.strip() and columns(current + gap + piece) > width:
            lines.append(current)
            current = INDENT
        current += gap + piece if current.strip() else piece
    return [*lines, current]


def pieces_of(items: Iterable[str], width: int) -> Iterator[str]:
    """The items, those that are wider than a line in parts."""
    room = width - len(INDENT)
    for item in items:
        part = ""
        for word in item.split(" ") if columns(item) > room else ():
            if part and columns(part) + 1 + columns(word) > room:
                yield part
                part = ""
            part = clipped(f"{part} {word}" if part else word, room)
        yield part or item


def legend(picture: Picture, words: Words, names: Names, width: int, style: Style) -> list[str]:
    faces = (*picture.hexes, *picture.faces)
    icons = dict.fromkeys(spot.icon for face in faces for spot in face.spots)
    edges = sorted({edge for face in faces for edge in face.edges})
    return [
        *wrapped(said(words, "legend"), width),
        *(clipped(f"{letter(colour)}  {player_label(words, colour, names)}", width) for colour in picture.colours),
        *flowed([*(edge_sign(words, edge, style) for edge in edges), said(words, "edges")], width),
        *flowed([f"{short(words, icon)} {term(words, icon)}" for icon in icons], width),
        *flowed([*kind_signs(picture, words), *signs(words, style)], width),
    ]


def kind_signs(picture: Picture, words: Words) -> list[str]:
    """A piece of each kind, by its name."""
    pieces = sorted((piece.name, piece.kind) for hex in picture.hexes for piece in pieces_on(hex))
    first = {kind: name for name, kind in reversed(pieces)}
    return [f"{first[kind]} {term(words, kind)}" for kind in picture.kinds if kind in first]


def edge_sign(words: Words, edge: str, style: Style) -> str:
    return " ".join([*dict.fromkeys([style.stroke(words, edge), edge]), terrain(words, edge)])


def signs(words: Words, style: Style) -> list[str]:
    pairs = {
        f"{style.built}3": "building",
        style.free: "free",
        "(R)": "chip",
        f"R1{WOUND}": "wounded",
        "[R6]": "lit",
        STAR: "changed",
    }
    return [f"{sign} {said(words, key)}" for sign, key in pairs.items()]
