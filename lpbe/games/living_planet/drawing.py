"""What modules add to the board and to reports: rules of their own, so that nobody need load what draws."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...kernel.play.rules import Seat, State, amendable
from .reading import hex_of, inside
from .state import Place

if TYPE_CHECKING:
    from ...board.picture import TokenDrawn
    from ...kernel.play.panels import Panel


@amendable
def where(state: State, place: Place) -> Place:
    """The spot or the hex where a piece is drawn, by its place."""
    return place if inside(state, place) else hex_of(state, place)


@amendable
def tokens_on(state: State, hex: str) -> tuple[TokenDrawn, ...]:
    """What else lies on a hex, as it is drawn."""
    return ()


@amendable
def tokens_beside(state: State, spot: Place) -> tuple[TokenDrawn, ...]:
    """What lies beside the building on a spot, as it is drawn."""
    return ()


@amendable
def more_panels(state: State, reader: Seat | None) -> list[Panel]:
    """What else is laid out for a reader."""
    return []
