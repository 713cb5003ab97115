"""Leaving the table: one seat for itself, or all of them by agreement."""

from __future__ import annotations

from collections.abc import Sequence

from ..base.errors import Rejected
from .events import Resigned, StopAgreed, StopWithdrawn
from .rules import Question, Roster, Seat
from .table import Before, Table, finish, top


def resign(table: Table, seat: Seat, bots: Sequence[Seat] = ()) -> None:
    """From now on the seat's policy and the defaults answer for it."""
    before = Before.of(table)
    table.emit(Resigned(seat))
    stop_if_agreed(table, bots)
    table.settle()
    finish(table, before)


def agree_to_stop(table: Table, seat: Seat, bots: Sequence[Seat] = ()) -> None:
    """The seat agrees to stop here: when all who still play do, the game ends as its rules say."""
    before = Before.of(table)
    check_stopping(table, seat, before.question)
    if seat in table.state[Roster].stopping:
        raise Rejected("E_ORDER_STALE", "{seat} has agreed to stop already", seat=seat)
    table.emit(StopAgreed(seat))
    if stop_if_agreed(table, bots):
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


def stop_if_agreed(table: Table, bots: Sequence[Seat]) -> bool:
    """What the rules say for it, once all agree who still play; bots are not asked."""
    roster, stop = table.state[Roster], table.book.stop
    if stop is None or not all_agreed(roster, bots):
        return False
    stop(table, roster.playing())
    return True


def all_agreed(roster: Roster, bots: Sequence[Seat]) -> bool:
    people = [seat for seat in roster.playing() if seat not in bots]
    return bool(people) and all(seat in roster.stopping for seat in people)
