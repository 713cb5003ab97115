"""Endorse: a seat agrees that another one is given away, or to a shorter pace; so many as are needed decide."""

# No `from __future__ import annotations`: msgspec would compile every string of a type again in each process.

from typing import TYPE_CHECKING

from msgspec import UNSET, UnsetType, structs

from ...base.errors import Rejected
from ..checks import blaming_the_order, check_keys
from ..letters import Digest, Letter, Pace, Record
from ..seating import Agreement, Genesis, Now, Replacement, electors, use_rev
from ..writing import heading
from .pace import endorsers, pace_id
from .replace import quorum, replaced, seat_anew

if TYPE_CHECKING:
    from ..records import Envelope, GameFile, StateRecord
    from ..step import Deed


class EndorseArgs(Record, frozen=True):
    of: Digest
    pace: Pace | UnsetType = UNSET
    """The pace it agrees to, if it is that."""


class Endorse(Letter, frozen=True, kw_only=True, tag="endorse"):
    free = True
    many = 32
    before_start = True

    args: EndorseArgs

    def check(self, genesis: Genesis, state: "StateRecord", at: str | None) -> None:
        pending = pending_in(state, self.args.of)
        voters = electors(state, pending.args.seat if pending else "")
        said = pending.endorsed if pending else endorsers(state, self.args.of)
        if pending is None and isinstance(self.args.pace, UnsetType):
            raise Rejected("E_ORDER_QUORUM", "there is no such replacement to endorse")
        if not isinstance(self.args.pace, UnsetType):
            check_pace(genesis, state, self.args.of, self.args.pace)
        if self.seat not in voters:
            raise Rejected("E_ORDER_QUORUM", "{seat} has no say in this", seat=self.seat)
        if self.seat in said:
            raise Rejected("E_ORDER_QUORUM", "{seat} has endorsed it already", seat=self.seat)
        if pending and decides(genesis, state, pending):  # somebody may have taken the keys meanwhile
            with blaming_the_order():
                check_keys(genesis, state, pending.args.seat, pending.args.sign, pending.args.seal)

    def enter(self, genesis: Genesis, state: "StateRecord", envelope: "Envelope", now: Now) -> "StateRecord":
        freed, pending = use_rev(state, self), pending_in(state, self.args.of)
        if pending is None:
            return agree(freed, self.args.of, self.seat)
        others = [r for r in state.replacing if r.order != self.args.of]
        if decides(genesis, state, pending):
            return seat_anew(structs.replace(freed, replacing=others), pending.args)
        return structs.replace(
            freed, replacing=[*others, structs.replace(pending, endorsed=[*pending.endorsed, self.seat])]
        )

    def carry_out(self, deed: "Deed") -> None:
        pending = pending_in(deed.game.state, self.args.of)
        if pending and decides(deed.game.genesis, deed.game.state, pending):
            if deed.live is None:
                raise Rejected("E_ORDER_EARLY", "the game has not started")
            deed.table.emit(replaced(deed.game.state, pending.args))


def check_pace(genesis: Genesis, state: "StateRecord", of: str, pace: str) -> None:
    if isinstance(genesis.pace, UnsetType):
        raise Rejected("E_ORDER_KIND", "this game has no pace")
    if of != pace_id(state.game, pace):
        raise Rejected("E_ORDER_QUORUM", "this endorses another pace than it says")


def agree(state: "StateRecord", of: str, seat: str) -> "StateRecord":
    """One more seat agrees to a shorter pace, and so to no other: nobody pushes the agreement of others out."""
    agreement = Agreement(of, [*endorsers(state, of), seat])
    others = [structs.replace(one, endorsed=[s for s in one.endorsed if s != seat]) for one in state.agreed]
    return structs.replace(state, agreed=[*(one for one in others if one.endorsed and one.of != of), agreement])


def pending_in(state: "StateRecord", order: str) -> Replacement | None:
    return next((r for r in state.replacing if r.order == order), None)


def decides(genesis: Genesis, state: "StateRecord", pending: Replacement) -> bool:
    """Whether one more vote is enough."""
    return len(pending.endorsed) + 1 >= quorum(genesis, state, pending.args.seat)


def endorse_letter(game: "GameFile", seat: str, of: str, rev: int) -> Endorse:
    return Endorse(**heading(game, seat, rev), args=EndorseArgs(of))


def endorse_pace_letter(game: "GameFile", seat: str, pace: str, rev: int) -> Endorse:
    return Endorse(**heading(game, seat, rev), args=EndorseArgs(pace_id(game.state.game, pace), pace))
