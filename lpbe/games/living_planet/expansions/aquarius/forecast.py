"""What is foreseen of boats and walls: what facts mean, and which boats are in danger, with whom."""

from __future__ import annotations

from .....kernel.engine.foresight import Certainty, Fact, Outcome
from .....kernel.engine.model import Event, Seat, State
from .....kernel.engine.rulebook import tag
from ...events import TeamLost
from ...map.queries import hex_of, tile_of
from ...presentation.cataclysm_preview import TURN_OVER
from ...presentation.threats import dice_due
from ...state import Map
from ...turn.strikes import Struck
from .boat_reactions import TORNADO, exits
from .fleet import MAELSTROM, boats_of, boats_on, cargo_of
from .maelstrom import DrawnIn
from .walls import WAVE, WallSpent

BOAT_CATACLYSMS = (TORNADO, WAVE, MAELSTROM)
"""The cataclysms that boats have to answer."""


def sea_facts(answer: tuple[Fact, ...], state: State, event: Event) -> tuple[Fact, ...]:
    """Describe that a boat is drawn in, or that a wall has held its wave (AQ-MAEL-03, AQ-WALL-05)."""
    if isinstance(event, DrawnIn):
        seat = state[Map].teams[event.team].seat
        return (*answer, Fact("drawn", {"team": event.team, "seat": seat}, place=event.place))
    if isinstance(event, Struck) and event.kind in BOAT_CATACLYSMS:
        return (*answer, *(lost_boat(state, boat) for boat in boats_at_risk(state, event)))
    if isinstance(event, WallSpent):
        return (*answer, Fact("wall", {"place": event.place}, place=event.place))
    return answer


def boats_at_risk(state: State, event: Struck) -> list[str]:
    """Return the boats on a struck hex that may be lost: in a tornado only those that cannot leave.

    AQ-TORN-09, AQ-TIDE-06, AQ-MAEL-05.
    """
    there = boats_on(state, event.hex)
    return [boat for boat in there if event.kind != TORNADO or not exits(state, boat)]


def lost_boat(state: State, boat: str) -> Fact:
    """Return that a boat may be lost, whatever is behind the screen of its owner."""
    return Fact(
        key="boat",
        values={"team": boat, "seat": state[Map].teams[boat].seat},
        place=state[Map].teams[boat].place,
        certainty=Certainty.POSSIBLE,
        outcomes=(Outcome(tag(TeamLost), {"team": boat}),),
    )


def sea_threats(answer: list[Fact], state: State, reader: Seat) -> list[Fact]:
    """Return each boat of the reader that a later die may sweep away (AQ-TORN-01, AQ-TIDE-04, AQ-MAEL-05)."""
    due = {f"{colour}{value}" for colour, values in dice_due(state, reader).items() for value in values}
    boats = [(boat, hex_of(state, state[Map].teams[boat].place)) for boat in boats_of(state, reader)]
    out = list(answer)
    for boat, hex in boats:
        icons = {
            die: kind
            for die, kind in sorted(tile_of(state, hex).dice.items())
            if die in due and kind in BOAT_CATACLYSMS
        }
        for kind in dict.fromkeys(icons.values()):
            dice = [die for die in icons if icons[die] == kind]
            values = {"boat": boat, "cargo": cargo_of(state, boat), "hex": hex, "kind": kind, "dice": dice}
            struck = tuple(Outcome(tag(Struck), {"hex": hex, "kind": kind, "colour": die[:-1]}) for die in dice)
            out.append(
                Fact(
                    key="threat.boat",
                    values=values,
                    tone="bad",
                    place=hex,
                    certainty=Certainty.POSSIBLE,
                    outcomes=struck,
                    until=TURN_OVER,
                )
            )
    return out
