"""What of the events since a seat's last order concerns it: what its continent lost, or what became of its attacks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ....kernel.base.canon import Plain
from ....kernel.play.foresight import Told
from ....kernel.play.rules import Seat, State
from ..globe import continent_at
from ..reading import continent_of, refugee
from ..state import PLANET, City, World
from .story import STOOD


def concerns(now: State, seat: Seat, events: Sequence[Plain]) -> list[Told]:
    found = planet_concerns(now, events) if seat == PLANET else human_concerns(now, seat, events)
    return [*found, *warming(events)]


def planet_concerns(now: State, events: Sequence[Plain]) -> Iterator[Told]:
    """What the attacks came to, and what the Humans built against it."""
    for event in events:
        if event["event"] == "spared":
            yield Told("spared", {"tiles": event["tiles"]}, "bad")
        elif event["event"] == "shields-used":
            yield Told("shielded", {"tiles": event["tiles"]}, "bad")
        elif event["event"] == "green-built":
            yield Told("green", {"site": event["site"], "seat": event["seat"]}, "bad", event["site"])
        elif event["event"] == "city-destroyed":
            yield Told("city.taken", {"city": event["city"], "tile": event["tile"]}, "good", event["tile"])


def human_concerns(now: State, seat: Seat, events: Sequence[Plain]) -> Iterator[Told]:
    """What was lost on the own continent; factories are everybody's."""
    home = "" if refugee(now, seat) else continent_of(now, seat)
    rows = now.book.rows_of(City)
    for event in events:
        if event["event"] == "capital-lost" and event["seat"] == seat:
            yield Told("capital.lost", {"city": event["city"]}, "bad")
        elif event["event"] == "city-destroyed" and rows[event["city"]].continent == home:
            yield Told("city.lost", {"city": event["city"], "tile": event["tile"]}, "bad", event["tile"])
        elif event["event"] == "tiles-taken":
            yield from taken(now, home, event["tiles"])
        elif event["event"] == "shields-used":
            yield Told("saved", {"tiles": event["tiles"]}, "good")


def taken(now: State, home: str, tiles: Sequence[str]) -> Iterator[Told]:
    for tile in tiles:
        if what := STOOD.get(now[World].sites.get(tile, "")):
            yield Told("factory.lost", {"tile": tile, "what": what}, "bad", tile)
    if mine := [tile for tile in tiles if home and continent_at(now, tile) == home]:
        yield Told("tiles.lost", {"count": len(mine)}, "bad")


def warming(events: Sequence[Plain]) -> Iterator[Told]:
    """Where the thermometer went, if it went anywhere."""
    if readings := [event["heat"] for event in events if event["event"] in ("warmed", "cooled")]:
        yield Told("heat", {"heat": readings[-1]})
