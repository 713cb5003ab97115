"""Whole random games: batches, plans, policies, deadlines, a seat that leaves."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from random import Random
from typing import Any, NamedTuple

from lpbe.kernel.base.errors import Rejected
from lpbe.kernel.engine import legality
from lpbe.kernel.engine.events import PolicySet
from lpbe.kernel.engine.leaving import resign
from lpbe.kernel.engine.model import Held, Order, Plan, Roster, Seat, State
from lpbe.kernel.engine.rulebook import phase_of
from lpbe.kernel.engine.table import Table, answers_wanted, start, submit, time_out

from .contract_config import Case, ContractConfig, Plain, Reader, root


class Act(NamedTuple):
    """What somebody does in a game, to be repeated in another one: which seat, and its batch if it gives one."""

    do: Callable[[Table], None]
    seat: Seat = ""
    orders: Sequence[Held[Any]] = ()

    def on(self, state: State, seed: int) -> Table:
        table = Table(state.copy(), root(seed))
        self.do(table)
        return table


class Transition(NamedTuple):
    """One step of a game: the state before it, and the table after it."""

    before: State
    table: Table
    order: Order | None = None


def readers(state: State) -> list[Reader]:
    return [None, *state[Roster].seats]


def legal(state: State, seat: Seat) -> list[Order]:
    return list(legality.legal_orders(state, answers_wanted(state)[seat], seat))


def batch(config: ContractConfig, state: State, seat: Seat, random: Random) -> list[Held[Any]]:
    """Return an order that is legal now, perhaps a second one for the same question, perhaps a plan."""
    now, habits = legal(state, seat), config.habits
    orders = [config.pick(now, random)]
    if random.random() < habits.second:
        orders.append(random.choice(now))
    if random.random() < habits.plan:
        asked = list(answers_wanted(state)) if habits.envious else [seat]
        orders.append(Plan(random.choice([order for one in asked for order in legal(state, one)])))
    return [Held(order) for order in orders]


def give(seat: Seat, orders: Sequence[Held[Any]]) -> Act:
    return Act(lambda table: submit(table, seat, orders), seat, orders)


def try_batch(state: State, seed: int, seat: Seat, orders: Sequence[Held[Any]]) -> tuple[Act, Table]:
    """Try the batch, or only its first order if the whole is refused."""
    try:
        return give(seat, orders), give(seat, orders).on(state, seed)
    except Rejected:
        return give(seat, orders[:1]), give(seat, orders[:1]).on(state, seed)


def aside(config: ContractConfig, state: State, leaver: Seat, random: Random, chance: float) -> Act | None:
    """Occasionally set a policy, let everybody time out, or let somebody leave."""
    habits = config.habits
    if chance < habits.policy:
        policy = state.book.read_policy(random.choice(config.policies))
        seat = random.choice(state[Roster].seats)
        return Act(partial(Table.emit, event=PolicySet(seat, policy)), seat)
    if chance < habits.policy + habits.silence:
        return Act(partial(time_out, seats=list(answers_wanted(state)), phase=phase_of(state, 0)))
    if chance < habits.policy + habits.silence + habits.leave and leaver and leaver not in state[Roster].resigned:
        return Act(partial(resign, seat=leaver), leaver)
    return None


def acts(
    config: ContractConfig, expansions: tuple[str, ...], options: Plain, players: int, seed: int
) -> Iterator[tuple[Act, Transition]]:
    random = Random(f"{config.label(expansions, options)} {players} {seed}")
    table, seats = config.begin(seed, players, options, expansions), config.seats[:players]
    yield Act(start), Transition(table.book.blank(seats, {config.game: options}), table)
    leaver = random.choice(seats) if config.habits.leaves(seed) else ""
    while wanted := answers_wanted(table.state):
        before, seat, order = table.state, random.choice(list(wanted)), None
        if act := aside(config, before, leaver, random, random.random()):
            table = act.on(before, seed)
        else:
            orders = batch(config, before, seat, random)
            (act, table), order = try_batch(before, seed, seat, orders), orders[0].order
        yield act, Transition(before, table, order)


@cache
def playout(case: Case, seed: int) -> tuple[Transition, ...]:
    played = acts(case.config, case.expansions, case.config.options[case.options], case.players, seed)
    return tuple(transition for _, transition in played)


def playouts(case: Case, games: int | None = None) -> Iterator[Transition]:
    for seed in range(case.config.games if games is None else games):
        yield from playout(case, seed)


def few(case: Case) -> Iterator[Transition]:
    """Yield fewer games, for checks that are expensive."""
    return playouts(case, max(1, case.config.games // 3))
