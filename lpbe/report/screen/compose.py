"""Compose a screen from parts: each gets what it needs as far as there is room, the important ones first."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from .model import Line

Fit = Callable[[int], list[Line]]
"""Returns a part in at most so many lines."""


class Part(Struct, frozen=True):
    """A part of a screen that can be shown in different sizes."""

    key: str
    fit: Fit
    least: int = 0
    """The lines that are kept for it, if there are so many on the screen."""
    most: int = 99
    """The lines that it takes at most before the less important parts got theirs."""


def compose(parts: Sequence[Part], importance: Sequence[str], rows: int) -> list[Line]:
    """Return the parts from top to bottom in at most so many lines.

    Every part first gets its least, the most important part first; what is left over goes to the parts in that same
    order, first no more than its most. So a lower screen loses detail before it loses what must be answered.
    """
    ranked = sorted(parts, key=lambda part: importance.index(part.key))
    room = reserve_least(ranked, rows)
    shown: dict[str, list[Line]] = {}
    left = rows - sum(room.values())
    for part in ranked:
        lines = part.fit(min(room[part.key] + left, max(part.most, room[part.key])))
        assert len(lines) <= room[part.key] + left, part.key
        left += room[part.key] - len(lines)
        shown[part.key] = lines
    for part in ranked:
        lines = part.fit(len(shown[part.key]) + left)
        left += len(shown[part.key]) - len(lines)
        shown[part.key] = lines
    return [line for part in parts for line in shown[part.key]]


def reserve_least(ranked: Sequence[Part], rows: int) -> dict[str, int]:
    """Return how many lines each part is sure of."""
    room: dict[str, int] = {}
    left = rows
    for part in ranked:
        room[part.key] = min(part.least, left)
        left -= room[part.key]
    return room


def first_lines(lines: Sequence[Line], more: Callable[[int], str]) -> Fit:
    """Return what shows the first lines of a part, and how many there are besides; nothing if only that fits."""

    def fit(count: int) -> list[Line]:
        if len(lines) <= count or count < 2:
            return list(lines) if len(lines) <= count else []
        return [*lines[: count - 1], Line(more(len(lines) - count + 1), "dim")]

    return fit


def last_lines(lines: Sequence[Line], more: Callable[[int], str]) -> Fit:
    """Return what shows the last lines of a part, and how many came before them; nothing if only that fits."""

    def fit(count: int) -> list[Line]:
        if len(lines) <= count or count < 2:
            return list(lines) if len(lines) <= count else []
        return [Line(more(len(lines) - count + 1), "dim"), *lines[len(lines) - count + 1 :]]

    return fit
