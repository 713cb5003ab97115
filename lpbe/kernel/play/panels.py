"""What a game lays out for reports: tables of plain values, worded later by the reader's terms."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct

if TYPE_CHECKING:
    from .pictured import Matrix, Strip, Tableau


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
    strips: Callable[[], Sequence[Strip]] | None = None
    """The same as tracks, for formats that show pictures: made when one of them asks for it, and so what follows."""
    matrix: Callable[[], Matrix] | None = None
    """A table for such formats alone."""
    tableaux: Callable[[], Sequence[Tableau]] | None = None
    """What such formats show in place of its rows: a card a seat."""
