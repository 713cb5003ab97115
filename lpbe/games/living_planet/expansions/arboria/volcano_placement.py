"""Chapter volcano: it is placed as soon as it is drawn, where it touches most mountains."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta

from .....kernel.engine.model import Event, Offer, Order, Seat, State, Step
from .....kernel.engine.table import Table
from ...actions.hex_draws import HexPlaced, UrgentHex, lay_urgent, urgent_cells, urgent_places
from ...map.hex_placement import fitting_turns
from ...map.hexes import Cell
from ...map.queries import around
from .oxygen import breathe
from .queries import is_landing, is_volcano, switches


class PlaceVolcano(Order, frozen=True):
    """Place the volcano where it touches most mountains, in any rotation (ARB-VOLC-04 to ARB-VOLC-06)."""

    at: Cell
    turn: Annotated[int, Meta(ge=0, le=5)] = 0


class VolcanoLooms(Event, frozen=True):
    """It is beside the landing hex, where lava may reach the colonies (ARB-AMB-20)."""

    hex: str


def place_volcano(table: Table, seat: Seat, question: SetVolcano, order: PlaceVolcano) -> None:
    """Place it; this is not an exploration, and nobody goes there.

    ARB-VOLC-02, ARB-VOLC-03, ARB-VOLC-08, ARB-VOLC-10, ARB-VOLC-11.
    """
    lay_urgent(table, question, order.at, order.turn, "ARB-VOLC-04")


def volcano_places(state: State, seat: Seat, question: SetVolcano) -> Iterator[Order]:
    return (PlaceVolcano(at, turn) for at, turn in urgent_places(state, question.hex))


class SetVolcano(UrgentHex, frozen=True):
    """Ask for the volcano's cell, if there are several, and always for its rotation.

    ARB-VOLC-01, ARB-VOLC-05, ARB-VOLC-06, ARB-AMB-14."""

    offers = {PlaceVolcano: Offer(place_volcano, volcano_places, exact=True)}

    def default(self, state: State, seat: Seat) -> Order:
        at = urgent_cells(state, self.hex)[0]
        return PlaceVolcano(at, fitting_turns(state, self.hex, at)[0])


def volcano_is_urgent(answer: UrgentHex | None, state: State, seat: Seat, hex: str) -> UrgentHex | None:
    """Place it as soon as it is drawn, in the order in which hexes are drawn.

    ARB-VOLC-01, ARB-VOLC-07, ARB-AMB-16, ARB-AQUA-14.
    """
    return SetVolcano(seat, hex) if is_volcano(state, hex) else answer


def volcano_is_replaced(answer: bool, state: State, hex: str) -> bool:
    """Replace it, even if it fitted nowhere, unless an option says otherwise (ARB-VOLC-08, ARB-AMB-15)."""
    return answer and not (is_volcano(state, hex) and switches(state).volcano_replacement == "placed-only")


def colonies_are_warned(table: Table, event: HexPlaced) -> None:
    """Announce the volcano to colonies on a landing hex beside it (ARB-AMB-20)."""
    if is_volcano(table.state, event.hex) and switches(table.state).landing_struck:
        for hex in around(table.state, event.hex):
            if is_landing(table.state, hex):
                table.emit(VolcanoLooms(hex))


def hex_is_placed(table: Table, event: HexPlaced) -> None:
    breathe(table, event)
    colonies_are_warned(table, event)


EVENTS: tuple[type[Event], ...] = (VolcanoLooms,)
STEPS: tuple[type[Step], ...] = (SetVolcano,)
