"""The best attack of each kind and size, by what its tiles are worth."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ....kernel.engine.hexgrid import SIDES
from ....kernel.engine.model import Order, State
from ..attack_enumeration import ALL_DIRECTIONS, starts
from ..attacks import Meteorite, Tornado, Tsunami, Wildfire, card_sets, catastrophes
from ..globe import DIRECTIONS, reliefs
from ..patterns import fan, rings, size
from ..queries import kind_of, row_of
from ..state import Kind
from .tile_values import Appraisal, heat_worth

Found = tuple[float, Order]
Path = tuple[float, str, tuple[int, ...], tuple[str, ...]]
"""What a path is worth, where it started, its directions, and its tiles."""


def best_attack(state: State) -> Order | None:
    """Return the attack that is worth most per card."""
    look = Appraisal(state)
    kinds = dict.fromkeys(kind_of(state, card) for card in catastrophes(state))
    found = [
        (worth / len(cards) ** 0.8 + heat_worth(state, len(cards) - 1), order)
        for kind in kinds
        for cards in card_sets(state, kind)
        for worth, order in rated_attacks(state, look, kind, cards)
    ]
    return max(found, key=lambda one: one[0])[1] if found else None


def rated_attacks(state: State, look: Appraisal, kind: str, cards: tuple[str, ...]) -> Iterator[Found]:
    """Yield the best attack with these cards, if there is any."""
    row = row_of(state, kind)
    count = len(cards)
    origins = starts(state, row)
    if row.pattern == "path":
        yield from storm(look, row, count, origins, cards)
    elif row.pattern == "fan":
        shapes = [
            (fan(look.globe, row, count, tile, side), Tsunami(tile, side, cards))
            for tile in origins
            for side in ALL_DIRECTIONS
        ]
        yield from best_shape(look, shapes)
    elif row.pattern == "rings":
        yield from best_shape(look, [(rings(look.globe, row, count, tile), Meteorite(tile, cards)) for tile in origins])
    else:
        fires = [
            (burning, Wildfire(tile, burning, cards))
            for tile in origins
            if (burning := fire(state, look, row, count, tile))
        ]
        yield from best_shape(look, fires)


def best_shape(look: Appraisal, shapes: Iterable[tuple[Sequence[str], Order]]) -> Iterator[Found]:
    rated = [(look.total(tiles), order) for tiles, order in shapes]
    if rated:
        worth, order = max(rated, key=lambda one: one[0])
        if worth > 0:
            yield worth, order


def fire(state: State, look: Appraisal, row: Kind, count: int, origin: str) -> tuple[str, ...]:
    """Return the most valuable tiles, one after the other; forest leads to more."""
    lit = [origin]
    burning = list[str]()
    for _ in range(size(row.reach, count)):
        beside = dict.fromkeys(tile for here in lit for tile in look.globe.around[here] if tile)
        fuel = [t for t in beside if t not in look.taken and t not in burning and row.on in reliefs(state, t)]
        if not fuel:
            break
        best = max(fuel, key=lambda tile: look.of(tile) + 0.5 * (row.via in reliefs(state, tile)))
        burning.append(best)
        if row.via in reliefs(state, best):
            lit.append(best)
    return tuple(burning)


def storm(look: Appraisal, row: Kind, count: int, origins: list[str], cards: tuple[str, ...]) -> Iterator[Found]:
    """Yield the best path to every place, heading and number of bends, step by step."""
    most = size(row.reach, count)
    turns = size(row.bends, count)
    front: dict[tuple[str, int, int], Path] = {
        (tile, side, 0): (0.0, tile, (), (tile,)) for tile in origins for side in SIDES
    }
    best: Path | None = None
    for _ in range(most):
        front = further(look, front, turns)
        for path in front.values():
            if best is None or path[0] > best[0]:
                best = path
    if best and best[0] > 0:
        yield best[0], Tornado(best[1], tuple(DIRECTIONS[side] for side in best[2]), cards=cards)


def further(look: Appraisal, front: dict[tuple[str, int, int], Path], turns: int) -> dict[tuple[str, int, int], Path]:
    """Extend all paths by one step: straight on, then perhaps with a bend."""
    around = look.globe.around
    out: dict[tuple[str, int, int], Path] = {}
    for (tile, side, bends), (worth, origin, sides, seen) in front.items():
        there = around[tile][side]
        if not there:
            continue
        total = worth if there in seen else worth + look.of(there)
        path: Path | None = None
        for turn in (0, 1, -1) if bends < turns else (0,):
            key = there, (side + turn) % 6, bends + abs(turn)
            if (known := out.get(key)) is None or known[0] < total:
                path = path or (total, origin, (*sides, side), (*seen, there))
                out[key] = path
    return out
