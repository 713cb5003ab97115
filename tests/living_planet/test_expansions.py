"""Many random games with each expansion, each scenario and both expansions: they end, and nothing is made or lost.

From rich positions, everything happens that is rare in such games; a table of it is printed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise
from multiprocessing import Pool
from random import Random

import pytest

from lpbe.games.living_planet.actions.exploration import Explore
from lpbe.games.living_planet.actions.hex_draws import HexBuried
from lpbe.games.living_planet.events import TeamLost, TeamMoved
from lpbe.games.living_planet.expansions.aquarius.fleet import BOAT, is_maelstrom
from lpbe.games.living_planet.expansions.aquarius.walls import WallSpent
from lpbe.games.living_planet.expansions.arboria.dams import DamBroken
from lpbe.games.living_planet.expansions.arboria.driven_fire import FireDriven
from lpbe.games.living_planet.expansions.arboria.eruption import LavaFlowed
from lpbe.games.living_planet.expansions.arboria.flood import PlatformLost
from lpbe.games.living_planet.expansions.arboria.queries import is_volcano
from lpbe.games.living_planet.map.queries import hex_of, turns
from lpbe.games.living_planet.state import Bank, Decks, Map, Piles, Team, Track, Turn
from lpbe.games.living_planet.turn.turn import TurnBegan
from lpbe.kernel.engine import legality
from lpbe.kernel.engine.chance import Rng
from lpbe.kernel.engine.model import Event, Held, State
from lpbe.kernel.engine.table import Table, answers_wanted, submit

from ..contract.playouts import readers
from ..size_limits import sizes
from . import test_aquarius, test_arboria
from .expansions import KINDS, Moved, bound_otherwise, census, moves, wrong_sizes
from .positions import SEATS, position
from .test_expensive_positions import check_files, check_sight, fold
from .test_many import count_games

GAMES = 2000
SAMPLE = 12
"""Every how many positions one is examined closely."""
POOLED = 100
"""From this many games on, two processes play them."""


# Games at random


def check_folds(moved: Moved) -> None:
    """Check that every reader gets from one view to the next by the events that the reader sees."""
    for reader in readers(moved.before):
        view = moved.before.seen_by(reader).copy()
        fold(view, moved.table.events, reader)
        assert view == moved.table.state.seen_by(reader), reader


def check_choices(state: State) -> None:
    """Check that everybody who is asked can answer, and both orders of binding allow the same."""
    other = bound_otherwise(state)
    for seat, question in answers_wanted(state).items():
        orders = list(legality.legal_orders(state, question, seat))
        assert orders and sorted(map(repr, orders)) == sorted(map(repr, legality.legal_orders(other, question, seat)))
        assert legality.default_order(state, question, seat) == legality.default_order(other, question, seat)


def check_closely(moved: Moved) -> None:
    state = moved.table.state
    assert [*state.book.broken_laws(state), *wrong_sizes(state)] == []
    check_files(moved.table)
    check_sight(state)
    check_folds(moved)
    check_choices(state)


def check_game(name: str, seed: int) -> int:
    """Play and check one game; return how many orders it took."""
    there, number, moved = None, 0, None
    for number, moved in enumerate(moves(KINDS[name], seed, SAMPLE), 1):
        state = moved.table.state
        if there is None and state[Turn].number:
            there = census(state)
        if (number - 1) % SAMPLE == 0:
            check_closely(moved)
            assert there is None or census(state) == there, (name, seed, number)
    assert moved
    state = moved.table.state
    assert state.book.broken_laws(state) == [] and census(state) == there, (name, seed)
    assert len(state[Track].spots) == state[Turn].number == turns(state), (name, seed)
    return number


@pytest.mark.parametrize("name", KINDS)
@sizes("games", 2, GAMES)
def test_games_at_random_come_to_their_end_with_everything_in_its_place(name: str, games: int) -> None:
    if games < POOLED:
        assert all(check_game(name, seed) for seed in range(games))
        return
    with Pool(2) as pool:
        assert count_games(pool.imap_unordered(partial(check_game, name), range(games), chunksize=20), 100) == games


def test_what_is_made_lost_or_miscounted_is_noticed() -> None:
    *_, moved = moves(KINDS["both"], 1)
    state, there = moved.table.state, census(moved.table.state)
    for broken in (take_a_cube, add_a_hex, sink_a_card):
        other = state.copy()
        broken(other)
        assert census(other) != there, broken
    assert list(wrong_sizes(state)) == []
    state[Piles].hexes += 1
    state[Map].teams["RB9"] = Team("red", "AQ00.W1", kind="boat")
    assert len(list(wrong_sizes(state))) == 2


def take_a_cube(state: State) -> None:
    state[Bank].cubes["wood"] -= 1


def add_a_hex(state: State) -> None:
    state[Decks].hexes.append("O1")


def sink_a_card(state: State) -> None:
    state[Decks].market.pop()


# From rich positions

Past = Sequence[tuple[State, list[Event]]]


def steps_of(past: Past) -> Iterator[tuple[State, Event]]:
    """Yield each event, and the position that it came upon."""
    for (before, _), (_, events) in pairwise(past):
        state = before.copy()
        for event in events:
            yield state, event
            event.apply(state)


def losses(state: State, lost: TeamLost, sunk: dict[str, None]) -> Iterator[str]:
    """Yield the losses of a strike: a boat is lost before what it carries."""
    teams = state[Map].teams
    place = teams[lost.team].place
    if place in sunk:
        yield "boat and cargo lost"
    if teams[lost.team].kind == BOAT:
        sunk |= {team.place: None for team in teams.values() if team.place == lost.team}
        if is_maelstrom(state, hex_of(state, place)):
            yield "maelstrom loss"


def counters(past: Past) -> Iterator[str]:
    """Yield what happened that is rare."""
    sunk, lava = dict[str, None](), dict[str, None]()
    for state, event in steps_of(past):
        if name := SIMPLE.get(type(event)):
            yield name
        if isinstance(event, TurnBegan):
            lava.clear()
        if isinstance(event, TeamLost):
            yield from losses(state, event, sunk)
        if isinstance(event, TeamMoved) and any(t.wounded and t.place == event.team for t in state[Map].teams.values()):
            yield "wounded carried"
        if isinstance(event, HexBuried) and is_volcano(state, event.hex):
            yield "volcano buried"
        if isinstance(event, LavaFlowed) and event.hex not in lava:
            lava[event.hex] = None
            yield from ["eruption over two hexes"] if len(lava) == 2 else []


SIMPLE: dict[type[Event], str] = {
    FireDriven: "fire driven by a tornado",
    DamBroken: "dam broken",
    PlatformLost: "platform lost",
    WallSpent: "wall spent",
}
ALL = (
    *SIMPLE.values(),
    "boat and cargo lost",
    "wounded carried",
    "maelstrom loss",
    "volcano buried",
    "eruption over two hexes",
)


def bury_map(seed: int) -> Past:
    """Return nothing but desert on the map, and the volcano on top of the deck."""
    given = {
        "agenda": {"steps": [{"step": "act", "seat": "red"}]},
        "turn": {"dice": {"red": 1 + seed % 6}},
    }
    table = position(given, SEATS[:2], {"start_tile": "B"}, ["arboria"])
    table.state[Decks].hexes.sort(key=lambda hex: hex != "VOL")
    before = table.state.copy()
    submit(table, "red", [Held(Explore())])
    assert table.book.broken_laws(table.state) == []
    return [(before, []), (table.state, table.events)]


def erupting(seed: int) -> Past:
    """Two dice without a player, each of a river of its own: one to the colonies, one to posts and sawmills."""
    given = {
        "agenda": {"steps": [{"step": "cataclysm", "colour": colour} for colour in ("green", "yellow")]},
        "turn": {"dice": {"green": 5, "yellow": 4}},
        "map": {"hexes": test_arboria.MAP, "buildings": test_arboria.BUILT, "teams": test_arboria.TEAMS},
    }
    table, random = position(given, SEATS[:2], {}, ["arboria"]), Random(seed)
    out = [(table.state.copy(), list[Event]())]
    table.settle()
    out.append((table.state.copy(), table.events))
    while wanted := answers_wanted(table.state):
        seat, question = random.choice(list(wanted.items()))
        table = Table(table.state, Rng(seed.to_bytes(32, "big")))
        submit(table, seat, [Held(random.choice(list(legality.legal_orders(table.state, question, seat))))])
        out.append((table.state.copy(), table.events))
    return out


def rare(seed: int) -> Counter[str]:
    pasts = (test_arboria.positions(seed), test_aquarius.positions(seed), bury_map(seed), erupting(seed))
    return Counter(name for past in pasts for name in counters(past))


@sizes("seeds", 24, 400)
def test_from_rich_positions_all_that_is_rare_happens(seeds: int) -> None:
    found = sum(map(rare, range(seeds)), Counter[str]())
    print(*(f"{name:26}{found[name]:6}" for name in ALL), sep="\n")
    assert [name for name in ALL if not found[name]] == []
