"""Describe tables, tracks and cards of a game for reports: plain values, worded later in the reader's language."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal

from msgspec import Struct

from .foresight import Fact

CellState = Literal["", "now", "was", "done"]
"""Whether a marker is here, was here before, or has passed."""


class Shift(Struct, frozen=True):
    """A number that has changed, and in which direction; "moved" where the direction is unknown."""

    value: int
    way: Literal["up", "down", "moved"]


class Panel(Struct, frozen=True):
    """A table: the key of its title, the keys of its columns and rows of values.

    Without columns it is a list of facts, each a key and a value.
    """

    key: str
    rows: list[tuple[Any, ...]]
    columns: tuple[str, ...] = ()
    part: Literal["game", "table", "screen"] = "table"
    """The section of the page: the turn, the public table, or the reader's own things."""
    short: bool = False
    """Whether its facts share one line."""
    strips: Callable[[], Sequence[Strip]] | None = None
    """The same as tracks, for formats with graphics; called only by those formats, like the next two."""
    matrix: Callable[[], Matrix] | None = None
    """A table for formats with graphics only."""
    tableaux: Callable[[], Sequence[Tableau]] | None = None
    """One card per seat, in place of the rows."""


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


class MatrixRow(Struct, frozen=True):
    """A row of a matrix: the term that names it, and the facts of each column."""

    name: str
    cells: tuple[tuple[Fact, ...], ...]


class Matrix(Struct, frozen=True):
    """A comparison of several things: the things as column heads, and rows of facts."""

    head: tuple[Cell, ...]
    rows: tuple[MatrixRow, ...]


class Item(Struct, frozen=True, omit_defaults=True):
    """Something a seat owns, drawn with the thing's colour and icon: how many, or a fact about it."""

    thing: str
    count: int = 0
    fact: Fact | None = None


class TableauRow(Struct, frozen=True, omit_defaults=True):
    """A row of a tableau: the term that names it, and a value or items."""

    name: str
    value: Any = None
    items: tuple[Item, ...] = ()


class Tableau(Struct, frozen=True, omit_defaults=True):
    """The card of one seat: its owner, its colour and its rows."""

    seat: str
    colour: str
    rows: tuple[TableauRow, ...]
