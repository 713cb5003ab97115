"""Time-out: the referee goes on without the seats that let a deadline pass."""

# No `from __future__ import annotations`: msgspec would compile every string of a type again in each process.

from typing import TYPE_CHECKING, Annotated

from msgspec import Meta, UnsetType
from msgspec.structs import replace

from ...base.errors import Rejected
from ...crypto.keys import Secret
from ...play.phases import phase_of
from ...play.table import Table, time_out
from ..letters import Letter, Record, Slug
from ..seating import Genesis, given_seat, stop_waiting, with_seat
from ..writing import heading

if TYPE_CHECKING:
    from ...play.rulebook import Rules
    from ..records import Envelope, GameFile, StateRecord


class TimeoutArgs(Record, frozen=True):
    seats: Annotated[list[Slug], Meta(min_length=1, max_length=8)]


class Timeout(Letter, frozen=True, kw_only=True, tag="timeout"):
    by_referee = True

    args: TimeoutArgs

    def check(self, genesis: Genesis, state: "StateRecord", at: str | None) -> None:
        window = state.window
        if window.kind != "play":
            raise Rejected("E_ORDER_KIND", "only questions of the game time out")
        if isinstance(window.deadline, UnsetType) or at is None or at <= window.deadline:
            raise Rejected("E_ORDER_EARLY", "the deadline has not passed")
        if sorted(self.args.seats) != sorted(window.waiting):
            raise Rejected("E_ORDER_NOT_WAITING", "a timeout names exactly the seats that are waited for")

    def enter(self, genesis: Genesis, state: "StateRecord", envelope: "Envelope") -> "StateRecord":
        for seat in self.args.seats:
            record = given_seat(state, seat)
            state = with_seat(state, replace(record, missed=record.missed + 1))
        return stop_waiting(state, *self.args.seats)

    def carry_out(self, table: Table, rules: "Rules", game: "GameFile", secret: Secret | None) -> Table:
        time_out(table, self.args.seats, phase_of(table.state, game.state.window.number))
        return table


def timeout_letter(game: "GameFile") -> Timeout:
    return Timeout(**heading(game, "referee", 0), args=TimeoutArgs(list(game.state.window.waiting)))
