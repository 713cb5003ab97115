"""Whole games at random: batches, plans, policies, deadlines, a seat that leaves."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from random import Random
from typing import Any, NamedTuple

from lpbe.kernel.base.errors import Rejected
from lpbe.kernel.play import standing
from lpbe.kernel.play.events import PolicySet
from lpbe.kernel.play.leaving import resign
from lpbe.kernel.play.phases import phase_of
from lpbe.kernel.play.rules import Held, Order, Plan, Roster, Seat, State
from lpbe.kernel.play.table import Table, answers_wanted, start, submit, time_out

from .trial import Case, Plain, Reader, Trial, root


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


def readers(state: State) -> list[Reader]:
    return [None, *state[Roster].seats]


def legal(state: State, seat: Seat) -> list[Order]:
    return list(standing.legal(state, answers_wanted(state)[seat], seat))


def batch(trial: Trial, state: State, seat: Seat, random: Random) -> list[Held[Any]]:
    """An order that is legal now, perhaps a second one for the same question, perhaps a plan."""
    now, habits = legal(state, seat), trial.habits
    orders = [trial.pick(now, random)]
    if random.random() < habits.second:
        orders.append(random.choice(now))
    if random.random() < habits.plan:
        asked = list(answers_wanted(state)) if habits.envious else [seat]
        orders.append(Plan(random.choice([order for one in asked for order in legal(state, one)])))
    return [Held(order) for order in orders]


def give(seat: Seat, orders: Sequence[Held[Any]]) -> Act:
    return Act(lambda table: submit(table, seat, orders), seat, orders)


def try_batch(state: State, seed: int, seat: Seat, orders: Sequence[Held[Any]]) -> tuple[Act, Table]:
    """The batch, or its first order alone when the whole is refused."""
    try:
        return give(seat, orders), give(seat, orders).on(state, seed)
    except Rejected:
        return give(seat, orders[:1]), give(seat, orders[:1]).on(state, seed)


def aside(trial: Trial, state: State, leaver: Seat, random: Random, chance: float) -> Act | None:
    """Now and then somebody sets a policy, all are silent, or one leaves."""
    habits = trial.habits
    if chance < habits.policy:
        policy = state.book.read_policy(random.choice(trial.policies))
        seat = random.choice(state[Roster].seats)
        return Act(partial(Table.emit, event=PolicySet(seat, policy)), seat)
    if chance < habits.policy + habits.silence:
        return Act(partial(time_out, seats=list(answers_wanted(state)), phase=phase_of(state, 0)))
    if chance < habits.policy + habits.silence + habits.leave and leaver and leaver not in state[Roster].resigned:
        return Act(partial(resign, seat=leaver), leaver)
    return None


def acts(
    trial: Trial, expansions: tuple[str, ...], options: Plain, players: int, seed: int
) -> Iterator[tuple[Act, Deed]]:
    random = Random(f"{trial.label(expansions, options)} {players} {seed}")
    table, seats = trial.begin(seed, players, options, expansions), trial.seats[:players]
    yield Act(start), Deed(table.book.blank(seats, {trial.game: options}), table)
    leaver = random.choice(seats) if trial.habits.leaves(seed) else ""
    while wanted := answers_wanted(table.state):
        before, seat, order = table.state, random.choice(list(wanted)), None
        if act := aside(trial, before, leaver, random, random.random()):
            table = act.on(before, seed)
        else:
            orders = batch(trial, before, seat, random)
            (act, table), order = try_batch(before, seed, seat, orders), orders[0].order
        yield act, Deed(before, table, order)


@cache
def playout(case: Case, seed: int) -> tuple[Deed, ...]:
    played = acts(case.trial, case.expansions, case.trial.options[case.options], case.players, seed)
    return tuple(deed for _, deed in played)


def playouts(case: Case, games: int | None = None) -> Iterator[Deed]:
    for seed in range(case.trial.games if games is None else games):
        yield from playout(case, seed)


def few(case: Case) -> Iterator[Deed]:
    """For what is dear to check."""
    return playouts(case, max(1, case.trial.games // 3))
