"""Tables to test on: a new game, or a position put together from a scenario."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from lpbe.games import book_of
from lpbe.games.pebbles.state import Bag, Hand, Supply
from lpbe.kernel.engine.chance import Rng
from lpbe.kernel.engine.model import Roster, Seat, State
from lpbe.kernel.engine.table import Table, start

from ..contract.contract_config import Position, laid_out

SEATS = ("red", "blue", "green", "yellow")


def new_game(seed: int, expansions: Sequence[str] = (), seats: int = 2, rounds: int = 3) -> Table:
    state = book_of("pebbles", expansions).blank(SEATS[:seats], {"pebbles": {"rounds": rounds}})
    table = Table(state, Rng(seed.to_bytes(32, "big")))
    start(table)
    return table


def position(given: Mapping[str, Any], expansions: Sequence[str] = (), seats: Sequence[Seat] = SEATS[:2]) -> Table:
    state = laid_out(book_of("pebbles", expansions), Position(given, seats, {}, expansions))
    count(state)
    return Table(state, Rng(bytes(32)))


def count(state: State) -> None:
    """Hands and the bag are counted on the table too."""
    for seat in state[Roster].seats:
        state[Supply].hands[seat] = len(state[Hand, seat].pebbles) + len(state[Hand, seat].drawn)
    state[Supply].bag = state[Supply].bag or len(state[Bag].pebbles)
