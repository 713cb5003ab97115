"""A round: the Planet's turn in three phases, then the three Humans."""

from __future__ import annotations

from ...kernel.engine.model import Event, Seat, State, Step
from ...kernel.engine.table import Table
from .attack_sequence import Assault
from .heat import Warm
from .human_actions import HumanTurn
from .human_turn import EndTurn
from .preparation import Prepare
from .queries import human_order, working_factories
from .state import Attack, Climate, Nations, Round


class RoundBegan(Event, frozen=True):
    number: int

    def apply(self, state: State) -> None:
        state[Round].number = self.number
        state[Round].turns = []
        state[Climate].combos = []
        attack = state[Attack]
        attack.kind = ""
        attack.origin = ""
        attack.tiles = []
        attack.blocked = []
        attack.disturbed = False
        attack.used = {}


class HumansBegan(Event, frozen=True):
    """The order of turns is set, with a point for each working factory (2116-HUM-01, 2116-RES-02, 2116-RES-04)."""

    seats: tuple[Seat, ...]
    pool: int

    def apply(self, state: State) -> None:
        state[Round].turns = list(self.seats)
        state[Nations].pool = self.pool


class BeginRound(Step, frozen=True):
    number: int

    def run(self, table: Table) -> None:
        """Schedule damage, temperature, preparation and the Humans.

        2116-TURN-01 to 2116-TURN-03, 2116-SETUP-16, 2116-PREP-09.
        """
        table.emit(RoundBegan(self.number))
        damage = [Assault()] if self.number > 1 else []
        table.then(*damage, Warm(), Prepare(), BeginHumans(), BeginRound(self.number + 1))


class BeginHumans(Step, frozen=True):
    def run(self, table: Table) -> None:
        """Set the order now; the hat is passed on after the turn of its owner (2116-HUM-01, 2116-HUM-02)."""
        order = human_order(table.state)
        table.emit(HumansBegan(tuple(order), len(working_factories(table.state))))
        hat = table.state[Nations].hat
        table.then(*(step for seat in order for step in (HumanTurn(seat), EndTurn(seat, hat=seat == hat))))
