"""Resign: a seat leaves its game to the defaults."""

# No `from __future__ import annotations`: msgspec would compile every string of a type again in each process.

from typing import TYPE_CHECKING

from ...base.errors import Rejected
from ...play.rules import Roster
from ..checks import check_started
from ..letters import Letter
from ..seating import Genesis, Now, bots_in, stop_waiting, use_rev
from ..writing import heading

if TYPE_CHECKING:
    from ..records import Envelope, GameFile, StateRecord
    from ..step import Deed


class Resign(Letter, frozen=True, kw_only=True, tag="resign"):
    free = True

    def check(self, genesis: Genesis, state: "StateRecord", at: str | None) -> None:
        check_started(state)

    def enter(self, genesis: Genesis, state: "StateRecord", envelope: "Envelope", now: Now) -> "StateRecord":
        return stop_waiting(use_rev(state, self), self.seat)

    def carry_out(self, deed: "Deed") -> None:
        if self.seat in deed.table.state[Roster].resigned:
            raise Rejected("E_ORDER_STALE", "{seat} has left already", seat=self.seat)
        from ...play.leaving import resign  # saves it for all who stay

        resign(deed.table, self.seat, bots_in(deed.game.state))


def resign_letter(game: "GameFile", seat: str, rev: int) -> Resign:
    return Resign(**heading(game, seat, rev))
