"""Times as people write them: a moment anywhere on earth, or so many days from another one."""

from __future__ import annotations

from datetime import UTC, datetime

from ..kernel.base.errors import Misused
from ..kernel.base.text import quote
from ..kernel.chain.times import is_span, later, time_text


def moment(text: str, base: str) -> str:
    """A time in the form files have; a span such as 3d begins at the base."""
    span = text.strip().removeprefix("+")
    return later(base, span) if is_span(span) else zoned(text)


def zoned(text: str) -> str:
    """Whoever reads it may live elsewhere: a time says of which zone it is."""
    try:
        found = datetime.fromisoformat(
            text.strip().removesuffix(" UTC") + ("Z" if text.strip().endswith(" UTC") else "")
        )
        utc = found.astimezone(UTC).replace(tzinfo=None, microsecond=0) if found.tzinfo else None
    except (ValueError, OverflowError):
        utc = None
    if utc is None:
        hint = "write it so: 2026-11-18T08:00:00Z, 2026-11-18T09:00+01:00, or so many days: 3d"
        raise Misused("E_USAGE", "'{time}' is no time with its zone", hint, time=quote(text))
    return time_text(utc)
