"""How much time there is: deadlines, grace, vacation, pauses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import UNSET, UnsetType

from ..base.errors import Malformed
from .seating import Genesis, SeatRecord

if TYPE_CHECKING:
    from datetime import datetime

    from .records import StateRecord

FORM = "%Y-%m-%dT%H:%M:%SZ"


def deadline(genesis: Genesis, state: StateRecord, at: str | None) -> str | UnsetType:
    """When a window that opens now runs out: a pause comes first."""
    if at is None or isinstance(genesis.pace, UnsetType):
        return UNSET
    return later(max(at, state.paused or at), state.pace or genesis.pace)


def is_span(text: str) -> bool:
    """So many days or hours, as terms say it: 2d, 12h."""
    amount = text[:-1]
    is_number = amount.isascii() and amount.isdecimal() and amount[0] != "0" and len(amount) <= 4
    return is_number and text[-1] in "dh"


def later(at: str, span: str) -> str:
    """A time and a span such as 2d or 12h after it."""
    from datetime import timedelta  # saves it for games without a pace

    amount, unit = int(span[:-1]), span[-1]
    try:
        then = parse_time(at) + (timedelta(days=amount) if unit == "d" else timedelta(hours=amount))
    except OverflowError:
        raise Malformed("E_SCHEMA", "'{at}' is too far ahead", at=at) from None
    return time_text(then)


def shifted(time: str, begun: str, until: str) -> str:
    """A time moved by as much as there is from one to another."""
    try:
        return time_text(parse_time(time) + (parse_time(until) - parse_time(begun)))
    except OverflowError:
        raise Malformed("E_SCHEMA", "'{at}' is too far ahead", at=until) from None


def last_call(genesis: Genesis, state: StateRecord, seats: Sequence[str]) -> str | UnsetType:
    """When the referee may go on without these: the deadline, grace, and the days of vacation they have left."""
    until = state.window.deadline
    if isinstance(until, UnsetType):
        return UNSET
    if not isinstance(genesis.grace, UnsetType):
        until = later(until, genesis.grace)
    days = max((days_left(genesis, s) for s in state.seats if s.id in seats), default=0)
    return later(until, f"{days}d") if days > 0 else until


def days_left(genesis: Genesis, seat: SeatRecord) -> int:
    """The days of vacation that a seat has not used yet."""
    return max(0, genesis.vacation - seat.away)


def days_late(genesis: Genesis, state: StateRecord, seat: SeatRecord, at: str | None) -> int:
    """The days of vacation that a seat has used up by answering, or being timed out, only now."""
    until = state.window.deadline
    if at is None or not genesis.vacation or isinstance(until, UnsetType):
        return 0
    late = parse_time(at) - parse_time(later(until, genesis.grace) if genesis.grace else until)
    begun = -(-late.total_seconds() // 86400)
    return max(0, min(days_left(genesis, seat), int(begun)))


def parse_time(at: str) -> datetime:
    """A time in the one form that files have: what is written so can be compared as text."""
    from datetime import datetime  # only games with a pace have times

    try:
        found = datetime.strptime(at, FORM)
    except ValueError:
        found = None
    if found is None or time_text(found) != at:
        raise Malformed("E_SCHEMA", "'{at}' is not a time", "write it so: 2026-11-18T08:00:00Z", at=at)
    return found


def time_text(time: datetime) -> str:
    """Four digits of the year, whatever year it is."""
    return f"{time.isoformat(timespec='seconds')}Z"


def utc_text(time: str) -> str:
    """A time as people read it."""
    return f"{time[:16].replace('T', ' ')} UTC"
