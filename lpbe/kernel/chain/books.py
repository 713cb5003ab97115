"""The books: what an order changes about seats, windows and keys, as everybody can follow it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from ..base.errors import Malformed
from ..play.events import Asked, Ended
from ..play.rules import Event
from .records import RECENT, Envelope, StateRecord
from .seating import Genesis, Now, SeatRecord, WindowRecord

if TYPE_CHECKING:
    from datetime import datetime


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
    return open_window(genesis, envelope.order.enter(genesis, following, envelope, now), now)


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


def deadline(genesis: Genesis, state: StateRecord, at: str | None) -> str | UnsetType:
    """When a window that opens now runs out: a pause comes first."""
    if at is None or isinstance(genesis.pace, UnsetType):
        return UNSET
    return later(max(at, state.paused or at), state.pace or genesis.pace)


def later(at: str, span: str) -> str:
    """A time and a span such as 2d or 12h after it."""
    from datetime import timedelta  # saves it for games without a pace

    amount, unit = int(span[:-1]), span[-1]
    try:
        then = parse_time(at) + (timedelta(days=amount) if unit == "d" else timedelta(hours=amount))
    except OverflowError:
        raise Malformed("E_SCHEMA", "'{at}' is too far ahead", at=at) from None
    return then.strftime("%Y-%m-%dT%H:%M:%SZ")


def last_call(genesis: Genesis, state: StateRecord) -> str | UnsetType:
    """When the referee may go on without those waited for: the deadline, grace, and the days they have left."""
    until = state.window.deadline
    if isinstance(until, UnsetType):
        return UNSET
    if not isinstance(genesis.grace, UnsetType):
        until = later(until, genesis.grace)
    days = max((genesis.vacation - s.away for s in state.seats if s.id in state.window.waiting), default=0)
    return later(until, f"{days}d") if days > 0 else until


def days_late(genesis: Genesis, state: StateRecord, seat: SeatRecord, at: str | None) -> int:
    """The days of vacation that a seat has used up by answering, or being timed out, only now."""
    until = state.window.deadline
    if at is None or not genesis.vacation or isinstance(until, UnsetType):
        return 0
    late = parse_time(at) - parse_time(later(until, genesis.grace) if genesis.grace else until)
    begun = -(-late.total_seconds() // 86400)
    return max(0, min(genesis.vacation - seat.away, int(begun)))


def parse_time(at: str) -> datetime:
    from datetime import datetime  # only games with a pace have times

    try:
        return datetime.strptime(at, "%Y-%m-%dT%H:%M:%SZ")
    except ValueError:
        raise Malformed("E_SCHEMA", "'{at}' is not a time", "write it so: 2026-11-18T08:00:00Z", at=at) from None
