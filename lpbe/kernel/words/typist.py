"""Who types orders, and what was typed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from msgspec import Struct

from ..base.canon import Plain
from ..play.rules import Order


class Typist(Struct, frozen=True):
    """Who types, in which language answers are wanted, and what this player may do: to say what may have been meant."""

    lang: str = "en"
    offered: Collection[str] = ()
    legal: Callable[[], Iterable[Plain]] = list
    cells: Mapping[str, str] = {}
    """What empty places are called, beside their coordinates."""
    after: Callable[[Sequence[Order]], Typist] | None = None
    """The same player once these orders are given, for who mistypes a later one of a batch."""


ANYBODY = Typist()


class Typed(Struct, frozen=True):
    """An order as it was typed, and which of its fields were said; none where it is meant exactly."""

    order: Order
    given: frozenset[str] | None = None


class Part(Struct, frozen=True):
    """One order of a text: where it begins, how it is written, and the orders before it."""

    text: str
    start: int
    written: str
    before: Sequence[Typed] = ()


def later(typist: Typist, part: Part) -> Typist:
    """Who types this part: the orders before it are given then."""
    return typist.after([typed.order for typed in part.before]) if part.before and typist.after else typist
