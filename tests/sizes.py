"""How much is tried: a little every day, all of it in a soak, and a share of all in a short soak.

`pytest --soak 1` is the whole, `pytest --soak 0.1` a tenth of it, the same tenth every time; see the Makefile.
"""

from __future__ import annotations

from math import ceil
from typing import Any

import pytest
from hypothesis import settings

FEWER, MORE = 6, 5
"""What is written beside a property is neither what is tried every day nor what a soak tries of it."""


class Soak:
    """How much of the soaks is run: nothing, a share, or 1 for everything."""

    share = 0.0


def part(full: int, least: int = 1) -> int:
    """So many of a soak's rounds."""
    return max(least, ceil(full * (Soak.share or 1)))


def every(day: int, full: int) -> pytest.MarkDecorator:
    """A test that looks at every so manyth case each day, and at more of them, or all, in a soak."""
    stride = max(full, min(day, round(full / (Soak.share or 1))))
    return pytest.mark.parametrize("every", [day, pytest.param(stride, marks=pytest.mark.soak, id="soak")])


def sizes(name: str, day: Any, full: int, least: int = 1) -> pytest.MarkDecorator:
    """A test that is run with one size every day and with another one in a soak."""
    return pytest.mark.parametrize(name, [day, pytest.param(part(full, least), marks=pytest.mark.soak, id="soak")])


def examples(usual: int) -> settings:
    """How many examples a property is tried with."""
    count = ceil(usual * MORE * Soak.share) if Soak.share else ceil(usual / FEWER)
    return settings(max_examples=max(10, count), deadline=None, derandomize=True)
