"""Level 0: when something may happen at all, how a step closes, whom it asks, and who ended the game."""

from __future__ import annotations

from collections.abc import Sequence

from ..chain.acts.ready import Ready
from ..chain.acts.resign import Resign
from ..chain.acts.stop import Stop
from ..chain.acts.timeout import Timeout
from ..chain.letters import AnyLetter
from ..chain.records import StateRecord
from ..chain.seating import bots_in
from ..play.events import Asked, Ended, Stopped
from ..play.leaving import all_agreed
from ..play.phases import is_absent
from ..play.rules import Event, Roster, State
from .causes import some_of
from .verdict import Diverged

CLOSINGS: tuple[tuple[type[Event], ...], ...] = (
    (),
    (Stopped,),
    (Asked,),
    (Stopped, Asked),
    (Ended,),
    (Ended, Stopped),
)
"""How a step may close: where play stopped and whom it asks, or the end. Nothing comes behind."""


def check_in_time(state: StateRecord, letter: AnyLetter, events: Sequence[Event]) -> None:
    """Nothing happens before everybody is ready, nor after the end; a start that fails ends the game as void."""
    if not closes_well(events):
        raise Diverged("E_AUDIT_DIVERGES", state.seq + 1, "something comes behind a question or the end of the game")
    before = state.window.kind in ("join", "ready")
    if (before and not begins_well(state, letter, events)) or (state.window.kind == "over" and events):
        raise Diverged("E_AUDIT_DIVERGES", state.seq + 1, "this cannot happen before the start or after the end")


def closes_well(events: Sequence[Event]) -> bool:
    closing = [event for event in events if isinstance(event, Asked | Ended | Stopped)]
    return tuple(map(type, closing)) in CLOSINGS and closing == list(events[len(events) - len(closing) :])


def begins_well(state: StateRecord, letter: AnyLetter, events: Sequence[Event]) -> bool:
    """A game begins when the last one is ready, and then it asks somebody, or is over at once."""
    if isinstance(letter, Timeout):
        return is_void(events)
    if is_last_ready(state, letter):
        return any(isinstance(event, Asked | Ended) for event in events)
    return not events


def is_void(events: Sequence[Event]) -> bool:
    """A game that ended before it began: it has no table, and nobody has won."""
    return list(events) == [Ended({}, (), "void")]


def is_last_ready(state: StateRecord, letter: AnyLetter) -> bool:
    return isinstance(letter, Ready) and state.window.waiting == [letter.seat]


def check_course(after: StateRecord, table: State | None, letter: AnyLetter, events: Sequence[Event]) -> None:
    """Who is asked sits there and has not left; how the game ended, and by whose will, the letters show."""
    if table is None:
        return
    asked = next((event for event in events if isinstance(event, Asked)), None)
    if asked and not can_ask(table, asked):
        raise Diverged("E_AUDIT_DIVERGES", after.seq, "nobody who plays can be asked like this")
    ended = ended_in(events)
    agreed = isinstance(letter, Stop | Resign) and wants_to_stop(after, table)
    if agreed != (ended is not None and ended.why == "agreed"):
        raise Diverged("E_AUDIT_DIVERGES", after.seq, "a game ends by agreement when all who play agree, and only then")
    if isinstance(letter, Stop) and not agreed and len(events) > 1:
        raise Diverged("E_AUDIT_DIVERGES", after.seq, "something happened that this step's letter cannot do")
    if ended and not ends_well(table, ended):
        raise Diverged("E_AUDIT_DIVERGES", after.seq, "this game cannot end like this")


def can_ask(table: State, asked: Asked) -> bool:
    """One seat, or several at once that may change their minds; none that has left or is silent."""
    alone = len(asked.seats) == 1 and not asked.replace
    present = [seat for seat in table[Roster].seats if not is_absent(table, seat)]
    return some_of(asked.seats, present) and (asked.several or alone)


def wants_to_stop(after: StateRecord, table: State) -> bool:
    return table.book.stop is not None and all_agreed(table[Roster], bots_in(after))


def ends_well(table: State, ended: Ended) -> bool:
    """In a way that the rules name, with points and a win for nobody but those who play."""
    seats, named = table[Roster].seats, (*table.book.endings, "agreed")
    winners = not ended.winners or some_of(ended.winners, seats)
    return ended.why in named and winners and {*ended.scores} <= {*seats}


def ended_in(events: Sequence[Event]) -> Ended | None:
    return next((event for event in events if isinstance(event, Ended)), None)
