"""What is told in advance of boats and walls: what foreseen facts mean, and which boats are in danger, with whom."""

from __future__ import annotations

from .....kernel.play.foresight import Told
from .....kernel.play.rules import Event, Seat, State
from ...reading import hex_of, tile_of
from ...show.threats import dice_due
from ...state import Map
from .fleet import MAELSTROM, boats_of, cargo_of
from .maelstrom import DrawnIn
from .reaction import TORNADO
from .walls import WAVE, WallSpent

SWEPT = (TORNADO, WAVE, MAELSTROM)
"""What boats must answer."""


def sea_facts(answer: tuple[Told, ...], state: State, event: Event) -> tuple[Told, ...]:
    """AQ-MAEL-03, AQ-WALL-05: a boat is drawn in, a wall has held its wave."""
    if isinstance(event, DrawnIn):
        seat = state[Map].teams[event.team].seat
        return (*answer, Told("drawn", {"team": event.team, "seat": seat}, place=event.place))
    if isinstance(event, WallSpent):
        return (*answer, Told("wall", {"place": event.place}, place=event.place))
    return answer


def sea_threats(answer: list[Told], state: State, reader: Seat) -> list[Told]:
    """AQ-TORN-01, AQ-TIDE-04, AQ-MAEL-05: each boat of the reader's that a die to come may sweep away."""
    due = {f"{colour}{value}" for colour, values in dice_due(state, reader).items() for value in values}
    boats = [(boat, hex_of(state, state[Map].teams[boat].place)) for boat in boats_of(state, reader)]
    out = list(answer)
    for boat, hex in boats:
        icons = {die: kind for die, kind in sorted(tile_of(state, hex).dice.items()) if die in due and kind in SWEPT}
        for kind in dict.fromkeys(icons.values()):
            dice = [die for die in icons if icons[die] == kind]
            values = {"boat": boat, "cargo": cargo_of(state, boat), "hex": hex, "kind": kind, "dice": dice}
            out.append(Told("threat.boat", values, "bad", hex))
    return out
