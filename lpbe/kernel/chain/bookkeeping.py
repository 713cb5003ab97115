"""Bookkeeping: what a letter changes about seats, windows and keys, computed from public data alone."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET
from msgspec.structs import replace

from ..engine.events import Asked, Ended, Replaced, Returned, Silent
from ..engine.model import Event
from .deadlines import deadline
from .genesis import Genesis, SeatRecord, StepOutcome, WindowKind, WindowRecord, given_seat, with_seat
from .records import MIN_RECENT_HEADS, Envelope, StateRecord


def first_state(genesis: Genesis, game: str, at: str | None) -> StateRecord:
    ids = [spec.id for spec in genesis.seats]
    seats = [SeatRecord(spec.id, sign=spec.key, held=spec.held) for spec in genesis.seats]
    window = WindowRecord(number=1, kind=WindowKind.PLAY, since=0)
    state = StateRecord(format=2, game=game, seq=0, window=window, seats=seats)
    if genesis.trust == "open":
        return state
    until = deadline(genesis, state, at)
    joining = WindowRecord(number=0, kind=WindowKind.JOIN, since=0, waiting=ids, deadline=until)
    return replace(state, window=joining)


def bookkeep(
    genesis: Genesis, state: StateRecord, head: str, envelope: Envelope, events: Sequence[Event], at: str | None
) -> StateRecord:
    """Return the next state without table and secrets. `head` is the id of the head before."""
    outcome = StepOutcome(at, events)
    following = replace(
        state, seq=state.seq + 1, recent=recent_heads(state, head), seals=UNSET, drawer=UNSET, clear=UNSET, table={}
    )
    return open_window(
        genesis, mark_timed_out(envelope.letter.bookkeep(genesis, following, envelope, outcome), events), outcome
    )


def mark_timed_out(state: StateRecord, events: Sequence[Event]) -> StateRecord:
    """Mark the seats that timed out, until they send something."""
    for event in events:
        if isinstance(event, Silent):
            for seat in event.seats:
                state = with_seat(state, replace(given_seat(state, seat), silent=True))
        elif isinstance(event, Returned | Replaced):
            state = with_seat(state, replace(given_seat(state, event.seat), silent=False))
    return state


def recent_heads(state: StateRecord, head: str) -> list[str]:
    """Return the recent heads, at least all since the open window began: nobody can push another's order out."""
    return [*state.recent, head][-max(MIN_RECENT_HEADS, state.seq - state.window.since + 1) :]


def open_window(genesis: Genesis, state: StateRecord, outcome: StepOutcome) -> StateRecord:
    """Open a new window if the events say so."""
    window = state.window
    for event in outcome.events:
        if isinstance(event, Asked):
            window = question_window(genesis, state, window.number + 1, event, outcome.at)
        elif isinstance(event, Ended):
            window = WindowRecord(window.number, WindowKind.OVER, state.seq)
    if window.kind == WindowKind.JOIN and not window.waiting:
        ready = [s.id for s in state.seats]
        until = deadline(genesis, state, outcome.at)
        window = WindowRecord(
            number=window.number + 1, kind=WindowKind.READY, since=state.seq, waiting=ready, deadline=until
        )
    return replace(state, window=window)


def question_window(genesis: Genesis, state: StateRecord, number: int, asked: Asked, at: str | None) -> WindowRecord:
    until = deadline(genesis, state, at)
    return WindowRecord(
        number=number,
        kind=WindowKind.PLAY,
        since=state.seq,
        waiting=list(asked.seats),
        replace=asked.replace,
        deadline=until,
    )
