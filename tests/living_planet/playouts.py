"""Whole games at random: batches, plans, policies, deadlines, a seat that leaves; players who like to build."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from random import Random
from typing import Any, NamedTuple

from lpbe.games.living_planet.act import EndActions
from lpbe.games.living_planet.build import Build
from lpbe.kernel import standing
from lpbe.kernel.errors import Rejected
from lpbe.kernel.happenings import PolicySet
from lpbe.kernel.rng import Rng
from lpbe.kernel.rules import Held, Order, Plan, Seat, State
from lpbe.kernel.table import Table, answers_wanted, resign, submit, time_out

from .positions import GAME, SEATS, new_game

EDITIONS: tuple[Mapping[str, Any], ...] = (
    {"edition": "merged"},
    {
        "edition": "fr",
        "factory_values": "double-sided",
        "screens": "open",
        "building_set": "3x3",
        "hex_set": "generated",
    },
    {"edition": "en", "production": "optional", "start_spots": "open", "double_shortage": "per-unit"},
    {"edition": "published-like", "hex_deck": 21, "show_played": False, "bank_mc": 300, "npc_redeck": "same-order"},
)
POLICIES: tuple[dict[str, Any], ...] = (
    {},
    {"cards": [4, 2, 6, 1, 3, 5], "exhaust": ["iron", "oil", "vibranium"]},
    {"produce": {"ranking": ["iron", "oil"], "repair_first": True, "colony": "scientist"}, "heal": "all"},
    {"fate": {"A": "never", "B": 6, "C": "never"}, "change": "never", "call": "always"},
    {"damage": {"unwounded": "team", "wounded": "chip", "motorized": "chip"}, "trigger": {"strike": "all"}},
)


class Deed(NamedTuple):
    """One thing that was done: the state before it, and the table after it."""

    before: State
    table: Table
    order: Order | None = None


def root(seed: int) -> Rng:
    return Rng(seed.to_bytes(32, "big"))


def legal(state: State, seat: Seat) -> list[Order]:
    return list(standing.legal(state, answers_wanted(state)[seat], seat))


def pick(orders: Sequence[Order], random: Random) -> Order:
    """A kind of order first, then one of that kind; a building where there may be one, and the end when it is time."""
    kinds = list(dict.fromkeys(type(order) for order in orders))
    if Build in kinds and random.random() < 0.6:
        kinds = [Build]
    elif len(kinds) > 1 and random.random() < 0.9:
        kinds = [kind for kind in kinds if kind is not EndActions]
    kind = random.choice(kinds)
    return random.choice([order for order in orders if type(order) is kind])


def batch(state: State, seat: Seat, random: Random) -> list[Held[Any]]:
    """An order that is legal now, perhaps a second one for the same question, perhaps a plan."""
    now = legal(state, seat)
    orders = [pick(now, random)]
    if random.random() < 0.2:
        orders.append(random.choice(now))
    if random.random() < 0.1:
        orders.append(Plan(random.choice(now)))
    return [Held(order) for order in orders]


def try_batch(state: State, seed: int, seat: Seat, orders: Sequence[Held[Any]]) -> Table:
    """The batch, or its first order alone when the whole is refused."""
    try:
        table = Table(state.copy(), root(seed))
        submit(table, seat, orders)
    except Rejected:
        table = Table(state.copy(), root(seed))
        submit(table, seat, orders[:1])
    return table


def deeds(options: Mapping[str, Any], seats: int, seed: int) -> Iterator[Deed]:
    random = Random(f"{sorted(options)} {seats} {seed}")
    table = new_game(seed, SEATS[:seats], options)
    yield Deed(table.book.blank(SEATS[:seats], {GAME: options}), table)
    leaver = random.choice(SEATS[:seats]) if seed % 2 else ""
    while wanted := answers_wanted(table.state):
        before, seat, chance = table.state, random.choice(list(wanted)), random.random()
        if chance < 0.02:
            table = Table(before.copy(), root(seed))
            policy = table.book.read_policy({GAME: random.choice(POLICIES)})
            table.emit(PolicySet(random.choice(SEATS[:seats]), policy))
        elif chance < 0.03:
            table = Table(before.copy(), root(seed))
            time_out(table, list(wanted))
        elif chance < 0.035 and leaver:
            table = Table(before.copy(), root(seed))
            resign(table, leaver)
            leaver = ""
        else:
            orders = batch(before, seat, random)
            table = try_batch(before, seed, seat, orders)
            yield Deed(before, table, orders[0].order)
            continue
        yield Deed(before, table)


@cache
def playout(edition: int, seats: int, seed: int) -> tuple[Deed, ...]:
    return tuple(deeds(EDITIONS[edition], seats, seed))


def playouts(edition: int, seats: int, games: int = 2) -> Iterator[Deed]:
    for seed in range(games):
        yield from playout(edition, seats, seed)
