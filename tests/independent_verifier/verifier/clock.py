"""Times and spans: section 5.6."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

YEAR = timedelta(days=366)


def moment(when: str) -> datetime:
    """Return a true time."""
    return datetime.strptime(when, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC)


def stamp(when: datetime) -> str:
    """Return a time as text."""
    return f"{when.year:04d}-{when:%m-%dT%H:%M:%SZ}"


def hours(pace: str) -> int:
    """Return the hours of a span."""
    return int(pace[:-1]) * (24 if pace[-1] == "d" else 1)


def later(when: str, pace: str) -> str:
    """Return a time and a span."""
    return stamp(moment(when) + timedelta(hours=hours(pace)))
