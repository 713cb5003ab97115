"""What a letter can bring about: everything else in its step is false, whoever has signed it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from ..chain.acts.disclose import Disclose
from ..chain.acts.endorse import Endorse, decides, pending_in
from ..chain.acts.handover import Handover
from ..chain.acts.join import Join
from ..chain.acts.note import NoteLetter
from ..chain.acts.pace import ExtendLetter, PaceLetter, PauseLetter
from ..chain.acts.play import Play
from ..chain.acts.ready import Ready
from ..chain.acts.rekey import Rekey
from ..chain.acts.replace import Replace, at_once, replaced
from ..chain.acts.resign import Resign
from ..chain.acts.standing import StandingLetter
from ..chain.acts.stop import Stop
from ..chain.acts.timeout import Timeout
from ..chain.letters import AnyLetter
from ..chain.records import Public, StateRecord
from ..chain.seating import Genesis
from ..play.events import Replaced, Resigned, Returned, Silent, StopAgreed, StopWithdrawn
from ..play.rulebook import Rulebook
from ..play.rules import Event, Roster, State
from .verdict import Diverged

OWN = (Resigned, Silent, Returned, Replaced, StopAgreed, StopWithdrawn)
"""What no rule of a game brings about, but a letter alone; all other events are told by the rules."""


class Scene(NamedTuple):
    """How things stood when a letter came."""

    genesis: Genesis
    book: Rulebook
    state: StateRecord
    table: State | None

    @property
    def roster(self) -> Roster:
        return Roster() if self.table is None else self.table[Roster]


Fits = Callable[[Scene, AnyLetter, Sequence[Event]], bool]


def nothing(scene: Scene, letter: AnyLetter, own: Sequence[Event]) -> bool:
    return not own


class Cause(NamedTuple):
    """What a kind of letter can bring about."""

    brings: tuple[type[Event], ...] = ()
    """Of `OWN`, and no rule has a say in it."""
    fits: Fits = nothing
    """Whether these are just the events that this very letter brings about."""
    goes_on: bool = False
    """Whether play may go on behind it: then the rules tell what happens."""


def return_of(scene: Scene, letter: AnyLetter, own: Sequence[Event]) -> bool:
    """A word of its own ends a seat's silence."""
    return list(own) == ([Returned(letter.seat)] if letter.seat in scene.roster.silent else [])


def silence(scene: Scene, letter: AnyLetter, own: Sequence[Event]) -> bool:
    """Some of those who were waited for, in this phase; nobody if all had said something in advance."""
    assert isinstance(letter, Timeout)
    if not own:
        return True
    (silent, *more), args = own, letter.args
    return isinstance(silent, Silent) and not more and silent.phase == args.phase and some_of(silent.seats, args.seats)


def some_of(seats: Sequence[str], wanted: Sequence[str]) -> bool:
    """One of these at least, and none twice."""
    return bool(seats) and len({*seats}) == len(seats) and {*seats} <= {*wanted}


def word_to_stop(scene: Scene, letter: AnyLetter, own: Sequence[Event]) -> bool:
    """Once a seat, and only where a game can be stopped, by who has not left it."""
    assert isinstance(letter, Stop)
    seat, agree, roster = letter.seat, letter.args.agree, scene.roster
    can = scene.book.stop is not None and seat not in roster.resigned and (seat in roster.stopping) != agree
    return can and list(own) == [StopAgreed(seat) if agree else StopWithdrawn(seat)]


def leaving(scene: Scene, letter: AnyLetter, own: Sequence[Event]) -> bool:
    return list(own) == [Resigned(letter.seat)] and letter.seat not in scene.roster.resigned


def replacement(scene: Scene, letter: AnyLetter, own: Sequence[Event]) -> bool:
    """At once where nobody need endorse it, else by the endorsement that decides."""
    assert isinstance(letter, Replace)
    done = at_once(scene.genesis, scene.state, letter.args)
    return list(own) == ([replaced(scene.state, letter.args)] if done else [])


def endorsement(scene: Scene, letter: AnyLetter, own: Sequence[Event]) -> bool:
    """The one that makes the quorum gives the seat away, no other."""
    assert isinstance(letter, Endorse)
    pending = pending_in(scene.state, letter.args.of)
    done = pending is not None and decides(scene.genesis, scene.state, pending)
    return list(own) == ([replaced(scene.state, pending.args)] if pending and done else [])


CAUSES: dict[type[AnyLetter], Cause] = {
    Play: Cause((Returned,), return_of, goes_on=True),
    StandingLetter: Cause((Returned,), return_of),
    NoteLetter: Cause(),
    Join: Cause(),
    Ready: Cause(goes_on=True),
    Timeout: Cause((Silent,), silence, goes_on=True),
    Stop: Cause((StopAgreed, StopWithdrawn), word_to_stop, goes_on=True),
    Resign: Cause((Resigned,), leaving, goes_on=True),
    Rekey: Cause(),
    Replace: Cause((Replaced,), replacement),
    Endorse: Cause((Replaced,), endorsement),
    PaceLetter: Cause(),
    PauseLetter: Cause(),
    ExtendLetter: Cause(),
    Handover: Cause(),
    Disclose: Cause(),
}


def check_caused(scene: Scene, letter: AnyLetter, public: Public, events: Sequence[Event]) -> None:
    """Nobody stops, leaves, is silent or is replaced but by a letter of this step, and play goes on behind few."""
    told = not public.openings or CAUSES[type(letter)].goes_on
    if not told or not can_cause(scene, letter, events):
        raise Diverged("E_AUDIT_DIVERGES", scene.state.seq + 1, "something happened that this step's letter cannot do")


def can_cause(scene: Scene, letter: AnyLetter, events: Sequence[Event]) -> bool:
    """Whether all of this can follow from one letter."""
    cause, own = CAUSES[type(letter)], [event for event in events if isinstance(event, OWN)]
    known = all(isinstance(event, cause.brings) for event in own)
    return known and cause.fits(scene, letter, own) and (cause.goes_on or len(own) == len(events))
