"""A round: the Planet's turn in three phases, then the three Humans."""

from __future__ import annotations

from ...kernel.play.rules import Event, Seat, State, Step
from ...kernel.play.table import Table
from .acting import HumanTurn
from .assault import Assault
from .heat import Warm
from .humans import EndTurn
from .prepare import Prepare
from .reading import human_order, working
from .state import Attack, Climate, Nations, Round


class RoundBegan(Event, frozen=True):
    number: int

    def apply(self, state: State) -> None:
        state[Round].number, state[Round].turns = self.number, []
        state[Climate].combos = []
        attack = state[Attack]
        attack.kind, attack.origin, attack.tiles, attack.blocked = "", "", [], []
        attack.disturbed, attack.used = False, {}


class HumansBegan(Event, frozen=True):
    """2116-HUM-01, 2116-RES-02, 2116-RES-04: the order of turns, and a point for each factory that stands."""

    seats: tuple[Seat, ...]
    pool: int

    def apply(self, state: State) -> None:
        state[Round].turns = list(self.seats)
        state[Nations].pool = self.pool


class BeginRound(Step, frozen=True):
    number: int

    def run(self, table: Table) -> None:
        """2116-TURN-01 to 2116-TURN-03, 2116-SETUP-16, 2116-PREP-09: damage, temperature, preparation, Humans."""
        table.emit(RoundBegan(self.number))
        damage = [Assault()] if self.number > 1 else []
        table.then(*damage, Warm(), Prepare(), BeginHumans(), BeginRound(self.number + 1))


class BeginHumans(Step, frozen=True):
    def run(self, table: Table) -> None:
        """2116-HUM-01, 2116-HUM-02: the order is set now; the hat goes on after the turn of who wears it."""
        order = human_order(table.state)
        table.emit(HumansBegan(tuple(order), len(working(table.state))))
        hat = table.state[Nations].hat
        table.then(*(step for seat in order for step in (HumanTurn(seat), EndTurn(seat, hat=seat == hat))))
