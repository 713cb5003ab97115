"""Curves over the slider of a replay: what a game follows, after every step."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from ..kernel.chain.drawers import public_state
from ..kernel.chain.records import GameFile
from ..kernel.chain.seating import names_of
from ..kernel.content.packs import Words
from .blocks import Series
from .curves import bounds_of
from .html import paints
from .replay import Replay

WIDE, HIGH, EDGE = 1000, 100, 5
Followed = Mapping[str, Mapping[str, int]]


class Line(Struct, frozen=True):
    """One thing that is followed: its name, its colour, its course, and what it is from which step on."""

    name: str
    paint: str
    points: str
    changes: str
    last: int | None


class Chart(Struct, frozen=True):
    title: str
    low: int
    high: int
    lines: list[Line]


def charts(replay: Replay) -> list[Chart]:
    """What the game follows; nothing before there is a table."""
    samples = [followed(replay, step) for step in replay.steps]
    keys = dict.fromkeys(key for sample in samples for key in sample)
    names = names_of(replay.steps[-1].state)
    return [chart(replay.words, key, names, [sample.get(key, {}) for sample in samples]) for key in keys]


def followed(replay: Replay, step: GameFile) -> Followed:
    follow, table = replay.rules.game.curves, step.state.table
    return follow(public_state(replay.rules.book, table)) if follow and table and replay.turn(step) else {}


def chart(words: Words, key: str, names: Mapping[str, str], samples: Sequence[Mapping[str, int]]) -> Chart:
    lines = dict.fromkeys(name for sample in samples for name in sample)
    series = [
        Series(names.get(name) or words.terms.get(name, name), name, [sample.get(name) for sample in samples])
        for name in lines
    ]
    low, high = bounds_of(series)
    drawn = [line(one, paint, low, high) for one, paint in zip(series, paints(series), strict=True)]
    return Chart(words.terms[f"curve.{key}"], low, high, drawn)


def line(one: Series, paint: str, low: int, high: int) -> Line:
    turns = list(changes(one.values))
    far = max(len(one.values) - 1, 1)
    points = " ".join(corners(turns, far, low, high))
    return Line(one.name, paint, points, " ".join(f"{n}:{value}" for n, value in turns), one.values[-1])


def changes(values: Sequence[int | None]) -> Iterator[tuple[int, int]]:
    """From which step on it is another number."""
    before = None
    for n, value in enumerate(values):
        if value is not None and value != before:
            yield n, value
            before = value


def corners(turns: Sequence[tuple[int, int]], far: int, low: int, high: int) -> Iterator[str]:
    """It stays what it is until the step that changes it."""
    y = ""
    for n, value in turns:
        x = f"{n * WIDE / far:.4g}"
        if y:
            yield f"{x},{y}"
        y = f"{HIGH - EDGE - (value - low) * (HIGH - 2 * EDGE) / (high - low):.3g}"
        yield f"{x},{y}"
    if y:
        yield f"{WIDE},{y}"
