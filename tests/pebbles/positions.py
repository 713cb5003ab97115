"""Tables to test on: a new game, or a position put together from a scenario."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import json

from lpbe.games import book_of
from lpbe.games.pebbles.state import Bag, Hand, Supply
from lpbe.kernel.chain.drawers import read_drawer, write_drawer
from lpbe.kernel.play.chance import Rng
from lpbe.kernel.play.rules import Drawer, Roster, Seat
from lpbe.kernel.play.table import Table, start

from ..contract.trial import Position

SEATS = ("red", "blue", "green", "yellow")


def new_game(seed: int, expansions: Sequence[str] = (), seats: int = 2, rounds: int = 3) -> Table:
    state = book_of("pebbles", expansions).blank(SEATS[:seats], {"pebbles": {"rounds": rounds}})
    table = Table(state, Rng(seed.to_bytes(32, "big")))
    start(table)
    return table


def position(given: Mapping[str, Any], expansions: Sequence[str] = (), seats: Sequence[Seat] = SEATS[:2]) -> Table:
    return laid_out(Position(given, seats, {}, expansions))


def laid_out(wanted: Position) -> Table:
    """Components by name, what lies behind a screen under its seat; what is not given is empty; hands are counted."""
    given, seats, options, expansions = wanted
    book = book_of("pebbles", expansions)
    state = book.blank(seats, options)
    table = {name: part for name, part in given.items() if name not in (*seats, "bag")}
    whole = {**write_drawer(state, Drawer.TABLE), **table}
    read_drawer(book, state, Drawer.TABLE, json.decode(json.encode(whole)))
    read_drawer(book, state, Drawer.BOX, {"bag": given.get("bag", {})})
    for seat in seats:
        read_drawer(book, state, Drawer.SCREEN, given.get(seat, {}), seat)
    state[Roster].seats = list(seats)
    for seat in seats:
        state[Supply].hands[seat] = len(state[Hand, seat].pebbles) + len(state[Hand, seat].drawn)
    state[Supply].bag = state[Supply].bag or len(state[Bag].pebbles)
    return Table(state, Rng(bytes(32)))
