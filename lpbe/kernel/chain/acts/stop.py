"""Stop: a seat agrees to end the game here, or takes that back; it ends when all agree who still play."""

# No `from __future__ import annotations`: msgspec would compile every string of a type again in each process.

from typing import TYPE_CHECKING

from ..checks import check_started
from ..letters import Letter, Record
from ..seating import Genesis, Now, bots_in, use_rev
from ..writing import heading

if TYPE_CHECKING:
    from ..records import Envelope, GameFile, StateRecord
    from ..step import Deed


class StopArgs(Record, frozen=True):
    agree: bool


class Stop(Letter, frozen=True, kw_only=True, tag="stop"):
    free = True

    args: StopArgs

    def check(self, genesis: Genesis, state: "StateRecord", at: str | None) -> None:
        check_started(state)

    def enter(self, genesis: Genesis, state: "StateRecord", envelope: "Envelope", now: Now) -> "StateRecord":
        return use_rev(state, self)

    def carry_out(self, deed: "Deed") -> None:
        from ...play.leaving import agree_to_stop, withdraw_stop  # saves it for all who play on

        if self.args.agree:
            agree_to_stop(deed.table, self.seat, bots_in(deed.game.state))
        else:
            withdraw_stop(deed.table, self.seat)


def stop_letter(game: "GameFile", seat: str, agree: bool, rev: int) -> Stop:
    return Stop(**heading(game, seat, rev), args=StopArgs(agree))
