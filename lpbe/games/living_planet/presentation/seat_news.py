"""Which events since a seat's last order concern it: what it lost and to whom, who was hurt, what it earned."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct, ValidationError

from ....kernel.base.canonical import Plain
from ....kernel.engine.foresight import Fact
from ....kernel.engine.model import Seat, State
from ..map.queries import buildings_of, controller, hex_name, is_motorized
from ..scoring import worth
from ..state import Map, Place
from .narration import building_values

Event = Mapping[str, Any]
OWN_MOVE_EVENTS = ("team-moved",)
"""Events that take a building only from the seat that causes them."""
CAUSES = ("struck", "crashed")


class Tally(Struct):
    """Income and expenses."""

    cubes: Counter[str]
    money: int = 0


def concerns(before: State | None, now: State, seat: Seat, events: Sequence[Plain]) -> list[Fact]:
    """Return losses in order, then income; without the earlier state, only what the events show."""
    tally = Tally(Counter())
    lost = list(event_news(before, seat, events) if before is not None else hurt_by_name(seat, events))
    for event in events:
        count(tally, seat, event)
    return [*lost, *income(tally)]


def event_news(state: State, seat: Seat, events: Sequence[Plain]) -> Iterator[Fact]:
    """Yield the news event by event, applied to the state as it was."""
    cause: Event = {}
    gone: dict[Place, dict[str, Any]] = {}
    for raw in events:
        cause = raw if raw["event"] in CAUSES else cause
        held = {place: building_terms(state, place) for place in buildings_of(state, seat)}
        yield from hurt(state, seat, raw, cause)
        if not try_event(state, raw):
            return
        for place, values in held.items():
            if holder(state, place) != seat and raw["event"] not in OWN_MOVE_EVENTS:
                gone[place] = values
                yield Fact("lost", {**values, "place": place, **why(cause, place)}, tone="bad", place=place)
        if raw["event"] == "building-taken" and raw["place"] in gone and raw["seat"] != seat:
            values = {**gone[raw["place"]], "place": raw["place"], "seat": raw["seat"]}
            yield Fact("seized", values, tone="bad", place=raw["place"])


def building_terms(state: State, place: Place) -> dict[str, Any]:
    """Return the values of a building for a message, with its points."""
    return building_values(state, place) | {"points": worth(state, place)}


def holder(state: State, place: Place) -> Seat | None:
    return controller(state, place) if place in state[Map].buildings else None


def try_event(state: State, raw: Plain) -> bool:
    """Apply an event to a state; return whether that was possible."""
    try:
        for event in state.book.read_events([raw]):
            event.apply(state)
    except (LookupError, ValueError, TypeError, ValidationError):
        return False
    return True


def why(cause: Event, place: Place) -> dict[str, Any]:
    """Return what struck, if it struck there."""
    return {"cause": cause["kind"], "colour": cause["colour"]} if cause.get("hex") == hex_name(place) else {}


def hurt(state: State, seat: Seat, event: Event, cause: Event) -> Iterator[Fact]:
    """Yield teams of the seat that are wounded, killed or destroyed."""
    team = state[Map].teams.get(event.get("team", ""))
    if team is None or team.seat != seat or event["event"] not in ("team-wounded", "team-lost"):
        return
    key = "wounded" if event["event"] == "team-wounded" else "destroyed" if is_motorized(state, team) else "killed"
    yield Fact(
        key, {"team": event["team"], "place": team.place, **why(cause, team.place)}, tone="bad", place=team.place
    )


def hurt_by_name(seat: Seat, events: Sequence[Plain]) -> Iterator[Fact]:
    """Yield the same without the state: the name of a team says whose it is."""
    keys = {"team-wounded": "wounded", "team-lost": "gone"}
    for event in events:
        if event["event"] in keys and event["team"][:1] == seat[:1].upper():
            yield Fact(keys[event["event"]], {"team": event["team"]}, "bad")


def count(tally: Tally, seat: Seat, event: Event) -> None:
    """Add what an event brings a seat, or costs it."""
    if event.get("seat") != seat:
        return
    kind = event["event"]
    tally.cubes[event.get("resource", "")] += CUBE_SIGNS.get(kind, 0) * event.get("count", 0)
    tally.money += MONEY_SIGNS.get(kind, 0) * event.get("amount", event.get("money", 0))


CUBE_SIGNS = {"produced": 1, "cubes-bought": 1, "cubes-sold": -1, "cubes-spent": -1}
MONEY_SIGNS = {"earned": 1, "paid": -1, "cubes-sold": 1, "cubes-bought": -1}


def income(tally: Tally) -> Iterator[Fact]:
    gains = {name: count for name, count in tally.cubes.items() if count > 0}
    costs = {name: -count for name, count in tally.cubes.items() if count < 0}
    if gains or tally.money > 0:
        yield Fact("income", amounts(gains, tally.money), "good")
    if costs or tally.money < 0:
        yield Fact("spent", amounts(costs, -tally.money))


def amounts(cubes: Mapping[str, int], money: int) -> dict[str, Any]:
    """Return the amounts; money alone where there could be cubes and money."""
    return {"cubes": cubes, "money" if cubes else "only": max(money, 0)}
