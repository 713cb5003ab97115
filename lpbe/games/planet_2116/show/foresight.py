"""What an order is sure to bring: what an attack takes, the heat to come, which ending comes nearer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache

from ....kernel.play.dry_run import Effect
from ....kernel.play.foresight import Foresee, Told
from ....kernel.play.rules import Component, Event, Key, Order, Question, Seat, State
from ....kernel.play.silence import rehearse
from ..acting import HumanTurn
from ..assault import Declare
from ..globe import city_at, continent_at
from ..prepare import Prepare, PrepareCards, clairvoyance
from ..reading import is_heat, kind_of
from ..shield import PlayShield
from ..state import GREEN, HUMANS, POLLUTING, Capital, World
from ..strike import CapitalLost, CityDestroyed, Exploded, ShieldsUsed, Spared, Strike, TilesTaken
from ..window import Block
from .brief import endings
from .reach import reached
from .threats import heat_to_come, in_sight

NOTHING: Sequence[Told] = ()
NEARER = ("end.greens", "end.ark", "end.ark.own")
"""The endings that Humans bring about; what an order does to the heat is a number."""


def foresight(state: State, question: Question, seat: Seat) -> Foresee:
    make = SEERS.get(type(question))
    return make(state, seat) if make else lambda order, outcome: NOTHING


def attacks(state: State, seat: Seat) -> Foresee:
    """2116-DMG-08: what an attack takes if nobody opposes it."""

    def seen(order: Order, outcome: Effect | None) -> Sequence[Told]:
        return list(strike_told(outcome.state, seat)) if outcome else NOTHING

    return seen


def struck(state: State) -> list[Event]:
    """The strike of an attack that is announced; a capital that the reader does not know is not looked for."""
    unknown: dict[Key, Component] = {(Capital, seat): Capital() for seat in HUMANS if (Capital, seat) not in state}
    return rehearse(state.having({**state, **unknown}), Strike()).events


def strike_told(state: State, seat: Seat) -> Iterator[Told]:
    events = struck(state)
    tiles = [tile for event in events if isinstance(event, TilesTaken) for tile in event.tiles]
    yield Told("takes", {"tiles": len(tiles)}, covers=("aimed", "aimed_cities", "aimed_greens", "aimed_smoke"))
    yield from cities_told(state, events, seat)
    for tile in tiles:
        if (site := state[World].sites.get(tile)) in (GREEN, POLLUTING):
            yield Told("takes.factory", {"tile": tile, "what": site}, place=tile)
    if heat := sum(event.degrees for event in events if isinstance(event, Exploded)):
        yield Told("takes.heat", {"degrees": heat})
    if shields := [tile for event in events if isinstance(event, ShieldsUsed) for tile in event.tiles]:
        yield Told("takes.shields", {"tiles": shields})


def cities_told(state: State, events: Sequence[Event], seat: Seat) -> Iterator[Told]:
    """2116-DMG-16, 2116-DMG-17: each city by name; whether it is the reader's capital, or may be somebody's."""
    fallen = {event.city for event in events if isinstance(event, CapitalLost)}
    for event in events:
        if isinstance(event, CityDestroyed):
            values = {"city": event.city, "tile": event.tile, "continent": continent_at(state, event.tile)}
            if event.city in fallen:
                yield Told("takes.capital", values, "bad", event.tile)
            else:
                yield Told("takes.city", values, place=event.tile)


def preparing(state: State, seat: Seat) -> Foresee:
    """2116-PREP-01, 2116-HEAT-03: what the cards could hit from the holes there are, and the heat they bring."""

    @lru_cache(None)
    def prey(kind: str, count: int) -> Told:
        tiles = list(reached(state, kind, count))
        cities = [city for tile in tiles if (city := city_at(state, tile))]
        works = [tile for tile in tiles if state[World].sites.get(tile) in (GREEN, POLLUTING)]
        values = {"kind": kind, "cards": count, "tiles": len(tiles), "cities": len(cities), "factories": works}
        return Told("reach" if tiles else "reach.none", values)

    def seen(order: Order, outcome: Effect | None) -> Sequence[Told]:
        assert isinstance(order, PrepareCards)
        groups = [group.split(":") for group in order.cards]
        plain = [(kind_of(state, group[0]), len(group)) for group in groups if not is_heat(state, group[0])]
        heat = heat_to_come(outcome.state) if outcome else 0
        told = [prey(*one) for one in dict.fromkeys(plain)]
        more = sum(len(group) - 1 for group in groups)
        values = {"heat": heat, "more": more}
        warmer = [Told("heat.combo" if more else "heat.next", values)] if heat else []
        return [*told, *warmer, *([Told(f"seen.{clairvoyance(state)}")] if order.cards else [])]

    return seen


def turns(state: State, seat: Seat) -> Foresee:
    """2116-END-01, 2116-END-02: which ending comes nearer; the heat to come; what a shield keeps away."""
    before, heat = list(endings(state, seat)), heat_to_come(state)
    prey = {kind: set(reached(state, kind, count)) for kind, count in in_sight(state)}

    def seen(order: Order, outcome: Effect | None) -> Sequence[Told]:
        if outcome is None:
            return NOTHING
        nearer = [near(told) for told in endings(outcome.state, seat) if told not in before and told.key in NEARER]
        later = heat_to_come(outcome.state)
        told = [Told("heat.next", {"heat": later})] if later != heat else []
        guarded = order.at if isinstance(order, PlayShield) else ()
        kinds = [kind for kind, tiles in prey.items() if tiles.intersection(guarded)]
        return [*nearer, *told, *([Told("shield", {"kinds": kinds}, "good")] if kinds else [])]

    return seen


def near(told: Told) -> Told:
    """What an ending takes after an order, told beside it."""
    return Told(told.key.replace("end.", "near."), told.values)


def blocks(state: State, seat: Seat) -> Foresee:
    """2116-DMG-09: what a unit saves, and what is lost all the same if no other Human sends one."""
    without = [tile for event in struck(state) if isinstance(event, TilesTaken) for tile in event.tiles]

    def seen(order: Order, outcome: Effect | None) -> Sequence[Told]:
        if outcome is None:
            return NOTHING
        events = struck(outcome.state)
        left = [tile for event in events if isinstance(event, TilesTaken) for tile in event.tiles]
        saved = [tile for tile in without if tile not in left]
        spared = any(isinstance(event, Spared) for event in events)
        told = [Told("saves", {"tiles": saved}, "good")] if saved and spared else []
        return [*told, *strike_told(outcome.state, seat)]

    return seen


SEERS: Mapping[type[Question], Callable[[State, Seat], Foresee]] = {
    Declare: attacks,
    Prepare: preparing,
    HumanTurn: turns,
    Block: blocks,
}
