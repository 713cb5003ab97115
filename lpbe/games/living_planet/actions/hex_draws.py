"""Drawing hexes; one that must go on the map at once is placed before the exploration goes on, and replaced."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from ....kernel.base.errors import require
from ....kernel.engine.amendments import amendable
from ....kernel.engine.model import Event, Question, Seat, State, Step
from ....kernel.engine.table import Table
from ..map.hex_placement import borders, by_row, check_fit, fitting_turns, lay, open_cells
from ..map.hexes import Cell
from ..state import Decks, Hand, Piles


class HexesDrawn(Event, frozen=True):
    """The explorer looks at the hexes, the others see how many there are (G-43)."""

    seat: Seat
    count: int
    hexes: tuple[str, ...] = ()

    def apply(self, state: State) -> None:
        state[Piles].hexes -= self.count
        if decks := state.open(Decks):
            del decks.hexes[: self.count]
        if hand := state.open(Hand, self.seat):
            hand.hexes += self.hexes

    def seen_by(self, reader: Seat | None) -> Event:
        return self if reader == self.seat else replace(self, hexes=())


class HexPlaced(Event, frozen=True):
    seat: Seat
    hex: str
    at: Cell
    turn: int = 0

    def apply(self, state: State) -> None:
        lay(state, self.hex, self.at, self.turn)
        if hand := state.open(Hand, self.seat):
            hand.hexes.remove(self.hex)


class HexShown(Event, frozen=True):
    """A drawn hex that cannot wait is shown, so that everybody may check what is done with it."""

    seat: Seat
    hex: str


class HexBuried(Event, frozen=True):
    """A hex that should go on the map and fits nowhere goes under the deck for all to see."""

    seat: Seat
    hex: str

    def apply(self, state: State) -> None:
        state[Piles].hexes += 1
        if decks := state.open(Decks):
            decks.hexes.append(self.hex)
        if hand := state.open(Hand, self.seat):
            hand.hexes.remove(self.hex)


class UrgentHex(Question, frozen=True):
    """A hex that must be placed before the exploration goes on; each module that has one asks with its own kind."""

    seat: Seat
    hex: str
    buried: tuple[str, ...] = ()
    """The hexes that went under the deck during this exploration: they are not drawn again in it."""

    def asks(self, state: State) -> Sequence[Seat]:
        return (self.seat,)


@amendable
def urgent(state: State, seat: Seat, hex: str) -> UrgentHex | None:
    """Return the question about a drawn hex that cannot wait; usually there is none.

    Amendments grant, each for its own hexes.
    """
    return None


@amendable
def urgent_cells(state: State, hex: str) -> list[Cell]:
    """Return the cells for such a hex, reachable or not: of those that it fits, those where it touches most hexes."""
    touching = {at: len(borders(state, at)) for at in open_cells(state) if fitting_turns(state, hex, at)}
    return sorted([at for at, sides in touching.items() if sides == max(touching.values())], key=by_row)


@amendable
def is_replaced(state: State, hex: str) -> bool:
    """Return whether another hex is drawn for one that went under the deck. Amendments veto."""
    return True


class DrawHexes(Step, frozen=True):
    seat: Seat
    count: int
    buried: tuple[str, ...] = ()

    def run(self, table: Table) -> None:
        """Draw the hexes, or all there are except those just buried; then place what is urgent (LP-EXPL-01, G-40)."""
        state = table.state
        count = min(self.count, state[Piles].hexes - len(self.buried))
        if count:
            table.emit(HexesDrawn(self.seat, count, tuple(state[Decks].hexes[:count])))
        if urgent in table.book.amendments:
            meet(table, self.seat, self.buried)


def meet(table: Table, seat: Seat, buried: tuple[str, ...]) -> None:
    """Place the first drawn hex that cannot wait, or put it under the deck."""
    asked = (urgent(table.state, seat, hex) for hex in table.state[Hand, seat].hexes)
    question = next(filter(None, asked), None)
    if question is None:
        return
    hex = question.hex
    table.emit(HexShown(seat, hex))
    if urgent_cells(table.state, hex):
        table.then(replace(question, buried=buried))
    else:
        table.emit(HexBuried(seat, hex))
        table.then(DrawHexes(seat, int(is_replaced(table.state, hex)), (*buried, hex)))


def lay_urgent(table: Table, question: UrgentHex, at: Cell, turn: int, clause: str) -> None:
    """Place the hex without a team; this is not an exploration, so another hex is drawn for it."""
    state = table.state
    hex = question.hex
    cells = urgent_cells(state, hex)
    require(at in cells, clause, "{hex} must go where it touches the most hexes: @{cells}", hex=hex, cells=cells)
    check_fit(state, hex, at, turn, clause)
    table.emit(HexPlaced(question.seat, hex, at=at, turn=turn))
    table.then(DrawHexes(question.seat, 1, question.buried))


def urgent_places(state: State, hex: str) -> Iterator[tuple[Cell, int]]:
    """Yield each of its cells, in each rotation."""
    return ((at, turn) for at in urgent_cells(state, hex) for turn in fitting_turns(state, hex, at))


EVENTS: tuple[type[Event], ...] = (HexesDrawn, HexPlaced, HexShown, HexBuried)
STEPS: tuple[type[Step], ...] = (DrawHexes,)
