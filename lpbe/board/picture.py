"""What is to be drawn of a world of hexes, whatever the game; kinds, icons and colours are keys of its words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec import Struct

PLANS = ("stopped", "asked")
"""Events that name what is still to come."""
Cell = tuple[int, int]
"""Axial coordinates (q, r): pointy tops, r grows downwards."""


class PieceDrawn(Struct, frozen=True):
    name: str
    colour: str
    kind: str
    wounded: bool = False


class BuildingDrawn(Struct, frozen=True):
    """What stands on a spot, the value it shows, and the colour of the chip on it."""

    kind: str
    value: int = 0
    chip: str = ""


class SpotDrawn(Struct, frozen=True):
    name: str
    number: int
    icon: str = ""
    building: BuildingDrawn | None = None
    pieces: tuple[PieceDrawn, ...] = ()


class DieDrawn(Struct, frozen=True):
    """A die printed on a hex and what it brings; lit where the real die shows this now."""

    colour: str
    value: int
    brings: str
    lit: bool = False


class FaceDrawn(Struct, frozen=True, kw_only=True):
    """The face of a hex: a terrain letter for each edge, from the east on and counter-clockwise."""

    name: str
    edges: str
    spots: tuple[SpotDrawn, ...] = ()
    dice: tuple[DieDrawn, ...] = ()
    tokens: tuple[str, ...] = ()


class HexDrawn(FaceDrawn, frozen=True, kw_only=True):
    """A hex as it lies, with the pieces on it that are on no spot."""

    q: int
    r: int
    pieces: tuple[PieceDrawn, ...] = ()


class Fit(Struct, frozen=True):
    """How a hex in hand may be turned at some place."""

    hex: str
    turns: tuple[int, ...]


class Candidate(Struct, frozen=True):
    """A place for a hex in hand, numbered alike on every board."""

    number: int
    q: int
    r: int
    fits: tuple[Fit, ...] = ()


class Picture(Struct, frozen=True):
    """The whole drawing; the orders of colours and kinds of pieces choose their shapes."""

    hexes: tuple[HexDrawn, ...]
    colours: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    faces: tuple[FaceDrawn, ...] = ()
    """The hexes in the reader's hand, not turned."""
    candidates: tuple[Candidate, ...] = ()

    @property
    def cells(self) -> list[Cell]:
        return [*((hex.q, hex.r) for hex in self.hexes), *((place.q, place.r) for place in self.candidates)]


def pieces_on(hex: HexDrawn) -> list[PieceDrawn]:
    """The pieces of a hex, on spots or outside."""
    return [*hex.pieces, *(piece for spot in hex.spots for piece in spot.pieces)]


def parts_of(hex: HexDrawn) -> Iterator[str]:
    """The names of a hex and of all that is on it."""
    yield hex.name
    yield from (spot.name for spot in hex.spots)
    yield from (piece.name for piece in pieces_on(hex))


def changed(picture: Picture, events: Iterable[Mapping[str, Any]]) -> frozenset[str]:
    """What events name of the things that are drawn."""
    drawn = {name for hex in picture.hexes for name in parts_of(hex)}
    told = [event for event in events if event["event"] not in PLANS]
    return frozenset(text for event in told for text in strings(event) if text in drawn)


def strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        yield from (text for key, item in value.items() for text in (key, *strings(item)))
    elif isinstance(value, list | tuple):
        yield from (text for item in value for text in strings(item))
