"""Standing policies of Aquarius: ports and hexes in advance, and what boats do when something comes over them."""

# No `from __future__ import annotations`: msgspec would compile every string of a type again in each process.

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from .....kernel.base.errors import Message
from .....kernel.play.rulebook import Rulebook
from .....kernel.play.rules import Agenda, Name, Order, Question, Seat, Standing, State
from ...draw import urgent_cells
from ...hexes import Cell
from ...move import apart
from ...produce import Produce, ProduceOne
from ...reading import building_kinds, controller, hex_of, motorized, spots_of, tile_of
from ...state import BuildingKind, Map, Place, Purse
from ...strike import Strike, outside
from .carry import boarders, landings
from .fleet import PORT, boats_on, cargo_of, oil_of, rank_of_cargo
from .maelstrom import Maelstrom, PlaceMaelstrom, Resist, SetMaelstrom, in_danger, is_maelstrom
from .ports import UsePort, arrivals_at
from .setup import ChoosePort, PickHex, PickOne, Picks, PickTogether, RankHexes, SetPort, free_ports
from .storm import TORNADO, SaveBoats, SaveInTurn, SaveTogether, Threat, exits, moves, threat_of
from .strikes import ArrangeStrikes, OrderStrikes

Goal = Literal["own_port", "no_cataclysm", "most_own_buildings"]
Shun = Literal["maelstrom", "pending_hex"]
Load = Literal["loaded_rover", "loaded_scientist", "empty"]
Goals = Annotated[tuple[Goal, ...], Meta(max_length=3)]
Shunned = Annotated[tuple[Shun, ...], Meta(max_length=2)]
GOALS: Goals = ("own_port", "no_cataclysm", "most_own_buildings")
SHUNNED: Shunned = ("maelstrom", "pending_hex")
Oil = Annotated[int, Meta(ge=0, le=99)]
PortFace = Annotated[str, Meta(pattern=r"^port-[1-6]{2}[ab]\Z")]
"""A tile and its face, "port-36b"."""


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


