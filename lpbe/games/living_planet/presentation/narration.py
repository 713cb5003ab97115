"""How a turn is narrated: one paragraph per die, what was where it struck, and where nothing happened."""

from __future__ import annotations

from typing import Any

from ....kernel.base.canonical import Plain
from ....kernel.engine.model import Agenda, Seat, State
from ....kernel.engine.presentation import NO_ASIDE, Aside, Heading, Moment
from ..map.queries import controller, seats, team_kinds, team_names
from ..scoring import worth
from ..state import COLOURS, Building, Map, Place, Turn
from ..turn.cataclysms import candidates
from ..turn.turn import Column

ROW_OVER_EVENTS = ("actions-called", "cataclysm-called", "column-began", "exhausted", "nothing-exhausted", "turn-began")
"""Events that show that production is over."""
ROW_A_EVENTS = ("produced", "chip-placed", "team-arrived", "cubes-spent")
"""Events that may happen in it: production, or what takes its place."""
DIE_OVER_EVENTS = ("column-began", "exhausted", "nothing-exhausted", "turn-began", "purse-shown", "ended")
"""Events that show that a die has been dealt with."""
TURN_OVER_EVENTS = ("exhausted", "nothing-exhausted")


def story(moment: Moment) -> Aside:
    event = moment.event
    tell = NARRATORS.get(event["event"])
    return tell(moment, event) if tell else NO_ASIDE


def die_aside(moment: Moment, event: Plain) -> Aside:
    """Return which die is being played: the one before the first that starts, in the turn that the state knows."""
    marks = [later for later in moment.events if later["event"] in ("column-began", "turn-began")]
    if not marks:
        return Aside(place_in(moment.now, dice_begun(moment.now) - 1))
    state = moment.now if all(mark["event"] == "column-began" for mark in marks) else moment.before
    if state is None:
        return NO_ASIDE
    first = marks[0]
    return Aside(place_in(state, first["column"] - 1 if first["event"] == "column-began" else state[Turn].column))


def dice_begun(state: State) -> int:
    """Return how many dice of the turn have started: the others are still on the agenda."""
    left = sum(isinstance(step, Column) for step in state[Agenda].steps)
    return len(state[Turn].order) - left if state[Turn].order else 0


def place_in(state: State, column: int) -> Heading:
    """Return the heading: before the first turn, before its first die, or the die that is being played."""
    turn = state[Turn]
    if not turn.number:
        return Heading("begin")
    if not turn.order or column < 0:
        return turn_heading(turn.number, turn.leader)
    return die_heading(state, column, turn.order[column])


def turn_heading(number: int, leader: Seat) -> Heading:
    return Heading("turn", {"number": number, "leader": leader})


def die_heading(state: State, nth: int, colour: str) -> Heading:
    """Return the heading for the die of a player, or of a colour without one."""
    if colour in seats(state):
        return Heading("die", {"nth": nth + 1, "colour": colour, "seat": colour}, colour)
    return Heading("die.nobody", {"nth": nth + 1, "colour": colour}, colour)


def turn_begun(moment: Moment, event: Plain) -> Aside:
    return Aside(turn_heading(event["number"], event["leader"]), silent=True)


def column_begun(moment: Moment, event: Plain) -> Aside:
    return Aside(die_heading(moment.now, event["column"], event["colour"]), silent=True)


def turn_ending(moment: Moment, event: Plain) -> Aside:
    return Aside(Heading("exhaust"))


def game_ending(moment: Moment, event: Plain) -> Aside:
    return Aside(Heading("end"))


def production(moment: Moment, event: Plain) -> Aside:
    """Say that nobody produces, once that is sure."""
    for later in moment.later:
        if later["event"] in ROW_A_EVENTS:
            return NO_ASIDE
        if later["event"] in ROW_OVER_EVENTS:
            return Aside(more={"none": True})
    return NO_ASIDE


def cataclysms(moment: Moment, event: Plain) -> Aside:
    """Say that no hex has the die: by the state, or because the next die started and nothing was struck."""
    if moment.before is not None:
        return NO_ASIDE if candidates(moment.before, event["colour"]) else Aside(more={"none": True})
    for later in moment.later:
        if later["event"] == "hexes-triggered":
            return NO_ASIDE
        if later["event"] in DIE_OVER_EVENTS:
            return Aside(more={"none": True})
    return NO_ASIDE if candidates(moment.now, event["colour"]) else Aside(more={"none": True})


def chip_lost(moment: Moment, event: Plain) -> Aside:
    """Return whose chip was lost on what, and the points lost; from the present state only what is still there."""
    place = event["place"]
    if moment.before is None:
        return Aside(more=building_values(moment.now, place))
    owner = controller(moment.before, place) or ""
    lost = worth(moment.before, place) if owner and abandoned_after(moment.before, place) else 0
    return Aside(more={**building_values(moment.before, place), "seat": owner, "points": lost})


def abandoned_after(state: State, place: Place) -> bool:
    """Return whether nobody holds a building once its chip is gone."""
    world = state.book.copiers[Map](state[Map])
    assert isinstance(world, Map)
    bare = world.buildings[place]
    world.buildings[place] = Building(bare.kind, bare.tile, bare.value)
    return controller(state.with_parts({**state, Map: world}), place) is None


def building_values(state: State, place: Place) -> dict[str, Any]:
    found = state[Map].buildings.get(place)
    return {"building": found.kind, "value": found.value} if found else {}


def name_building(moment: Moment, event: Plain) -> Aside:
    return Aside(more=building_values(moment.before or moment.now, event["place"]))


def describe_team(moment: Moment, event: Plain) -> Aside:
    """Return whose team it is, of which kind and where: its name alone only says whose."""
    name = event["team"]
    state = moment.before or moment.now
    team = state[Map].teams.get(name)
    more: dict[str, Any] = {"seat": owner_of(state, name)}
    if team is not None:
        more |= {"kind": team.kind, "place": event.get("place", team.place)}
    return Aside(more=more)


def owner_of(state: State, name: str) -> Seat:
    every = ((seat, kind) for seat in COLOURS for kind in team_kinds(state.book))
    return next((seat for seat, kind in every if name in team_names(state.book, seat, kind)), "")


NARRATORS = {
    "": die_aside,
    "turn-began": turn_begun,
    "column-began": column_begun,
    "exhausted": turn_ending,
    "nothing-exhausted": turn_ending,
    "purse-shown": game_ending,
    "ended": game_ending,
    "production-called": production,
    "cataclysm-called": cataclysms,
    "chip-lost": chip_lost,
    "building-taken": name_building,
    "team-wounded": describe_team,
    "team-lost": describe_team,
}
