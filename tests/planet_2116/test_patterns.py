"""Attacks judged by the engine and by a second description of the patterns, which knows nothing of the first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from math import comb
from random import Random

import pytest

from lpbe.games.planet_2116.attack_enumeration import ALL_DIRECTIONS, bent
from lpbe.games.planet_2116.attack_sequence import Declare, possible
from lpbe.games.planet_2116.attack_validation import fuel, twist
from lpbe.games.planet_2116.attacks import Announced, Meteorite, Tornado, Tsunami, Wildfire
from lpbe.games.planet_2116.queries import row_of
from lpbe.games.planet_2116.state import PLANET, Attack, Prepared, World
from lpbe.kernel.base.errors import Refused
from lpbe.kernel.engine import legality
from lpbe.kernel.engine.model import Order, State
from lpbe.kernel.engine.table import Table

from ..contract.contract_config import Position, root
from ..size_limits import every, sizes
from . import atlas
from .positions import laid_out

NAMES = [atlas.name((row, column)) for row in range(15) for column in range(atlas.COLUMNS)]
CARDS = {"tornado": "P01 P02 P03 P04", "tsunami": "P05 P06 P07 P08"}
CARDS |= {"wildfire": "P09 P10 P11 P12", "meteorite": "P13 P14 P15 P16"}
Places = Sequence[atlas.Place]


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


def is_legal_attack(state: State, order: Order) -> bool:
    return legality.refusal(state, Declare(), PLANET, order) is None


def attacked_tiles(state: State, order: Order) -> list[str]:
    table = Table(state.copy(), root(1))
    table.handler(Declare(), order).play(table, PLANET, Declare(), order)
    assert any(isinstance(event, Announced) for event in table.events)
    return table.state[Attack].tiles


def fits(kind: str, origin: str) -> bool:
    return atlas.FROM[kind] in atlas.bears(atlas.place(origin))


def starts(kind: str) -> list[str]:
    return [name for name in NAMES if fits(kind, name)]


def place_names(places: Iterable[atlas.Place]) -> tuple[str, ...]:
    return tuple(atlas.name(one) for one in places)


# Shapes that are what they are


@pytest.mark.parametrize("cards", [1, 2, 3, 4])
@every(37, 1)
def test_fans_and_rings_of_every_origin(cards: int, every: int) -> None:
    for origin in NAMES[::every]:
        state, at = world([origin]), atlas.place(origin)
        ring = sorted(atlas.name(one) for one in atlas.meteorite(at, cards) if atlas.on_board(one))
        order: Order = Meteorite(origin, cards_of("meteorite", cards))
        assert is_legal_attack(state, order) == fits("meteorite", origin)
        assert not is_legal_attack(state, order) or sorted(attacked_tiles(state, order)) == ring
        for way in ALL_DIRECTIONS:
            fan = sorted(atlas.name(one) for one in atlas.tsunami(at, way, cards) if atlas.on_board(one))
            order = Tsunami(origin, way, cards_of("tsunami", cards))
            assert is_legal_attack(state, order) == (fits("tsunami", origin) and bool(fan))
            assert not is_legal_attack(state, order) or sorted(attacked_tiles(state, order)) == fan


# Paths


@cache
def lists(cards: int) -> list[tuple[str, ...]]:
    """Return every path of this many cards, and each with one more direction: no wrong path becomes right that way."""
    known = dict.fromkeys(atlas.paths(cards))
    return list(dict.fromkeys(longer for path in known for longer in (path, *((*path, way) for way in ALL_DIRECTIONS))))


@pytest.mark.parametrize("cards", [1, 2])
@every(97, 1)
def test_every_path_of_one_and_two_cards(cards: int, every: int) -> None:
    for origin in NAMES[::every]:
        state, at, legal = world([origin]), atlas.place(origin), 0
        for path in lists(cards):
            visited = atlas.tornado(at, path, cards)
            wanted = visited is not None and fits("tornado", origin) and set(visited) != {at}
            assert is_legal_attack(state, Tornado(origin, path, cards=cards_of("tornado", cards))) == wanted, (
                origin,
                path,
            )
            legal += wanted
        assert legal == (atlas.count_paths(at, cards) if fits("tornado", origin) else 0)


def is_path(state: State, cards: int, origin: str, path: Sequence[int]) -> bool:
    try:
        return bool(twist(state, row_of(state, "tornado"), cards, origin, path, ()))
    except Refused:
        return False


@pytest.mark.parametrize("cards", [3, pytest.param(4, marks=pytest.mark.soak)])
@every(151, 1)
def test_as_many_paths_of_three_and_four_cards(cards: int, every: int) -> None:
    """From every tile that a tornado may start from."""
    numbers = [tuple(atlas.COMPASS.index(way) for way in path) for path in atlas.paths(cards)]
    for origin in starts("tornado")[::every]:
        state = world([origin])
        legal = sum(is_path(state, cards, origin, path) for path in numbers)
        assert legal == atlas.count_paths(atlas.place(origin), cards) > 100


@pytest.mark.parametrize(("cards", "origin"), [(3, "K12"), (3, "D11"), pytest.param(4, "K12", marks=pytest.mark.soak)])
@every(101, 1)
def test_what_is_no_path_of_three_and_four_cards(cards: int, origin: str, every: int) -> None:
    """From some origins in the middle of the map: a bend too sharp or too many, a step too far."""
    state, at = world([origin]), atlas.place(origin)
    for path in lists(cards)[::every]:
        order = Tornado(origin, path[:15], cards=cards_of("tornado", cards))
        assert is_legal_attack(state, order) == (atlas.tornado(at, path[:15], cards) is not None), path


# Fires


@every(32, 1)
def test_every_fire_of_one_card(every: int) -> None:
    """Each list of tiles that burn, in each order; and each with any tile around as one more: four burn, never five."""
    for origin in starts("wildfire")[every - 1 :: every]:
        state, at = world([origin]), atlas.place(origin)
        waiting: list[Places] = [()]
        while waiting:
            burning = waiting.pop()
            beside = around(at, burning)
            for tile in beside if len(burning) < 4 else beside[-1:]:
                more = [*burning, tile]
                if check_fire(state, origin, more, 1):
                    waiting.append(more)


def around(at: atlas.Place, burning: Places) -> list[atlas.Place]:
    """Return everything beside a fire, flammable or not, including the burning tiles and the origin."""
    return list(dict.fromkeys(tile for one in (at, *burning) for tile in atlas.around(one) if atlas.on_board(tile)))


def check_fire(state: State, origin: str, tiles: Places, cards: int) -> bool:
    good = atlas.wildfire(atlas.place(origin), tiles, cards, {atlas.place(one) for one in state[World].taken})
    order = Wildfire(origin, place_names(tiles), cards_of("wildfire", cards))
    assert is_legal_attack(state, order) == good, (origin, order)
    return good


@sizes("most", 3, 8, least=4)
@every(41, 1)
def test_every_fire_of_two_cards(every: int, most: int) -> None:
    """Each set of tiles that can burn together, in an order in which they do and in one at random; and each with
    any tile around as one more. In all their orders they are a thousand million."""
    random = Random("fires")
    for origin in starts("wildfire")[::every]:
        state, at = world([origin]), atlas.place(origin)
        level: dict[frozenset[atlas.Place], Places] = {frozenset(): ()}
        for _ in range(most):
            reached: dict[frozenset[atlas.Place], Places] = {}
            for burning in level.values():
                fresh = [tile for tile in atlas.fuel(at, burning, {at}) if frozenset((*burning, tile)) not in reached]
                reached |= {frozenset((*burning, tile)): (*burning, tile) for tile in fresh}
            for burning in reached.values():
                assert check_fire(state, origin, burning, 2)
                check_fire(state, origin, random.sample(burning, len(burning)), 2)
                check_fire(state, origin, [*burning, random.choice(around(at, burning))], 2)
            level = reached


def count_fires(lit: tuple[str, ...], most: int, next_to: Callable[[Sequence[str]], Sequence[str]]) -> int:
    """How many sets of tiles can burn together: each choice of forest that passes the fire on, and any land beside."""
    found, seen, waiting = 0, {frozenset(lit)}, [lit]
    while waiting:
        passing = waiting.pop()
        beside = [tile for tile in next_to(passing) if tile not in passing]
        forest = [tile for tile in beside if "f" in atlas.bears(atlas.place(tile))]
        plain, left = len(beside) - len(forest), most - len(passing) + 1
        found += sum(comb(plain, count) for count in range(left + 1))
        for tile in forest if left else ():
            if frozenset((*passing, tile)) not in seen:
                seen.add(frozenset((*passing, tile)))
                waiting.append((*passing, tile))
    return found - 1


@pytest.mark.parametrize("cards", [3, 4])
@every(19, 1)
def test_as_many_fires_of_three_and_four_cards(cards: int, every: int) -> None:
    """From every tile that a fire may start from: as many sets of tiles, and the largest is as large."""
    for origin in starts("wildfire")[::every]:
        state, at = world([origin]), atlas.place(origin)
        row = row_of(state, "wildfire")
        ours = count_fires((origin,), 4 * cards, lambda lit, state=state, row=row: fuel(state, row, lit))
        theirs = count_fires(
            (origin,),
            4 * cards,
            lambda lit, at=at: place_names(atlas.fuel(at, [atlas.place(one) for one in lit[1:]], {at})),
        )
        assert ours == theirs
        check_largest(state, origin, cards)


def check_largest(state: State, origin: str, cards: int) -> None:
    burning: list[atlas.Place] = []
    while fresh := atlas.fuel(atlas.place(origin), burning, {atlas.place(origin)}):
        burning.append(fresh[0])
        if not check_fire(state, origin, burning, cards):
            break
    assert len(burning) <= 4 * cards + 1


# All kinds at random


def nearly(random: Random, state: State, origin: str) -> tuple[Order, Sequence[str] | None]:
    """Return a random order, legal or not by much; and what it hits, by the second description."""
    taken = {atlas.place(tile) for tile in state[World].taken}
    at, cards = atlas.place(origin), random.randint(1, 4)
    kind, order, hit = random.choice((wind, wind, fire, fire, wave, stone))(random, at, cards, taken)
    wanted = [tile for tile in dict.fromkeys(hit or ()) if atlas.on_board(tile) and tile not in taken]
    good = bool(wanted) and at in taken and fits(kind, origin)
    return order, place_names(wanted) if good else None


Tried = tuple[str, Order, Places | None]


def wind(random: Random, at: atlas.Place, cards: int, taken: set[atlas.Place]) -> Tried:
    """Return a path by its directions, or tile by tile if it stays on the board."""
    ways = [random.choice(ALL_DIRECTIONS)]
    while len(ways) < min(15, random.randint(1, 4 * cards + 1)):
        turns = [atlas.turn_way(ways[-1], by) for by in (1, -1)]
        ways.append(ways[-1] if random.random() < 0.8 else random.choice((*turns, random.choice(ALL_DIRECTIONS))))
    visited = [atlas.go_along(at, ways[: n + 1]) for n in range(len(ways))]
    answer = all(map(atlas.on_board, visited)) and random.random() < 0.5
    path, tiles = ((), place_names(visited)) if answer else (tuple(ways), ())
    order = Tornado(atlas.name(at), path, tiles, cards_of("tornado", cards))
    return "tornado", order, atlas.tornado(at, ways, cards)


def fire(random: Random, at: atlas.Place, cards: int, taken: set[atlas.Place]) -> Tried:
    """Land near the origin as a rule, mostly beside what burns."""
    tiles: list[atlas.Place] = []
    for _ in range(random.randint(1, 4 * cards + (random.random() < 0.1))):
        near = [one for old in (at, *tiles) for one in atlas.around(old) if atlas.on_board(one)]
        land = [one for one in near if "l" in atlas.bears(one) and one not in tiles]
        tiles.append(random.choice(land if land and random.random() < 0.97 else near))
    order = Wildfire(atlas.name(at), place_names(tiles), cards_of("wildfire", cards))
    return "wildfire", order, tiles if atlas.wildfire(at, tiles, cards, taken) else None


def wave(random: Random, at: atlas.Place, cards: int, taken: set[atlas.Place]) -> Tried:
    way = random.choice(ALL_DIRECTIONS)
    return "tsunami", Tsunami(atlas.name(at), way, cards_of("tsunami", cards)), sorted(atlas.tsunami(at, way, cards))


def stone(random: Random, at: atlas.Place, cards: int, taken: set[atlas.Place]) -> Tried:
    order = Meteorite(atlas.name(at), cards_of("meteorite", cards))
    return "meteorite", order, sorted(atlas.meteorite(at, cards))


@sizes("count", 300, 10_000)
def test_random_orders_are_judged_alike(count: int) -> None:
    """And hit the same tiles: those of paths and fires in the order in which they are told."""
    random, alike = Random("attacks"), [0, 0]
    for number in range(count):
        if number % 50 == 0:
            state = world(random.sample(NAMES, random.choice((20, 60, 150, 300))))
        origin = random.choice(state[World].taken if random.random() < 0.95 else NAMES)
        order, hit = nearly(random, state, origin)
        assert is_legal_attack(state, order) == (hit is not None), order
        if hit is not None:
            fixed = isinstance(order, Tsunami | Meteorite)
            assert (sorted if fixed else list)(attacked_tiles(state, order)) == (sorted if fixed else list)(hit), order
        alike[hit is not None] += 1
    assert min(alike) > count // 10, alike


@pytest.mark.parametrize("cards", [1, 2, 3, 4])
def test_whether_anything_can_be_hit(cards: int) -> None:
    """The engine offers an attack exactly if there is one, even if only a bent path leads there."""
    random = Random(f"left {cards}")
    for left in [*({tile} for tile in NAMES[::17]), *(set(random.sample(NAMES, size)) for size in (1, 2, 2, 5, 5))]:
        state = world([tile for tile in NAMES if tile not in left])
        targets = {atlas.place(tile) for tile in left}
        state[Prepared].cards = list(cards_of("tornado", cards))
        origins = [atlas.place(one) for one in state[World].taken if fits("tornado", one)]
        listed = list(legality.legal_orders(state, Declare(), PLANET))
        assert bool(listed) == reaches(origins, cards, targets)
        assert all(is_legal_attack(state, order) for order in listed)


def test_the_only_path_there_is_bends() -> None:
    """No straight line comes from land to the last corner of the map: one with a bend is listed, and just that."""
    state = world([tile for tile in NAMES if tile != "O01"])
    state[Prepared].cards, state[Prepared].groups = ["P01", "P02"], ["P01:P02"]
    [order] = legality.legal_orders(state, Declare(), PLANET)
    assert order == Tornado("I05", ("w", *["sw"] * 6), cards=("P01", "P02"))
    assert attacked_tiles(state, order) == ["O01"] and possible(state, "tornado")
    state[Prepared].cards, state[Prepared].groups = ["P01"], ["P01"]
    assert list(legality.legal_orders(state, Declare(), PLANET)) == [] and not possible(state, "tornado")


@pytest.mark.parametrize("cards", [2, 3, 4])
def test_a_path_is_found_where_there_is_one(cards: int) -> None:
    """From any tile to the only one left, near and far: the path ends there, and the cards allow it."""
    random, row = Random(f"ways {cards}"), row_of(world([]), "tornado")
    along_the_edge = [("A02", "E01"), ("A02", "G02")]
    for origin, target in [*along_the_edge, *(random.sample(NAMES, 2) for _ in range(40))]:
        at, there = atlas.place(origin), atlas.place(target)
        way = bent(world([tile for tile in NAMES if tile != target]), row, cards, [origin])
        assert bool(way) == reaches([at], cards, {there}), (origin, target)
        if way:
            visited = atlas.tornado(at, [atlas.COMPASS[side] for side in way[1]], cards)
            assert way[0] == origin and visited and visited[-1] == there


def reaches(origins: Places, cards: int, targets: set[atlas.Place]) -> bool:
    """Return whether a path leads from one of these to one of those, following all of them at once, step by step."""
    waiting = [(at, way, 0) for at in origins for way in atlas.COMPASS]
    known = set(waiting)
    for _ in range(4 * cards - 1):
        front = []
        for here, way, bends in waiting:
            there = atlas.beside(here, way)
            if there in targets:
                return True
            turns = [(there, atlas.turn_way(way, by), bends + abs(by)) for by in (0, 1, -1)]
            fresh = [one for one in turns if one[2] < cards and atlas.on_board(there) and one not in known]
            known.update(fresh)
            front += fresh
        waiting = front
    return False