class AquariusPolicy(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is left out is asked."""

    boats: BoatsPolicy | UnsetType = UNSET
    port: Literal["never", "boat", "scientist", "ask"] = "ask"
    ports: Annotated[tuple[PortFace, ...], Meta(max_length=8)] = ()
    picks: Annotated[tuple[Name, ...], Meta(max_length=24)] = ()
    mael_rotation: Annotated[int, Meta(ge=0, le=5)] | Literal["ask"] = "ask"
    strikes: Literal["as_listed", "ask"] = "ask"


BOATS = BoatsPolicy()
DEFAULT = AquariusPolicy(boats=BOATS, port="never", mael_rotation=0, strikes="as_listed")
"""The default of every question but those of the set-up."""


def audit_policy(book: Rulebook, own: AquariusPolicy) -> Iterator[Message]:
    """The ports that a seat ranks and this game has not."""
    known = [tile for kind in book.rows_of(BuildingKind).values() if kind.kind == PORT for tile in kind.tiles]
    for face in own.ports:
        if face[:-1] not in known:
            yield Message("no port is called {tile}", {"tile": face[:-1]})


def policy(view: State, seat: Seat) -> AquariusPolicy:
    return msgspec.convert(view[Standing, seat].policy.get("aquarius", {}), AquariusPolicy)


# Boats.


def save(view: State, seat: Seat, question: SaveInTurn | SaveTogether) -> Order | None:
    own = policy(view, seat).boats
    if isinstance(own, UnsetType) or asked_for(own, question.kind):
        return None
    return advice(view, seat, threat_of(question), own)


def asked_for(own: BoatsPolicy, kind: str) -> bool:
    return (own.tornado.mode if kind == TORNADO else own.tidal_wave.mode) == "ask"


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
    pays = wish.mode == "pay" or (wish.fallback == "pay" and wish.mode == "move" and not good) or not ways
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
    return [step.hex for step in state[Agenda].steps if isinstance(step, Strike | Maelstrom)]


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
            moves(trial, seat, name, where)
            yield f"{name}:{where}"
    home = next(iter(havens(trial, taken, boat)), "") if taken and wish.land_after == "own_chip_building" else ""
    if home:
        moves(trial, seat, taken, home)
        yield f"{taken}:{home}"


def rescued(trial: State, boat: str, threat: Threat) -> str:
    """Who would be struck outside and may come aboard: a vehicle first, then who is not wounded."""
    struck, teams = outside(trial, threat.hex, threat.kind), trial[Map].teams
    found = [name for name in boarders(trial, boat) if name in struck and not cargo_of(trial, boat)]
    return min(found, key=lambda name: (not motorized(trial, teams[name]), teams[name].wounded, name), default="")


def havens(trial: State, name: str, boat: str) -> list[Place]:
    """The buildings with the own chip where a boat's cargo may be landed."""
    buildings, seat = trial[Map].buildings, trial[Map].teams[boat].seat
    return [place for place in landings(trial, name, boat) if place in buildings and buildings[place].chip == seat]


def resist(view: State, seat: Seat, poll: Resist) -> Order | None:
    own = policy(view, seat).boats
    return None if isinstance(own, UnsetType) else resistance(view, seat, poll, own)


def resistance(view: State, seat: Seat, poll: Resist, own: BoatsPolicy) -> Order | None:
    """AQ-MAEL-02, AQ-MAEL-05: an oil for each boat while there is more than is to be kept; the swallowed first."""
    wish = own.maelstrom
    if wish.mode == "ask":
        return None
    count = max(0, oil_of(view, seat) - wish.keep_oil) if wish.mode == "pay" else 0
    ranked = by_priority(view, in_danger(view, seat, poll), own)
    return SaveBoats(stay=tuple(sorted(ranked, key=lambda boat: boat not in poll.on)[:count]))


# All else.


def produce(view: State, seat: Seat, question: Produce | UsePort) -> Order | None:
    """AQ-PORT-02, AQ-PORT-03: a boat or a scientist at a port as long as it can be paid, before anything else."""
    wish = policy(view, seat).port
    found = [one for one in arrivals_at(view, seat) if one.kind == wish and one.free]
    paid = [one for one in found if view[Purse, seat].cubes.get(one.cube, 0)]
    if paid:
        return ProduceOne(paid[0].kind, paid[0].place)
    return ProduceOne("none") if isinstance(question, UsePort) and wish != "ask" else None


def choose_port(view: State, seat: Seat, question: SetPort) -> Order | None:
    """AQ-SETUP-03: the first of the ranking that is left."""
    tiles = free_ports(view, seat)
    found = next((face for face in policy(view, seat).ports if face[:-1] in tiles), "")
    return ChoosePort(found[:-1], "b" if found.endswith("b") else "a") if found else None


def pick(view: State, seat: Seat, question: PickOne) -> Order | None:
    """AQ-AMB-03: the first of the ranking that is left."""
    pool = view[Picks, seat].pool
    found = next((hex for hex in policy(view, seat).picks if hex in pool), "")
    return PickHex(found) if found else None


def rank(view: State, seat: Seat, poll: PickTogether) -> Order | None:
    picks = policy(view, seat).picks
    return RankHexes(picks) if picks else None


def place_maelstrom(view: State, seat: Seat, question: SetMaelstrom) -> Order | None:
    """AQ-MAEL-11, AQ-MAEL-12: the first cell, turned as the policy says."""
    turn = policy(view, seat).mael_rotation
    return PlaceMaelstrom(urgent_cells(view, question.hex)[0], turn) if isinstance(turn, int) else None


def arrange(view: State, seat: Seat, question: ArrangeStrikes) -> Order | None:
    return OrderStrikes(question.hexes) if policy(view, seat).strikes == "as_listed" else None


POLICIES: Mapping[type[Question], Callable[[State, Seat, Any], Order | None]] = {
    SaveInTurn: save,
    SaveTogether: save,
    Resist: resist,
    Produce: produce,
    UsePort: produce,
    SetPort: choose_port,
    PickOne: pick,
    PickTogether: rank,
    SetMaelstrom: place_maelstrom,
    ArrangeStrikes: arrange,
}
