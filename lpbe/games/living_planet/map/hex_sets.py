"""Generated hexes with the same properties as the standard ones (catalogue 7.4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain

from msgspec.structs import replace

from ....kernel.engine.chance import Chance
from ....kernel.engine.table import Table
from ..state import COLOURS, LAND, Tile

DIE_VALUES = "123456"
SWAP_ROUNDS = 16
"""How often each die is offered in exchange for another; after that it may be anywhere."""
Deal = dict[str, tuple[str, ...]]
"""The dice of each hex."""


def generate_hexes(table: Table) -> dict[str, Tile]:
    """Return new hexes: other dice, and edges and icons from other hexes of the pool with the same cataclysm."""
    tiles = {name: tile for name, tile in sorted(table.book.rows_of(Tile).items()) if tile.dice and tile.deck == LAND}
    kinds = {name: min(tile.dice.values()) for name, tile in tiles.items()}
    deal = redeal_dice(table.rng, {name: tuple(tile.dice) for name, tile in tiles.items()}, kinds)
    out = {}
    for kind in sorted(set(kinds.values())):
        out.update(mix_hexes(table.rng, kind, {name: tiles[name] for name in tiles if kinds[name] == kind}, deal))
    return out


def redeal_dice(rng: Chance, printed: Deal, kinds: Mapping[str, str]) -> Deal:
    """Rename colours and values, then swap dice in pairs as long as the rules for printed hexes hold."""
    deal = rename_dice(rng, printed)
    slots = [(name, n) for name in deal for n in range(len(deal[name]))]
    bounds = value_bounds(deal, kinds)
    for turn in range(SWAP_ROUNDS):
        order = rng.shuffled(slots, f"hexes/dice/{turn}")
        for (one, n), (other, m) in zip(order[::2], order[1::2], strict=False):
            first, second = deal[one][n], deal[other][m]
            swapped = {**deal, one: replace_die(deal[one], n, second)}
            swapped[other] = replace_die(swapped[other], m, first)
            alike = kinds[one] == kinds[other] or colour(first) == colour(second)
            if alike and sound(swapped, kinds, bounds):
                deal = swapped
    return deal


def rename_dice(rng: Chance, printed: Deal) -> Deal:
    colours = dict(zip(COLOURS, rng.shuffled(COLOURS, "hexes/colours"), strict=True))
    values = dict(zip(DIE_VALUES, rng.shuffled(DIE_VALUES, "hexes/values"), strict=True))
    return {name: tuple(colours[colour(die)] + values[value(die)] for die in dice) for name, dice in printed.items()}


def replace_die(dice: tuple[str, ...], n: int, die: str) -> tuple[str, ...]:
    return (*dice[:n], die, *dice[n + 1 :])


def colour(die: str) -> str:
    return die[:-1]


def value(die: str) -> str:
    return die[-1]


def dice_of(deal: Deal, kinds: Mapping[str, str]) -> dict[str, list[str]]:
    """Return all dice of each cataclysm."""
    return {
        kind: list(chain.from_iterable(dice for name, dice in deal.items() if kinds[name] == kind))
        for kind in sorted(set(kinds.values()))
    }


def value_bounds(deal: Deal, kinds: Mapping[str, str]) -> tuple[int, int]:
    """Return how seldom and how often a value occurs on the hexes of one cataclysm."""
    counts = [Counter(map(value, dice))[face] for dice in dice_of(deal, kinds).values() for face in DIE_VALUES]
    return min(counts, default=0), max(counts, default=0)


def sound(deal: Deal, kinds: Mapping[str, str], bounds: tuple[int, int]) -> bool:
    """Return whether dice differ within a hex and within a cataclysm, whose values must be about equally frequent."""
    if any(len(set(map(part, dice))) < len(dice) for dice in deal.values() for part in (colour, value)):
        return False
    least, most = bounds
    for dice in dice_of(deal, kinds).values():
        counts = Counter(map(value, dice))
        if len(set(dice)) < len(dice) or not all(least <= counts[face] <= most for face in DIE_VALUES):
            return False
    return True


def mix_hexes(rng: Chance, kind: str, tiles: Mapping[str, Tile], deal: Deal) -> dict[str, Tile]:
    """Return the hexes of one cataclysm, with their edges and icons shuffled among them."""
    edges = rng.shuffled([tile.edges for tile in tiles.values()], f"hexes/{kind}/edges")
    icons = rng.shuffled([icon for tile in tiles.values() for icon in tile.spots if icon], f"hexes/{kind}/icons")
    spots = deal_icons(rng, kind, [len(tile.spots) for tile in tiles.values()], icons)
    return {
        name: replace(tile, edges=edges[n], spots=spots[n], dice=dict(zip(deal[name], tile.dice.values(), strict=True)))
        for n, (name, tile) in enumerate(tiles.items())
    }


def deal_icons(rng: Chance, kind: str, sizes: Sequence[int], icons: Sequence[str]) -> list[tuple[str, ...]]:
    """Deal one icon to each hex first, then the others and the blanks to the spots that are left."""
    first, more = icons[: len(sizes)], icons[len(sizes) :]
    blanks = [""] * (sum(sizes) - len(icons))
    rest = rng.shuffled([*more, *blanks], f"hexes/{kind}/spots")
    out = []
    for size, icon in zip(sizes, first, strict=True):
        out.append((icon, *sorted(rest[: size - 1], key=lambda spot: not spot)))
        rest = rest[size - 1 :]
    return out
