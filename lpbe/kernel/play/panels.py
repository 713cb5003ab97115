"""What a game lays out for reports: tables of plain values, worded later by the reader's terms."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct


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
