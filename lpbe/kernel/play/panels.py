"""What a game lays out for reports: tables of plain values, worded later by the reader's terms."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct


class Shift(Struct, frozen=True):
    """A number that has changed, and which way; where that cannot be told, only that it moved."""

    value: int
    way: Literal["up", "down", "moved"]


class Panel(Struct, frozen=True):
    """The key of its title and of its columns, and rows of values. Without columns: facts, each a key and a value."""

    key: str
    rows: list[tuple[Any, ...]]
    columns: tuple[str, ...] = ()
    part: Literal["game", "table", "screen"] = "table"
    """Under which heading it stands: with the turn, with what lies on the table, or with the reader's own things."""
    short: bool = False
    """Whether its facts are told in one line."""
