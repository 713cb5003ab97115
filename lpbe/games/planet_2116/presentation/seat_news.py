"""Which events since a seat's last order concern it: what its continent lost, or what became of its attacks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ....kernel.base.canonical import Plain
from ....kernel.engine.foresight import Fact
from ....kernel.engine.model import Seat, State
from ..globe import continent_at
from ..queries import continent_of, is_refugee
from ..state import PLANET, City, World
from .narration import FACTORY_OF_SITE


def concerns(before: State | None, now: State, seat: Seat, events: Sequence[Plain]) -> list[Fact]:
    found = planet_concerns(now, events) if seat == PLANET else human_concerns(now, seat, events)
    return [*found, *heat_facts(events)]


def planet_concerns(now: State, events: Sequence[Plain]) -> Iterator[Fact]:
    """Yield the results of the attacks, and what the Humans built against them."""
    for event in events:
        if event["event"] == "spared":
            yield Fact("spared", {"tiles": event["tiles"]}, "bad")
        elif event["event"] == "shields-used":
            yield Fact("shielded", {"tiles": event["tiles"]}, "bad")
        elif event["event"] == "green-built":
            yield Fact("green", {"site": event["site"], "seat": event["seat"]}, tone="bad", place=event["site"])
        elif event["event"] == "city-destroyed":
            yield Fact("city.taken", {"city": event["city"], "tile": event["tile"]}, tone="good", place=event["tile"])


def human_concerns(now: State, seat: Seat, events: Sequence[Plain]) -> Iterator[Fact]:
    """Yield what was lost on the reader's continent; factories concern everybody."""
    home = "" if is_refugee(now, seat) else continent_of(now, seat)
    rows = now.book.rows_of(City)
    for event in events:
        if event["event"] == "capital-lost" and event["seat"] == seat:
            yield Fact("capital.lost", {"city": event["city"]}, "bad")
        elif event["event"] == "city-destroyed" and rows[event["city"]].continent == home:
            yield Fact("city.lost", {"city": event["city"], "tile": event["tile"]}, tone="bad", place=event["tile"])
        elif event["event"] == "tiles-taken":
            yield from loss_facts(now, home, event["tiles"])
        elif event["event"] == "shields-used":
            yield Fact("saved", {"tiles": event["tiles"]}, "good")


def loss_facts(now: State, home: str, tiles: Sequence[str]) -> Iterator[Fact]:
    for tile in tiles:
        if what := FACTORY_OF_SITE.get(now[World].sites.get(tile, "")):
            yield Fact("factory.lost", {"tile": tile, "what": what}, tone="bad", place=tile)
    if mine := [tile for tile in tiles if home and continent_at(now, tile) == home]:
        yield Fact("tiles.lost", {"count": len(mine)}, "bad")


def heat_facts(events: Sequence[Plain]) -> Iterator[Fact]:
    """Yield the new reading, if the thermometer moved."""
    if readings := [event["heat"] for event in events if event["event"] in ("warmed", "cooled")]:
        yield Fact("heat", {"heat": readings[-1]})
