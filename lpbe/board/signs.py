"""Which signs a map shows, so that its legend explains those and no others."""

from __future__ import annotations

from collections.abc import Iterator

from .picture import HexMap, PieceDrawn, TokenDrawn, tokens_of
from .wording import Marked, cargo_of


def tokens_on(picture: HexMap) -> list[TokenDrawn]:
    """Every token on a hex, an edge or a spot."""
    return [token for face in picture.all_faces for token in tokens_of(face)]


def loads(picture: HexMap) -> Iterator[tuple[PieceDrawn, PieceDrawn]]:
    """Each piece that carries another, and that one."""
    for hex in picture.hexes:
        tied = [piece for piece in hex.pieces if isinstance(piece.at, str)]
        yield from ((piece, load) for piece in hex.pieces for load in cargo_of(piece, tied))


def shown(picture: HexMap, threatened: Marked = frozenset()) -> set[str]:
    """The signs that not every map has."""
    faces = picture.all_faces
    buildings = [spot.building for face in faces for spot in face.spots if spot.building]
    there = {
        "abandoned": any(building.abandoned for building in buildings),
        "aboard": any(loads(picture)),
        "candidate": bool(picture.candidates),
        "side": any(die.side is not None for face in faces for die in face.dice),
        "threatened": bool(threatened & picture.drawn_names()),
        "way": any(token.way is not None for token in tokens_on(picture)),
        "zone": any(face.zones for face in faces),
    }
    return {sign for sign, found in there.items() if found}


def zone_name(picture: HexMap) -> str:
    """The name of a zone, to show what those are like: on a hex with several, if there is one."""
    faces = sorted((face for face in picture.all_faces if face.zones), key=lambda face: -len(face.zones))
    return faces[0].zones[0].name if faces else ""
