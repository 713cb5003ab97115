"""Measure how long the longest list of legal orders in 2116 takes, in the richest position that could be made up."""

from __future__ import annotations

from time import process_time

from lpbe.games import book_of, game_of
from lpbe.games.planet_2116.attack_sequence import Declare
from lpbe.games.planet_2116.globe import globe_of
from lpbe.games.planet_2116.state import PLANET, FaceDown, Prepared, World
from lpbe.kernel.engine import legality
from lpbe.kernel.engine.model import State

GAME = "planet-2116"
LAID = ("P05", "P06", "P07", "P08")
"""Four tsunamis: most tiles are sea, and every direction and number of cards counts."""


def richest() -> State:
    """Remove six of every seven tiles, so that one tile remains next to every hole."""
    book = book_of(GAME, ())
    state = book.blank(game_of(GAME).seats, {})
    places = {name: tile.at for name, tile in globe_of(book).tiles.items()}
    state[World].taken = [name for name, (q, r) in places.items() if (q + 3 * r) % 7]
    state[Prepared].hidden, state[Prepared].level = len(LAID), 1
    state[FaceDown, PLANET].cards = list(LAID)
    return state.seen_by(PLANET)


def count_orders(state: State) -> int:
    return sum(1 for _ in legality.legal_orders(state, Declare(), PLANET))


def measure(repeats: int) -> dict[str, float]:
    """Return the shortest time in milliseconds: disturbances only make it longer."""
    state = richest()
    assert count_orders(state) > 4000, "a list that long is what this is about"

    def timed() -> float:
        before = process_time()
        count_orders(state)
        return 1000 * (process_time() - before)

    return {"planet2116_legal_ms": min(timed() for _ in range(repeats))}
