"""The books: what an order changes about seats, windows and keys, as everybody can follow it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from ..base.errors import Malformed
from ..play.events import Asked, Ended
from ..play.rules import Event
from .records import RECENT, Envelope, StateRecord
from .seating import Genesis, SeatRecord, WindowRecord

if TYPE_CHECKING:
    from datetime import datetime


def first_state(genesis: Genesis, game: str) -> StateRecord:
    ids = [spec.id for spec in genesis.seats]
    window = WindowRecord(1, "play", 0) if genesis.trust == "open" else WindowRecord(0, "join", 0, ids)
    seats = [SeatRecord(spec.id, sign=spec.key, held=spec.held) for spec in genesis.seats]
    return StateRecord(1, game, 0, window, seats)


def bookkeep(
    genesis: Genesis,
    state: StateRecord,
    head: str,
    envelope: Envelope,
    events: Iterable[Event],
    at: str | None,
) -> StateRecord:
    """The next state's books: all but table and secrets. `head` is the id of the head before."""
    recent = [*state.recent, head][-RECENT:]
    following = replace(state, seq=state.seq + 1, recent=recent, seals=UNSET, clear=UNSET, table={})
    return open_window(genesis, envelope.order.enter(genesis, following, envelope), events, at)


def open_window(genesis: Genesis, state: StateRecord, events: Iterable[Event], at: str | None) -> StateRecord:
    """A new window where the events say so."""
    window = state.window
    for event in events:
        if isinstance(event, Asked):
            window = question_window(genesis, state, window.number + 1, event, at)
        elif isinstance(event, Ended):
            window = WindowRecord(window.number, "over", state.seq)
    if window.kind == "join" and not window.waiting:
        ready = [s.id for s in state.seats]
        window = WindowRecord(window.number + 1, "ready", state.seq, ready, deadline=deadline(genesis, at))
    return replace(state, window=window)


def question_window(genesis: Genesis, state: StateRecord, number: int, asked: Asked, at: str | None) -> WindowRecord:
    until = deadline(genesis, at)
    return WindowRecord(number, "play", state.seq, list(asked.seats), replace=asked.replace, deadline=until)


def deadline(genesis: Genesis, at: str | None) -> str | UnsetType:
    if at is None or isinstance(genesis.pace, UnsetType):
        return UNSET
    from datetime import timedelta

    amount, unit = int(genesis.pace[:-1]), genesis.pace[-1]
    try:
        later = parse_time(at) + (timedelta(days=amount) if unit == "d" else timedelta(hours=amount))
    except OverflowError:
        raise Malformed("E_SCHEMA", "'{at}' is too far ahead", at=at) from None
    return later.strftime("%Y-%m-%dT%H:%M:%SZ")


def parse_time(at: str) -> datetime:
    from datetime import datetime  # only games with a pace have times

    try:
        return datetime.strptime(at, "%Y-%m-%dT%H:%M:%SZ")
    except ValueError:
        raise Malformed("E_SCHEMA", "'{at}' is not a time", "write it so: 2026-11-18T08:00:00Z", at=at) from None
