"""Lessons: positions of a game, tasks to solve there, and the expected results."""

from collections.abc import Iterable
from functools import cache

import msgspec
from msgspec import Struct

from ..base.canonical import Plain
from .packs import compiled_file

Translations = dict[str, str]
"""A sentence in each language."""


class Task(Struct, frozen=True, forbid_unknown_fields=True):
    """A task of a lesson: what it asks, and how to tell that it was done.

    It is done by one of `orders`, or when one of `events` happens; it is missed, and starts again, if one of `missed`
    happens first. An event matches if it has all the fields that are named, with these values.
    """

    told: Translations
    hint: Translations
    done: Translations
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
    expansions: list[str] = []
    before: list[str] = []


@cache
def lessons(game: str) -> list[Lesson]:
    """Return the lessons of a game in order; some games have none."""
    return msgspec.json.decode(compiled_file(game, "lessons.json"), type=list[Lesson])


def has_happened(wanted: Iterable[Plain], events: Iterable[Plain]) -> bool:
    """Return whether one of the events matches one of the wanted ones in all fields that those name."""
    return any(all(event.get(key) == value for key, value in one.items()) for event in events for one in wanted)
