"""Empty places by name: a number where they are numbered, a hex and a direction everywhere."""

from __future__ import annotations

from collections.abc import Iterable

from .picture import HexMap, Picture

DIRECTIONS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
COMPASSES = (("e", "ne", "nw", "w", "sw", "se"), ("e", "ne", "no", "o", "so", "se"))
"""The directions as they are called in English and French."""


def places(picture: Picture, compasses: Iterable[tuple[str, ...]] = COMPASSES) -> dict[str, str]:
    """What people may call an empty place, and its coordinates: "#3", "h05 ne"; the tiles of a chart have names."""
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
