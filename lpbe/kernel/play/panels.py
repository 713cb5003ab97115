"""What a game lays out for reports: tables of plain values, worded later by the reader's terms."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal

from msgspec import Struct

from .foresight import Told


class Shift(Struct, frozen=True):
    """A number that has changed, and which way; where that cannot be told, only that it moved."""

    value: int
    way: Literal["up", "down", "moved"]


CellState = Literal["", "now", "was", "done"]
"""Where a marker is, where it was, or what is done with."""


class Cell(Struct, frozen=True, omit_defaults=True):
    """A cell of a track: what is written in it, the thing that lies there, and what is to be seen of its state."""

    text: str = ""
    thing: str = ""
    state: CellState = ""


class Strip(Struct, frozen=True, omit_defaults=True):
    """A track of a game, to be drawn where pictures are shown: the term that names it, its cells, and what it is of."""

    name: str
    cells: tuple[Cell, ...]
    thing: str = ""
    course: tuple[str, str] | None = None
    """Which of the game's curves shows how it went so far, and the name of the line there."""


class Row(Struct, frozen=True):
    """A row of a matrix: the term that names it, and what is told in each of its columns."""

    name: str
    cells: tuple[tuple[Told, ...], ...]


class Matrix(Struct, frozen=True):
    """What comes of several things side by side, as a table to be drawn: the things, and rows below them."""

    head: tuple[Cell, ...]
    rows: tuple[Row, ...]


class Item(Struct, frozen=True, omit_defaults=True):
    """Something that a seat has, drawn with the colour and picture of the thing: how many, or what is told of it."""

    thing: str
    count: int = 0
    told: Told | None = None


class Fact(Struct, frozen=True, omit_defaults=True):
    """A line of a tableau: the term that names it, and a value or things."""

    name: str
    value: Any = None
    items: tuple[Item, ...] = ()


class Tableau(Struct, frozen=True, omit_defaults=True):
    """What lies before one seat, as a card of its own: whose it is, its colour, and its lines."""

    seat: str
    colour: str
    facts: tuple[Fact, ...]


class Panel(Struct, frozen=True):
    """The key of its title and of its columns, and rows of values. Without columns: facts, each a key and a value."""

    key: str
    rows: list[tuple[Any, ...]]
    columns: tuple[str, ...] = ()
    part: Literal["game", "table", "screen"] = "table"
    """Under which heading it stands: with the turn, with what lies on the table, or with the reader's own things."""
    short: bool = False
    """Whether its facts are told in one line."""
    strips: tuple[Strip, ...] = ()
    """The same as tracks, for formats that show pictures."""
    matrix: Callable[[], Matrix] | None = None
    """A table for such formats alone, made when one of them asks for it."""
    tableaux: Callable[[], Sequence[Tableau]] | None = None
    """What such formats show in place of its rows: a card a seat."""
