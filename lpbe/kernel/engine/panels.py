"""Describe tables and facts of a game for reports: plain values, worded later in the reader's language."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct


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
