"""Disclose: after the end the referee shows the game's secrets, so that everybody can play it again."""

# No `from __future__ import annotations`: msgspec would compile every string of a type again in each process.

from typing import TYPE_CHECKING

from ...base.errors import Rejected
from ..letters import Letter
from ..seating import Genesis, Now, use_rev
from ..writing import heading

if TYPE_CHECKING:
    from ..records import Envelope, GameFile, StateRecord
    from ..step import Deed


class Disclose(Letter, frozen=True, kw_only=True, tag="disclose"):
    free = True
    by_referee = True
    in_open_games = False
    before_start = True
    after_end = True

    def check(self, genesis: Genesis, state: "StateRecord", at: str | None) -> None:
        if state.window.kind != "over":
            raise Rejected("E_ORDER_EARLY", "the game is not over")
        if genesis.disclose:
            raise Rejected("E_ORDER_STALE", "the step that ended the game has shown its secrets")

    def enter(self, genesis: Genesis, state: "StateRecord", envelope: "Envelope", now: Now) -> "StateRecord":
        return use_rev(state, self)

    def carry_out(self, deed: "Deed") -> None:
        deed.disclosing = True


def disclose_letter(game: "GameFile") -> Disclose:
    return Disclose(**heading(game, "referee", game.state.free))
