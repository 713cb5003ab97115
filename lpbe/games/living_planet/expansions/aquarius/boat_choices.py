"""What is best for threatened boats, as far as a seat has stated its preferences; safe by default."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Literal

from msgspec import Meta, Struct

from .....kernel.engine.model import Agenda, Seat, State
from ...actions.movement import apart, try_step
from ...map.hexes import Cell
from ...map.queries import building_kinds, controller, hex_of, is_motorized, spots_of, tile_of
from ...state import Map, Place
from ...turn.strikes import Strike, teams_outside
from .boat_reactions import TORNADO, SaveBoats, Threat, exits
from .carrying import boarders, landings
from .fleet import PORT, boats_on, is_maelstrom, oil_of, rank_of_cargo

Goal = Literal["own_port", "no_cataclysm", "most_own_buildings"]
Shun = Literal["maelstrom", "pending_hex"]
Load = Literal["loaded_rover", "loaded_scientist", "empty"]
Goals = Annotated[tuple[Goal, ...], Meta(max_length=3)]
Shunned = Annotated[tuple[Shun, ...], Meta(max_length=2)]
GOALS: Goals = ("own_port", "no_cataclysm", "most_own_buildings")
SHUNNED: Shunned = ("maelstrom", "pending_hex")
Oil = Annotated[int, Meta(ge=0, le=99)]


class TornadoPolicy(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Where a boat goes, and what it does if all ways out are to be avoided (AQ-TORN-01)."""

    mode: Literal["move", "pay", "lose", "ask"] = "move"
    fallback: Literal["pay", "move"] = "pay"
    to: Goals = GOALS
    avoid: Shunned = SHUNNED


