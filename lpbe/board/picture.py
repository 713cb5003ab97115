"""What a game wants drawn: a map of large hexes or a chart of many small tiles, all things called by keys of its words.

The description holds more than is drawn today, so that a richer drawing needs no change in any game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from ..kernel.base.kept import Kept

Cell = tuple[int, int]
"""Axial coordinates (q, r): pointy tops, r grows downwards."""


class Phrase(Struct, frozen=True):
    """Something to be told in the reader's language: a key of the words, and what fills its slots."""

    term: str
    values: Mapping[str, int | str | tuple[str, ...]] = {}


class Look(Struct, frozen=True, kw_only=True):
    """How a game's things look; what it leaves out looks as lpbe.board has it by default."""

    colours: Mapping[str, str] = {}
    """Seat, colour or kind of token -> a colour of the palette; by default the one of the same name."""
    patterns: Mapping[str, str] = {}
    """Terrain -> a pattern; by default one that hangs on the terrain's name alone."""
    chips: Mapping[str, str] = {}
    """Seat or colour -> the shape of its chips."""
    tokens: Mapping[str, str] = {}
    """Kind of piece or token -> its shape; a token of a hex without one is told in words alone."""
    washes: Mapping[str, str] = {}
    """Kind of token -> a colour of the palette, in which the whole hex is tinted where one lies."""
    icons: Mapping[str, str] = {}
    """Resource or kind of building -> the small picture of it."""
    legend: Mapping[str, str] = {}
    """Sign or heading of a board -> the key of the words for it, "board.SIGN" by default; one without is left out."""
    width: int = 0
    """How many pixels wide an SVG is wanted; 0: as wide as what is on it."""


class Mark(Struct, frozen=True, kw_only=True):
    """What may be true of anything that is drawn."""

    name: str = ""
    """What events and orders call it, if they do."""
    owner: str = ""
    """The seat it belongs to."""
    resource: str = ""
    threatened: bool = False
    abandoned: bool = False
    private: bool = False
    """Only the reader sees it: a picture that has it stays out of the game folder."""
    title: Phrase | None = None
    """Its name in words."""
    worth: Phrase | None = None
    """Its value in words."""
    rule: Phrase | None = None
    """What the rules say of it, with the clause, for who points at it."""

    def parts(self) -> Iterable[Mark]:
        """The marks on it."""
        return ()


class TokenDrawn(Mark, frozen=True):
    """Something that lies there, in the colour of its owner, else in that of its kind."""

    kind: str
    value: int = 0
    at: int | None = None
    """The edge it lies at, where it does."""
    way: int | None = None
    """The edge it came over, where that is known."""


class PieceDrawn(Mark, frozen=True):
    name: str
    colour: str
    kind: str
    wounded: bool = False
    at: int | str | None = None
    """What it is tied to: an edge by its number, or a spot, a zone or another piece by name."""


class BuildingDrawn(Mark, frozen=True):
    """What stands on a spot, the value it shows, and the colour of the chip on it."""

    kind: str
    value: int = 0
    chip: str = ""


class SpotDrawn(Mark, frozen=True):
    name: str
    number: int
    icon: str = ""
    building: BuildingDrawn | None = None
    pieces: tuple[PieceDrawn, ...] = ()
    tokens: tuple[TokenDrawn, ...] = ()
    ground: str = ""
    """What it stands on, where that is not the same everywhere."""
    zones: tuple[str, ...] = ()
    """The zones it lies in, by name."""

    def parts(self) -> Iterable[Mark]:
        return (*([self.building] if self.building else ()), *self.pieces, *self.tokens)


class DieDrawn(Mark, frozen=True):
    """A die printed on a hex and what it brings; lit where the real die shows this now."""

    colour: str
    value: int
    brings: str
    lit: bool = False
    side: int | None = None
    """The edge it is printed at, where it counts for that one alone."""


class ZoneDrawn(Mark, frozen=True):
    """A part of a hex that is a place of its own, what it is made of, and the edges it reaches; none: it is enclosed.

    Zones that reach edges have all six between them.
    """

    name: str
    ground: str
    edges: tuple[int, ...] = ()


class FaceDrawn(Mark, frozen=True, kw_only=True):
    """The face of a hex: a terrain letter for each edge, from the east on and counter-clockwise."""

    name: str
    edges: str
    spots: tuple[SpotDrawn, ...] = ()
    dice: tuple[DieDrawn, ...] = ()
    tokens: tuple[TokenDrawn, ...] = ()
    zones: tuple[ZoneDrawn, ...] = ()

    def parts(self) -> Iterable[Mark]:
        return (*self.spots, *self.dice, *self.tokens, *self.zones)


