"""Name the things on a board in the reader's words: terms, letters, and the lines that describe a hex."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set

from msgspec import Struct

from ..kernel.content.packs import Words
from ..kernel.language.sentences import fill
from .model import (
    BuildingView,
    Candidate,
    DieView,
    FaceView,
    HexView,
    Look,
    Mark,
    Phrase,
    PieceView,
    SpotView,
    TokenView,
    ZoneView,
    all_names,
)
from .queries import cargo_of, dice_by_edge, dice_by_yield, needs_zone_labels, stray_pieces

NameSet = Set[str]
Names = Mapping[str, str]
NOBODY: Names = {}
CHANGE_MARK = "*"
WOUND_MARK = "!"
THREAT_MARK = "!"


class Pen(Struct, frozen=True):
    """The context of a drawing: how things look, the reader's words, and what to point out."""

    look: Look
    words: Words
    changed: NameSet = frozenset()
    """The names of things that have changed."""
    names: Names = NOBODY
    ids: str = "board"
    threatened: NameSet = frozenset()
    """The names of places in danger."""
    quote_rules: bool = True
    """Whether tooltips quote the rules."""

    def rule(self, rule: Phrase | None) -> list[str]:
        return [self.phrase(rule)] if rule and self.quote_rules else []

    def term(self, key: str) -> str:
        return self.words.terms.get(key, key)

    def caption(self, symbol: str) -> str:
        """Return the meaning of a symbol, or a heading; empty if the game has no word for it."""
        return self.words.terms.get(self.look.legend.get(symbol, f"board.{symbol}"), "")

    def terrain(self, letter: str) -> str:
        return self.words.terms.get(f"terrain.{letter}") or self.term(letter)

    def short(self, key: str) -> str:
        """Return about two letters for an icon or a kind of building."""
        return self.words.terms.get(f"short.{key}") or (self.term(key)[:2].capitalize() if key else "--")

    def letter(self, seat: str) -> str:
        """Return the letter of a seat, which may also begin the names of its pieces."""
        return self.words.terms.get(f"letter.{seat}") or seat[:1].upper()

    def symbol(self, key: str) -> str:
        """Return about one letter for a ground or a kind of token."""
        return self.words.terms.get(f"sign.{key}") or key[:1].upper()

    def colour(self, name: str) -> str:
        return self.look.colours.get(name, name)

    def chip(self, seat: str) -> str:
        return self.look.chips.get(seat, "disc")

    def icon(self, *things: str) -> str:
        """Return the icon of the first thing that has one."""
        return next((self.look.icons[thing] for thing in things if thing in self.look.icons), "")

    def token(self, kind: str) -> str:
        return self.look.tokens.get(kind, "pill")

    def token_colour(self, token: TokenView) -> str:
        """Return the colour of its owner or, without one, that of its kind, if the game defines one."""
        return self.colour(token.owner) if token.owner else self.look.colours.get(token.kind, "")

    def material(self, token: TokenView) -> str:
        """Return what is written on a token: its material, its value, or the letter of its kind."""
        return self.material_symbol(token) or str(token.value or self.symbol(token.kind))

    def material_symbol(self, token: TokenView) -> str:
        return self.short(token.resource) if token.resource else ""

    def side(self, edge: int) -> str:
        """Return the compass direction of an edge."""
        if sides := self.words.terms.get("board.sides"):
            return sides.split()[edge]
        from .queries import COMPASSES  # saves it for games that have words for them

        return COMPASSES[0][edge].upper()

    def row(self, *parts: str) -> str:
        """Return some parts in a row, separated as usual in the language."""
        return self.words.grammar["effect.next"].join(parts)

    def label(self, head: str, value: str) -> str:
        return self.words.grammar["label"].format(label=head, value=value)

    def phrase(self, phrase: Phrase) -> str:
        return fill(self.words, self.term(phrase.term), phrase.values, self.names)

    def player(self, seat: str) -> str:
        name = self.names.get(seat, "")
        return f"{self.term(seat)} ({name})" if name not in ("", seat, self.term(seat)) else self.term(seat)


def join_words(*parts: str) -> str:
    """Join the parts that are not empty."""
    return " ".join(filter(None, parts))


def in_danger(pen: Pen, mark: Mark) -> bool:
    return mark.threatened or (bool(mark.name) and mark.name in pen.threatened)


def mark_text(pen: Pen, mark: Mark, term: str) -> str:
    """Describe a mark: its name or a term, its owner, its value, what is special about it, and its rule."""
    parts = [
        pen.phrase(mark.title) if mark.title else pen.term(term),
        pen.player(mark.owner) if mark.owner else "",
        pen.phrase(mark.worth) if mark.worth else "",
        pen.caption("threatened") if in_danger(pen, mark) else "",
        pen.caption("abandoned") if mark.abandoned else "",
        pen.caption("private") if mark.private else "",
    ]
    text = ", ".join(filter(None, parts))
    return next((pen.label(text, rule) for rule in pen.rule(mark.rule)), text)


def at(q: int, r: int) -> str:
    return f"@{q},{r}"


def change_mark(mark: Mark, changed: NameSet) -> str:
    return CHANGE_MARK if mark.name in changed else ""


def contains_any(mark: Mark, names: NameSet) -> bool:
    """Return whether a mark, or something on it, has one of these names."""
    return bool(names) and not names.isdisjoint(all_names(mark))


def piece_label(pen: Pen, piece: PieceView) -> str:
    """Return the name of a piece, which begins with the letter of its colour in the reader's language."""
    return pen.term(piece.name) + WOUND_MARK * piece.wounded


