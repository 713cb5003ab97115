"""A test expansion: before the rain the first seat freezes a pebble; a timeout leaves that to chance."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from lpbe.games.pebbles.rain import Point, Washed
from lpbe.games.pebbles.scoring import worth
from lpbe.games.pebbles.state import Path, Round, pebbles_of
from lpbe.kernel.base.errors import require
from lpbe.kernel.engine.model import Component, Event, Module, Name, Offer, Order, Question, Seat, State
from lpbe.kernel.engine.rulebook import policy_of
from lpbe.kernel.engine.table import Table


class Ice(Component):
    frozen: list[str] = []


class Freeze(Order, frozen=True):
    pebble: Name


class Shiver(Order, frozen=True):
    """The default answer: any pebble."""


class Froze(Event, frozen=True):
    seat: Seat
    pebble: str

    def apply(self, state: State) -> None:
        state[Ice].frozen.append(self.pebble)


class Melted(Event, frozen=True):
    pebbles: tuple[str, ...]

    def apply(self, state: State) -> None:
        state[Ice].frozen = [name for name in state[Ice].frozen if name not in self.pebbles]


def warm(state: State, seat: Seat) -> list[str]:
    return [name for name in pebbles_of(state, seat) if name not in state[Ice].frozen]


def freeze(table: Table, seat: Seat, chill: Chill, order: Freeze) -> None:
    require(order.pebble in warm(table.state, seat), "FROST-1", "{pebble} cannot freeze", pebble=order.pebble)
    table.emit(Froze(seat, order.pebble))


def shiver(table: Table, seat: Seat, chill: Chill, order: Shiver) -> None:
    label = f"shiver/{table.state[Round].number}"
    table.emit(Froze(seat, table.rng.pick(warm(table.state, seat), label)))


def freezings(state: State, seat: Seat, chill: Chill) -> Iterator[Freeze]:
    return map(Freeze, warm(state, seat))


class Chill(Question, frozen=True):
    seat: Seat
    offers = {
        Freeze: Offer(freeze, freezings),
        Shiver: Offer(shiver, lambda state, seat, chill: (Shiver(),), complete=False, timeout_only=True),
    }

    def asks(self, state: State) -> Sequence[Seat]:
        return (self.seat,) if warm(state, self.seat) else ()

    def takes_plans(self, state: State, seat: Seat) -> bool:
        """Return False once something is frozen: then everything has to be reconsidered."""
        return not state[Ice].frozen

    def default(self, state: State, seat: Seat) -> Order:
        return Shiver()


class FrostPolicy(Struct, frozen=True, forbid_unknown_fields=True):
    freeze: Name = "first"


def freeze_by_policy(view: State, seat: Seat, chill: Chill) -> Order | None:
    own = policy_of(view, seat, FROST)
    if own is None:
        return None
    return Shiver() if own.freeze == "any" else Freeze(warm(view, seat)[0])


def thaw(table: Table, event: Washed) -> None:
    if gone := tuple(name for name in event.pebbles if name in table.state[Ice].frozen):
        table.emit(Melted(gone))


def frozen_is_dear(points: int, state: State, pebble: str) -> int:
    return points + 2 if pebble in state[Ice].frozen else points


def only_what_lies_is_frozen(state: State) -> Iterable[str]:
    if stray := [name for name in state[Ice].frozen if name not in state[Path].laid]:
        yield f"{stray} are frozen and lie nowhere"


def gauges(state: State, seat: Seat) -> Mapping[str, int]:
    return {"frozen": sum(name in state[Ice].frozen for name in pebbles_of(state, seat))}


FROST = Module(
    "frost",
    requires=("pebbles",),
    components=(Ice,),
    events=(Froze, Melted),
    steps=(Chill,),
    policy=FrostPolicy,
    before={Point: lambda point: Chill(point.seat)},
    reactions={Washed: thaw},
    amendments={worth: frozen_is_dear},
    policies={Chill: freeze_by_policy},
    gauges=gauges,
    counted={"freezes": Froze},
    laws=only_what_lies_is_frozen,
)