class WavePolicy(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Whether a boat flees, and how much oil is kept (AQ-TIDE-04)."""

    mode: Literal["flee", "lose", "ask"] = "flee"
    keep_oil: Oil = 0
    to: Goals = GOALS
    avoid: Shunned = SHUNNED


class MaelstromPolicy(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Whether oil is paid against the Maelstrom, and how much is kept (AQ-MAEL-02)."""

    mode: Literal["pay", "accept", "ask"] = "pay"
    keep_oil: Oil = 0


class RescuePolicy(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Whether boats that leave take teams aboard that would be struck outside, and land them again (AQ-TORN-06)."""

    embark_outside_units: bool = True
    land_after: Literal["own_chip_building", "stay_aboard"] = "own_chip_building"


class BoatsPolicy(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What boats do when they are threatened; oil goes to those ranked first (AQ-AMB-31)."""

    tornado: TornadoPolicy = TornadoPolicy()
    tidal_wave: WavePolicy = WavePolicy()
    maelstrom: MaelstromPolicy = MaelstromPolicy()
    rescue: RescuePolicy = RescuePolicy()
    priority: Annotated[tuple[Load, ...], Meta(max_length=3)] = ("loaded_rover", "loaded_scientist", "empty")


BOATS = BoatsPolicy()
"""The safe policy."""


def advice(view: State, seat: Seat, threat: Threat, own: BoatsPolicy) -> SaveBoats:
    """Return the answer boat by boat, those with the most valuable cargo first.

    AQ-TORN-01 to AQ-TORN-06, AQ-TIDE-04, AQ-TIDE-05.
    """
    trial = apart(view)
    oil = oil_of(view, seat)
    steps = list[str]()
    stay = list[str]()
    decide = in_tornado if threat.kind == TORNADO else in_wave
    for boat in by_priority(view, boats_on(view, threat.hex, seat), own):
        place = decide(trial, seat, boat, own, oil)
        if place == view[Map].teams[boat].place:
            stay.append(boat)
        elif place:
            steps += voyage(trial, seat, boat, place, threat, own.rescue)
        oil -= int(bool(place) and (place == view[Map].teams[boat].place) == (threat.kind == TORNADO))
    return SaveBoats(tuple(steps), tuple(stay))


def by_priority(view: State, boats: Sequence[str], own: BoatsPolicy) -> list[str]:
    ranks: dict[str, int] = {load: n for n, load in enumerate(own.priority)}
    return sorted(boats, key=lambda boat: (ranks.get(rank_of_cargo(view, boat), len(ranks)), boat))


def in_tornado(trial: State, seat: Seat, boat: str, own: BoatsPolicy, oil: int) -> Place:
    """Return where a boat goes: its own place if it stays, "" if it is lost (AQ-AMB-29)."""
    here = trial[Map].teams[boat].place
    ways = exits(trial, boat)
    rule = own.tornado
    good = [place for place in ways if not is_avoided(trial, place, rule.avoid)]
    pays = rule.mode == "pay" or not ways or (rule.fallback == "pay" and not good)
    if pays and oil and rule.mode != "lose":
        return here
    return best(trial, seat, good or ways, rule.to)


def in_wave(trial: State, seat: Seat, boat: str, own: BoatsPolicy, oil: int) -> Place:
    """Return a way out, or "" (AQ-AMB-33)."""
    ways = exits(trial, boat)
    rule = own.tidal_wave
    if rule.mode != "flee" or oil <= rule.keep_oil:
        return ""
    good = [place for place in ways if not is_avoided(trial, place, rule.avoid)]
    return best(trial, seat, good or ways, rule.to)


def is_avoided(state: State, place: Place, avoid: Sequence[Shun]) -> bool:
    """Return whether a seat wants to keep away from a place."""
    hex = hex_of(state, place)
    if "maelstrom" in avoid and is_maelstrom(state, hex):
        return True
    return "pending_hex" in avoid and hex in hexes_to_strike(state)


def hexes_to_strike(state: State) -> list[str]:
    """Return the hexes that this die has still to strike."""
    return [step.hex for step in state[Agenda].steps if isinstance(step, Strike)]


def best(state: State, seat: Seat, ways: Sequence[Place], goals: Sequence[Goal]) -> Place:
    """Return the best way out, if any, by the first goal that distinguishes them, then by the smallest cell."""
    return min(ways, key=lambda place: hex_ranking(state, seat, hex_of(state, place), goals), default="")


def hex_ranking(state: State, seat: Seat, hex: str, goals: Sequence[Goal]) -> tuple[int, ...]:
    """Return what hexes are ranked by, given the goals of a seat."""
    mine = [spot for spot in spots_of(state, hex) if spot in state[Map].buildings and controller(state, spot) == seat]
    kinds = building_kinds(state.book)
    worth = {
        "own_port": sum(kinds[state[Map].buildings[spot].kind].kind == PORT for spot in mine),
        "no_cataclysm": int(not tile_of(state, hex).dice),
        "most_own_buildings": len(mine),
    }
    return (*(-worth[goal] for goal in goals), *cell_of(state[Map].hexes[hex].at))


def cell_of(at: Cell) -> tuple[int, ...]:
    return tuple(map(int, at.split(",")))


def voyage(trial: State, seat: Seat, boat: str, place: Place, threat: Threat, rule: RescuePolicy) -> Iterator[str]:
    """Try a boat's way out, with somebody taken aboard before and landed after it."""
    taken = choose_rescue(trial, boat, threat) if rule.embark_outside_units else ""
    for name, where in ((taken, boat), (boat, place)):
        if name:
            try_step(trial, seat, name, where)
            yield f"{name}:{where}"
    home = next(iter(havens(trial, taken, boat)), "") if taken and rule.land_after == "own_chip_building" else ""
    if home:
        try_step(trial, seat, taken, home)
        yield f"{taken}:{home}"


def choose_rescue(trial: State, boat: str, threat: Threat) -> str:
    """Return who would be struck outside and may come aboard: a vehicle first, then an unwounded team."""
    struck = teams_outside(trial, threat.hex, threat.kind)
    teams = trial[Map].teams
    found = [name for name in boarders(trial, boat) if name in struck]
    return min(found, key=lambda name: (not is_motorized(trial, teams[name]), teams[name].wounded, name), default="")


def havens(trial: State, name: str, boat: str) -> list[Place]:
    """Return the buildings with its seat's chip where a boat's cargo may be landed."""
    buildings = trial[Map].buildings
    seat = trial[Map].teams[boat].seat
    return [place for place in landings(trial, name, boat) if place in buildings and buildings[place].chip == seat]


def resistance(view: State, seat: Seat, boats: Sequence[str], on: Sequence[str], own: BoatsPolicy) -> SaveBoats:
    """Pay an oil for each boat while there is more than is to be kept; boats on the Maelstrom first.

    AQ-MAEL-02, AQ-MAEL-05.
    """
    rule = own.maelstrom
    count = max(0, oil_of(view, seat) - rule.keep_oil) if rule.mode == "pay" else 0
    ranked = by_priority(view, boats, own)
    return SaveBoats(stay=tuple(sorted(ranked, key=lambda boat: boat not in on)[:count]))
