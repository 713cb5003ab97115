"""The turn as a list of steps: select, lead, four columns, exhaust, pass the Leader board on."""

from __future__ import annotations

from ....kernel.engine.model import Event, Seat, State, Step
from ....kernel.engine.table import Table
from ..actions.actions import Act
from ..map.queries import clockwise, die, options, seats, turns
from ..scoring import Score
from ..state import COLOURS, Piles, Track, Turn
from .card_selection import HandRefilled, RevealOthers, SelectCards
from .cataclysms import Cataclysm
from .exhaustion import Exhaust, NothingExhausted, extinct
from .fate import ChangeDie, Fate
from .leader_step import Lead, RecoverOnly
from .production import CallEarly, Produce


class TurnBegan(Event, frozen=True):
    """A turn begins; what the dice showed and what a card did in the last one is over (LP-FATE-05, LP-CARD1-02)."""

    number: int
    leader: Seat
    turns: int
    """How many there are."""

    def apply(self, state: State) -> None:
        turn = state[Turn]
        turn.number = self.number
        turn.leader = self.leader
        turn.dice = {}
        turn.order = []
        turn.column = 0
        turn.effect = 0
        turn.double = ""
        turn.forced = []


class ColumnBegan(Event, frozen=True):
    """The die of the next column starts (LP-ORDER-02)."""

    column: int
    colour: str

    def apply(self, state: State) -> None:
        state[Turn].column = self.column


class ProductionCalled(Event, frozen=True):
    """Production is called for this value (LP-LEADER-10)."""

    value: int


class ActionsCalled(Event, frozen=True):
    """The actions of a seat are called, with the value that limits them (LP-LEADER-10)."""

    seat: Seat
    value: int


class BeginTurn(Step, frozen=True):
    number: int

    def run(self, table: Table) -> None:
        """Pass the Leader board on and refill empty hands.

        LP-ORDER-01, LP-ORDER-06, LP-LEADER-01, LP-PASS-01, G-15.
        """
        state = table.state
        leader = state[Turn].leader if self.number == 1 else clockwise(state)[1 % len(seats(state))]
        table.emit(TurnBegan(self.number, leader, turns(state)))
        for seat in seats(state):
            if not state[Piles].hands[seat]:
                table.emit(HandRefilled(seat))
        columns = (Column(n) for n in range(len(COLOURS)))
        table.then(SelectCards(), RevealOthers(), RecoverOnly(leader), Lead(leader))
        table.then(*columns, Exhaust(leader), EndTurn(self.number))


class Column(Step, frozen=True):
    number: int

    def run(self, table: Table) -> None:
        """Schedule production, the owner's actions and cataclysms.

        LP-ORDER-03 to LP-ORDER-05, LP-NPC-05, LP-NPC-06, G-64, G-65.
        """
        state = table.state
        colour = state[Turn].order[self.number]
        table.emit(ColumnBegan(self.number, colour))
        owner = colour if colour in seats(state) else None
        table.then(Fate(colour, "A"), CallProduction())
        if owner == state[Turn].leader:
            table.then(CallEarly(owner))
        table.then(*(Produce(seat) for seat in clockwise(state)), Fate(colour, "B"))
        if owner:
            table.then(CallActions(owner), Act(owner))
        last: list[Step] = [ChangeDie(colour), Fate(colour, "C")]
        if options(state).card1_vs_fate == "owner-first":
            last.reverse()
        table.then(*last, Cataclysm(colour))


class CallProduction(Step, frozen=True):
    def run(self, table: Table) -> None:
        """Call the face of the die, whatever its colour (LP-PROD-01)."""
        table.emit(ProductionCalled(die(table.state)))


class CallActions(Step, frozen=True):
    seat: Seat

    def run(self, table: Table) -> None:
        table.emit(ActionsCalled(self.seat, die(table.state)))


class EndTurn(Step, frozen=True):
    number: int

    def run(self, table: Table) -> None:
        """End the game at the last spot of the track, or, by option, when the bank is empty.

        LP-END-01, LP-END-02, G-75, G-76.
        """
        state = table.state
        spots = state[Track].spots
        empty = len(spots) < self.number
        if empty:
            table.emit(NothingExhausted())
        early = (empty and options(state).exhaust_empty == "end-game") or (
            options(state).extinction_end and extinct(state)
        )
        table.then(Score() if early or len(spots) >= turns(state) else BeginTurn(self.number + 1))


EVENTS: tuple[type[Event], ...] = (
    TurnBegan,
    ColumnBegan,
    ProductionCalled,
    ActionsCalled,
)
STEPS: tuple[type[Step], ...] = (
    BeginTurn,
    Column,
    CallProduction,
    CallActions,
    EndTurn,
)
