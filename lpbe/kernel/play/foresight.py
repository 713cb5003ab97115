"""How things stand and what is sure to come, as a game tells it: plain facts, worded later by the reader's terms."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from ..base.canon import Plain


class Told(Struct, frozen=True):
    """A sentence to be: its key among the reader's terms, what fills it, and whether it is good or bad for him."""

    key: str
    values: Plain = {}
    tone: Literal["", "good", "bad"] = ""
    place: str = ""
    """Where on the board it is, if it is somewhere."""


class Brief(Struct, frozen=True):
    """The head of a page: how far the game is, how the reader stands (without one: all), and what threatens him."""

    clock: Sequence[Told] = ()
    standing: Sequence[Told] = ()
    threats: Sequence[Told] = ()
    ended: Sequence[Told] = ()
    """At the end: who has won, and by what."""
