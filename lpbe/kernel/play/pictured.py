"""What a game lays out to be drawn, where pictures are shown: tracks, matrices, a card a seat."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from .foresight import Told

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
