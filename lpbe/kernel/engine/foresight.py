"""Facts about a position and what follows from it, certainly or possibly; worded later in the reader's language."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from ..base.canonical import Plain

if TYPE_CHECKING:
    from .dry_run import Effect
    from .model import Event, Order

Tone = Literal["", "good", "bad"]


class Certainty(StrEnum):
    """Whether a fact is about the future, and how sure it is."""

    STATED = "stated"
    """About the position as it is, or about a rule: nothing is foreseen."""
    CERTAIN = "certain"
    """It comes true whatever anybody legally answers."""
    POSSIBLE = "possible"
    """It comes true by some legal answers, as far as the reader can see."""


class Outcome(Struct, frozen=True, omit_defaults=True):
    """An event that would make a fact true: its tag, and fields that are equal, contained, or at least as high."""

    event: str
    fields: Plain = {}
    least: Plain = {}

    def matches(self, event: Event) -> bool:
        if type(event).__struct_config__.tag != self.event:
            return False
        equal = all(contains(getattr(event, name), value) for name, value in self.fields.items())
        return equal and all(getattr(event, name) >= value for name, value in self.least.items())


def contains(actual: object, wanted: object) -> bool:
    """Return whether a list has all wanted items, or a value is the wanted one."""
    if isinstance(actual, list | tuple) and isinstance(wanted, list | tuple):
        return set(wanted) <= set(actual)
    return actual == wanted


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
    certainty: Certainty = Certainty.STATED
    outcomes: tuple[Outcome, ...] = ()
    """What is foreseen: one of these events happens."""
    never: bool = False
    """Whether none of these events happens, instead."""
    every: bool = False
    """Whether all of these events happen, instead."""
    until: tuple[str, ...] = ()
    """The tags of the events that settle it; the end of the game settles everything."""

    def parts(self) -> Iterator[Fact]:
        """Yield the fact, and the facts among its values."""
        yield self
        for value in self.values.values():
            for part in value if isinstance(value, list | tuple) else (value,):
                if isinstance(part, Fact):
                    yield from part.parts()


def weaken(fact: Fact, until: tuple[str, ...] = ()) -> Fact:
    """Return a fact, and the facts among its values, as merely possible, because something may come before it."""
    values = {name: weaken_value(value, until) for name, value in fact.values.items()}
    certain = fact.certainty is not Certainty.STATED
    changed = replace(fact, values=values, until=until or fact.until)
    return replace(changed, certainty=Certainty.POSSIBLE) if certain else changed


def weaken_value(value: object, until: tuple[str, ...]) -> object:
    if isinstance(value, list | tuple):
        return [weaken_value(part, until) for part in value]
    return weaken(value, until) if isinstance(value, Fact) else value


class Brief(Struct, frozen=True, omit_defaults=True):
    """The head of a page: the progress of the game, the reader's position (or everybody's), and the threats."""

    clock: Sequence[Fact] = ()
    standing: Sequence[Fact] = ()
    threats: Sequence[Fact] = ()
    """Certain ones first."""
    ended: Sequence[Fact] = ()
    """At the end: who has won, and how."""


Foresee: TypeAlias = "Callable[[Order, Effect | None], Sequence[Fact]]"
"""Return the foreseen consequences of one answer, from the order and its immediate effect.

A game returns one such function per question, so that it computes only once what all answers share.
"""
