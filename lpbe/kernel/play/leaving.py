"""Leaving the table: one seat for itself, or all of them by agreement."""

from __future__ import annotations

from ..base.errors import Rejected
from .events import Resigned, StopAgreed, StopWithdrawn
from .rules import Question, Roster, Seat
from .table import Before, Table, finish, top


def resign(table: Table, seat: Seat) -> None:
    """From now on the seat's policy and the defaults answer for it."""
    before = Before.of(table)
    table.emit(Resigned(seat))
    stop_if_agreed(table)
    table.settle()
    finish(table, before)


def agree_to_stop(table: Table, seat: Seat) -> None:
    """The seat agrees to stop here: when all who still play do, the game ends as its rules say."""
    before = Before.of(table)
    check_stopping(table, seat, before.question)
    if seat in table.state[Roster].stopping:
        raise Rejected("E_ORDER_STALE", "{seat} has agreed to stop already", seat=seat)
    table.emit(StopAgreed(seat))
    if stop_if_agreed(table):
        table.settle()
        finish(table, before)


def withdraw_stop(table: Table, seat: Seat) -> None:
    """The seat wants to play on after all."""
    check_stopping(table, seat, top(table.state))
    if seat not in table.state[Roster].stopping:
        raise Rejected("E_ORDER_STALE", "{seat} has not agreed to stop", seat=seat)
    table.emit(StopWithdrawn(seat))


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
