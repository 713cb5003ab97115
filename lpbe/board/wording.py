"""What both boards call things: terms, letters, and the lines that describe a hex."""

from __future__ import annotations

from collections.abc import Mapping, Set

from ..kernel.base.width import columns
from ..kernel.content.packs import Words
from .picture import BuildingDrawn, Candidate, DieDrawn, FaceDrawn, HexDrawn, PieceDrawn, SpotDrawn, parts_of

Marked = Set[str]
Names = Mapping[str, str]
STAR, WOUND = "*", "!"


def term(words: Words, key: str) -> str:
    return words.terms.get(key, key)


def said(words: Words, key: str) -> str:
    return words.terms[f"board.{key}"]


def terrain(words: Words, letter: str) -> str:
    return words.terms.get(f"terrain.{letter}", letter)


def short(words: Words, key: str) -> str:
    """Two letters or so for an icon or a kind of building."""
    return words.terms.get(f"short.{key}") or (term(words, key)[:2].capitalize() if key else "--")


def letter(colour: str) -> str:
    """The letter of a colour, which also begins the names of its pieces."""
    return colour[:1].upper()


def at(q: int, r: int) -> str:
    return f"@{q},{r}"


def star(name: str, marked: Marked) -> str:
    return STAR if name in marked else ""


def touched(hex: HexDrawn, marked: Marked) -> bool:
    return any(name in marked for name in parts_of(hex))


def piece_label(piece: PieceDrawn) -> str:
    return piece.name + WOUND * piece.wounded


def die_label(die: DieDrawn) -> str:
    label = f"{letter(die.colour)}{die.value}"
    return f"[{label}]" if die.lit else label


def building_label(words: Words, building: BuildingDrawn) -> str:
    value = f" {building.value}" if building.value else ""
    chip = f" ({letter(building.chip)})" if building.chip else ""
    return f"{term(words, building.kind)}{value}{chip}"


def spot_label(words: Words, spot: SpotDrawn, marked: Marked) -> str:
    parts = [f"{star(spot.name, marked)}.{spot.number}", short(words, spot.icon)]
    if spot.building:
        parts.append(building_label(words, spot.building))
    parts += [star(piece.name, marked) + piece_label(piece) for piece in spot.pieces]
    return " ".join(parts)


def dice_label(words: Words, face: FaceDrawn) -> str:
    """The dice, those that bring the same together."""
    brought: dict[str, list[str]] = {}
    for die in face.dice:
        brought.setdefault(die.brings, []).append(die_label(die))
    return ", ".join(f"{' '.join(dice)} {term(words, brings)}" for brings, dice in brought.items())


def face_items(words: Words, face: FaceDrawn, marked: Marked) -> list[str]:
    """What is on a hex: its spots, tokens, and the pieces outside."""
    items = [spot_label(words, spot, marked) for spot in face.spots]
    items += [term(words, token) for token in face.tokens]
    if isinstance(face, HexDrawn) and face.pieces:
        pieces = " ".join(star(piece.name, marked) + piece_label(piece) for piece in face.pieces)
        items.append(f"{said(words, 'outside')} {pieces}")
    return items


def face_head(words: Words, face: FaceDrawn, marked: Marked) -> str:
    name, where = face.name, ""
    if isinstance(face, HexDrawn):
        name, where = star(name, marked) + name, at(face.q, face.r)
    return "  ".join(part for part in (name.ljust(4), where, face.edges, dice_label(words, face)) if part)


def candidate_items(words: Words, candidate: Candidate) -> list[str]:
    return [f"{fit.hex} {said(words, 'turned')} {' '.join(map(str, fit.turns))}" for fit in candidate.fits]


def candidate_head(candidate: Candidate) -> str:
    return f"({candidate.number})".ljust(4) + f" {at(candidate.q, candidate.r)}"


def player_label(words: Words, colour: str, names: Names) -> str:
    name = names.get(colour, "")
    return f"{term(words, colour)} ({name})" if name and name != colour else term(words, colour)


def clipped(text: str, width: int) -> str:
    while columns(text) > width:
        text = text[:-1]
    return text
