"""Other hexes than the standard ones, with the same properties (catalogue 7.4)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from ...kernel.play.chance import Chance
from ...kernel.play.table import Table
from .state import COLOURS, LAND, Tile

FACES = "123456"


def generated(table: Table) -> dict[str, Tile]:
    """Dice with other colours and values, and dice, edges and icons on other hexes of the pool, same cataclysm."""
    rng = table.rng
    colours = dict(zip(COLOURS, rng.shuffled(COLOURS, "hexes/colours"), strict=True))
    values = dict(zip(FACES, rng.shuffled(FACES, "hexes/values"), strict=True))
    kinds: dict[str, dict[str, Tile]] = {}
    for name, tile in sorted(table.book.rows_of(Tile).items()):
        if tile.dice and tile.deck == LAND:
            kinds.setdefault(min(tile.dice.values()), {})[name] = tile
    return {name: tile for kind in kinds for name, tile in mixed(rng, kind, kinds[kind], colours, values).items()}


def mixed(
    rng: Chance, kind: str, tiles: dict[str, Tile], colours: dict[str, str], values: dict[str, str]
) -> dict[str, Tile]:
    """The hexes of one cataclysm, with their edges, dice and icons shuffled among them."""
    edges = rng.shuffled([tile.edges for tile in tiles.values()], f"hexes/{kind}/edges")
    dice = rng.shuffled([tile.dice for tile in tiles.values()], f"hexes/{kind}/dice")
    icons = rng.shuffled([icon for tile in tiles.values() for icon in tile.spots if icon], f"hexes/{kind}/icons")
    spots = dealt(rng, kind, [len(tile.spots) for tile in tiles.values()], icons)
    return {
        name: replace(
            tile,
            edges=edges[n],
            spots=spots[n],
            dice={colours[die[:-1]] + values[die[-1]]: brings for die, brings in dice[n].items()},
        )
        for n, (name, tile) in enumerate(tiles.items())
    }


def dealt(rng: Chance, kind: str, sizes: Sequence[int], icons: Sequence[str]) -> list[tuple[str, ...]]:
    """An icon for each hex first; the others and the blanks over the spots that are left."""
    first, more = icons[: len(sizes)], icons[len(sizes) :]
    blanks = [""] * (sum(sizes) - len(icons))
    rest = rng.shuffled([*more, *blanks], f"hexes/{kind}/spots")
    out = []
    for size, icon in zip(sizes, first, strict=True):
        out.append((icon, *sorted(rest[: size - 1], key=lambda spot: not spot)))
        rest = rest[size - 1 :]
    return out
