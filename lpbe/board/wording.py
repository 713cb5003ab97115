"""What a board calls things: terms, letters, and the lines that describe a hex."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set

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
    TokenDrawn,
    ZoneDrawn,
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
    threatened: Marked = frozenset()
    """The places that are in danger, by name."""
    ruled: bool = True
    """Whether it says what the rules say of things."""

    def rule(self, rule: Phrase | None) -> list[str]:
        return [self.phrase(rule)] if rule and self.ruled else []

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

    def icon(self, *things: str) -> str:
        """The small picture of the first of some things that has one."""
        return next((self.look.icons[thing] for thing in things if thing in self.look.icons), "")

    def token(self, kind: str) -> str:
        return self.look.tokens.get(kind, "pill")

    def token_colour(self, token: TokenDrawn) -> str:
        """That of its owner; else that of its kind, if the game has given it one."""
        return self.colour(token.owner) if token.owner else self.look.colours.get(token.kind, "")

    def material(self, token: TokenDrawn) -> str:
        """What is written on a token: what it is made of, else its value, else the letter of its kind."""
        return self.made_of(token) or str(token.value or self.sign(token.kind))

    def made_of(self, token: TokenDrawn) -> str:
        return self.short(token.resource) if token.resource else ""

    def side(self, edge: int) -> str:
        """Where an edge is, by the compass."""
        if sides := self.words.terms.get("board.sides"):
            return sides.split()[edge]
        from .places import COMPASSES  # saves it for who has words for them

        return COMPASSES[0][edge].upper()

    def row(self, *parts: str) -> str:
        """Some parts one after the other, set apart as the language does it."""
        return self.words.grammar["effect.next"].join(parts)

    def label(self, head: str, value: str) -> str:
        return self.words.grammar["label"].format(label=head, value=value)

    def phrase(self, phrase: Phrase) -> str:
        return fill(self.words, self.term(phrase.term), phrase.values, self.names)

    def player(self, seat: str) -> str:
        name = self.names.get(seat, "")
        return f"{self.term(seat)} ({name})" if name and name != seat else self.term(seat)


def spaced(*parts: str) -> str:
    """What is there of some parts, side by side."""
    return " ".join(filter(None, parts))


def in_danger(pen: Pen, mark: Mark) -> bool:
    return mark.threatened or (bool(mark.name) and mark.name in pen.threatened)


def mark_text(pen: Pen, mark: Mark, term: str) -> str:
    """A mark in words: its name or else a term, whose it is, what it is worth, whether it is a secret, and its rule."""
    parts = [
        pen.phrase(mark.title) if mark.title else pen.term(term),
        pen.player(mark.owner) if mark.owner else "",
        pen.phrase(mark.worth) if mark.worth else "",
        pen.caption("threatened") if in_danger(pen, mark) else "",
        pen.caption("abandoned") if mark.abandoned else "",
        pen.caption("private") if mark.private else "",
    ]
    told = ", ".join(filter(None, parts))
    return next((pen.label(told, rule) for rule in pen.rule(mark.rule)), told)


def at(q: int, r: int) -> str:
    return f"@{q},{r}"


def star(mark: Mark, marked: Marked) -> str:
    return STAR if mark.name in marked else ""


def touched(mark: Mark, marked: Marked) -> bool:
    """Whether it has changed, or something on it."""
    return bool(marked) and not marked.isdisjoint(all_names(mark))


def piece_label(piece: PieceDrawn) -> str:
    return piece.name + WOUND * piece.wounded


def cargo_of(piece: PieceDrawn, pieces: Iterable[PieceDrawn]) -> list[PieceDrawn]:
    """What a piece carries."""
    return [each for each in pieces if each.at == piece.name]


def carriers(pieces: Sequence[PieceDrawn]) -> list[PieceDrawn]:
    """The pieces that no other carries."""
    if not any(piece.at is not None for piece in pieces):
        return list(pieces)
    names = {piece.name for piece in pieces}
    return [piece for piece in pieces if piece.at not in names]


def loaded_label(piece: PieceDrawn, pieces: Iterable[PieceDrawn], marked: Marked = frozenset()) -> str:
    """A piece, and in brackets what it carries."""
    own = star(piece, marked) + piece_label(piece)
    cargo = cargo_of(piece, pieces)
    return f"{own}({' '.join(star(each, marked) + piece_label(each) for each in cargo)})" if cargo else own


def die_text(pen: Pen, die: DieDrawn) -> str:
    return f"{pen.letter(die.colour)}{die.value}"


def die_label(pen: Pen, die: DieDrawn) -> str:
    text = die_text(pen, die)
    return f"[{text}]" if die.lit else text


def building_label(pen: Pen, building: BuildingDrawn) -> str:
    value = f" {building.value}" if building.value else ""
    chip = f" ({pen.letter(building.chip)})" if building.chip else ""
    left = pen.caption("abandoned") if building.abandoned else ""
    return f"{pen.term(building.kind)}{value}{chip}" + (f" ({left})" if left else "")


def token_label(pen: Pen, token: TokenDrawn) -> str:
    """A token in words: what it is made of or worth, the edge it lies at, the one it came over."""
    of = pen.phrase(token.worth) if token.worth else pen.term(token.resource) if token.resource else ""
    value = str(token.value) if token.value and not of else ""
    at = pen.side(token.at) if token.at is not None else ""
    way = spaced(pen.caption("way") or "<", pen.side(token.way)) if token.way is not None else ""
    return star(token, pen.marked) + spaced(pen.term(token.kind), f"({of})" if of else "", value, at, way)


def intricate(face: FaceDrawn) -> bool:
    """Whether it must be said to which zone an edge or a spot belongs: terrain and ground do not tell."""
    if not face.zones:
        return False
    reached = [{face.edges[edge] for edge in zone.edges} for zone in face.zones]
    return len(reached) > 2 or sum(map(len, reached)) > len(set[str]().union(*reached))


def spot_label(pen: Pen, spot: SpotDrawn, zoned: bool) -> str:
    parts = [f"{star(spot, pen.marked)}.{spot.number}", pen.short(spot.icon)]
    if spot.ground:
        parts += [pen.term(spot.ground), zones_label(spot) if zoned else ""]
    if spot.building:
        parts.append(building_label(pen, spot.building))
    if spot.tokens:
        parts += [token_label(pen, token) for token in spot.tokens]
    if spot.pieces:
        parts.append(pieces_label(pen, spot.pieces))
    return spaced(*parts)


def zones_label(spot: SpotDrawn) -> str:
    """The zones of a spot as they are called on its hex."""
    return "/".join(zone.rpartition(".")[2] for zone in spot.zones)


def zone_label(pen: Pen, zone: ZoneDrawn, pieces: tuple[PieceDrawn, ...]) -> str:
    """A zone as it is typed, the edges it reaches if those are not all, and who is there."""
    sides = " ".join(map(pen.side, zone.edges if len(zone.edges) < 6 else ()))
    sides = sides if zone.edges else pen.caption("enclosed")
    head = spaced(star(zone, pen.marked) + zone.name, pen.term(zone.ground), f"({sides})" if sides else "")
    there = tuple(piece for piece in pieces if piece.at == zone.name)
    return pen.label(head, pieces_label(pen, there, pieces)) if there else head


def astray(face: HexDrawn) -> tuple[PieceDrawn, ...]:
    """The pieces outside that are in no zone, at no edge and on no other piece."""
    if not any(piece.at is not None for piece in face.pieces):
        return face.pieces
    known = {zone.name for zone in face.zones} | {piece.name for piece in face.pieces}
    return tuple(piece for piece in face.pieces if piece.at not in known and not isinstance(piece.at, int))


def edge_label(pen: Pen, piece: PieceDrawn) -> str:
    """A piece that stands at an edge."""
    side = pen.side(piece.at) if isinstance(piece.at, int) else ""
    return star(piece, pen.marked) + spaced(piece_label(piece), pen.term(piece.kind), side)


def pieces_label(pen: Pen, pieces: tuple[PieceDrawn, ...], around: tuple[PieceDrawn, ...] = ()) -> str:
    """Some pieces, each with what it carries of those around."""
    return " ".join(loaded_label(piece, around, pen.marked) for piece in pieces)


def brought(face: FaceDrawn) -> dict[tuple[str, bool], list[DieDrawn]]:
    """The dice by what they bring, those of single edges apart."""
    out: dict[tuple[str, bool], list[DieDrawn]] = {}
    for die in face.dice:
        out.setdefault((die.brings, die.side is not None), []).append(die)
    return out


def sided(dice: Iterable[DieDrawn]) -> dict[int, list[DieDrawn]]:
    """The dice that count for one edge alone, by that edge."""
    out: dict[int, list[DieDrawn]] = {}
    for die in dice:
        if die.side is not None:
            out.setdefault(die.side, []).append(die)
    return dict(sorted(out.items()))


def dice_label(pen: Pen, face: FaceDrawn) -> str:
    """The dice, those that bring the same together; those of single edges edge by edge."""
    told = []
    for (brings, single), dice in brought(face).items():
        if single:
            each = [
                spaced(pen.side(side), *(die_label(pen, die) for die in some)) for side, some in sided(dice).items()
            ]
            told.append(pen.label(pen.term(brings), ", ".join(each)))
        else:
            told.append(spaced(*(die_label(pen, die) for die in dice), pen.term(brings)))
    return ", ".join(told)


def face_items(pen: Pen, face: FaceDrawn) -> list[str]:
    """What is on a hex: its spots, tokens, zones, and the pieces outside."""
    zoned = intricate(face)
    items = [spot_label(pen, spot, zoned) for spot in face.spots]
    items += [token_label(pen, token) for token in face.tokens]
    pieces = face.pieces if isinstance(face, HexDrawn) else ()
    items += [edge_label(pen, piece) for piece in pieces if isinstance(piece.at, int)]
    items += [zone_label(pen, zone, pieces) for zone in face.zones]
    if isinstance(face, HexDrawn) and (lost := astray(face)):
        items.append(spaced(pen.caption("outside"), pieces_label(pen, lost, pieces)))
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
