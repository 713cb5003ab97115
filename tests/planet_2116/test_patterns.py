"""Attacks judged by the engine and by a second description of the patterns, which knows nothing of the first."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from lpbe.games.planet_2116.assault import Declare
from lpbe.games.planet_2116.attack import Announced, Meteorite, Tornado, Tsunami, Wildfire
from lpbe.games.planet_2116.search import SIX, Direction
from lpbe.games.planet_2116.state import PLANET, Attack, Prepared, World
from lpbe.kernel.play import standing
from lpbe.kernel.play.rules import Order, State
from lpbe.kernel.play.table import Table

from ..contract.trial import Position, root
from ..sizes import every, sizes
from . import atlas
from .positions import laid_out

NAMES = [atlas.name((row, column)) for row in range(15) for column in range(atlas.COLUMNS)]
CARDS = {"tornado": "P01 P02 P03 P04", "tsunami": "P05 P06 P07 P08"}
CARDS |= {"wildfire": "P09 P10 P11 P12", "meteorite": "P13 P14 P15 P16"}


def cards_of(kind: str, count: int) -> tuple[str, ...]:
    return tuple(CARDS[kind].split()[:count])


def world(taken: list[str]) -> State:
    """These tiles are gone, and every Catastrophe is prepared."""
    seats = ("planet", "human-1", "human-2", "human-3")
    state = laid_out(Position({}, seats, {}, ())).state
    state[World].taken = taken
    state[Prepared].cards = [card for cards in CARDS.values() for card in cards.split()]
    state[Prepared].level = 2
    return state


def judged(state: State, order: Order) -> bool:
    return standing.refusal(state, Declare(), PLANET, order) is None


def aimed(state: State, order: Order) -> list[str]:
    table = Table(state.copy(), root(1))
    table.handler(Declare(), order).play(table, PLANET, Declare(), order)
    assert any(isinstance(event, Announced) for event in table.events)
    return table.state[Attack].tiles


def fits(kind: str, origin: str) -> bool:
    return atlas.FROM[kind] in atlas.bears(atlas.place(origin))


@pytest.mark.parametrize("cards", [1, 2, 3, 4])
@every(37, 1)
def test_fans_and_rings_of_every_origin(cards: int, every: int) -> None:
    for origin in NAMES[::every]:
        state, at = world([origin]), atlas.place(origin)
        ring = sorted(atlas.name(one) for one in atlas.meteorite(at, cards) if atlas.on_board(one))
        order: Order = Meteorite(origin, cards_of("meteorite", cards))
        assert judged(state, order) == fits("meteorite", origin)
        assert not judged(state, order) or sorted(aimed(state, order)) == ring
        for way in SIX:
            fan = sorted(atlas.name(one) for one in atlas.tsunami(at, way, cards) if atlas.on_board(one))
            order = Tsunami(origin, way, cards_of("tsunami", cards))
            assert judged(state, order) == (fits("tsunami", origin) and bool(fan))
            assert not judged(state, order) or sorted(aimed(state, order)) == fan


def check_paths(origin: str, cards: int, ways: Iterator[tuple[str, ...]]) -> int:
    """How many of these paths are legal; by both descriptions the same ones."""
    state, at, legal = world([origin]), atlas.place(origin), 0
    for path in ways:
        visited = atlas.tornado(at, path, cards)
        wanted = visited is not None and fits("tornado", origin) and set(visited) != {at}
        assert judged(state, Tornado(origin, path, cards=cards_of("tornado", cards))) == wanted, (origin, path)
        legal += wanted
    return legal


@pytest.mark.parametrize("cards", [1, 2])
@every(97, 1)
def test_every_path_of_one_and_two_cards(cards: int, every: int) -> None:
    assert sum(check_paths(origin, cards, atlas.paths(cards)) for origin in NAMES[::every])


@pytest.mark.soak
@pytest.mark.parametrize(("cards", "origin"), [(3, "K12"), (3, "D11"), (4, "K12")])
def test_as_many_paths_of_three_and_four_cards(cards: int, origin: str) -> None:
    """In the middle of the map every list of directions is a path, or leaves the board."""
    ways = [path for path in atlas.paths(cards) if atlas.tornado(atlas.place(origin), path, cards)]
    assert check_paths(origin, cards, atlas.paths(cards)) == len(ways) > 1000


def nearly(random: Random, state: State, origin: str) -> tuple[Order, bool]:
    """A random order, legal or not by much; and whether it is, by the second description."""
    taken = {atlas.place(tile) for tile in state[World].taken}
    at, cards = atlas.place(origin), random.randint(1, 4)
    if random.random() < 0.5:
        ways = [random.choice(SIX)]
        while len(ways) < random.randint(1, 4 * cards + 1):
            ways.append(
                ways[-1] if random.random() < 0.8 else random.choice((*COMPASS_TURNS[ways[-1]], random.choice(SIX)))
            )
        visited = atlas.tornado(at, ways, cards)
        good = visited is not None and not taken.issuperset(visited) and at in taken and fits("tornado", origin)
        return Tornado(origin, tuple(ways), cards=cards_of("tornado", cards)), good
    tiles = burning(random, at, cards)
    good = atlas.wildfire(at, tiles, cards, taken) and at in taken and fits("wildfire", origin)
    names = tuple(atlas.name(tile) for tile in tiles)
    return Wildfire(origin, names, cards_of("wildfire", cards)), good


COMPASS_TURNS: dict[str, tuple[Direction, ...]] = {
    way: tuple(SIX[(n + by) % 6] for by in (1, -1)) for n, way in enumerate(SIX)
}


def burning(random: Random, at: atlas.Place, cards: int) -> list[atlas.Place]:
    """Land near the origin as a rule, mostly beside what burns."""
    tiles: list[atlas.Place] = []
    for _ in range(random.randint(1, 4 * cards + (random.random() < 0.1))):
        near = [one for old in (at, *tiles) for one in atlas.around(old) if atlas.on_board(one)]
        land = [one for one in near if "l" in atlas.bears(one) and one not in tiles]
        tiles.append(random.choice(land if land and random.random() < 0.97 else near))
    return tiles


@sizes("count", 300, 10_000)
def test_random_orders_are_judged_alike(count: int) -> None:
    random, alike = Random("attacks"), [0, 0]
    for number in range(count):
        if number % 50 == 0:
            state = world(random.sample(NAMES, random.choice((20, 60, 150))))
        origin = random.choice(state[World].taken if random.random() < 0.95 else NAMES)
        order, good = nearly(random, state, origin)
        assert judged(state, order) == good, order
        alike[good] += 1
    assert min(alike) > count // 10, alike


@pytest.mark.parametrize("cards", [1, 2, 3, 4])
def test_whether_anything_can_be_hit(cards: int) -> None:
    """The engine offers an attack exactly where there is one, also where only a bent path gets there."""
    random = Random(f"left {cards}")
    for _ in range(5):
        left = set(random.sample(NAMES, random.choice((1, 2, 5))))
        state = world([tile for tile in NAMES if tile not in left])
        targets = {atlas.place(tile) for tile in left}
        state[Prepared].cards = list(cards_of("tornado", cards))
        starts = [atlas.place(one) for one in state[World].taken if fits("tornado", one)]
        wanted = any(reaches(at, cards, targets) for at in starts)
        listed = list(standing.legal(state, Declare(), PLANET))
        assert bool(listed) == wanted


def reaches(at: atlas.Place, cards: int, targets: set[atlas.Place]) -> bool:
    """A path along one direction, then along the next one, and so on: no other one gets further."""
    far = 4 * cards - 1
    near = [target for target in targets if target in atlas.within(at, far)]
    return any(path_to(at, target, cards) for target in near)


def path_to(at: atlas.Place, target: atlas.Place, cards: int) -> bool:
    waiting = {(at, way, 0) for way in atlas.COMPASS}
    known = set(waiting)
    for _ in range(4 * cards - 1):
        front = set()
        for here, way, bends in sorted(waiting):
            there = atlas.beside(here, way)
            if there == target:
                return True
            turns = [(there, atlas.turned(way, by), bends + abs(by)) for by in (0, 1, -1)]
            front |= {one for one in turns if one[2] < cards and atlas.on_board(there) and one not in known}
        known |= front
        waiting = front
    return False
