"""What modules add to the board and to reports; separate, so that rules do not load what draws."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...kernel.engine.amendments import amendable
from ...kernel.engine.model import Event, Seat, State
from .map.queries import hex_of, inside
from .state import Place

if TYPE_CHECKING:
    from ...board.model import Look, TokenView
    from ...kernel.engine.foresight import Fact
    from ...kernel.engine.panels import Panel


@amendable
def where(state: State, place: Place) -> Place:
    """Return the spot or the hex where a piece is drawn, by its place."""
    return place if inside(state, place) else hex_of(state, place)


@amendable
def tokens_on(state: State, hex: str) -> tuple[TokenView, ...]:
    """Return what else is drawn on a hex or on one of its sides; the hex may still be in a hand."""
    return ()


@amendable
def tokens_beside(state: State, spot: Place) -> tuple[TokenView, ...]:
    """Return what is drawn beside the building on a spot or around it."""
    return ()


@amendable
def look(state: State) -> Look:
    """Return how things look; what modules add is laid over it."""
    from .presentation.style import base_look  # saves the board for commands that draw none

    return base_look(state)


@amendable
def more_panels(state: State, reader: Seat | None) -> list[Panel]:
    """Return what else is shown to a reader."""
    return []


@amendable
def foreseen_facts(state: State, event: Event) -> tuple[Fact, ...]:
    """Return what else a foreseen fact means in the position before it. Amendments describe their own facts."""
    return ()


@amendable
def more_threats(state: State, reader: Seat) -> list[Fact]:
    """Return what else threatens a reader. Amendments add."""
    return []
