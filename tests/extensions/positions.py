"""Pebbles with the test expansions: tables, and random games in several orders of binding."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from lpbe.games.pebbles.module import BASE
from lpbe.games.pebbles.moss import MOSS
from lpbe.kernel.content import packs
from lpbe.kernel.engine import legality
from lpbe.kernel.engine.chance import Rng
from lpbe.kernel.engine.model import Held, Module, Order, Seat, State
from lpbe.kernel.engine.rulebook import Rulebook, bind, phase_of
from lpbe.kernel.engine.table import Table, answers_wanted, start, submit, time_out

from .frost import FROST
from .tide import TIDE

SEATS = ("red", "blue", "green")
BINDINGS: tuple[tuple[Module, ...], ...] = ((FROST,), (TIDE,), (FROST, TIDE), (TIDE, FROST), (TIDE, MOSS, FROST))


def names(expansions: Sequence[Module]) -> str:
    return "+".join(module.name for module in expansions)


def book(*expansions: Module) -> Rulebook:
    return bind(BASE, *expansions, content=packs.rows("pebbles"))


def new_game(seed: int, *expansions: Module) -> Table:
    state = book(*expansions).blank(SEATS, {"pebbles": {"rounds": 3}})
    table = Table(state, Rng(seed.to_bytes(32, "big")))
    start(table)
    return table


def legal(state: State, seat: Seat) -> list[Order]:
    """Return what a seat may do, in an order of its own."""
    return sorted(legality.legal_orders(state, answers_wanted(state)[seat], seat), key=repr)


def step_on(table: Table, seed: int, random: Random) -> Table:
    """Carry out one answer, or let a deadline pass."""
    seat = random.choice(sorted(answers_wanted(table.state)))
    onward = Table(table.state.copy(), Rng(seed.to_bytes(32, "big")))
    if random.random() < 0.1:
        time_out(onward, [seat], phase_of(onward.state, 0))
    else:
        submit(onward, seat, [Held(random.choice(legal(table.state, seat)))])
    return onward


def tables(seed: int, *expansions: Module) -> Iterator[Table]:
    """Yield a random game, table by table."""
    random, table = Random(seed), new_game(seed, *expansions)
    yield table
    while answers_wanted(table.state):
        table = step_on(table, seed, random)
        yield table


def find_position(seed: int, kind: str, expansions: Sequence[Module], least: int = 0) -> tuple[Table, Seat]:
    """Return the first table of a random game where a seat is asked this kind of question with enough choices."""
    for number in range(seed, seed + 400):
        for table in tables(number, *expansions):
            for seat, question in answers_wanted(table.state).items():
                if type(question).__name__ == kind and len(legal(table.state, seat)) >= least:
                    return table, seat
    raise AssertionError(kind)
