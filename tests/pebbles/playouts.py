"""Whole games at random: batches, plans, policies, deadlines, a seat that leaves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from random import Random
from typing import Any, NamedTuple

from lpbe.kernel.base.errors import Rejected
from lpbe.kernel.play import standing
from lpbe.kernel.play.chance import Rng
from lpbe.kernel.play.events import PolicySet
from lpbe.kernel.play.rules import Held, Order, Plan, Seat, State
from lpbe.kernel.play.table import Table, answers_wanted, resign, submit, time_out

from .positions import SEATS, new_game

EXPANSIONS: tuple[tuple[str, ...], ...] = ((), ("moss",))
POLICIES: tuple[dict[str, Any], ...] = (
    {},
    {"bid": 2},
    {"keep": "highest"},
    {"keep": "lowest", "shelter": "dear"},
    {"shelter": "always"},
    {"shelter": "never"},
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


def batch(state: State, seat: Seat, random: Random) -> list[Held[Any]]:
    """An order that is legal now, perhaps a second one for the same question, perhaps a plan."""
    now = legal(state, seat)
    orders = [random.choice(now)]
    if random.random() < 0.3:
        orders.append(random.choice(now))
    if random.random() < 0.2:
        others = [order for one in answers_wanted(state) for order in legal(state, one)]
        orders.append(Plan(random.choice(others)))
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


def deeds(expansions: tuple[str, ...], seats: int, seed: int) -> Iterator[Deed]:
    random = Random(f"{expansions} {seats} {seed}")
    table = new_game(seed, expansions, seats, rounds=4)
    blank = table.book.blank(SEATS[:seats], {"pebbles": {"rounds": 4}})
    yield Deed(blank, table)
    leaver = random.choice(SEATS[:seats]) if seed % 4 == 0 else ""
    while wanted := answers_wanted(table.state):
        before, seat, chance = table.state, random.choice(list(wanted)), random.random()
        if chance < 0.05:
            table = Table(before.copy(), root(seed))
            policy = table.book.read_policy({"pebbles": random.choice(POLICIES)})
            table.emit(PolicySet(random.choice(SEATS[:seats]), policy))
        elif chance < 0.1:
            table = Table(before.copy(), root(seed))
            time_out(table, list(wanted))
        elif chance < 0.15 and leaver:
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
def playout(expansions: tuple[str, ...], seats: int, seed: int) -> tuple[Deed, ...]:
    return tuple(deeds(expansions, seats, seed))


def playouts(expansions: tuple[str, ...], seats: int, games: int = 8) -> Iterator[Deed]:
    for seed in range(games):
        yield from playout(expansions, seats, seed)
