"""What modules add to the board and to reports: rules of their own, so that nobody need load what draws."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...kernel.play.rules import Event, Seat, State, amendable
from .reading import hex_of, inside
from .state import Place

if TYPE_CHECKING:
    from ...board.picture import Look, TokenDrawn
    from ...kernel.play.foresight import Told
    from ...kernel.play.panels import Panel


@amendable
def where(state: State, place: Place) -> Place:
    """The spot or the hex where a piece is drawn, by its place."""
    return place if inside(state, place) else hex_of(state, place)


@amendable
def tokens_on(state: State, hex: str) -> tuple[TokenDrawn, ...]:
    """What else lies on a hex or on one of its sides, as it is drawn; the hex may be in a hand still."""
    return ()


@amendable
def tokens_beside(state: State, spot: Place) -> tuple[TokenDrawn, ...]:
    """What lies beside the building on a spot or around it, as it is drawn."""
    return ()


@amendable
def look(state: State) -> Look:
    """How things look; what modules add is laid over it."""
    from .show.looks import base_look  # saves the board for who does not look at it

    return base_look(state)


@amendable
def more_panels(state: State, reader: Seat | None) -> list[Panel]:
    """What else is laid out for a reader."""
    return []


@amendable
def foretold(state: State, event: Event) -> tuple[Told, ...]:
    """What else a fact means that is foreseen, told of the position before it. Amendments tell of their own facts."""
    return ()


@amendable
def more_threats(state: State, reader: Seat) -> list[Told]:
    """What else threatens a reader. Amendments add."""
    return []
