"""What a board calls things: terms, letters, and the lines that describe a hex."""

from __future__ import annotations

from collections.abc import Mapping, Set

from msgspec import Struct

from ..kernel.content.packs import Words
from ..kernel.words.sentences import fill
from .picture import (
    BuildingDrawn,
    Candidate,
    DieDrawn,
    FaceDrawn,
    HexDrawn,
    Look,
    Mark,
    Phrase,
    PieceDrawn,
    SpotDrawn,
    all_names,
)

Marked = Set[str]
Names = Mapping[str, str]
NOBODY: Names = {}
STAR, WOUND, THREAT = "*", "!", "!"


class Pen(Struct, frozen=True):
    """What every mark needs to know of the drawing: how things look, the reader's words, what has changed."""

    look: Look
    words: Words
    marked: Marked = frozenset()
    names: Names = NOBODY
    ids: str = "board"

    def term(self, key: str) -> str:
        return self.words.terms.get(key, key)

    def caption(self, sign: str) -> str:
        """What a sign or heading of the board is called; nothing where nobody has a word for it."""
        return self.words.terms.get(self.look.legend.get(sign, f"board.{sign}"), "")

    def terrain(self, letter: str) -> str:
        return self.words.terms.get(f"terrain.{letter}") or self.term(letter)

    def short(self, key: str) -> str:
        """Two letters or so for an icon or a kind of building."""
        return self.words.terms.get(f"short.{key}") or (self.term(key)[:2].capitalize() if key else "--")

    def letter(self, seat: str) -> str:
        """The letter of a seat, which may also begin the names of its pieces."""
        return self.words.terms.get(f"letter.{seat}") or seat[:1].upper()

    def sign(self, key: str) -> str:
        """One letter or so for a ground or a kind of token."""
        return self.words.terms.get(f"sign.{key}") or key[:1].upper()

    def colour(self, name: str) -> str:
        return self.look.colours.get(name, name)

    def chip(self, seat: str) -> str:
        return self.look.chips.get(seat, "disc")

    def token(self, kind: str) -> str:
        return self.look.tokens.get(kind, "pill")

    def phrase(self, phrase: Phrase) -> str:
        return fill(self.words, self.term(phrase.term), phrase.values, self.names)

    def player(self, seat: str) -> str:
        name = self.names.get(seat, "")
        return f"{self.term(seat)} ({name})" if name and name != seat else self.term(seat)


def spaced(*parts: str) -> str:
    """What is there of some parts, side by side."""
    return " ".join(filter(None, parts))


def mark_text(pen: Pen, mark: Mark, term: str) -> str:
    """A mark in words: its name or else a term, whose it is, what it is worth, and whether it is a secret."""
    parts = [
        pen.phrase(mark.title) if mark.title else pen.term(term),
        pen.player(mark.owner) if mark.owner else "",
        pen.phrase(mark.worth) if mark.worth else "",
        pen.caption("threatened") if mark.threatened else "",
        pen.caption("abandoned") if mark.abandoned else "",
        pen.caption("private") if mark.private else "",
    ]
    return ", ".join(filter(None, parts))


def at(q: int, r: int) -> str:
    return f"@{q},{r}"


def star(mark: Mark, marked: Marked) -> str:
    return STAR if mark.name in marked else ""


def touched(mark: Mark, marked: Marked) -> bool:
    """Whether it has changed, or something on it."""
    return bool(marked) and not marked.isdisjoint(all_names(mark))


def piece_label(piece: PieceDrawn) -> str:
    return piece.name + WOUND * piece.wounded


def die_text(pen: Pen, die: DieDrawn) -> str:
    return f"{pen.letter(die.colour)}{die.value}"


def die_label(pen: Pen, die: DieDrawn) -> str:
    text = die_text(pen, die)
    return f"[{text}]" if die.lit else text


def building_label(pen: Pen, building: BuildingDrawn) -> str:
    value = f" {building.value}" if building.value else ""
    chip = f" ({pen.letter(building.chip)})" if building.chip else ""
    return f"{pen.term(building.kind)}{value}{chip}"


def spot_label(pen: Pen, spot: SpotDrawn) -> str:
    parts = [f"{star(spot, pen.marked)}.{spot.number}", pen.short(spot.icon)]
    if spot.building:
        parts.append(building_label(pen, spot.building))
    if spot.tokens:
        parts += [pen.term(token.kind) for token in spot.tokens]
    if spot.pieces:
        parts.append(pieces_label(pen, spot.pieces))
    return " ".join(parts)


def pieces_label(pen: Pen, pieces: tuple[PieceDrawn, ...]) -> str:
    return " ".join(star(piece, pen.marked) + piece_label(piece) for piece in pieces)


def dice_label(pen: Pen, face: FaceDrawn) -> str:
    """The dice, those that bring the same together."""
    brought: dict[str, list[str]] = {}
    for die in face.dice:
        brought.setdefault(die.brings, []).append(die_label(pen, die))
    return ", ".join(f"{' '.join(dice)} {pen.term(brings)}" for brings, dice in brought.items())


def face_items(pen: Pen, face: FaceDrawn) -> list[str]:
    """What is on a hex: its spots, tokens, and the pieces outside."""
    items = [spot_label(pen, spot) for spot in face.spots]
    items += [pen.term(token.kind) for token in face.tokens]
    if isinstance(face, HexDrawn) and face.pieces:
        items.append(spaced(pen.caption("outside"), pieces_label(pen, face.pieces)))
    return items


def face_head(pen: Pen, face: FaceDrawn) -> str:
    name, where = face.name, ""
    if isinstance(face, HexDrawn):
        name, where = star(face, pen.marked) + name, at(face.q, face.r)
    return "  ".join(part for part in (name.ljust(4), where, face.edges, dice_label(pen, face)) if part)


def face_told(pen: Pen, face: FaceDrawn) -> list[str]:
    """All that is to be said of a hex."""
    return [face_head(pen, face), *face_items(pen, face)]


def candidate_items(pen: Pen, candidate: Candidate) -> list[str]:
    return [spaced(fit.hex, pen.caption("turned"), *map(str, fit.turns)) for fit in candidate.fits]


def candidate_head(candidate: Candidate) -> str:
    return f"#{candidate.number}".ljust(4) + f" {at(candidate.q, candidate.r)}"
