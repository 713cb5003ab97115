"""Mud and rafts: hexes with water and land, rafts that carry a team, reed, mudslides, a choice before turn 1."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from lpbe.board.model import TokenView
from lpbe.games.living_planet.actions.actions import Act
from lpbe.games.living_planet.actions.construction import may_work, moves_in
from lpbe.games.living_planet.actions.movement import Stride, counts, fare, may_go, more_moves
from lpbe.games.living_planet.bot.module_answers import bot_answer
from lpbe.games.living_planet.events import CubesSpent, TeamArrived, TeamLost
from lpbe.games.living_planet.map.exploration_reach import voyage_fare
from lpbe.games.living_planet.map.paths import is_place, may_enter, may_leave, step_cost
from lpbe.games.living_planet.map.queries import (
    clockwise,
    ground_of,
    hex_aboard,
    hex_name,
    hex_of,
    inside,
    reserve,
    teams_of,
    tile_of,
    turns,
)
from lpbe.games.living_planet.map.zones import zones_at
from lpbe.games.living_planet.presentation_hooks import tokens_on, where
from lpbe.games.living_planet.setup import ShuffleDecks, added_hexes, deck_of, outfit, pool
from lpbe.games.living_planet.state import LAND, Map, Place, Purse, TeamKind
from lpbe.games.living_planet.turn.strikes import Strike, teams_outside
from lpbe.kernel.base.errors import require
from lpbe.kernel.engine.model import Component, Event, Module, Name, Offer, Order, Question, Seat, State, Step
from lpbe.kernel.engine.table import Table

RAFT = "raft"
MARSHES = 6
"""How many marshes are always in the deck."""


class Marshes(Component):
    """The hexes that were chosen before the first turn."""

    chosen: list[str] = []


class MarshChosen(Event, frozen=True):
    seat: Seat
    hex: str

    def apply(self, state: State) -> None:
        state[Marshes].chosen.append(self.hex)


class ChooseMarsh(Order, frozen=True):
    hex: Name


class LaunchRaft(Order, frozen=True):
    place: Place


class AskMarshes(Step, frozen=True):
    def run(self, table: Table) -> None:
        table.then(*(PickMarsh(seat) for seat in clockwise(table.state)))


def rest(state: State) -> list[str]:
    """Return the bogs that nobody has chosen yet."""
    return sorted(name for name in pool(state, "bog") if name not in state[Marshes].chosen)


def choose(table: Table, seat: Seat, question: Question, order: ChooseMarsh) -> None:
    require(order.hex in rest(table.state), "RAFT-01", "{hex} is not to be chosen", hex=order.hex)
    table.emit(MarshChosen(seat, order.hex))


class PickMarsh(Question, frozen=True):
    """Before turn 1: each seat adds a hex to the deck."""

    seat: Seat
    offers = {ChooseMarsh: Offer(choose, lambda state, seat, question: map(ChooseMarsh, rest(state)), exact=True)}

    def asks(self, state: State) -> Sequence[Seat]:
        return (self.seat,)

    def default(self, state: State, seat: Seat) -> Order:
        return ChooseMarsh(rest(state)[-1])


class Mudslide(Strike, frozen=True):
    pass


def afloat(state: State, name: str) -> bool:
    return "afloat" in state.book.rows_of(TeamKind)[state[Map].teams[name].kind].traits


def cargo_of(state: State, raft: str) -> str:
    return next((name for name, team in state[Map].teams.items() if team.place == raft), "")


def carries(state: State, place: Place) -> bool:
    return place in state[Map].teams and afloat(state, place)


def on_the_raft(answer: str, state: State, place: Place) -> str:
    return hex_name(state[Map].teams[place].place) if place in state[Map].teams else answer


def rafts_are_places(answer: bool, state: State, place: Place) -> bool:
    return answer or carries(state, place)


def boarding_is_free(answer: int | None, state: State, name: str, here: Place, there: Place) -> int | None:
    """Make boarding and leaving a raft on its own hex free."""
    if (carries(state, there) or carries(state, here)) and hex_of(state, here) == hex_of(state, there):
        return 0 if here != there else answer
    return answer


def water_is_for_rafts(answer: bool, state: State, name: str, place: Place) -> bool:
    """Veto land to rafts and water to everybody else; a raft carries one team of its seat."""
    if carries(state, place):
        free = cargo_of(state, place) in ("", name) and not afloat(state, name)
        return answer and free and state[Map].teams[place].seat == state[Map].teams[name].seat
    wet = not inside(state, place) and ground_of(state, place) == "water"
    return answer and wet == afloat(state, name)


def cargo_lands_on_its_hex(answer: bool, state: State, name: str, here: Place, there: Place) -> bool:
    """Allow teams to leave a raft only onto its hex, and to board it only from its zone."""
    if carries(state, here):
        return answer and not carries(state, there) and reaches(state, here, there)
    return answer and (reaches(state, there, here) if carries(state, there) else True)


def reaches(state: State, raft: str, place: Place) -> bool:
    if hex_of(state, raft) != hex_of(state, place):
        return False
    return not inside(state, place) or not set(zones_at(state, place)).isdisjoint(
        zones_at(state, state[Map].teams[raft].place)
    )


def the_wounded_are_carried(answer: bool, state: State, name: str, place: Place) -> bool:
    return answer or carries(state, place) or carries(state, state[Map].teams[name].place)


def boarding_is_no_walk(answer: bool, state: State, name: str, here: Place, place: Place) -> bool:
    return answer and not carries(state, here) and not carries(state, place)


def reed_for_rafts(answer: Mapping[str, int], state: State, seat: Seat, steps: Sequence[Stride]) -> Mapping[str, int]:
    names = [stride.partition(":")[0] for stride in steps]
    used = any(name in state[Map].teams and afloat(state, name) for name in names)
    return {**answer, "reed": answer.get("reed", 0) + 1} if used else answer


def far_by_reed(answer: Mapping[str, int], state: State, name: str, length: int) -> Mapping[str, int]:
    return {**answer, "reed": 1} if length > 1 and afloat(state, name) else answer


def ferries(answer: list[tuple[Stride, ...]], state: State, seat: Seat) -> list[tuple[Stride, ...]]:
    """Add boarding; going ashore is found like any step."""
    out = list(answer)
    for raft, _ in teams_of(state, seat):
        if not afloat(state, raft) or cargo_of(state, raft):
            continue
        for name, other in teams_of(state, seat):
            ways = step_cost(state, name, other.place, raft), may_leave(state, name, other.place, raft)
            if name != raft and ways == (0, True) and may_enter(state, name, raft):
                out.append((f"{name}:{raft}",))
    return out


def by_raft_on_water(answer: bool, state: State, name: str, spot: Place) -> bool:
    """Let rafts build beside their water; teams on a raft build nothing."""
    if carries(state, state[Map].teams[name].place):
        return False
    return answer and (not afloat(state, name) or reaches(state, name, spot))


def rafts_stay_afloat(answer: bool, state: State, name: str, spot: Place) -> bool:
    return answer and not afloat(state, name)


def cargo_is_with_its_raft(answer: list[str], state: State, hex: str, kind: str) -> list[str]:
    return [name for name in answer if not carries(state, state[Map].teams[name].place)]


def cargo_sinks(table: Table, event: TeamLost) -> None:
    if load := cargo_of(table.state, event.team):
        table.emit(TeamLost(load))


def waters(state: State, seat: Seat) -> list[Place]:
    """Return the zones of water on hexes where a seat has a team."""
    hexes = sorted({hex_of(state, team.place) for _, team in teams_of(state, seat)})
    zones = [(hex, zone) for hex in hexes for zone in sorted(tile_of(state, hex).zones)]
    return [f"{hex}.{zone}" for hex, zone in zones if tile_of(state, hex).zones[zone].ground == "water"]


def launch(table: Table, seat: Seat, act: Act, order: LaunchRaft) -> None:
    state = table.state
    require(
        order.place in waters(state, seat),
        "RAFT-02",
        "no water of {seat}'s is at {place}",
        seat=seat,
        place=order.place,
    )
    require(reserve(state, seat, RAFT), "RAFT-02", "{seat} has no raft left", seat=seat)
    require(state[Purse, seat].cubes.get("reed", 0), "RAFT-02", "{seat} has no reed", seat=seat)
    table.emit(CubesSpent(seat, "reed", 1))
    table.emit(TeamArrived(reserve(state, seat, RAFT)[0], seat, order.place, RAFT))
    table.then(act)


def launches(state: State, seat: Seat, act: Act) -> Iterator[Order]:
    places = waters(state, seat) if reserve(state, seat, RAFT) else []
    return (LaunchRaft(place) for place in places if state[Purse, seat].cubes.get("reed", 0))


def marshy_deck(answer: dict[str, int], state: State) -> dict[str, int]:
    return {**answer, LAND: min(answer[LAND], 12), "marsh": MARSHES}


def bot_picks(answer: Order | None, state: State, seat: Seat, question: Question) -> Order | None:
    return ChooseMarsh(rest(state)[0]) if isinstance(question, PickMarsh) else answer


def drawn_on_its_raft(answer: Place, state: State, place: Place) -> Place:
    return hex_name(state[Map].teams[place].place) if place in state[Map].teams else answer


def reeds_on_marsh(answer: tuple[TokenView, ...], state: State, hex: str) -> tuple[TokenView, ...]:
    return (*answer, TokenView(kind="marsh")) if tile_of(state, hex).deck == "marsh" else answer


RAFTS = Module(
    "rafts",
    requires=("living-planet",),
    components=(Marshes,),
    events=(MarshChosen,),
    steps=(AskMarshes, PickMarsh, Mudslide),
    before={ShuffleDecks: lambda step: AskMarshes()},
    offers={Act: {LaunchRaft: Offer(launch, launches, exact=True)}},
    reactions={TeamLost: cargo_sinks},
    amendments={
        turns: lambda answer, state: answer + 2,
        deck_of: marshy_deck,
        added_hexes: lambda answer, state: [*answer, *state[Marshes].chosen],
        outfit: lambda answer, state, seat: {**answer, "reed": 3},
        hex_aboard: on_the_raft,
        is_place: rafts_are_places,
        step_cost: boarding_is_free,
        may_enter: water_is_for_rafts,
        may_leave: cargo_lands_on_its_hex,
        may_go: the_wounded_are_carried,
        counts: boarding_is_no_walk,
        fare: reed_for_rafts,
        voyage_fare: far_by_reed,
        more_moves: ferries,
        may_work: by_raft_on_water,
        moves_in: rafts_stay_afloat,
        teams_outside: cargo_is_with_its_raft,
        bot_answer: bot_picks,
        where: drawn_on_its_raft,
        tokens_on: lambda answer, state, hex: (
            (*answer, TokenView(kind="marsh")) if tile_of(state, hex).deck == "marsh" else answer
        ),
    },
)


def marsh(edges: str, deck: str, *dice: str) -> dict[str, Any]:
    """Return a hex that is water on three sides and land on the others; a spot on land, one in the water beside it."""
    return {
        "edges": edges,
        "deck": deck,
        "spots": ["reed", ""],
        "grounds": ["mud", "water"],
        "zones": {"W1": {"edges": [0, 1, 2], "ground": "water"}, "L1": {"edges": [3, 4, 5], "ground": "mud"}},
        "beside": [["L1"], ["W1", "L1"]],
        "dice": dict.fromkeys(dice, "mudslide"),
    }


FACES = [f"{colour}{n}" for n in range(1, 7) for colour in ("red", "blue", "yellow", "green")]
EDGES = ("DDDDDD", "MMMDDD", "MDDDDD", "MMDDDD", "DDMDDM", "DDMMMM", "MMMMMM", "DMMDDD")
ROWS: dict[str, dict[str, Any]] = {
    "tiles": {
        **{f"W{n}": marsh(EDGES[n], "marsh", FACES[n], FACES[n + 8]) for n in range(8)},
        **{f"V{n}": marsh(EDGES[n], "bog", FACES[n + 16]) for n in range(5)},
    },
    "teams": {RAFT: {"nth": 3, "count": 2, "prefix": "R", "motorized": True, "traits": ["afloat"]}},
    "resources": {"reed": {"nth": 6, "cubes": 16}},
    "cataclysms": {"mudslide": {"spares": ["water"]}},
    "buildings": {
        "reed_bed": {
            "kind": "factory",
            "spot": "reed",
            "makes": "reed",
            "points": 2,
            "tiles": [f"reed_bed-{n}" for n in range(1, 7)],
        },
        "jetty": {
            "kind": "jetty",
            "needs": {"reed": 1},
            "grounds": ["water"],
            "tiles": ["jetty-a", "jetty-b", "jetty-c"],
        },
    },
    "market": {f"reed{step:+d}": {"resource": "reed", "step": step} for step in (1, 2, -1)},
}
