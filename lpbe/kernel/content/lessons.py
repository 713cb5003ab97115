"""Lessons: positions of a game with what is seen there, what is asked, and what must come of the answer."""

from collections.abc import Iterable
from functools import cache

import msgspec
from msgspec import Struct

from ..base.canonical import Plain
from .packs import compiled_file

Translations = dict[str, str]
"""A sentence in each language."""


class Task(Struct, frozen=True, forbid_unknown_fields=True):
    """What is shown and asked, and what shows that it was done.

    It is done by an order of one of these kinds, or when one of these events happens; it is missed, and begun again,
    when one of the others happens first. An event fits when it has all that is named of it.
    """

    told: Translations
    hint: Translations
    done: Translations
    shows: list[str]
    orders: list[str] = []
    events: list[Plain] = []
    missed: list[Plain] = []


class Lesson(Struct, frozen=True, forbid_unknown_fields=True):
    """A position, reached from a seed by recorded orders (`SEAT: ORDERS`), and tasks for the seat of the learner."""

    title: Translations
    seat: str
    seats: str
    seed: str
    tasks: list[Task]
    settings: list[str] = []
    before: list[str] = []


@cache
def lessons(game: str) -> list[Lesson]:
    """Return the lessons of a game in order; some games have none."""
    return msgspec.json.decode(compiled_file(game, "lessons.json"), type=list[Lesson])


def has_happened(wanted: Iterable[Plain], events: Iterable[Plain]) -> bool:
    """Return whether one of the events matches one of the wanted ones in all fields that those name."""
    return any(all(event.get(key) == value for key, value in one.items()) for event in events for one in wanted)