def label_with_cargo(pen: Pen, piece: PieceView, pieces: Iterable[PieceView], changed: NameSet = frozenset()) -> str:
    """Return the name of a piece, and in brackets what it carries."""
    own = change_mark(piece, changed) + piece_label(pen, piece)
    cargo = cargo_of(piece, pieces)
    return f"{own}({' '.join(change_mark(each, changed) + piece_label(pen, each) for each in cargo)})" if cargo else own


def die_text(pen: Pen, die: DieView) -> str:
    return f"{pen.letter(die.colour)}{die.value}"


def die_label(pen: Pen, die: DieView) -> str:
    text = die_text(pen, die)
    return f"[{text}]" if die.lit else text


def building_label(pen: Pen, building: BuildingView) -> str:
    value = f" {building.value}" if building.value else ""
    chip = f" ({pen.letter(building.chip)})" if building.chip else ""
    left = pen.caption("abandoned") if building.abandoned else ""
    return f"{pen.term(building.kind)}{value}{chip}" + (f" ({left})" if left else "")


def token_label(pen: Pen, token: TokenView) -> str:
    """Describe a token: its material or value, the edge it is on, and the edge it came across."""
    of = pen.phrase(token.worth) if token.worth else pen.term(token.resource) if token.resource else ""
    value = str(token.value) if token.value and not of else ""
    at = pen.side(token.at) if token.at is not None else ""
    way = join_words(pen.caption("way") or "<", pen.side(token.way)) if token.way is not None else ""
    return change_mark(token, pen.changed) + join_words(pen.term(token.kind), f"({of})" if of else "", value, at, way)


def spot_label(pen: Pen, spot: SpotView, zoned: bool) -> str:
    parts = [f"{change_mark(spot, pen.changed)}.{spot.number}", pen.short(spot.icon)]
    if spot.ground:
        parts += [pen.term(spot.ground), zones_label(spot) if zoned else ""]
    if spot.building:
        parts.append(building_label(pen, spot.building))
    if spot.tokens:
        parts += [token_label(pen, token) for token in spot.tokens]
    if spot.pieces:
        parts.append(pieces_label(pen, spot.pieces))
    return join_words(*parts)


def zones_label(spot: SpotView) -> str:
    """Return the zones of a spot, as they are called on its hex."""
    return "/".join(zone.rpartition(".")[2] for zone in spot.zones)


def zone_label(pen: Pen, zone: ZoneView, pieces: tuple[PieceView, ...]) -> str:
    """Return a zone as it is typed, the edges it reaches if those are not all, and who is there."""
    sides = " ".join(map(pen.side, zone.edges if len(zone.edges) < 6 else ()))
    sides = sides if zone.edges else pen.caption("enclosed")
    head = join_words(change_mark(zone, pen.changed) + zone.name, pen.term(zone.ground), f"({sides})" if sides else "")
    there = tuple(piece for piece in pieces if piece.at == zone.name)
    return pen.label(head, pieces_label(pen, there, pieces)) if there else head


def edge_label(pen: Pen, piece: PieceView) -> str:
    """Describe a piece at an edge."""
    side = pen.side(piece.at) if isinstance(piece.at, int) else ""
    return change_mark(piece, pen.changed) + join_words(piece_label(pen, piece), pen.term(piece.kind), side)


def pieces_label(pen: Pen, pieces: tuple[PieceView, ...], around: tuple[PieceView, ...] = ()) -> str:
    """Return the names of pieces, each with those of these pieces that it carries."""
    return " ".join(label_with_cargo(pen, piece, around, pen.changed) for piece in pieces)


def dice_label(pen: Pen, face: FaceView) -> str:
    """Return the dice grouped by what they bring; those of single edges edge by edge."""
    parts = []
    for (brings, single), dice in dice_by_yield(face).items():
        if single:
            each = [
                join_words(pen.side(side), *(die_label(pen, die) for die in some))
                for side, some in dice_by_edge(dice).items()
            ]
            parts.append(pen.label(pen.term(brings), ", ".join(each)))
        else:
            parts.append(join_words(*(die_label(pen, die) for die in dice), pen.term(brings)))
    return ", ".join(parts)


def face_items(pen: Pen, face: FaceView) -> list[str]:
    """Return what is on a hex: its spots, tokens, zones, and the pieces outside."""
    zoned = needs_zone_labels(face)
    items = [spot_label(pen, spot, zoned) for spot in face.spots]
    items += [token_label(pen, token) for token in face.tokens]
    pieces = face.pieces if isinstance(face, HexView) else ()
    items += [edge_label(pen, piece) for piece in pieces if isinstance(piece.at, int)]
    items += [zone_label(pen, zone, pieces) for zone in face.zones]
    if isinstance(face, HexView) and (lost := stray_pieces(face)):
        items.append(join_words(pen.caption("outside"), pieces_label(pen, lost, pieces)))
    return items


def face_head(pen: Pen, face: FaceView) -> str:
    name = face.name
    where = ""
    if isinstance(face, HexView):
        name = change_mark(face, pen.changed) + name
        where = at(face.q, face.r)
    return "  ".join(part for part in (name.ljust(4), where, face.edges, dice_label(pen, face)) if part)


def describe_face(pen: Pen, face: FaceView) -> list[str]:
    """Describe a hex in full: a heading, then what is on it."""
    return [face_head(pen, face), *face_items(pen, face)]


def candidate_items(pen: Pen, candidate: Candidate) -> list[str]:
    return [join_words(fit.hex, pen.caption("turned"), *map(str, fit.turns)) for fit in candidate.fits]


def candidate_head(candidate: Candidate) -> str:
    return f"#{candidate.number}".ljust(4) + f" {at(candidate.q, candidate.r)}"
