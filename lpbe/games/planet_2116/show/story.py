"""How a round is told: a paragraph an attack and a Human's turn, with what stood on the tiles that are gone."""

from __future__ import annotations

from ....kernel.base.canon import Plain
from ....kernel.play.story import PLAIN, Aside, Heading, Moment
from ..state import GREEN, GREEN_RUIN, PLANET, POLLUTING, POLLUTING_RUIN, Round, World
from .picture import LOOK

TURNS = ("resource-laid", "paid", "cooled", "shield-placed", "shield-moved", "green-built", "ark-built", "discarded")
"""What a Human does in the own turn."""
SETTING_UP = ("pile-shuffled", "fault-opened", "factory-placed", "bags-filled", "bag-taken", "capital-drawn")
STOOD = {POLLUTING_RUIN: POLLUTING, GREEN_RUIN: GREEN, POLLUTING: POLLUTING, GREEN: GREEN}


def story(moment: Moment) -> Aside:
    event = moment.event
    kind = event["event"]
    if kind in TURNS and event["seat"] != PLANET:
        return Aside(Heading("human", {"seat": event["seat"]}, LOOK.colours[event["seat"]], event["seat"]))
    tell = TELLERS.get(kind)
    return tell(moment, event) if tell else PLAIN


def setting_in(moment: Moment, event: Plain) -> Aside:
    """The round that is being played; of the one before, where the table before is not known, nothing."""
    begins = any(later["event"] == "round-began" for later in moment.events)
    state = moment.before if moment.before is not None else None if begins else moment.now
    if state is None:
        return PLAIN
    return Aside(Heading("round", {"number": state[Round].number}) if state[Round].number else Heading("begin"))


def setting_up(moment: Moment, event: Plain) -> Aside:
    """Cards are shuffled later too."""
    state = moment.before or moment.now
    return PLAIN if state[Round].number else Aside(Heading("begin"))


def round_begun(moment: Moment, event: Plain) -> Aside:
    return Aside(Heading("round", {"number": event["number"]}, LOOK.colours[PLANET], PLANET), silent=True)


def announced(moment: Moment, event: Plain) -> Aside:
    values = {"kind": event["kind"], "origin": event["origin"]}
    return Aside(Heading("attack", values, LOOK.colours[PLANET], PLANET))


def warmed(moment: Moment, event: Plain) -> Aside:
    return Aside(Heading("heat", {}, LOOK.colours[PLANET], PLANET))


def prepared(moment: Moment, event: Plain) -> Aside:
    return Aside(Heading("prepare", {}, LOOK.colours[PLANET], PLANET))


def humans(moment: Moment, event: Plain) -> Aside:
    return Aside(Heading("humans"))


def tiles_taken(moment: Moment, event: Plain) -> Aside:
    """Which of them bore a factory; a ruin tells that later too."""
    sites = (moment.before or moment.now)[World].sites
    stood = {tile: STOOD[sites[tile]] for tile in event["tiles"] if sites.get(tile) in STOOD}
    return Aside(more={"stood": stood} if stood else {})


def over(moment: Moment, event: Plain) -> Aside:
    return Aside(Heading("end"))


TELLERS = {
    "": setting_in,
    **dict.fromkeys(SETTING_UP, setting_up),
    "round-began": round_begun,
    "announced": announced,
    "heat-played": warmed,
    "warmed": warmed,
    "cards-laid": prepared,
    "humans-began": humans,
    "tiles-taken": tiles_taken,
    "ended": over,
}
