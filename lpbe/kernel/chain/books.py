"""The books: what an order changes about seats, windows and keys, as everybody can follow it."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET
from msgspec.structs import replace

from ..play.events import Asked, Ended, Replaced, Returned, Silent
from ..play.rules import Event
from .records import RECENT, Envelope, StateRecord
from .seating import Genesis, Now, SeatRecord, WindowRecord, given_seat, with_seat
from .times import deadline


def first_state(genesis: Genesis, game: str, at: str | None) -> StateRecord:
    ids = [spec.id for spec in genesis.seats]
    seats = [SeatRecord(spec.id, sign=spec.key, held=spec.held) for spec in genesis.seats]
    state = StateRecord(2, game, 0, WindowRecord(1, "play", 0), seats)
    if genesis.trust == "open":
        return state
    return replace(state, window=WindowRecord(0, "join", 0, ids, deadline=deadline(genesis, state, at)))


def bookkeep(
    genesis: Genesis, state: StateRecord, head: str, envelope: Envelope, events: Sequence[Event], at: str | None
) -> StateRecord:
    """The next state's books: all but table and secrets. `head` is the id of the head before."""
    now = Now(at, events)
    following = replace(
        state, seq=state.seq + 1, recent=recent_heads(state, head), seals=UNSET, drawer=UNSET, clear=UNSET, table={}
    )
    return open_window(genesis, mark_silent(envelope.order.enter(genesis, following, envelope, now), events), now)


def mark_silent(state: StateRecord, events: Sequence[Event]) -> StateRecord:
    """Who let a deadline pass, until a word of theirs comes."""
    for event in events:
        if isinstance(event, Silent):
            for seat in event.seats:
                state = with_seat(state, replace(given_seat(state, seat), silent=True))
        elif isinstance(event, Returned | Replaced):
            state = with_seat(state, replace(given_seat(state, event.seat), silent=False))
    return state


def recent_heads(state: StateRecord, head: str) -> list[str]:
    """The last ones, and never fewer than all since the open window began: nobody can push another's order out."""
    return [*state.recent, head][-max(RECENT, state.seq - state.window.since + 1) :]


def open_window(genesis: Genesis, state: StateRecord, now: Now) -> StateRecord:
    """A new window where the events say so."""
    window = state.window
    for event in now.events:
        if isinstance(event, Asked):
            window = question_window(genesis, state, window.number + 1, event, now.at)
        elif isinstance(event, Ended):
            window = WindowRecord(window.number, "over", state.seq)
    if window.kind == "join" and not window.waiting:
        ready = [s.id for s in state.seats]
        until = deadline(genesis, state, now.at)
        window = WindowRecord(window.number + 1, "ready", state.seq, ready, deadline=until)
    return replace(state, window=window)


def question_window(genesis: Genesis, state: StateRecord, number: int, asked: Asked, at: str | None) -> WindowRecord:
    until = deadline(genesis, state, at)
    return WindowRecord(number, "play", state.seq, list(asked.seats), replace=asked.replace, deadline=until)
