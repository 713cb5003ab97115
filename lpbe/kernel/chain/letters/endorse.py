"""Endorse: a seat agrees to the replacement of another, or to a shorter pace, until the quorum is reached."""

from typing import TYPE_CHECKING

from msgspec import UNSET, UnsetType, structs

from ...base.errors import Rejected, TooEarly, WrongKind
from ..genesis import Agreement, Genesis, Replacement, StepOutcome, electors, required_votes, use_rev
from ..letter import Digest, Letter, Pace, Record
from ..letter_builder import heading
from ..letter_checks import blame_sender, check_keys
from .pace import endorsers, pace_id
from .replace import reassign_seat, replaced_event

if TYPE_CHECKING:
    from ..records import Envelope, GameFile, StateRecord
    from ..transition import LetterContext


class EndorseArgs(Record, frozen=True):
    """What is endorsed: the id of a replacement or of a pace."""

    of: Digest
    pace: Pace | UnsetType = UNSET
    """The pace it agrees to, if it endorses a pace."""


class Endorse(Letter, frozen=True, kw_only=True, tag="endorse"):
    """The letter by which a seat endorses a replacement or a shorter pace."""

    free = True
    max_per_window = 32
    before_start = True

    args: EndorseArgs

    def check(self, genesis: Genesis, state: "StateRecord", at: str | None) -> None:
        pending = find_pending(state, self.args.of)
        voters = electors(genesis, state, pending.args.seat if pending else "")
        endorsed = pending.endorsed if pending else endorsers(genesis, state, self.args.of)
        if pending is None and isinstance(self.args.pace, UnsetType):
            raise Rejected("E_ORDER_QUORUM", "there is no such replacement to endorse")
        if not isinstance(self.args.pace, UnsetType):
            check_pace(genesis, state, self.args.of, self.args.pace)
        if self.seat not in voters:
            raise Rejected("E_ORDER_QUORUM", "{seat} has no vote on this", seat=self.seat)
        if self.seat in endorsed:
            raise Rejected("E_ORDER_QUORUM", "{seat} has already endorsed it", seat=self.seat)
        if pending and completes_quorum(genesis, state, pending):  # somebody may have taken the keys meanwhile
            with blame_sender():
                check_keys(genesis, state, pending.args.seat, pending.args.sign, pending.args.seal)

    def bookkeep(
        self, genesis: Genesis, state: "StateRecord", envelope: "Envelope", outcome: StepOutcome
    ) -> "StateRecord":
        freed = use_rev(state, self)
        pending = find_pending(state, self.args.of)
        if pending is None:
            return agree(genesis, freed, self.args.of, self.seat)
        others = [r for r in state.replacing if r.letter_id != self.args.of]
        if completes_quorum(genesis, state, pending):
            return reassign_seat(structs.replace(freed, replacing=others), pending.args)
        return structs.replace(
            freed, replacing=[*others, structs.replace(pending, endorsed=[*pending.endorsed, self.seat])]
        )

    def carry_out(self, context: "LetterContext") -> None:
        pending = find_pending(context.game.state, self.args.of)
        if pending and completes_quorum(context.game.genesis, context.game.state, pending):
            if context.live is None:
                raise TooEarly("E_ORDER_EARLY", "the game has not started")
            context.table.emit(replaced_event(context.game.state, pending.args))


def check_pace(genesis: Genesis, state: "StateRecord", of: str, pace: str) -> None:
    """Check that an endorsed pace is possible and matches its id."""
    if isinstance(genesis.pace, UnsetType):
        raise WrongKind("E_ORDER_KIND", "this game has no deadlines")
    if of != pace_id(state.game, pace):
        raise Rejected("E_ORDER_QUORUM", "this endorses a different pace from the one it names")


def agree(genesis: Genesis, state: "StateRecord", of: str, seat: str) -> "StateRecord":
    """Record that a seat agrees to a shorter pace, and to no other: so nobody can override the agreement of others."""
    agreement = Agreement(of, [*endorsers(genesis, state, of), seat])
    others = [structs.replace(one, endorsed=[s for s in one.endorsed if s != seat]) for one in state.agreed]
    return structs.replace(state, agreed=[*(one for one in others if one.endorsed and one.of != of), agreement])


def find_pending(state: "StateRecord", order: str) -> Replacement | None:
    """Return the pending replacement with this id, if any."""
    return next((r for r in state.replacing if r.letter_id == order), None)


def completes_quorum(genesis: Genesis, state: "StateRecord", pending: Replacement) -> bool:
    """Return whether one more endorsement is enough."""
    return len(pending.endorsed) + 1 >= required_votes(genesis, state, pending.args.seat)


def endorse_letter(game: "GameFile", seat: str, of: str, rev: int) -> Endorse:
    """Return the letter that endorses a replacement."""
    return Endorse(**heading(game, seat, rev), args=EndorseArgs(of))


def endorse_pace_letter(game: "GameFile", seat: str, pace: str, rev: int) -> Endorse:
    """Return the letter that endorses a pace."""
    return Endorse(**heading(game, seat, rev), args=EndorseArgs(pace_id(game.state.game, pace), pace))