class HexDrawn(FaceDrawn, frozen=True, kw_only=True):
    """A hex as it lies, with the pieces on it that are on no spot."""

    q: int
    r: int
    pieces: tuple[PieceDrawn, ...] = ()

    def parts(self) -> Iterable[Mark]:
        return (*FaceDrawn.parts(self), *self.pieces)


class Fit(Struct, frozen=True):
    """How a hex in hand may be turned at some place."""

    hex: str
    turns: tuple[int, ...]


class Candidate(Mark, frozen=True):
    """A place for a hex in hand, numbered alike on every board."""

    number: int
    q: int
    r: int
    fits: tuple[Fit, ...] = ()


class HexMap(Struct, frozen=True, tag="map"):
    """A world of some large hexes with room for all that lies on them."""

    hexes: tuple[HexDrawn, ...]
    colours: tuple[str, ...] = ()
    """The seats as the legend has them."""
    kinds: tuple[str, ...] = ()
    """The kinds of pieces as the legend has them."""
    faces: tuple[FaceDrawn, ...] = ()
    """The hexes in the reader's hand, not turned."""
    candidates: tuple[Candidate, ...] = ()
    look: Look = Look()

    @property
    def cells(self) -> list[Cell]:
        return [*((hex.q, hex.r) for hex in self.hexes), *((place.q, place.r) for place in self.candidates)]

    @property
    def all_faces(self) -> tuple[FaceDrawn, ...]:
        """The hexes of the map and those in hand."""
        return (*self.hexes, *self.faces)

    @property
    def private(self) -> bool:
        return any_private((*self.all_faces, *self.candidates))

    def drawn_names(self) -> set[str]:
        """The names of the hexes and of all that is on them."""
        return {name for hex in self.hexes for name in all_names(hex)}


class TileDrawn(Mark, frozen=True):
    """A small tile: one ground, and what lies on it, the most important last."""

    name: str
    q: int
    r: int
    ground: str
    tokens: tuple[TokenDrawn, ...] = ()

    def parts(self) -> Iterable[Mark]:
        return self.tokens


class Chart(Struct, frozen=True, tag="chart"):
    """A world of many small tiles, each shown by one sign; told in words where something lies."""

    tiles: tuple[TileDrawn, ...]
    colours: tuple[str, ...] = ()
    """The seats as the legend has them."""
    grounds: tuple[str, ...] = ()
    """The grounds as the legend has them."""
    kinds: tuple[str, ...] = ()
    """The kinds of tokens as lists and legend have them."""
    across: tuple[str, ...] = ()
    """What the columns are called, if they have names; the first is that of the tile furthest to the left."""
    down: tuple[str, ...] = ()
    """What the rows are called, from the top."""
    look: Look = Look()
    note: Phrase | None = None
    """What else everybody should see at a glance, as a line below the map."""

    @property
    def cells(self) -> list[Cell]:
        return [(tile.q, tile.r) for tile in self.tiles]

    @property
    def private(self) -> bool:
        return any_private(self.tiles)

    def drawn_names(self) -> set[str]:
        """The names of the tiles and of what lies on them."""
        return {name for tile in self.tiles for name in names_on(tile)}


Picture = HexMap | Chart
KEPT_NAMES: Kept[frozenset[str]] = Kept()


def marks_on(mark: Mark) -> Iterator[Mark]:
    """A mark and all that is on it."""
    yield mark
    for part in mark.parts():
        yield from marks_on(part)


def any_private(marks: Iterable[Mark]) -> bool:
    return any(part.private for mark in marks for part in marks_on(mark))


def names_on(mark: Mark) -> Iterator[str]:
    """The names of a mark and of all that is on it."""
    return (part.name for part in marks_on(mark) if part.name)


def all_names(mark: Mark) -> frozenset[str]:
    """The same at once, kept from the last picture that had this mark."""
    return KEPT_NAMES.of(mark.name, (mark,), lambda: frozenset(names_on(mark)))


def pieces_on(hex: HexDrawn) -> list[PieceDrawn]:
    """The pieces of a hex, on spots or outside."""
    return [*hex.pieces, *(piece for spot in hex.spots for piece in spot.pieces)]


def tokens_of(face: FaceDrawn) -> list[TokenDrawn]:
    """The tokens of a hex and of its spots."""
    return [*face.tokens, *(token for spot in face.spots for token in spot.tokens)]
