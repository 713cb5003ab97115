"""Facts about a position and its certain consequences, worded later in the reader's language."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Literal, TypeAlias

from msgspec import Struct

from ..base.canonical import Plain

if TYPE_CHECKING:
    from .dry_run import Effect
    from .model import Order

Tone = Literal["", "good", "bad"]


class Fact(Struct, frozen=True, omit_defaults=True):
    """One fact for a reader: the key of its sentence, the values in it, and whether it is good or bad for them."""

    key: str
    values: Plain = {}
    """Plain values, or further facts, one or several."""
    tone: Tone = ""
    place: str = ""
    """The place on the board it concerns, if any."""
    covers: tuple[str, ...] = ()
    """The gauges whose change it explains: they need not be listed beside it."""


class Brief(Struct, frozen=True, omit_defaults=True):
    """The head of a page: the progress of the game, the reader's position (or everybody's), and the threats."""

    clock: Sequence[Fact] = ()
    standing: Sequence[Fact] = ()
    threats: Sequence[Fact] = ()
    """Certain ones first."""
    ended: Sequence[Fact] = ()
    """At the end: who has won, and by what."""


Foresee: TypeAlias = "Callable[[Order, Effect | None], Sequence[Fact]]"
"""Return the certain consequences of one answer, from the order and its immediate effect.

A game returns one such function per question, so that it computes only once what all answers share.
"""
