"""The data that a game provides to be drawn: a map of large hexes or a chart of small tiles, with keys of its words.

The description contains more than is drawn today, so that a richer drawing needs no change in any game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from ..kernel.base.memo import Memo

Cell = tuple[int, int]
"""Axial coordinates (q, r): pointy tops, r grows downwards."""


class Phrase(Struct, frozen=True):
    """Something to be said in the reader's language: a key of the words, and the values of its slots."""

    term: str
    values: Mapping[str, int | str | tuple[str, ...]] = {}


class Look(Struct, frozen=True, kw_only=True):
    """How the things in a game look; anything left out has the default look."""

    colours: Mapping[str, str] = {}
    """Seat, colour or kind of token -> a colour of the palette; by default the one of the same name."""
    patterns: Mapping[str, str] = {}
    """Terrain -> a pattern; by default one that depends on the terrain's name only."""
    chips: Mapping[str, str] = {}
    """Seat or colour -> the shape of its chips."""
    tokens: Mapping[str, str] = {}
    """Kind of piece or token -> its shape; a kind without one is a disc with a letter."""
    washes: Mapping[str, str] = {}
    """Kind of token -> the palette colour that tints a hex with such a token."""
    icons: Mapping[str, str] = {}
    """Resource, kind of building or effect of dice -> its icon."""
    legend: Mapping[str, str] = {}
    """Symbol or heading -> the key of the words for it, "board.SYMBOL" by default; one without words is left out."""
    width: int = 0
    """The width of an SVG in pixels; 0: as wide as its content."""


class Mark(Struct, frozen=True, kw_only=True):
    """What may be true of anything on a board."""

    name: str = ""
    """Its name in events and orders, if they mention it."""
    owner: str = ""
    """The seat it belongs to."""
    resource: str = ""
    threatened: bool = False
    abandoned: bool = False
    private: bool = False
    """Whether only the reader sees it: a picture with it must not be written into the game folder."""
    title: Phrase | None = None
    """Its name in words."""
    worth: Phrase | None = None
    """Its value in words."""
    rule: Phrase | None = None
    """What the rules say about it, with the clause, for its tooltip."""

    def parts(self) -> Iterable[Mark]:
        """Return the marks on it."""
        return ()


class TokenView(Mark, frozen=True):
    """A token, in the colour of its owner or else of its kind."""

    kind: str
    value: int = 0
    at: int | None = None
    """The edge it is on, if any."""
    way: int | None = None
    """The edge it came across, if known."""


class PieceView(Mark, frozen=True):
    name: str
    colour: str
    kind: str
    wounded: bool = False
    at: int | str | None = None
    """Where it is: an edge by number, or a spot, a zone or another piece by name."""


class BuildingView(Mark, frozen=True):
    """A building on a spot, the value it shows, and the colour of the chip on it."""

    kind: str
    value: int = 0
    chip: str = ""
    wards: str = ""
    """The cataclysm that it protects against, if any."""


class SpotView(Mark, frozen=True):
    name: str
    number: int
    icon: str = ""
    building: BuildingView | None = None
    pieces: tuple[PieceView, ...] = ()
    tokens: tuple[TokenView, ...] = ()
    ground: str = ""
    """The ground below it, if that is not the same everywhere."""
    zones: tuple[str, ...] = ()
    """The names of its zones."""

    def parts(self) -> Iterable[Mark]:
        return (*([self.building] if self.building else ()), *self.pieces, *self.tokens)


class DieView(Mark, frozen=True):
    """A die printed on a hex and its effect; lit if the real die shows this now."""

    colour: str
    value: int
    brings: str
    lit: bool = False
    side: int | None = None
    """The edge it is printed at, if it counts for that edge only."""


class ZoneView(Mark, frozen=True):
    """A part of a hex that is a place of its own, its ground, and the edges it reaches; without any it is enclosed.

    Zones that reach edges have all six between them.
    """

    name: str
    ground: str
    edges: tuple[int, ...] = ()


class FaceView(Mark, frozen=True, kw_only=True):
    """The face of a hex: a terrain letter for each edge, from the east on and counter-clockwise."""

    name: str
    edges: str
    spots: tuple[SpotView, ...] = ()
    dice: tuple[DieView, ...] = ()
    tokens: tuple[TokenView, ...] = ()
    zones: tuple[ZoneView, ...] = ()
    home: bool = False
    """Whether everybody starts here."""

    def parts(self) -> Iterable[Mark]:
        return (*self.spots, *self.dice, *self.tokens, *self.zones)


