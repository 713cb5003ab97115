"""Find things on a board: empty places by name, symbols in use, pieces and cargo, what changed or is in danger."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set

from ..kernel.base.memo import Memo
from ..kernel.engine.foresight import Fact
from .model import DieView, FaceView, HexMap, HexView, Picture, PieceView, TokenView, tokens_of

DIRECTIONS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
COMPASSES = (("e", "ne", "nw", "w", "sw", "se"), ("e", "ne", "no", "o", "so", "se"))
"""The directions as they are called in English and French."""


def empty_place_names(picture: Picture, compasses: Iterable[tuple[str, ...]] = COMPASSES) -> dict[str, str]:
    """Return the names of empty places ("#3", "h05 ne") and their coordinates; the tiles of a chart have names."""
    if not isinstance(picture, HexMap):
        return {}
    taken = {(hex.q, hex.r) for hex in picture.hexes}
    numbered = [(place.number, f"{place.q},{place.r}") for place in picture.candidates]
    out = {name: cell for number, cell in numbered for name in (f"#{number}", f"({number})")}
    for compass in compasses:
        for hex in picture.hexes:
            for word, (q, r) in zip(compass, DIRECTIONS, strict=True):
                if (hex.q + q, hex.r + r) not in taken:
                    out[f"{hex.name.lower()} {word}"] = f"{hex.q + q},{hex.r + r}"
    return out


def all_tokens(picture: HexMap) -> list[TokenView]:
    """Return every token on a hex, an edge or a spot."""
    return [token for face in picture.all_faces for token in tokens_of(face)]


def cargo_pairs(picture: HexMap) -> Iterator[tuple[PieceView, PieceView]]:
    """Yield each piece that carries another, together with that one."""
    for hex in picture.hexes:
        tied = [piece for piece in hex.pieces if isinstance(piece.at, str)]
        yield from ((piece, load) for piece in hex.pieces for load in cargo_of(piece, tied))


def symbols_in_use(picture: HexMap, threatened: Set[str] = frozenset()) -> set[str]:
    """Return the symbols that not every map has, so that the legend explains only the ones in use."""
    faces = picture.all_faces
    buildings = [spot.building for face in faces for spot in face.spots if spot.building]
    there = {
        "abandoned": any(building.abandoned for building in buildings),
        "aboard": any(cargo_pairs(picture)),
        "candidate": bool(picture.candidates),
        "side": any(die.side is not None for face in faces for die in face.dice),
        "threatened": bool(threatened & picture.drawn_names()),
        "way": any(token.way is not None for token in all_tokens(picture)),
        "zone": any(face.zones for face in faces),
    }
    return {symbol for symbol, found in there.items() if found}


def zone_name(picture: HexMap) -> str:
    """Return the name of a zone as an example, from a hex with several zones if there is one."""
    faces = sorted((face for face in picture.all_faces if face.zones), key=lambda face: -len(face.zones))
    return faces[0].zones[0].name if faces else ""


Json = str | int | float | bool | None | Sequence["Json"] | Mapping[str, "Json"]
FUTURE_EVENTS = ("stopped", "asked")
"""Events that name things that have not happened yet."""
NAME_SETS: Memo[frozenset[str]] = Memo()


def changed_names(picture: Picture, events: Iterable[Mapping[str, Json]]) -> frozenset[str]:
    """Return the names of the things on the board that events mention."""
    drawn = NAME_SETS.get("", (picture,), lambda: frozenset(picture.drawn_names()))
    past = [event for event in events if event["event"] not in FUTURE_EVENTS]
    return frozenset(text for event in past for text in all_strings(event) if text in drawn)


def all_strings(value: Json) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        yield from (text for key, item in value.items() for text in (key, *all_strings(item)))
    elif isinstance(value, Sequence):
        yield from (text for item in value for text in all_strings(item))


def places_in_danger(threats: Iterable[Fact]) -> frozenset[str]:
    """Return the places that threats name, and those of the losses they would bring."""
    return frozenset(place for threat in threats for place in fact_places(threat))


def fact_places(fact: Fact) -> Iterator[str]:
    if fact.place and fact.tone == "bad":
        yield fact.place
    for value in fact.values.values():
        for part in value if isinstance(value, list | tuple) else (value,):
            if isinstance(part, Fact):
                yield from fact_places(part)


def cargo_of(piece: PieceView, pieces: Iterable[PieceView]) -> list[PieceView]:
    """Return what a piece carries."""
    return [each for each in pieces if each.at == piece.name]


def carriers(pieces: Sequence[PieceView]) -> list[PieceView]:
    """Return the pieces that no other carries."""
    if not any(piece.at is not None for piece in pieces):
        return list(pieces)
    names = {piece.name for piece in pieces}
    return [piece for piece in pieces if piece.at not in names]


def needs_zone_labels(face: FaceView) -> bool:
    """Return whether edges and spots must say which zone they belong to, because terrain and ground do not show it."""
    if not face.zones:
        return False
    reached = [{face.edges[edge] for edge in zone.edges} for zone in face.zones]
    return len(reached) > 2 or sum(map(len, reached)) > len(set[str]().union(*reached))


def stray_pieces(face: HexView) -> tuple[PieceView, ...]:
    """Return the pieces outside that are not in any zone, on an edge or on another piece."""
    if not any(piece.at is not None for piece in face.pieces):
        return face.pieces
    known = {zone.name for zone in face.zones} | {piece.name for piece in face.pieces}
    return tuple(piece for piece in face.pieces if piece.at not in known and not isinstance(piece.at, int))


def dice_by_yield(face: FaceView) -> dict[tuple[str, bool], list[DieView]]:
    """Return the dice by their effect, apart from those of single edges."""
    out: dict[tuple[str, bool], list[DieView]] = {}
    for die in face.dice:
        out.setdefault((die.brings, die.side is not None), []).append(die)
    return out


def dice_by_edge(dice: Iterable[DieView]) -> dict[int, list[DieView]]:
    """Return the dice that count for one edge only, by that edge."""
    out: dict[int, list[DieView]] = {}
    for die in dice:
        if die.side is not None:
            out.setdefault(die.side, []).append(die)
    return dict(sorted(out.items()))
