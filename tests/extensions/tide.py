"""A test expansion: seats may wade, and the game ends at once when the path is long enough."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lpbe.games.pebbles.scoring import worth
from lpbe.games.pebbles.state import CoinsPaid, Path, Purse
from lpbe.games.pebbles.turn import Laid, Turn, may_act
from lpbe.kernel.base.errors import require
from lpbe.kernel.engine.events import Ended
from lpbe.kernel.engine.model import Component, Event, Module, Offer, Order, Seat, State, Step
from lpbe.kernel.engine.table import Table

LONG = 8


class Sea(Component):
    level: int = 0


class Wade(Order, frozen=True):
    depth: int | None = None


class SeaRose(Event, frozen=True):
    by: int

    def apply(self, state: State) -> None:
        state[Sea].level += self.by


class Flood(Step, frozen=True):
    """The sea takes the path: nobody counts points, and the seat that laid the last pebble has won."""

    seat: Seat

    def run(self, table: Table) -> None:
        table.emit(Ended({}, (self.seat,), "flood"))


def flood_comes(table: Table, event: Laid) -> None:
    if len(table.state[Path].row) + table.state[Sea].level >= LONG:
        table.then(Flood(event.seat))


def wade(table: Table, seat: Seat, turn: Turn, order: Wade) -> None:
    may_act(turn, "wade")
    require(table.state[Purse, seat].coins, "TIDE-1", "{seat} has no coins", seat=seat)
    table.emit(CoinsPaid(seat, 1))
    table.emit(SeaRose(1 if order.depth is None else order.depth))
    table.then(turn.after("wade"))


def wadings(state: State, seat: Seat, turn: Turn) -> Iterator[Wade]:
    yield Wade()
    yield Wade(2)


def wet_is_dear(points: int, state: State, pebble: str) -> int:
    return points + state[Sea].level


def stop(table: Table, seats: Sequence[Seat]) -> None:
    table.emit(Ended({}, tuple(seats), "agreed"))


TIDE = Module(
    "tide",
    requires=("pebbles",),
    components=(Sea,),
    events=(SeaRose,),
    steps=(Flood,),
    offers={Turn: {Wade: Offer(wade, wadings)}},
    reactions={Laid: flood_comes},
    amendments={worth: wet_is_dear},
    stop=stop,
    endings=("flood",),
)
