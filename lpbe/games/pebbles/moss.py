"""Expansion: moss grows on pebbles and makes them worth more."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from ...kernel.base.errors import require
from ...kernel.engine.action_cards import ActionCard, PageHints
from ...kernel.engine.model import Component, Event, Module, Name, Offer, Order, Seat, State, Step
from ...kernel.engine.table import Table
from .rain import Rain, Washed
from .scoring import worth
from .state import Path, pebble_of, pebbles_of
from .turn import Laid, Turn, may_act


class Moss(Component):
    grown: list[str] = []


class Tend(Order, frozen=True):
    pebble: Name


class MossGrew(Event, frozen=True):
    pebbles: tuple[str, ...]

    def apply(self, state: State) -> None:
        state[Moss].grown += self.pebbles


class MossLost(Event, frozen=True):
    pebbles: tuple[str, ...]

    def apply(self, state: State) -> None:
        for pebble in self.pebbles:
            state[Moss].grown.remove(pebble)


def bare(state: State, pebble: str) -> bool:
    return pebble not in state[Moss].grown


def moss_spreads(table: Table, event: Laid) -> None:
    """Let a mossy pebble bring its moss, and spread it to the pebble laid before (MOSS-LAY-01)."""
    if "mossy" in pebble_of(table.state, event.pebble).traits:
        last_two = table.state[Path].row[-2:]
        table.emit(MossGrew(tuple(name for name in last_two if bare(table.state, name))))


def moss_goes_too(table: Table, event: Washed) -> None:
    """Remove the moss of what is washed away (MOSS-RAIN-01)."""
    if gone := tuple(name for name in event.pebbles if not bare(table.state, name)):
        table.emit(MossLost(gone))


class Creep(Step, frozen=True):
    def run(self, table: Table) -> None:
        """Let moss creep one pebble on after rain, from where it first ends (MOSS-RAIN-02)."""
        state = table.state
        edges = [new for old, new in pairwise(state[Path].row) if bare(state, new) and not bare(state, old)]
        if edges:
            table.emit(MossGrew((edges[0],)))


def tend(table: Table, seat: Seat, turn: Turn, order: Tend) -> None:
    may_act(turn, "tend")
    require(
        order.pebble in pebbles_of(table.state, seat),
        "MOSS-TEND-01",
        "{seat} has not laid {pebble}",
        seat=seat,
        pebble=order.pebble,
    )
    require(bare(table.state, order.pebble), "MOSS-TEND-02", "moss already grows on {pebble}", pebble=order.pebble)
    table.emit(MossGrew((order.pebble,)))
    table.then(turn.after("tend"))


def tendings(state: State, seat: Seat, turn: Turn) -> Iterator[Tend]:
    yield from map(Tend, pebbles_of(state, seat))


def moss_adds_worth(points: int, state: State, pebble: str) -> int:
    """Add a point for a pebble with moss (MOSS-SCORE-01)."""
    return points if bare(state, pebble) else points + 1


def moss_needs_a_pebble(state: State) -> Iterator[str]:
    if stray := [name for name in state[Moss].grown if name not in state[Path].laid]:
        yield f"moss grows on what does not lie there: {stray}"


MOSS = Module(
    "moss",
    requires=("pebbles",),
    components=(Moss,),
    events=(MossGrew, MossLost),
    steps=(Creep,),
    after={Rain: lambda rain: Creep()},
    offers={Turn: {Tend: Offer(tend, tendings)}},
    reactions={Laid: moss_spreads, Washed: moss_goes_too},
    amendments={worth: moss_adds_worth},
    counted={"moss_grown": MossGrew},
    laws=moss_needs_a_pebble,
    page_hints=lambda: PageHints({Tend: ActionCard(icon="moss")}, {"moss-grew": "moss", "moss-lost": "lost"}),
)
