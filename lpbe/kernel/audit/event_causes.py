"""Which events each kind of letter can cause: any other event in its step is false, whoever signed it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from ..base.errors import Diverged
from ..chain.genesis import Genesis
from ..chain.letter import AnyLetter
from ..chain.letters.disclose import Disclose
from ..chain.letters.endorse import Endorse, completes_quorum, find_pending
from ..chain.letters.handover import Handover
from ..chain.letters.join import Join
from ..chain.letters.note import NoteLetter
from ..chain.letters.pace import ExtendLetter, PaceLetter, PauseLetter
from ..chain.letters.play import Play
from ..chain.letters.ready import Ready
from ..chain.letters.rekey import Rekey
from ..chain.letters.replace import Replace, replaced_event, takes_effect_at_once
from ..chain.letters.resign import Resign
from ..chain.letters.standing import StandingLetter
from ..chain.letters.stop import Stop
from ..chain.letters.timeout import Timeout
from ..chain.records import Public, StateRecord
from ..engine.events import Replaced, Resigned, Returned, Silent, StopAgreed, StopWithdrawn
from ..engine.model import Event, Roster, State
from ..engine.rulebook import Rulebook

LETTER_EVENTS = (Resigned, Silent, Returned, Replaced, StopAgreed, StopWithdrawn)
"""Events that only a letter causes; all others come from the rules of the game."""


class Position(NamedTuple):
    """The position before a letter was carried out."""

    genesis: Genesis
    book: Rulebook
    state: StateRecord
    table: State | None

    @property
    def roster(self) -> Roster:
        """Return the roster of the table; empty before the start."""
        return Roster() if self.table is None else self.table[Roster]


CausePredicate = Callable[[Position, AnyLetter, Sequence[Event]], bool]


def causes_nothing(position: Position, letter: AnyLetter, own: Sequence[Event]) -> bool:
    """Return whether there are no events of this kind."""
    return not own


class Cause(NamedTuple):
    """What a kind of letter can cause."""

    causes: tuple[type[Event], ...] = ()
    """The events of `LETTER_EVENTS` that it can cause."""
    fits: CausePredicate = causes_nothing
    """Whether these are exactly the events that this letter causes."""
    continues: bool = False
    """Whether play may continue after it: then the rules decide what else happens."""


def causes_return(position: Position, letter: AnyLetter, own: Sequence[Event]) -> bool:
    """Return whether the seat returns exactly if it had timed out: any letter of its own ends that."""
    return list(own) == ([Returned(letter.seat)] if letter.seat in position.roster.silent else [])


def causes_timeout(position: Position, letter: AnyLetter, own: Sequence[Event]) -> bool:
    """Return whether some of the awaited seats time out in this phase, or none if all had automatic answers."""
    assert isinstance(letter, Timeout)
    if not own:
        return True
    first, *more = own
    args = letter.args
    return (
        isinstance(first, Silent)
        and not more
        and first.phase == args.phase
        and is_nonempty_subset(first.seats, args.seats)
    )


def is_nonempty_subset(seats: Sequence[str], wanted: Sequence[str]) -> bool:
    """Return whether there is at least one seat, none occurs twice, and all are among the wanted ones."""
    return bool(seats) and len({*seats}) == len(seats) and {*seats} <= {*wanted}


def causes_stop(position: Position, letter: AnyLetter, own: Sequence[Event]) -> bool:
    """Return whether a seat agrees to stop or withdraws that, where the game allows it and the seat still plays."""
    assert isinstance(letter, Stop)
    seat = letter.seat
    agree = letter.args.agree
    roster = position.roster
    can = position.book.stop is not None and seat not in roster.resigned and (seat in roster.stopping) != agree
    return can and list(own) == [StopAgreed(seat) if agree else StopWithdrawn(seat)]


def causes_resignation(position: Position, letter: AnyLetter, own: Sequence[Event]) -> bool:
    """Return whether exactly this seat resigns, for the first time."""
    return list(own) == [Resigned(letter.seat)] and letter.seat not in position.roster.resigned


def causes_replacement(position: Position, letter: AnyLetter, own: Sequence[Event]) -> bool:
    """Return whether a seat is replaced at once if nobody needs to endorse it, else not yet."""
    assert isinstance(letter, Replace)
    done = takes_effect_at_once(position.genesis, position.state, letter.args)
    return list(own) == ([replaced_event(position.state, letter.args)] if done else [])


def causes_endorsed_replacement(position: Position, letter: AnyLetter, own: Sequence[Event]) -> bool:
    """Return whether exactly the endorsement that completes the quorum replaces the seat."""
    assert isinstance(letter, Endorse)
    pending = find_pending(position.state, letter.args.of)
    done = pending is not None and completes_quorum(position.genesis, position.state, pending)
    return list(own) == ([replaced_event(position.state, pending.args)] if pending and done else [])


CAUSES: dict[type[AnyLetter], Cause] = {
    Play: Cause((Returned,), causes_return, continues=True),
    StandingLetter: Cause((Returned,), causes_return),
    NoteLetter: Cause(),
    Join: Cause(),
    Ready: Cause(continues=True),
    Timeout: Cause((Silent,), causes_timeout, continues=True),
    Stop: Cause((StopAgreed, StopWithdrawn), causes_stop, continues=True),
    Resign: Cause((Resigned,), causes_resignation, continues=True),
    Rekey: Cause(),
    Replace: Cause((Replaced,), causes_replacement),
    Endorse: Cause((Replaced,), causes_endorsed_replacement),
    PaceLetter: Cause(),
    PauseLetter: Cause(),
    ExtendLetter: Cause(),
    Handover: Cause(),
    Disclose: Cause(),
}


def check_causes(position: Position, letter: AnyLetter, public: Public, events: Sequence[Event]) -> None:
    """Check that the letter of a step can cause its events, and its openings."""
    may_open = not public.openings or CAUSES[type(letter)].continues
    if not may_open or not can_cause(position, letter, events):
        raise Diverged(
            "E_AUDIT_DIVERGES", position.state.seq + 1, "something happened that the message of this step cannot cause"
        )


def can_cause(position: Position, letter: AnyLetter, events: Sequence[Event]) -> bool:
    """Return whether all these events can follow from one letter."""
    cause = CAUSES[type(letter)]
    own = [event for event in events if isinstance(event, LETTER_EVENTS)]
    known = all(isinstance(event, cause.causes) for event in own)
    return known and cause.fits(position, letter, own) and (cause.continues or len(own) == len(events))
