"""A component, event or step that its module forgot to list is refused by name, at bind or when it is used."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from msgspec.structs import replace

from lpbe.games.pebbles.module import BASE
from lpbe.kernel.base.errors import Malformed, NotListed, NotVisible
from lpbe.kernel.content import packs
from lpbe.kernel.engine.chance import Rng
from lpbe.kernel.engine.model import Component, Event, Module, Order, Seat, State, Step, Visibility
from lpbe.kernel.engine.rehearsal import rehearse
from lpbe.kernel.engine.rulebook import bind
from lpbe.kernel.engine.table import Table, start

SEATS = ("north", "south")


class Heap(Component):
    stones: int = 0


class Hand(Component):
    visibility = Visibility.PRIVATE
    stones: int = 0


class Grown(Event, frozen=True):
    def apply(self, state: State) -> None:
        state[Heap].stones += 1


class Grow(Step, frozen=True):
    def run(self, table: Table) -> None:
        table.emit(Grown())


class Wait(Step, frozen=True):
    pass


NIM = Module(
    "nim", components=(Heap, Hand), events=(Grown,), steps=(Grow, Wait), setup=lambda table: table.then(Grow())
)


def table_of(module: Module) -> Table:
    return Table(bind(module, content={}).blank(SEATS, {}), Rng(bytes(32)))


def test_a_module_that_lists_all_is_played() -> None:
    table = table_of(NIM)
    start(table)
    assert table.state[Heap].stones == 1


def test_an_event_is_refused_when_it_is_emitted_and_changes_nothing() -> None:
    table = table_of(replace(NIM, events=()))
    with pytest.raises(NotListed, match=r"^Grown is not listed in Module\.events of 'nim'$"):
        start(table)
    assert table.state[Heap].stones == 0 and table.events == []


def test_a_step_is_refused_when_it_is_planned() -> None:
    table = table_of(replace(NIM, steps=(Wait,)))
    with pytest.raises(NotListed, match=r"^Grow is not listed in Module\.steps of 'nim'$"):
        start(table)


def test_a_step_that_another_module_puts_around_one_is_refused_too() -> None:
    before: Mapping[type[Step], object] = {Grow: lambda step: Wait()}
    table = table_of(replace(NIM, steps=(Grow,), before=before))
    with pytest.raises(NotListed, match=r"^Wait is not listed in Module\.steps of 'nim'$"):
        start(table)


def test_a_step_of_a_rehearsal_must_be_listed() -> None:
    table = table_of(replace(NIM, steps=(Grow,)))
    with pytest.raises(NotListed, match=r"^Wait is not listed"):
        rehearse(table.state, Wait())


def test_a_component_is_refused_when_it_is_looked_up() -> None:
    table = table_of(replace(NIM, components=(Hand,)))
    with pytest.raises(NotListed, match=r"^Heap is not listed in Module\.components of 'nim'$"):
        start(table)


@pytest.mark.parametrize("reader", [None, *SEATS])
def test_a_private_component_is_refused_in_every_view(reader: Seat | None) -> None:
    state = table_of(replace(NIM, components=(Heap,))).state.seen_by(reader)
    with pytest.raises(NotListed, match=r"^Hand is not listed in Module\.components of 'nim'$"):
        state[Hand, "north"]
    with pytest.raises(NotListed, match=r"^Hand is not listed in Module\.components of 'nim'$"):
        state.open(Hand, "north")


def test_what_is_listed_and_not_visible_is_only_that() -> None:
    view = table_of(NIM).state.seen_by("south")
    with pytest.raises(NotVisible):
        view[Hand, "north"]
    assert view.open(Hand, "north") is None


def nothing(*args: object) -> None:
    pass


def rule(view: State, seat: Seat, question: object) -> Order | None:
    return None


@pytest.mark.parametrize(
    ("module", "complaint"),
    [
        (Module("nim", reactions={Grown: nothing}), "Grown is not listed in Module.events of 'nim'"),
        (Module("nim", counted={"heaps": Grown}), "Grown is not listed in Module.events of 'nim'"),
        (Module("nim", counted={"heaps": (Grown, lambda s, e: True)}), "Grown is not listed in Module.events of 'nim'"),
        (Module("nim", before={Grow: Wait}), "Grow is not listed in Module.steps of 'nim'"),
        (Module("nim", after={Grow: Wait}), "Grow is not listed in Module.steps of 'nim'"),
        (Module("nim", policies={Grow: rule}), "Grow is not listed in Module.steps of 'nim'"),  # type: ignore[dict-item]
    ],
)
def test_what_a_module_hooks_on_must_be_listed_by_some_module(module: Module, complaint: str) -> None:
    with pytest.raises(Malformed) as refused:
        bind(replace(module, components=(Heap,)), content={})
    assert refused.value.values["complaints"] == [complaint]


def test_the_module_whose_classes_are_nearest_is_named() -> None:
    table = Table(
        bind(BASE, replace(NIM, components=(Heap,), events=()), content=packs.rows("pebbles")).blank(SEATS, {}),
        Rng(bytes(32)),
    )
    with pytest.raises(NotListed, match="of 'nim'"):
        table.emit(Grown())
