"""Why a search prefers one order to another: the parts of the outlook that differ by more than chance explains."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isqrt

from msgspec import Struct

from ..kernel.engine.model import Order
from .search import MIN_ROUNDS, Search, Tried

HUNDREDTHS = 100


class Comparison(Struct, frozen=True):
    """An order beside another one: in how many worlds both were played on, and the mean differences that are clear."""

    order: Order
    other: Order
    worlds: int
    total: int
    """The mean difference of the sums, in hundredths; it may be no more than chance."""
    clear: bool
    """Whether that is more than one standard error."""
    parts: Mapping[str, int]
    """The parts that differ by more than one standard error, the greatest first, in hundredths."""


def compare_with_next(found: Search, order: Order | None = None) -> Comparison | None:
    """Compare an order, by default the chosen one, with the best of the others; None if nothing was compared."""
    mine = found.chosen if order is None else next((one for one in found.tried if one.order == order), None)
    others = [one for one in found.tried if one is not mine and rounds(mine, one) >= MIN_ROUNDS]
    if mine is None or not others:
        return None
    return compare(mine, max(others, key=lambda one: -mean(differences(mine, one))))


def rounds(one: Tried | None, other: Tried) -> int:
    return min(len(one.outlooks), len(other.outlooks)) if one else 0


def compare(one: Tried, other: Tried) -> Comparison:
    count = rounds(one, other)
    names = {name: None for parts in (*one.outlooks, *other.outlooks) for name in parts}
    by_part = {name: differences(one, other, name) for name in names}
    clear = {name: mean(values) for name, values in by_part.items() if is_clear(values)}
    total = differences(one, other)
    return Comparison(
        order=one.order,
        other=other.order,
        worlds=count,
        total=mean(total),
        clear=is_clear(total),
        parts=dict(sorted(clear.items(), key=lambda item: -abs(item[1]))),
    )


def differences(one: Tried, other: Tried, part: str | None = None) -> list[int]:
    """Return the differences in the worlds in which both were played on, of one part or of the sums."""
    pairs = zip(one.outlooks, other.outlooks, strict=False)
    if part is None:
        return [sum(mine.values()) - sum(theirs.values()) for mine, theirs in pairs]
    return [mine.get(part, 0) - theirs.get(part, 0) for mine, theirs in pairs]


def mean(values: Sequence[int]) -> int:
    return round(sum(values) / len(values)) if values else 0


def is_clear(values: Sequence[int]) -> bool:
    """Return whether the mean is more than its standard error away from zero."""
    count = len(values)
    if count < MIN_ROUNDS:
        return False
    total = sum(values)
    squares = sum(value * value for value in values) * count - total * total
    return abs(total) > isqrt(squares // (count - 1))
