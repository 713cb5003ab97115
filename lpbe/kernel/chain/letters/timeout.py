"""Timeout: the referee continues without the seats that missed a deadline."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

from msgspec import Meta, UnsetType
from msgspec.structs import replace

from ...base.errors import NotWaiting, Stale, TooEarly
from ...engine.events import Ended, EndReason, Silent
from ...engine.rulebook import phase_of
from ...engine.table import time_out
from ..deadlines import days_late, last_call
from ..genesis import Genesis, StepOutcome, WindowKind, given_seat, stop_waiting, with_seat
from ..letter import Count, Letter, Record, Slug
from ..letter_builder import heading

if TYPE_CHECKING:
    from ...engine.model import Event, State
    from ..records import Envelope, GameFile, StateRecord
    from ..transition import LetterContext


class TimeoutArgs(Record, frozen=True):
    """The seats that missed the deadline, and the phase of the game."""

    seats: Annotated[list[Slug], Meta(min_length=1, max_length=8)]
    phase: Count


class Timeout(Letter, frozen=True, kw_only=True, tag="timeout"):
    """The letter that closes a window after its deadline."""

    by_referee = True
    before_start = True

    args: TimeoutArgs

    def check(self, genesis: Genesis, state: "StateRecord", at: str | None) -> None:
        check_late(genesis, state, [] if state.window.kind == WindowKind.PLAY else state.window.waiting, at)
        if sorted(self.args.seats) != sorted(state.window.waiting):
            raise NotWaiting("E_ORDER_NOT_WAITING", "a timeout must name exactly the seats that still have to answer")

    def check_phase(self, table: "State | None", window: int) -> None:
        """Check that the letter names the phase the table is in: the timeout counts until that is over."""
        if self.args.phase != phase_at(table, window):
            raise Stale("E_ORDER_STALE", "a timeout must name the current phase of the game")

    def check_days(self, genesis: Genesis, state: "StateRecord", outcome: StepOutcome) -> None:
        """Check that the seats which time out have no vacation left; those with automatic answers do not matter."""
        check_late(genesis, state, timed_out_seats(outcome.events), outcome.at)

    def bookkeep(
        self, genesis: Genesis, state: "StateRecord", envelope: "Envelope", outcome: StepOutcome
    ) -> "StateRecord":
        """Count one missed window for each seat without any answer."""
        self.check_days(genesis, state, outcome)
        entered = state
        for seat in timed_out_seats(outcome.events):
            record = given_seat(state, seat)
            away = record.away + days_late(genesis, state, record, outcome.at)
            entered = with_seat(entered, replace(record, missed=record.missed + 1, away=away))
        return stop_waiting(entered, *self.args.seats)

    def carry_out(self, context: "LetterContext") -> None:
        """Answer for the seats that time out; before the start that is impossible, and the game is void."""
        self.check_phase(context.live, context.game.state.window.number)
        if context.live is None:
            context.table.events.append(Ended({}, (), EndReason.VOID))  # there is no table yet that it could change
        else:
            time_out(context.table, self.args.seats, self.args.phase)


def timed_out_seats(events: "Sequence[Event]") -> list[str]:
    """Return the seats that timed out without an automatic answer."""
    return [seat for event in events if isinstance(event, Silent) for seat in event.seats]


def check_late(genesis: Genesis, state: "StateRecord", seats: Sequence[str], at: str | None) -> None:
    """Check that the time of these seats is over."""
    until = last_call(genesis, state, seats)
    if isinstance(until, UnsetType) or at is None or at <= until:
        raise TooEarly("E_ORDER_EARLY", "the deadline has not passed yet")


def phase_at(table: "State | None", window: int) -> int:
    """Return the phase the table is in; before the start, the number of the window."""
    return phase_of(table, window) if table else window


def timeout_letter(game: "GameFile", table: "State | None") -> Timeout:
    """Return the letter that closes the open window."""
    window = game.state.window
    args = TimeoutArgs(list(window.waiting), phase_at(table, window.number))
    return Timeout(**heading(game, "referee", 0), args=args)
