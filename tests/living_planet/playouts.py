"""Whole games at random: batches, plans, policies, deadlines, a seat that leaves; players who like to build."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from random import Random
from typing import Any, NamedTuple

from lpbe.games.living_planet.act import EndActions
from lpbe.games.living_planet.build import Build
from lpbe.kernel.base.errors import Rejected
from lpbe.kernel.play import standing
from lpbe.kernel.play.chance import Rng
from lpbe.kernel.play.events import PolicySet
from lpbe.kernel.play.rules import Held, Order, Plan, Seat, State
from lpbe.kernel.play.table import Table, answers_wanted, resign, start, submit, time_out

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


class Act(NamedTuple):
    """What somebody does at a table, to be done again at another one: which seat, and its batch if it gives one."""

    do: Callable[[Table], None]
    seat: Seat = ""
    orders: Sequence[Held[Any]] = ()

    def on(self, state: State, seed: int) -> Table:
        table = Table(state.copy(), root(seed))
        self.do(table)
        return table


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


def give(seat: Seat, orders: Sequence[Held[Any]]) -> Act:
    return Act(lambda table: submit(table, seat, orders), seat, orders)


def try_batch(state: State, seed: int, seat: Seat, orders: Sequence[Held[Any]]) -> tuple[Act, Table]:
    """The batch, or its first order alone when the whole is refused."""
    try:
        return give(seat, orders), give(seat, orders).on(state, seed)
    except Rejected:
        return give(seat, orders[:1]), give(seat, orders[:1]).on(state, seed)


def acts(options: Mapping[str, Any], seats: int, seed: int) -> Iterator[tuple[Act, Deed]]:
    random = Random(f"{sorted(options)} {seats} {seed}")
    table = new_game(seed, SEATS[:seats], options)
    yield Act(start), Deed(table.book.blank(SEATS[:seats], {GAME: options}), table)
    leaver = random.choice(SEATS[:seats]) if seed % 2 else ""
    while wanted := answers_wanted(table.state):
        before, seat, chance = table.state, random.choice(list(wanted)), random.random()
        if chance < 0.02:
            policy = table.book.read_policy({GAME: random.choice(POLICIES)})
            seat = random.choice(SEATS[:seats])
            act = Act(partial(Table.emit, event=PolicySet(seat, policy)), seat)
        elif chance < 0.03:
            act = Act(partial(time_out, seats=list(wanted)))
        elif chance < 0.035 and leaver:
            act, leaver = Act(partial(resign, seat=leaver), leaver), ""
        else:
            orders = batch(before, seat, random)
            act, table = try_batch(before, seed, seat, orders)
            yield act, Deed(before, table, orders[0].order)
            continue
        table = act.on(before, seed)
        yield act, Deed(before, table)


def deeds(options: Mapping[str, Any], seats: int, seed: int) -> Iterator[Deed]:
    return (deed for _, deed in acts(options, seats, seed))


@cache
def playout(edition: int, seats: int, seed: int) -> tuple[Deed, ...]:
    return tuple(deeds(EDITIONS[edition], seats, seed))


def playouts(edition: int, seats: int, games: int = 2) -> Iterator[Deed]:
    for seed in range(games):
        yield from playout(edition, seats, seed)
