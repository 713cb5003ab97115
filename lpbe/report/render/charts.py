"""Draw numbers as lines: the curves at the end of a game, and the charts above the slider of a replay."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from ...board.svg.palette import PALETTE
from ...kernel.content.packs import Words
from ...kernel.language.sentences import seat_name
from ..document import Curve, Series
from .text import curve_bounds

CURVE_WIDTH = 480
CURVE_HEIGHT = 140
CURVE_MARGIN = 8
CHART_WIDTH = 1000
CHART_HEIGHT = 100
CHART_MARGIN = 5
SPARE_COLOURS = ("orange", "sky", "purple", "green", "stone", "wood")
"""For series that have no colour of their own."""


def series_colours(series: Sequence[Series]) -> list[str]:
    """Return the colour of each series: its own, or a spare one."""
    spare = [PALETTE[name] for name in SPARE_COLOURS]
    return [PALETTE.get(one.colour) or spare[n % len(spare)] for n, one in enumerate(series)]


def curve_svg(curve: Curve, colours: Sequence[str]) -> str:
    """Draw one line per series; the table beside it has names and numbers."""
    low, high = curve_bounds(curve.series)
    last = max(len(curve.ticks) - 1, 1)
    lines = "".join(
        f'<polyline points="{curve_points(one, last, low, high)}" fill="none" stroke="{colour}" stroke-width="3"/>'
        for one, colour in zip(curve.series, colours, strict=True)
    )
    size = f'viewBox="0 0 {CURVE_WIDTH} {CURVE_HEIGHT}" width="{CURVE_WIDTH}" height="{CURVE_HEIGHT}"'
    return f'<svg {size} aria-hidden="true">{lines}</svg>'


def curve_points(one: Series, last: int, low: int, high: int) -> str:
    known = [(n, value) for n, value in enumerate(one.values) if value is not None]
    across = CURVE_WIDTH - 2 * CURVE_MARGIN
    rise = CURVE_HEIGHT - 2 * CURVE_MARGIN
    bottom = CURVE_HEIGHT - CURVE_MARGIN
    return " ".join(
        f"{CURVE_MARGIN + n * across // last},{bottom - (value - low) * rise // (high - low)}" for n, value in known
    )


class ChartLine(Struct, frozen=True):
    """One line of a chart: its name, its colour, its points, and the steps at which its number changes."""

    name: str
    colour: str
    points: str
    changes: str
    last: int | None


class Chart(Struct, frozen=True):
    """Numbers over the steps of a replay."""

    title: str
    low: int
    high: int
    lines: list[ChartLine]


def step_chart(words: Words, key: str, names: Mapping[str, str], samples: Sequence[Mapping[str, int]]) -> Chart:
    """Return the chart of one thing that the game follows, from its numbers after every step."""
    series = [
        Series(seat_name(words, name, names), name, [sample.get(name) for sample in samples])
        for name in dict.fromkeys(name for sample in samples for name in sample)
    ]
    low, high = curve_bounds(series)
    lines = [chart_line(one, colour, low, high) for one, colour in zip(series, series_colours(series), strict=True)]
    return Chart(title=words.terms[f"curve.{key}"], low=low, high=high, lines=lines)


def chart_line(one: Series, colour: str, low: int, high: int) -> ChartLine:
    changes = list(value_changes(one.values))
    last = max(len(one.values) - 1, 1)
    return ChartLine(
        name=one.name,
        colour=colour,
        points=" ".join(chart_points(changes, last, low, high)),
        changes=" ".join(f"{n}:{value}" for n, value in changes),
        last=one.values[-1],
    )


def value_changes(values: Sequence[int | None]) -> Iterator[tuple[int, int]]:
    """Yield each step at which there is another number, and that number."""
    before = None
    for n, value in enumerate(values):
        if value is not None and value != before:
            yield n, value
            before = value


def chart_points(changes: Sequence[tuple[int, int]], last: int, low: int, high: int) -> Iterator[str]:
    """Yield the corners of a line of steps: a number stays the same until the step that changes it."""
    y = ""
    for n, value in changes:
        x = f"{n * CHART_WIDTH / last:.4g}"
        if y:
            yield f"{x},{y}"
        y = f"{CHART_HEIGHT - CHART_MARGIN - (value - low) * (CHART_HEIGHT - 2 * CHART_MARGIN) / (high - low):.3g}"
        yield f"{x},{y}"
    if y:
        yield f"{CHART_WIDTH},{y}"
