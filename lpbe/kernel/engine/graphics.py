"""Describe what a page draws beside its words: players, dice, tracks, races, what a seat holds; worded later."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, TypeAlias

from msgspec import Struct

from .foresight import Fact, Tone

CellState = Literal["", "now", "was", "done"]
"""Whether a marker is here, was here before, or has passed."""
CardState = Literal["", "open", "played"]
"""Whether a card is in hand, open for all to see, or played."""


class Cell(Struct, frozen=True, omit_defaults=True):
    """A cell of a track: its text, the thing in it and its state."""

    text: str = ""
    thing: str = ""
    state: CellState = ""


class Strip(Struct, frozen=True, omit_defaults=True):
    """A track: the term that names it, its cells, and the thing it measures."""

    name: str
    cells: tuple[Cell, ...]
    thing: str = ""
    course: tuple[str, str] | None = None
    """The curve of the game that shows its history, and the name of the line in it."""
    rest: int | None = None
    """What is left of the thing, shown beside the track."""
    gauge: str = ""
    """The seat's gauge that says where the marker is."""
    limit: Fact | None = None
    """What happens at the end of the track."""


class MatrixRow(Struct, frozen=True):
    """A row of a matrix: its icon, the term that names it, and the facts of each column."""

    name: str
    cells: tuple[tuple[Fact, ...], ...]
    icon: str = ""


class Matrix(Struct, frozen=True):
    """A comparison of several things: the things as column heads, and rows of facts."""

    head: tuple[Cell, ...]
    rows: tuple[MatrixRow, ...]


class Mark(Struct, frozen=True, omit_defaults=True):
    """A small fact beside a player's name: its icon, the term that names it, and how many."""

    icon: str
    name: str
    count: int | None = None


class PlayerLine(Struct, frozen=True, omit_defaults=True):
    """One line about a seat: its main number, small facts, what it has become, the cards it has shown."""

    seat: str
    colour: str
    shape: str = "disc"
    """The shape of its chip."""
    score: int | None = None
    unit: str = ""
    """The term for the score."""
    marks: tuple[Mark, ...] = ()
    notes: tuple[str, ...] = ()
    """Terms."""
    shown: tuple[str, ...] = ()
    leads: bool = False


class Race(Struct, frozen=True, omit_defaults=True):
    """A way to win: what it takes as a fact, how much of it is done, and for whom that is good."""

    icon: str
    fact: Fact
    done: int
    goal: int
    tone: Tone = ""


class Counter(Struct, frozen=True, omit_defaults=True):
    """Something that a seat holds: the thing, how many, and the seat's gauge that counts it."""

    thing: str
    count: int
    gauge: str = ""


class Card(Struct, frozen=True, omit_defaults=True):
    """A card: what is written large on it, its icon, terms, and whether it is in hand, open or played."""

    name: str
    icon: str = ""
    text: str = ""
    note: str = ""
    state: CardState = ""


Graphic: TypeAlias = "Strip | Matrix | PlayerLine | Race | Counter | Card"


class GraphicPanel(Struct, frozen=True):
    """Graphics of one kind below one title: the players, the table, or what the reader holds."""

    key: str
    """The key of its title."""
    part: Literal["players", "table", "own"]
    graphics: Sequence[Graphic]
    values: dict[str, Any] = {}
    """Values in the title."""
