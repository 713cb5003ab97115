"""How things stand and what is sure to come, as a game tells it: plain facts, worded later by the reader's terms."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Literal, TypeAlias

from msgspec import Struct

from ..base.canon import Plain

if TYPE_CHECKING:
    from .dry_run import Effect
    from .rules import Order

Tone = Literal["", "good", "bad"]


class Told(Struct, frozen=True, omit_defaults=True):
    """A sentence to be: its key among the reader's terms, what fills it, and whether it is good or bad for him."""

    key: str
    values: Plain = {}
    """Plain values, or further sentences, alone or several."""
    tone: Tone = ""
    place: str = ""
    """Where on the board it is, if it is somewhere."""
    covers: tuple[str, ...] = ()
    """The numbers whose change it explains: they need not be told beside it."""


class Brief(Struct, frozen=True, omit_defaults=True):
    """The head of a page: how far the game is, how the reader stands (without one: all), and what threatens him."""

    clock: Sequence[Told] = ()
    standing: Sequence[Told] = ()
    threats: Sequence[Told] = ()
    """What is certain stands first."""
    ended: Sequence[Told] = ()
    """At the end: who has won, and by what."""


Foresee: TypeAlias = "Callable[[Order, Effect | None], Sequence[Told]]"
"""What is sure to follow from an answer to a question, by the order and by what it does at once: what all answers share
is found out once.
"""