class HexView(FaceView, frozen=True, kw_only=True):
    """A hex on the map, with the pieces on it that are not on any spot."""

    q: int
    r: int
    pieces: tuple[PieceView, ...] = ()

    def parts(self) -> Iterable[Mark]:
        return (*FaceView.parts(self), *self.pieces)


class Fit(Struct, frozen=True):
    """How a hex in hand may be turned at some place."""

    hex: str
    turns: tuple[int, ...]


class Candidate(Mark, frozen=True):
    """A place for a hex in hand, with the same number on every board."""

    number: int
    q: int
    r: int
    fits: tuple[Fit, ...] = ()


class HexMap(Struct, frozen=True, tag="map"):
    """A map of a few large hexes, with room for everything on them."""

    hexes: tuple[HexView, ...]
    colours: tuple[str, ...] = ()
    """The seats, in the order of the legend."""
    kinds: tuple[str, ...] = ()
    """The kinds of pieces, in the order of the legend."""
    faces: tuple[FaceView, ...] = ()
    """The hexes in the reader's hand, not turned."""
    candidates: tuple[Candidate, ...] = ()
    look: Look = Look()
    reader: str = ""
    """The seat that is looking at it, whose own pieces stand out."""

    @property
    def cells(self) -> list[Cell]:
        return [*((hex.q, hex.r) for hex in self.hexes), *((place.q, place.r) for place in self.candidates)]

    @property
    def all_faces(self) -> tuple[FaceView, ...]:
        """Return the hexes of the map and those in hand."""
        return (*self.hexes, *self.faces)

    @property
    def unplayed_colours(self) -> tuple[str, ...]:
        """Return the colours of dice that nobody plays."""
        return tuple(sorted({die.colour for face in self.all_faces for die in face.dice} - {*self.colours}))

    @property
    def private(self) -> bool:
        return any_private((*self.all_faces, *self.candidates))

    def drawn_names(self) -> set[str]:
        """Return the names of the hexes and of all that is on them."""
        return {name for hex in self.hexes for name in all_names(hex)}


class TileView(Mark, frozen=True):
    """A small tile: one ground, and the tokens on it, the most important last."""

    name: str
    q: int
    r: int
    ground: str
    tokens: tuple[TokenView, ...] = ()

    def parts(self) -> Iterable[Mark]:
        return self.tokens


class Chart(Struct, frozen=True, tag="chart"):
    """A map of many small tiles, each shown by one symbol and described if something is on it."""

    tiles: tuple[TileView, ...]
    colours: tuple[str, ...] = ()
    """The seats, in the order of the legend."""
    grounds: tuple[str, ...] = ()
    """The grounds, in the order of the legend."""
    kinds: tuple[str, ...] = ()
    """The kinds of tokens, in the order of lists and legend."""
    across: tuple[str, ...] = ()
    """The names of the columns, if they have any, from the leftmost tile on."""
    down: tuple[str, ...] = ()
    """The names of the rows, from the top."""
    look: Look = Look()
    note: Phrase | None = None
    """A line below the map with what everybody should see at a glance."""

    @property
    def cells(self) -> list[Cell]:
        return [(tile.q, tile.r) for tile in self.tiles]

    @property
    def private(self) -> bool:
        return any_private(self.tiles)

    def drawn_names(self) -> set[str]:
        """Return the names of the tiles and of what is on them."""
        return {name for tile in self.tiles for name in names_on(tile)}


Picture = HexMap | Chart
KEPT_NAMES: Memo[frozenset[str]] = Memo()


def marks_on(mark: Mark) -> Iterator[Mark]:
    """Yield a mark and all that is on it."""
    yield mark
    for part in mark.parts():
        yield from marks_on(part)


def any_private(marks: Iterable[Mark]) -> bool:
    return any(part.private for mark in marks for part in marks_on(mark))


def names_on(mark: Mark) -> Iterator[str]:
    """Yield the names of a mark and of all that is on it."""
    return (part.name for part in marks_on(mark) if part.name)


def all_names(mark: Mark) -> frozenset[str]:
    """Return the same names as a set, reused from the last picture with this mark."""
    return KEPT_NAMES.get(mark.name, (mark,), lambda: frozenset(names_on(mark)))


def pieces_on(hex: HexView) -> list[PieceView]:
    """Return the pieces of a hex, on spots or outside."""
    return [*hex.pieces, *(piece for spot in hex.spots for piece in spot.pieces)]


def tokens_of(face: FaceView) -> list[TokenView]:
    """Return the tokens of a hex and of its spots."""
    return [*face.tokens, *(token for spot in face.spots for token in spot.tokens)]
