"""What is best for boats when something comes over them, as far as a seat has said what it likes; safe by default."""

# No `from __future__ import annotations`: msgspec would compile every string of a type again in each process.

from collections.abc import Iterator, Sequence
from typing import Annotated, Literal

from msgspec import Meta, Struct

from .....kernel.play.rules import Agenda, Seat, State
from ...hexes import Cell
from ...move import apart, stepped
from ...reading import building_kinds, controller, hex_of, motorized, spots_of, tile_of
from ...state import Map, Place
from ...strike import Strike, outside
from .carry import boarders, landings
from .fleet import PORT, boats_on, is_maelstrom, oil_of, rank_of_cargo
from .reaction import TORNADO, SaveBoats, Threat, exits

Goal = Literal["own_port", "no_cataclysm", "most_own_buildings"]
Shun = Literal["maelstrom", "pending_hex"]
Load = Literal["loaded_rover", "loaded_scientist", "empty"]
Goals = Annotated[tuple[Goal, ...], Meta(max_length=3)]
Shunned = Annotated[tuple[Shun, ...], Meta(max_length=2)]
GOALS: Goals = ("own_port", "no_cataclysm", "most_own_buildings")
SHUNNED: Shunned = ("maelstrom", "pending_hex")
Oil = Annotated[int, Meta(ge=0, le=99)]


class TornadoPolicy(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """AQ-TORN-01: where a boat goes; what it does where all ways out are to be avoided."""

    mode: Literal["move", "pay", "lose", "ask"] = "move"
    fallback: Literal["pay", "move"] = "pay"
    to: Goals = GOALS
    avoid: Shunned = SHUNNED


class WavePolicy(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """AQ-TIDE-04: whether a boat flees, and how much oil is kept."""

    mode: Literal["flee", "lose", "ask"] = "flee"
    keep_oil: Oil = 0
    to: Goals = GOALS
    avoid: Shunned = SHUNNED


class MaelstromPolicy(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """AQ-MAEL-02: whether oil is paid against the Maelstrom, and how much is kept."""

    mode: Literal["pay", "accept", "ask"] = "pay"
    keep_oil: Oil = 0


class RescuePolicy(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """AQ-TORN-06: whether boats that go take aboard who would be struck outside, and land them again."""

    embark_outside_units: bool = True
    land_after: Literal["own_chip_building", "stay_aboard"] = "own_chip_building"


class BoatsPolicy(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """AQ-AMB-31: what boats do when something comes over them; oil goes to those ranked first."""

    tornado: TornadoPolicy = TornadoPolicy()
    tidal_wave: WavePolicy = WavePolicy()
    maelstrom: MaelstromPolicy = MaelstromPolicy()
    rescue: RescuePolicy = RescuePolicy()
    priority: Annotated[tuple[Load, ...], Meta(max_length=3)] = ("loaded_rover", "loaded_scientist", "empty")


BOATS = BoatsPolicy()
"""What is safe."""


def advice(view: State, seat: Seat, threat: Threat, own: BoatsPolicy) -> SaveBoats:
    """AQ-TORN-01 to AQ-TORN-06, AQ-TIDE-04, AQ-TIDE-05: boat by boat, those first whose cargo is dearest."""
    trial, oil = apart(view), oil_of(view, seat)
    steps, stay = list[str](), list[str]()
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
    """AQ-AMB-29: its own place is to stay, nothing is to be lost."""
    here, ways, wish = trial[Map].teams[boat].place, exits(trial, boat), own.tornado
    good = [place for place in ways if not shunned(trial, place, wish.avoid)]
    pays = wish.mode == "pay" or not ways or (wish.fallback == "pay" and not good)
    if pays and oil and wish.mode != "lose":
        return here
    return best(trial, seat, good or ways, wish.to)


def in_wave(trial: State, seat: Seat, boat: str, own: BoatsPolicy, oil: int) -> Place:
    """AQ-AMB-33: a way out, or nothing."""
    ways, wish = exits(trial, boat), own.tidal_wave
    if wish.mode != "flee" or oil <= wish.keep_oil:
        return ""
    good = [place for place in ways if not shunned(trial, place, wish.avoid)]
    return best(trial, seat, good or ways, wish.to)


def shunned(state: State, place: Place, avoid: Sequence[Shun]) -> bool:
    hex = hex_of(state, place)
    if "maelstrom" in avoid and is_maelstrom(state, hex):
        return True
    return "pending_hex" in avoid and hex in pending(state)


def pending(state: State) -> list[str]:
    """The hexes that this die has still to strike."""
    return [step.hex for step in state[Agenda].steps if isinstance(step, Strike)]


def best(state: State, seat: Seat, ways: Sequence[Place], goals: Sequence[Goal]) -> Place:
    """The first goal that tells them apart decides; then the smallest cell. Nothing where there is no way."""
    return min(ways, key=lambda place: standing_of(state, seat, hex_of(state, place), goals), default="")


def standing_of(state: State, seat: Seat, hex: str, goals: Sequence[Goal]) -> tuple[int, ...]:
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


def voyage(trial: State, seat: Seat, boat: str, place: Place, threat: Threat, wish: RescuePolicy) -> Iterator[str]:
    """A boat's way out, with somebody taken aboard before and landed after it; carried out on trial."""
    taken = rescued(trial, boat, threat) if wish.embark_outside_units else ""
    for name, where in ((taken, boat), (boat, place)):
        if name:
            stepped(trial, seat, name, where)
            yield f"{name}:{where}"
    home = next(iter(havens(trial, taken, boat)), "") if taken and wish.land_after == "own_chip_building" else ""
    if home:
        stepped(trial, seat, taken, home)
        yield f"{taken}:{home}"


def rescued(trial: State, boat: str, threat: Threat) -> str:
    """Who would be struck outside and may come aboard: a vehicle first, then who is not wounded."""
    struck, teams = outside(trial, threat.hex, threat.kind), trial[Map].teams
    found = [name for name in boarders(trial, boat) if name in struck]
    return min(found, key=lambda name: (not motorized(trial, teams[name]), teams[name].wounded, name), default="")


def havens(trial: State, name: str, boat: str) -> list[Place]:
    """The buildings with the own chip where a boat's cargo may be landed."""
    buildings, seat = trial[Map].buildings, trial[Map].teams[boat].seat
    return [place for place in landings(trial, name, boat) if place in buildings and buildings[place].chip == seat]


def resistance(view: State, seat: Seat, boats: Sequence[str], on: Sequence[str], own: BoatsPolicy) -> SaveBoats:
    """AQ-MAEL-02, AQ-MAEL-05: an oil for each boat while there is more than is to be kept; the swallowed first."""
    wish = own.maelstrom
    count = max(0, oil_of(view, seat) - wish.keep_oil) if wish.mode == "pay" else 0
    ranked = by_priority(view, boats, own)
    return SaveBoats(stay=tuple(sorted(ranked, key=lambda boat: boat not in on)[:count]))
