"""Draw numbers as lines: the curves at the end of a game, and the charts above the slider of a replay."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from itertools import pairwise

from msgspec import Struct

from ...board.svg.palette import PALETTE
from ...board.svg.shapes import num
from ...kernel.base.safe_text import printable
from ...kernel.content.packs import Words
from ...kernel.language.sentences import seat_name
from ..document import Curve, Series
from .text import curve_bounds

CURVE_WIDTH = 460
CURVE_HEIGHT = 210
CURVE_LEFT = 34
MIN_CURVE_RIGHT = 60
MAX_CURVE_RIGHT = 190
LETTER_WIDTH = 7.2
"""About how wide a letter of a label is."""
CURVE_TOP = 12
CURVE_BOTTOM = 26
LABEL_HEIGHT = 15
MAX_LABEL_LENGTH = 22
DASHES = ("", "7 4", "2 4", "10 3 2 3", "14 4")
"""One pattern for each line, so that lines do not differ in colour alone."""
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
    """Draw one line per series over a scale, each with its own dashes and its name at the end."""
    low, high = curve_bounds(curve.series)
    labels = [f"{short_name(one.name)} {last_value(one)}" for one in curve.series]
    room = 16 + LETTER_WIDTH * max(map(len, labels), default=0)
    right = CURVE_WIDTH - min(max(room, MIN_CURVE_RIGHT), MAX_CURVE_RIGHT)
    scale = CurveScale(min(low, 0), max(high, 1), max(len(curve.ticks) - 1, 1), right)
    parts = [*scale_lines(scale, curve.ticks)]
    ends = spread_labels([scale.y(last_value(one)) for one in curve.series])
    for n, (one, colour) in enumerate(zip(curve.series, colours, strict=True)):
        dash = f' stroke-dasharray="{DASHES[n % len(DASHES)]}"' if n % len(DASHES) else ""
        points = " ".join(
            f"{num(scale.x(at))},{num(scale.y(value))}" for at, value in enumerate(one.values) if value is not None
        )
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="3"{dash}/>')
        parts.append(f'<text class="last" x="{num(right + 8)}" y="{num(ends[n] + 4)}">{escape(labels[n])}</text>')
    return f'<svg class="curve" viewBox="0 0 {CURVE_WIDTH} {CURVE_HEIGHT}" aria-hidden="true">{"".join(parts)}</svg>'


class CurveScale(Struct, frozen=True):
    """Where numbers and turns are in a drawing."""

    low: int
    high: int
    last: int
    right: float

    def x(self, turn: int) -> float:
        return CURVE_LEFT + turn * (self.right - CURVE_LEFT) / self.last

    def y(self, value: int) -> float:
        rise = CURVE_HEIGHT - CURVE_TOP - CURVE_BOTTOM
        return CURVE_HEIGHT - CURVE_BOTTOM - (value - self.low) * rise / (self.high - self.low)


def scale_lines(scale: CurveScale, ticks: Sequence[str]) -> Iterator[str]:
    """Yield the lines of the scale with their numbers, and the turns below them."""
    for value in range(scale.low, scale.high + 1, max(1, -(-(scale.high - scale.low) // 4))):
        y = num(scale.y(value))
        yield f'<line x1="{CURVE_LEFT}" x2="{num(scale.right)}" y1="{y}" y2="{y}"/>'
        yield f'<text x="{CURVE_LEFT - 8}" y="{num(scale.y(value) + 4)}" text-anchor="end">{value}</text>'
    every = 1 + len(ticks) // 13
    for n, tick in enumerate(ticks):
        if n % every == 0:
            yield f'<text x="{num(scale.x(n))}" y="{CURVE_HEIGHT - 6}" text-anchor="middle">{escape(tick)}</text>'


def last_value(one: Series) -> int:
    return next((value for value in reversed(one.values) if value is not None), 0)


def spread_labels(heights: Sequence[float]) -> list[float]:
    """Return where to put labels that belong at these heights, so that no two of them are closer than a line."""
    placed = list(heights)
    order = sorted(range(len(placed)), key=lambda n: placed[n])
    for above, below in pairwise(order):
        placed[below] = max(placed[below], placed[above] + LABEL_HEIGHT)
    over = max([*placed, 0.0]) - (CURVE_HEIGHT - CURVE_BOTTOM + 4)
    return [height - max(over, 0) for height in placed]


def short_name(name: str) -> str:
    """Return a name that is short enough for the end of a line, and safe to show."""
    shown = printable(name)
    return shown if len(shown) <= MAX_LABEL_LENGTH else shown[: MAX_LABEL_LENGTH - 1] + "\u2026"


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
    """Yield each step at which the number changes, and the new number."""
    before = None
    for n, value in enumerate(values):
        if value is not None and value != before:
            yield n, value
            before = value


def chart_points(changes: Sequence[tuple[int, int]], last: int, low: int, high: int) -> Iterator[str]:
    """Yield the corners of a stepped line: a number stays the same until the step that changes it."""
    y = ""
    for n, value in changes:
        x = f"{n * CHART_WIDTH / last:.4g}"
        if y:
            yield f"{x},{y}"
        y = f"{CHART_HEIGHT - CHART_MARGIN - (value - low) * (CHART_HEIGHT - 2 * CHART_MARGIN) / (high - low):.3g}"
        yield f"{x},{y}"
    if y:
        yield f"{CHART_WIDTH},{y}"
