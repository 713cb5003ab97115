"""Lessons: positions of a game with what is seen there, what is asked, and what must come of the answer."""

# No `from __future__ import annotations`: msgspec would compile every string of a type again in each process.

from collections.abc import Iterable
from functools import cache

import msgspec
from msgspec import Struct

from ..base.canon import Plain
from ..disk.files import packaged

Told = dict[str, str]
"""A sentence in each language."""


class Task(Struct, frozen=True, forbid_unknown_fields=True):
    """What is shown and asked, and what shows that it was done.

    It is done by an order of one of these kinds, or when one of these events happens; it is missed, and begun again,
    when one of the others happens first. An event fits when it has all that is named of it.
    """

    told: Told
    hint: Told
    done: Told
    shows: list[str]
    orders: list[str] = []
    events: list[Plain] = []
    missed: list[Plain] = []


class Lesson(Struct, frozen=True, forbid_unknown_fields=True):
    """A position, reached from a seed by recorded orders (`SEAT: ORDERS`), and tasks for the seat of the learner."""

    title: Told
    seat: str
    seats: str
    seed: str
    tasks: list[Task]
    settings: list[str] = []
    before: list[str] = []


@cache
def lessons(game: str) -> list[Lesson]:
    """The lessons of a game, in order; some have none."""
    return msgspec.json.decode(packaged(f"{game}.lessons.json"), type=list[Lesson])


def happened(wanted: Iterable[Plain], events: Iterable[Plain]) -> bool:
    """Whether one of the events has all that is said of one of those that are wanted."""
    return any(all(event.get(key) == value for key, value in one.items()) for event in events for one in wanted)
