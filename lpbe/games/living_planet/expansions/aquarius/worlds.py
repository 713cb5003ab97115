"""Which hexes the others may have picked, as far as a seat knows."""

from __future__ import annotations

from .....kernel.engine.chance import Chance
from .....kernel.engine.model import Seat, State
from ...map.queries import seats
from ...state import Hand, Map, Turn
from .hex_picks import PickedHexes, Picks, eligible
from .options import on_the_island
from .setup import picks_each


def worlds(world: State, seat: Seat, chance: Chance) -> None:
    """Guess what was picked: all land in the game was, and whoever is asked sees what is left (AQ-SETUP-13)."""
    if not on_the_island(world):
        return
    rivals = [one for one in seats(world) if one != seat]
    picked = chance.shuffled(picked_by_others(world, seat, chance), "others")
    world[PickedHexes].hexes = [*world[Picks, seat].picked, *picked]
    for n, rival in enumerate(rivals):
        world[Picks, rival].picked = picked[n :: len(rivals)]


def picked_by_others(world: State, seat: Seat, chance: Chance) -> list[str]:
    own = world[Picks, seat]
    others = [hex for hex in eligible(world) if hex not in own.picked]
    if own.pool:
        return [hex for hex in others if hex not in own.pool]
    if not world[Turn].number:
        return []
    seen = [hex for hex in others if hex in world[Map].hexes or hex in world[Hand, seat].hexes]
    unseen = chance.shuffled([hex for hex in others if hex not in seen], "picked")
    return [*seen, *unseen][: picks_each(world) * (len(seats(world)) - 1)]
