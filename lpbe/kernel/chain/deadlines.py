"""Compute deadlines, with grace, vacation and pauses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import UNSET, UnsetType

from ..base.errors import Malformed
from .genesis import Genesis, SeatRecord

if TYPE_CHECKING:
    from datetime import datetime

    from .records import StateRecord

TIME_FORMAT = "%Y-%m-%dT%H:%M:%SZ"


def deadline(genesis: Genesis, state: StateRecord, at: str | None) -> str | UnsetType:
    """Return when a window that opens now ends; a pause does not count."""
    if at is None or isinstance(genesis.pace, UnsetType):
        return UNSET
    return later(max(at, state.paused or at), state.pace or genesis.pace)


def is_span(text: str) -> bool:
    """Return whether a text is a number of days or hours, such as 2d or 12h."""
    amount = text[:-1]
    is_number = amount.isascii() and amount.isdecimal() and amount[0] != "0" and len(amount) <= 4
    return is_number and text[-1] in "dh"


def later(at: str, span: str) -> str:
    """Return the time a span such as 2d or 12h after another."""
    from datetime import timedelta  # saves it for games without a pace

    amount, unit = int(span[:-1]), span[-1]
    try:
        then = parse_time(at) + (timedelta(days=amount) if unit == "d" else timedelta(hours=amount))
    except OverflowError:
        raise Malformed("E_SCHEMA", "'{at}' is too far in the future", at=at) from None
    return format_time(then)


def shift_time(time: str, begun: str, until: str) -> str:
    """Return a time moved by the difference between two others."""
    try:
        return format_time(parse_time(time) + (parse_time(until) - parse_time(begun)))
    except OverflowError:
        raise Malformed("E_SCHEMA", "'{at}' is too far in the future", at=until) from None


def last_call(genesis: Genesis, state: StateRecord, seats: Sequence[str]) -> str | UnsetType:
    """Return when the referee may continue without these seats: deadline, grace, and their remaining vacation."""
    until = state.window.deadline
    if isinstance(until, UnsetType):
        return UNSET
    if not isinstance(genesis.grace, UnsetType):
        until = later(until, genesis.grace)
    days = max((days_left(genesis, s) for s in state.seats if s.id in seats), default=0)
    return later(until, f"{days}d") if days > 0 else until


def days_left(genesis: Genesis, seat: SeatRecord) -> int:
    """Return the days of vacation that a seat has left."""
    return max(0, genesis.vacation - seat.away)


def days_late(genesis: Genesis, state: StateRecord, seat: SeatRecord, at: str | None) -> int:
    """Return the days of vacation that a seat uses up by answering, or timing out, now."""
    until = state.window.deadline
    if at is None or not genesis.vacation or isinstance(until, UnsetType):
        return 0
    late = parse_time(at) - parse_time(later(until, genesis.grace) if genesis.grace else until)
    begun = -(-late.total_seconds() // 86400)
    return max(0, min(days_left(genesis, seat), int(begun)))


def parse_time(at: str) -> datetime:
    """Parse a time in the one form that files have, in which times can be compared as text."""
    from datetime import datetime  # only games with a pace have times

    try:
        found = datetime.strptime(at, TIME_FORMAT)
    except ValueError:
        found = None
    if found is None or format_time(found) != at:
        raise Malformed("E_SCHEMA", "'{at}' is not a time", "write it like 2026-11-18T08:00:00Z", at=at)
    return found


def format_time(time: datetime) -> str:
    """Return a time as files contain it, with four digits of the year."""
    return f"{time.isoformat(timespec='seconds')}Z"


def format_utc(time: str) -> str:
    """Return a time for a reader."""
    return f"{time[:16].replace('T', ' ')} UTC"
