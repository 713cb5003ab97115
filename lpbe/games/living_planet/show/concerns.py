"""What of the events since a seat's last order concerns it: what it lost and to whom, who was hurt, what came in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct, ValidationError

from ....kernel.base.canon import Plain
from ....kernel.play.foresight import Told
from ....kernel.play.rules import Seat, State
from ..reading import controlled, controller, motorized, named_hex
from ..scoring import worth
from ..state import Map, Place
from .story import building_told

Event = Mapping[str, Any]
OWN_DOING = ("team-moved",)
"""What takes a building from nobody but who does it."""
CAUSES = ("struck", "crashed")


class Tally(Struct):
    """What comes in and goes out."""

    cubes: Counter[str]
    money: int = 0


def concerns(before: State | None, seat: Seat, events: Sequence[Plain]) -> list[Told]:
    """Losses first, as they happened; then income. Without the table before, as far as the events themselves tell."""
    tally = Tally(Counter())
    lost = list(walked(before, seat, events) if before is not None else hurt_by_name(seat, events))
    for event in events:
        count(tally, seat, event)
    return [*lost, *income(tally)]


def walked(state: State, seat: Seat, events: Sequence[Plain]) -> Iterator[Told]:
    """Event by event on the table as it was."""
    cause: Event = {}
    gone: dict[Place, dict[str, Any]] = {}
    for raw in events:
        cause = raw if raw["event"] in CAUSES else cause
        held = {place: valued(state, place) for place in controlled(state, seat)}
        yield from hurt(state, seat, raw, cause)
        if not carried_out(state, raw):
            return
        for place, told in held.items():
            if holder(state, place) != seat and raw["event"] not in OWN_DOING:
                gone[place] = told
                yield Told("lost", {**told, "place": place, **why(cause, place)}, "bad", place)
        if raw["event"] == "building-taken" and raw["place"] in gone and raw["seat"] != seat:
            values = {**gone[raw["place"]], "place": raw["place"], "seat": raw["seat"]}
            yield Told("seized", values, "bad", raw["place"])


def valued(state: State, place: Place) -> dict[str, Any]:
    return building_told(state, place) | {"points": worth(state, place)}


def holder(state: State, place: Place) -> Seat | None:
    return controller(state, place) if place in state[Map].buildings else None


def carried_out(state: State, raw: Plain) -> bool:
    try:
        for event in state.book.read_events([raw]):
            event.apply(state)
    except (LookupError, ValueError, TypeError, ValidationError):
        return False
    return True


def why(cause: Event, place: Place) -> dict[str, Any]:
    """What struck, if it struck there."""
    return {"cause": cause["kind"], "colour": cause["colour"]} if cause.get("hex") == named_hex(place) else {}


def hurt(state: State, seat: Seat, event: Event, cause: Event) -> Iterator[Told]:
    """A team of the seat's own is wounded, killed or destroyed."""
    team = state[Map].teams.get(event.get("team", ""))
    if team is None or team.seat != seat or event["event"] not in ("team-wounded", "team-lost"):
        return
    key = "wounded" if event["event"] == "team-wounded" else "destroyed" if motorized(state, team) else "killed"
    yield Told(key, {"team": event["team"], "place": team.place, **why(cause, team.place)}, "bad", team.place)


def hurt_by_name(seat: Seat, events: Sequence[Plain]) -> Iterator[Told]:
    """Whose a team is, its name tells."""
    keys = {"team-wounded": "wounded", "team-lost": "gone"}
    for event in events:
        if event["event"] in keys and event["team"][:1] == seat[:1].upper():
            yield Told(keys[event["event"]], {"team": event["team"]}, "bad")


def count(tally: Tally, seat: Seat, event: Event) -> None:
    """What an event brings a seat, or costs it."""
    if event.get("seat") != seat:
        return
    kind = event["event"]
    tally.cubes[event.get("resource", "")] += CUBES.get(kind, 0) * event.get("count", 0)
    tally.money += MONEY.get(kind, 0) * event.get("amount", event.get("money", 0))


CUBES = {"produced": 1, "cubes-bought": 1, "cubes-sold": -1, "cubes-spent": -1}
MONEY = {"earned": 1, "paid": -1, "cubes-sold": 1, "cubes-bought": -1}


def income(tally: Tally) -> Iterator[Told]:
    gains = {name: count for name, count in tally.cubes.items() if count > 0}
    costs = {name: -count for name, count in tally.cubes.items() if count < 0}
    if gains or tally.money > 0:
        yield Told("income", amounts(gains, tally.money), "good")
    if costs or tally.money < 0:
        yield Told("spent", amounts(costs, -tally.money))


def amounts(cubes: Mapping[str, int], money: int) -> dict[str, Any]:
    """Money alone stands where cubes and money would."""
    return {"cubes": cubes, "money" if cubes else "only": max(money, 0)}
