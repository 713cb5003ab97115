"""Time-out: the referee goes on without the seats that let a deadline pass."""

# No `from __future__ import annotations`: msgspec would compile every string of a type again in each process.

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

from msgspec import Meta, UnsetType
from msgspec.structs import replace

from ...base.errors import Rejected
from ...play.events import Ended, Silent
from ...play.phases import phase_of
from ...play.table import time_out
from ..letters import Count, Letter, Record, Slug
from ..seating import Genesis, Now, given_seat, stop_waiting, with_seat
from ..times import days_late, last_call
from ..writing import heading

if TYPE_CHECKING:
    from ...play.rules import State
    from ..records import Envelope, GameFile, StateRecord
    from ..step import Deed


class TimeoutArgs(Record, frozen=True):
    seats: Annotated[list[Slug], Meta(min_length=1, max_length=8)]
    phase: Count


class Timeout(Letter, frozen=True, kw_only=True, tag="timeout"):
    by_referee = True
    before_start = True

    args: TimeoutArgs

    def check(self, genesis: Genesis, state: "StateRecord", at: str | None) -> None:
        check_late(genesis, state, [] if state.window.kind == "play" else state.window.waiting, at)
        if sorted(self.args.seats) != sorted(state.window.waiting):
            raise Rejected("E_ORDER_NOT_WAITING", "a timeout names exactly the seats that are waited for")

    def check_phase(self, table: "State | None", window: int) -> None:
        """Silence counts until the phase is over that the table is in, no other."""
        if self.args.phase != phase_at(table, window):
            raise Rejected("E_ORDER_STALE", "a timeout names the phase that the table is in")

    def check_days(self, genesis: Genesis, state: "StateRecord", now: Now) -> None:
        """Who is called silent has no days left; the days of those who had answered in advance hold nobody up."""
        check_late(genesis, state, silent_in(now), now.at)

    def enter(self, genesis: Genesis, state: "StateRecord", envelope: "Envelope", now: Now) -> "StateRecord":
        """One time-out is one miss for each seat of which there was no word at all."""
        self.check_days(genesis, state, now)
        entered = state
        for seat in silent_in(now):
            record = given_seat(state, seat)
            away = record.away + days_late(genesis, state, record, now.at)
            entered = with_seat(entered, replace(record, missed=record.missed + 1, away=away))
        return stop_waiting(entered, *self.args.seats)

    def carry_out(self, deed: "Deed") -> None:
        """Before the start nobody can be answered for: the game is void."""
        self.check_phase(deed.live, deed.game.state.window.number)
        if deed.live is None:
            deed.table.events.append(Ended({}, (), "void"))  # there is no table yet that it could change
        else:
            time_out(deed.table, self.args.seats, self.args.phase)


def silent_in(now: Now) -> list[str]:
    """Of whom there was no word at all."""
    return [seat for event in now.events if isinstance(event, Silent) for seat in event.seats]


def check_late(genesis: Genesis, state: "StateRecord", seats: Sequence[str], at: str | None) -> None:
    until = last_call(genesis, state, seats)
    if isinstance(until, UnsetType) or at is None or at <= until:
        raise Rejected("E_ORDER_EARLY", "the deadline has not passed")


def phase_at(table: "State | None", window: int) -> int:
    return phase_of(table, window) if table else window


def timeout_letter(game: "GameFile", table: "State | None") -> Timeout:
    window = game.state.window
    args = TimeoutArgs(list(window.waiting), phase_at(table, window.number))
    return Timeout(**heading(game, "referee", 0), args=args)
