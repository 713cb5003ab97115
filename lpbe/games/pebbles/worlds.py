"""What the others may hold and what may be in the bag, as far as a seat knows."""

from __future__ import annotations

from ...kernel.engine.chance import Chance
from ...kernel.engine.model import Roster, Seat, State
from ...kernel.engine.worlds import share_out
from .invariants import BANK_COINS
from .state import START_COINS, Bag, Hand, Path, Pebble, Purse, Supply

MAX_COINS_WEIGHT = 8
"""How unequally the coins of several rivals are assumed to be divided."""


def worlds(world: State, seat: Seat, chance: Chance) -> None:
    """Deal out the pebbles and coins that the seat does not see."""
    seats = world[Roster].seats
    rivals = [one for one in seats if one != seat]
    own = world[Hand, seat]
    seen = {*world[Path].laid, *own.pebbles, *own.drawn}
    pebbles = chance.shuffled([name for name in sorted(world.book.rows_of(Pebble)) if name not in seen], "pebbles")
    for rival in rivals:
        count = world[Supply].hands.get(rival, 0)
        world[Hand, rival].pebbles, pebbles = pebbles[:count], pebbles[count:]
    world[Bag].pebbles = pebbles
    coins = BANK_COINS + START_COINS * len(seats) - world[Supply].coins - world[Purse, seat].coins
    weights = [1 + chance.below(MAX_COINS_WEIGHT, f"coins/{rival}") for rival in rivals]
    for rival, share in zip(rivals, share_out(coins, weights), strict=True):
        world[Purse, rival].coins = share
