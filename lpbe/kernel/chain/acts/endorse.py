"""Endorse: a seat agrees that another one is given away; the last vote that is needed decides it."""

# No `from __future__ import annotations`: msgspec would compile every string of a type again in each process.

from typing import TYPE_CHECKING

from msgspec import structs

from ...base.errors import Rejected
from ...crypto.keys import Secret
from ...play.events import Replaced
from ..letters import Digest, Letter, Record
from ..seating import Genesis, electors, use_rev
from ..writing import heading
from .replace import Replacement, quorum, seat_anew

if TYPE_CHECKING:
    from ...play.rulebook import Rules
    from ...play.table import Table
    from ..records import Envelope, GameFile, StateRecord


class EndorseArgs(Record, frozen=True):
    of: Digest


class Endorse(Letter, frozen=True, kw_only=True, tag="endorse"):
    free = True

    args: EndorseArgs

    def check(self, genesis: Genesis, state: "StateRecord", at: str | None) -> None:
        pending = pending_in(state, self.args.of)
        if pending is None:
            raise Rejected("E_ORDER_QUORUM", "there is no such replacement to endorse")
        if self.seat not in electors(state, pending.args.seat):
            raise Rejected("E_ORDER_QUORUM", "{seat} has no say in this replacement", seat=self.seat)
        if self.seat in pending.endorsed:
            raise Rejected("E_ORDER_QUORUM", "{seat} has endorsed it already", seat=self.seat)

    def enter(self, genesis: Genesis, state: "StateRecord", envelope: "Envelope") -> "StateRecord":
        pending = pending_in(state, self.args.of)
        assert pending
        others = [r for r in state.replacing if r.order != self.args.of]
        freed = use_rev(state, self)
        if decides(genesis, state, pending):
            return seat_anew(structs.replace(freed, replacing=others), pending.args)
        return structs.replace(
            freed, replacing=[*others, structs.replace(pending, endorsed=[*pending.endorsed, self.seat])]
        )

    def carry_out(self, table: "Table", rules: "Rules", game: "GameFile", secret: Secret | None) -> "Table":
        pending = pending_in(game.state, self.args.of)
        if pending and decides(game.genesis, game.state, pending):
            table.emit(Replaced(pending.args.seat))
        return table


def pending_in(state: "StateRecord", order: str) -> Replacement | None:
    return next((r for r in state.replacing if r.order == order), None)


def decides(genesis: Genesis, state: "StateRecord", pending: Replacement) -> bool:
    """Whether one more vote is enough."""
    return len(pending.endorsed) + 1 >= quorum(genesis, state, pending.args.seat)


def endorse_letter(game: "GameFile", seat: str, of: str, rev: int) -> Endorse:
    return Endorse(**heading(game, seat, rev), args=EndorseArgs(of))
