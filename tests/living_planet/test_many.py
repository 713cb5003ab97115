"""Many random games: each ends in turn 12, with everything there that was there at the start."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from multiprocessing import Pool

import pytest
from msgspec import UNSET

from lpbe.games import book_of
from lpbe.games.living_planet.map.queries import chips_left
from lpbe.games.living_planet.state import CHIPS_PER_SEAT, Bank, Decks, Hand, Map, Purse, Track, Turn
from lpbe.kernel.engine import legality
from lpbe.kernel.engine.chance import Rng
from lpbe.kernel.engine.model import Held, Poll, Roster, Standing, State
from lpbe.kernel.engine.table import Table, seats_asked, start, submit, top

from ..size_limits import part, sizes

COLOURS = ["red", "blue", "yellow", "green"]
EDITIONS = ["merged", "fr", "en", "published-like"]
CUBES = 47 - 5
MOST = 3000


def play(seed: int) -> State:
    """Return one game between seats that give any legal order."""
    chance = random.Random(seed)
    seats, edition = COLOURS[: 2 + seed % 3], EDITIONS[seed % 4]
    state = book_of("living-planet", []).blank(seats, {"living-planet": {"edition": edition}})
    start(Table(state, Rng(seed.to_bytes(32, "big"))))
    for _ in range(MOST):
        question = top(state)
        if question is None:
            return state
        table = Table(state, Rng(seed.to_bytes(32, "big")))
        asked = seats_asked(table.closed, question)
        if isinstance(question, Poll):
            asked = [seat for seat in asked if state[Standing, seat].answer is UNSET]
        seat = chance.choice(list(asked))
        submit(table, seat, [Held(chance.choice(list(legality.legal_orders(state, question, seat))))])
    raise AssertionError(f"game {seed} does not end")


def check(seed: int) -> int:
    state = play(seed)
    seats = state[Roster].seats
    assert state[Turn].number == 12, seed
    assert len(state[Track].spots) == 12, seed
    held = sum(sum(state[Purse, seat].cubes.values()) for seat in seats)
    gone = len([spot for spot in state[Track].spots if spot]) + len(state[Track].removed)
    assert held + sum(state[Bank].cubes.values()) + gone == CUBES, seed
    hexes = [*state[Map].hexes, *state[Decks].hexes, *(h for seat in seats for h in state[Hand, seat].hexes)]
    assert len(hexes) == len(set(hexes)) == 25, seed
    cards = [*state[Decks].market, *state[Decks].discard, *(c for seat in seats for c in state[Hand, seat].market)]
    assert len(cards) == len(set(cards)) == 25, seed
    for seat in seats:
        assert sorted([*state[Hand, seat].cards, *state[Hand, seat].pile]) == [1, 2, 3, 4, 5, 6], seed
        assert 0 <= chips_left(state, seat) <= CHIPS_PER_SEAT, seed
        assert state[Purse, seat].money >= 0, seed
    tiles = [building.tile for building in state[Map].buildings.values()]
    assert len(tiles) == len(set(tiles)), seed
    return seed


@sizes("games", 10, 40)
def test_random_games_end_with_everything_in_its_place(games: int) -> None:
    assert [check(seed) for seed in range(games)] == list(range(games))


def count_games(done: Iterator[int], every: int) -> int:
    number = 0
    for number, _ in enumerate(done, 1):
        if number % every == 0:
            sys.stderr.write(f"\r{number} games ")
    return number


@pytest.mark.soak
def test_ten_thousand_random_games_end_with_everything_in_its_place() -> None:
    games = part(10_000)
    with Pool(2) as pool:
        assert count_games(pool.imap_unordered(check, range(games), chunksize=50), 250) == games
