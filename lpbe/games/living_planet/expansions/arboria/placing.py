"""Chapter volcano: it is placed as soon as it is drawn, where it touches most mountains."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta

from .....kernel.play.rules import Event, Offer, Order, Seat, State, Step
from .....kernel.play.table import Table
from ...draw import HexPlaced, UrgentHex, lay_urgent, urgent_cells, urgent_places
from ...hexes import Cell
from ...laying import fitting_turns
from ...reading import around
from .oxygen import breathe
from .reading import is_landing, is_volcano, switches


class PlaceVolcano(Order, frozen=True):
    """ARB-VOLC-04 to ARB-VOLC-06: where it touches most mountains, turned as one likes."""

    at: Cell
    turn: Annotated[int, Meta(ge=0, le=5)] = 0


class VolcanoLooms(Event, frozen=True):
    """ARB-AMB-20: it lies beside the landing hex, where lava may reach the colonies."""

    hex: str


def place_volcano(table: Table, seat: Seat, question: SetVolcano, order: PlaceVolcano) -> None:
    """ARB-VOLC-02, ARB-VOLC-03, ARB-VOLC-08, ARB-VOLC-10, ARB-VOLC-11: no exploration, nobody goes there."""
    lay_urgent(table, question, order.at, order.turn, "ARB-VOLC-04")


def volcano_places(state: State, seat: Seat, question: SetVolcano) -> Iterator[Order]:
    return (PlaceVolcano(at, turn) for at, turn in urgent_places(state, question.hex))


class SetVolcano(UrgentHex, frozen=True):
    """ARB-VOLC-01, ARB-VOLC-05, ARB-VOLC-06, ARB-AMB-14: the cell where there are several, and the turn anyhow."""

    offers = {PlaceVolcano: Offer(place_volcano, volcano_places, exact=True)}

    def default(self, state: State, seat: Seat) -> Order:
        at = urgent_cells(state, self.hex)[0]
        return PlaceVolcano(at, fitting_turns(state, self.hex, at)[0])


def volcano_is_urgent(answer: UrgentHex | None, state: State, seat: Seat, hex: str) -> UrgentHex | None:
    """ARB-VOLC-01, ARB-VOLC-07, ARB-AMB-16, ARB-AQUA-14: as soon as it is drawn, in the order in which hexes are."""
    return SetVolcano(seat, hex) if is_volcano(state, hex) else answer


def volcano_is_replaced(answer: bool, state: State, hex: str) -> bool:
    """ARB-VOLC-08, ARB-AMB-15: also one that fitted nowhere, by switch not."""
    return answer and not (is_volcano(state, hex) and switches(state).volcano_replacement == "placed-only")


def colonies_are_warned(table: Table, event: HexPlaced) -> None:
    """ARB-AMB-20."""
    if is_volcano(table.state, event.hex) and switches(table.state).landing_struck:
        for hex in around(table.state, event.hex):
            if is_landing(table.state, hex):
                table.emit(VolcanoLooms(hex))


def hex_is_placed(table: Table, event: HexPlaced) -> None:
    breathe(table, event)
    colonies_are_warned(table, event)


EVENTS: tuple[type[Event], ...] = (VolcanoLooms,)
STEPS: tuple[type[Step], ...] = (SetVolcano,)
