"""Agreement to stop: who may still agree, and what follows when all have."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..base.errors import Rejected
from .rules import Question, Roster, Seat

if TYPE_CHECKING:
    from .table import Table


def check_stopping(table: Table, seat: Seat, question: Question | None) -> None:
    if question is None:
        raise Rejected("E_ORDER_STALE", "the game is over")
    if table.book.stop is None:
        raise Rejected("E_ORDER_KIND", "this game cannot be stopped by agreement")
    if seat in table.state[Roster].resigned:
        raise Rejected("E_ORDER_STALE", "{seat} has left already", seat=seat)


def stop_if_agreed(table: Table) -> bool:
    """What the rules say for it, once all agree who still play."""
    roster, stop = table.state[Roster], table.book.stop
    playing = roster.playing()
    if stop is None or not playing or not all(seat in roster.stopping for seat in playing):
        return False
    stop(table, playing)
    return True
