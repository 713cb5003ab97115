"""How much is tested: a little every day, everything in a soak, and a sample of that in a short soak.

`pytest --soak 1` runs everything, `pytest --soak 0.1` a tenth of it, the same tenth every time; see the Makefile.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from math import ceil
from typing import Any

import pytest
from hypothesis import settings

DAILY_DIVISOR = 6
SOAK_FACTOR = 5
"""The number written beside a property is divided by the one every day and multiplied by the other in a soak."""


class Soak:
    """The share of the soaks to run: 0 for none of them, 1 for everything."""

    share = 0.0


def part(full: int, least: int = 1) -> int:
    """Return the number of rounds of a soak, at least `least`."""
    return max(least, ceil(full * (Soak.share or 1)))


def every(day: int, full: int) -> pytest.MarkDecorator:
    """Parametrize with a stride over the cases: `day` every day, down to `full` in a soak."""
    stride = max(full, min(day, round(full / (Soak.share or 1))))
    return pytest.mark.parametrize("every", [day, pytest.param(stride, marks=pytest.mark.soak, id="soak")])


def sizes(name: str, day: Any, full: int, least: int = 1) -> pytest.MarkDecorator:
    """Parametrize with one size every day and another one in a soak."""
    return pytest.mark.parametrize(name, [day, pytest.param(part(full, least), marks=pytest.mark.soak, id="soak")])


def soak_sizes(name: str, full: int, least: int = 1) -> pytest.MarkDecorator:
    """Parametrize with a size in soaks only."""
    return pytest.mark.parametrize(name, [pytest.param(part(full, least), marks=pytest.mark.soak, id="soak")])


def some(values: Iterable[Any], *daily: Any) -> list[Any]:
    """Return parameters of a test: these ones daily, the others in a soak, and some of the others in a short one."""
    others = [value for value in values if value not in daily]
    stride = max(1, len(others) // part(len(others)))
    return [*daily, *(pytest.param(value, marks=pytest.mark.soak) for value in others[::stride])]


def one_in(stride: int, values: Sequence[Any]) -> list[Any]:
    """Return parameters of a test: every few daily, the others in a soak."""
    return some(values, *values[::stride])


def by_turns(names: str, first: Sequence[Any], second: Sequence[Any], stride: int = 1) -> pytest.MarkDecorator:
    """Parametrize with pairs: daily each value of either kind with one of the other, in a soak all pairs.

    With a stride, daily only every few of these pairs.
    """
    count = max(len(first), len(second))
    daily = {(n // stride % len(first), n % len(second)) for n in range(0, count, stride)}
    others = [pair for pair in product(range(len(first)), range(len(second))) if pair not in daily]
    stride = max(1, len(others) // part(len(others))) if others else 1
    chosen = [pytest.param(first[n], second[m]) for n, m in sorted(daily)]
    chosen += [pytest.param(first[n], second[m], marks=pytest.mark.soak) for n, m in others[::stride]]
    return pytest.mark.parametrize(names, chosen, ids=lambda value: getattr(value, "__name__", str(value)))


def examples(usual: int) -> settings:
    """Return the settings of a property: how many examples are generated."""
    count = ceil(usual * SOAK_FACTOR * Soak.share) if Soak.share else ceil(usual / DAILY_DIVISOR)
    return settings(max_examples=max(10, count), deadline=None, derandomize=True)
