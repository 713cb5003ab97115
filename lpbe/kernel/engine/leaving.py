"""Leave the game: one seat by resigning, or all by agreeing to stop."""

from __future__ import annotations

from collections.abc import Sequence

from ..base.errors import Stale, WrongKind
from .events import Resigned, StopAgreed, StopWithdrawn
from .model import Question, Roster, Seat
from .table import StartPoint, Table, finish, top


def resign(table: Table, seat: Seat, bots: Sequence[Seat] = ()) -> None:
    """Take a seat out of play: from now on its policy and the defaults answer for it."""
    before = StartPoint.of(table)
    table.emit(Resigned(seat))
    stop_if_agreed(table, bots)
    table.settle()
    finish(table, before)


def agree_to_stop(table: Table, seat: Seat, bots: Sequence[Seat] = ()) -> None:
    """Agree to stop: once all who still play agree, the game ends as its rules say."""
    before = StartPoint.of(table)
    check_stopping(table, seat, before.question)
    if seat in table.state[Roster].stopping:
        raise Stale("E_ORDER_STALE", "{seat} has already agreed to stop", seat=seat)
    table.emit(StopAgreed(seat))
    if stop_if_agreed(table, bots):
        table.settle()
        finish(table, before)


def withdraw_stop(table: Table, seat: Seat) -> None:
    """Withdraw the agreement to stop."""
    check_stopping(table, seat, top(table.state))
    if seat not in table.state[Roster].stopping:
        raise Stale("E_ORDER_STALE", "{seat} has not agreed to stop", seat=seat)
    table.emit(StopWithdrawn(seat))


def check_stopping(table: Table, seat: Seat, question: Question | None) -> None:
    if question is None:
        raise Stale("E_ORDER_STALE", "the game is over")
    if table.book.stop is None:
        raise WrongKind("E_ORDER_KIND", "this game cannot be stopped by agreement")
    if seat in table.state[Roster].resigned:
        raise Stale("E_ORDER_STALE", "{seat} has already left", seat=seat)


def stop_if_agreed(table: Table, bots: Sequence[Seat]) -> bool:
    """Stop the game if all who still play agree; bots are not asked. Return whether it was stopped."""
    roster = table.state[Roster]
    stop = table.book.stop
    if stop is None or not all_agreed(roster, bots):
        return False
    stop(table, roster.active_seats())
    return True


def all_agreed(roster: Roster, bots: Sequence[Seat]) -> bool:
    people = [seat for seat in roster.active_seats() if seat not in bots]
    return bool(people) and all(seat in roster.stopping for seat in people)
