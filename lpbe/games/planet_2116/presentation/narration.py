"""How a round is narrated: one paragraph per attack and Human's turn, with what was on the tiles that are gone."""

from __future__ import annotations

from ....kernel.base.canonical import Plain
from ....kernel.engine.presentation import NO_ASIDE, Aside, Heading, Moment
from ..state import GREEN, GREEN_RUIN, PLANET, POLLUTING, POLLUTING_RUIN, Round, World
from .board_view import LOOK

OWN_TURN_EVENTS = (
    "resource-laid",
    "paid",
    "cooled",
    "shield-placed",
    "shield-moved",
    "green-built",
    "ark-built",
    "discarded",
)
"""What a Human does in their own turn."""
SETUP_EVENTS = ("pile-shuffled", "fault-opened", "factory-placed", "bags-filled", "bag-taken", "capital-drawn")
FACTORY_OF_SITE = {POLLUTING_RUIN: POLLUTING, GREEN_RUIN: GREEN, POLLUTING: POLLUTING, GREEN: GREEN}


def story(moment: Moment) -> Aside:
    event = moment.event
    kind = event["event"]
    if kind in OWN_TURN_EVENTS and event["seat"] != PLANET:
        return Aside(Heading("human", {"seat": event["seat"]}, colour=LOOK.colours[event["seat"]], seat=event["seat"]))
    tell = NARRATORS.get(kind)
    return tell(moment, event) if tell else NO_ASIDE


def round_aside(moment: Moment, event: Plain) -> Aside:
    """Return the round being played; nothing for an earlier one if the state before is not known."""
    begins = any(later["event"] == "round-began" for later in moment.events)
    state = moment.before if moment.before is not None else None if begins else moment.now
    if state is None:
        return NO_ASIDE
    return Aside(Heading("round", {"number": state[Round].number}) if state[Round].number else Heading("begin"))


def setup_aside(moment: Moment, event: Plain) -> Aside:
    """Return the heading of set-up only there: cards are shuffled later too."""
    state = moment.before or moment.now
    return NO_ASIDE if state[Round].number else Aside(Heading("begin"))


def round_begun(moment: Moment, event: Plain) -> Aside:
    return Aside(Heading("round", {"number": event["number"]}, colour=LOOK.colours[PLANET], seat=PLANET), silent=True)


def attack_aside(moment: Moment, event: Plain) -> Aside:
    values = {"kind": event["kind"], "origin": event["origin"]}
    return Aside(Heading("attack", values, colour=LOOK.colours[PLANET], seat=PLANET))


def heat_aside(moment: Moment, event: Plain) -> Aside:
    return Aside(Heading("heat", {}, colour=LOOK.colours[PLANET], seat=PLANET))


def preparation_aside(moment: Moment, event: Plain) -> Aside:
    return Aside(Heading("prepare", {}, colour=LOOK.colours[PLANET], seat=PLANET))


def humans(moment: Moment, event: Plain) -> Aside:
    return Aside(Heading("humans"))


def tiles_taken(moment: Moment, event: Plain) -> Aside:
    """Return which of the tiles had a factory; a ruin shows that later too."""
    sites = (moment.before or moment.now)[World].sites
    stood = {tile: FACTORY_OF_SITE[sites[tile]] for tile in event["tiles"] if sites.get(tile) in FACTORY_OF_SITE}
    return Aside(more={"stood": stood} if stood else {})


def over(moment: Moment, event: Plain) -> Aside:
    return Aside(Heading("end"))


NARRATORS = {
    "": round_aside,
    **dict.fromkeys(SETUP_EVENTS, setup_aside),
    "round-began": round_begun,
    "announced": attack_aside,
    "heat-played": heat_aside,
    "warmed": heat_aside,
    "cards-laid": preparation_aside,
    "humans-began": humans,
    "tiles-taken": tiles_taken,
    "ended": over,
}
