"""What a position is worth to a seat: points on the path, coins, pebbles in hand, and how far the best rival is."""

from __future__ import annotations

from collections.abc import Mapping

from ...kernel.engine.events import Ended
from ...kernel.engine.model import Roster, Seat, State
from .scoring import COINS_PER_POINT, worth
from .state import Hand, Purse, pebble_of, pebbles_of

HUNDREDTHS = 100
IN_HAND_PERCENT = 60
"""How much of its points a pebble in hand is worth: it may never be laid."""


def outlook(state: State, seat: Seat, ended: Ended | None) -> Mapping[str, int]:
    """Return the parts in hundredths of a point."""
    parts = {one: own_parts(state, one, ended) for one in state[Roster].seats}
    rivals = [sum(parts[one].values()) for one in parts if one != seat]
    return {**parts[seat], "rivals": -max(rivals, default=0)}


def own_parts(state: State, seat: Seat, ended: Ended | None) -> dict[str, int]:
    coins = state[Purse, seat].coins
    hand = 0 if ended else sum(pebble_of(state, name).value for name in state[Hand, seat].pebbles)
    return {
        "path": HUNDREDTHS * sum(worth(state, name) for name in pebbles_of(state, seat)),
        "coins": HUNDREDTHS * (coins // COINS_PER_POINT) + HUNDREDTHS * (coins % COINS_PER_POINT) // 4,
        "hand": IN_HAND_PERCENT * hand,
    }
