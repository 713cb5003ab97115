"""Curves of a game, as text and as a small picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..kernel.base.text import printable
from ..kernel.base.width import WIDTH, columns, padded, wrap
from .blocks import Curve, Series

SPARKS, PLAIN = "▁▂▃▄▅▆▇█", "_.-=+*%#"
"""How high a number is, from the lowest to the highest."""
ARROWS = ("→", "->")
WIDE, HIGH, EDGE = 480, 140, 8
"""The measures of the picture, and the room around it."""


def curve_lines(block: Curve, ascii: bool) -> Iterator[str]:
    """A line a series: its course, then its first and its last number."""
    yield from wrap(block.title, "", "  ")
    bounds = bounds_of(block.series)
    left = min(max((columns(printable(one.name)) for one in block.series), default=0), WIDTH // 2)
    for one in block.series:
        seen = [value for value in one.values if value is not None]
        told = f"{seen[0]} {ARROWS[ascii]} {seen[-1]}" if seen else ""
        name = wrap(printable(one.name), room=left)[0]
        yield f"  {padded(name, left)}  {sparks(one.values, bounds, PLAIN if ascii else SPARKS)}  {told}".rstrip()


def bounds_of(series: Sequence[Series]) -> tuple[int, int]:
    """The lowest and the highest number of all: curves of one block are compared."""
    every = [value for one in series for value in one.values if value is not None]
    return (min(0, *every), max(1, *every)) if every else (0, 1)


def sparks(values: Sequence[int | None], bounds: tuple[int, int], signs: str) -> str:
    low, high = bounds
    steps = len(signs) - 1
    return "".join(" " if value is None else signs[(value - low) * steps // (high - low)] for value in values)


def svg(block: Curve, paints: Sequence[str]) -> str:
    """A line a series, in its colour; the words beside it tell the rest."""
    low, high = bounds_of(block.series)
    far = max(len(block.ticks) - 1, 1)
    lines = "".join(
        f'<polyline points="{points(one, far, low, high)}" fill="none" stroke="{paint}" stroke-width="3"/>'
        for one, paint in zip(block.series, paints, strict=True)
    )
    return f'<svg viewBox="0 0 {WIDE} {HIGH}" width="{WIDE}" height="{HIGH}" aria-hidden="true">{lines}</svg>'


def points(one: Series, far: int, low: int, high: int) -> str:
    known = [(n, value) for n, value in enumerate(one.values) if value is not None]
    return " ".join(
        f"{EDGE + n * (WIDE - 2 * EDGE) // far},{HIGH - EDGE - (value - low) * (HIGH - 2 * EDGE) // (high - low)}"
        for n, value in known
    )
