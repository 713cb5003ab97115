"""What is to be noticed on a board: the things on it that events name, and the places in danger."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from ..kernel.base.kept import Kept
from ..kernel.play.foresight import Told
from .picture import Picture

Json = str | int | float | bool | None | Sequence["Json"] | Mapping[str, "Json"]
PLANS = ("stopped", "asked")
"""Events that name what is still to come."""
DRAWN_NAMES: Kept[frozenset[str]] = Kept()


def changed(picture: Picture, events: Iterable[Mapping[str, Json]]) -> frozenset[str]:
    """What events name of the things that are drawn."""
    drawn = DRAWN_NAMES.of("", (picture,), lambda: frozenset(picture.drawn_names()))
    told = [event for event in events if event["event"] not in PLANS]
    return frozenset(text for event in told for text in strings(event) if text in drawn)


def strings(value: Json) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        yield from (text for key, item in value.items() for text in (key, *strings(item)))
    elif isinstance(value, Sequence):
        yield from (text for item in value for text in strings(item))


def endangered(threats: Iterable[Told]) -> frozenset[str]:
    """The places that threats name, and those of the losses they would bring."""
    return frozenset(place for threat in threats for place in places_of(threat))


def places_of(told: Told) -> Iterator[str]:
    if told.place and told.tone == "bad":
        yield told.place
    for value in told.values.values():
        for part in value if isinstance(value, list | tuple) else (value,):
            if isinstance(part, Told):
                yield from places_of(part)
