"""Resign: a seat leaves its game to the defaults."""

# No `from __future__ import annotations`: msgspec would compile every string of a type again in each process.

from typing import TYPE_CHECKING

from ...base.errors import Rejected
from ...crypto.keys import Secret
from ...play.rules import Roster
from ...play.table import Table
from ..checks import check_started
from ..letters import Letter
from ..seating import Genesis, stop_waiting, use_rev
from ..writing import heading

if TYPE_CHECKING:
    from ...play.rulebook import Rules
    from ..records import Envelope, GameFile, StateRecord


class Resign(Letter, frozen=True, kw_only=True, tag="resign"):
    free = True

    def check(self, genesis: Genesis, state: "StateRecord", at: str | None) -> None:
        if state.window.kind == "over":
            raise Rejected("E_ORDER_STALE", "the game is over")
        check_started(state)

    def enter(self, genesis: Genesis, state: "StateRecord", envelope: "Envelope") -> "StateRecord":
        return stop_waiting(use_rev(state, self), self.seat)

    def carry_out(self, table: Table, rules: "Rules", game: "GameFile", secret: Secret | None) -> Table:
        if self.seat in table.state[Roster].resigned:
            raise Rejected("E_ORDER_STALE", "{seat} has left already", seat=self.seat)
        from ...play.leaving import resign  # saves it for all who stay

        resign(table, self.seat)
        return table


def resign_letter(game: "GameFile", seat: str, rev: int) -> Resign:
    return Resign(**heading(game, seat, rev))
