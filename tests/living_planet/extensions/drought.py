"""Drought: struck hexes dry out, and nobody enters or leaves them; salt, a sink, a longer game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

from msgspec import Meta

from lpbe.games.living_planet.actions.building_supply import limit_of
from lpbe.games.living_planet.actions.construction import may_build
from lpbe.games.living_planet.actions.hex_draws import UrgentHex, lay_urgent, urgent, urgent_cells, urgent_places
from lpbe.games.living_planet.bot.module_answers import bot_answer
from lpbe.games.living_planet.map.hexes import Cell
from lpbe.games.living_planet.map.paths import may_enter, may_leave, step_cost
from lpbe.games.living_planet.map.queries import ground_of, hex_of, kind_of, tile_of, turns
from lpbe.games.living_planet.setup import WHOLE_POOL, bundle, deck_of
from lpbe.games.living_planet.state import Map, Place
from lpbe.games.living_planet.turn.production import yield_of
from lpbe.games.living_planet.turn.strikes import Strike, Struck, is_spared, strikes_colonies
from lpbe.kernel.engine.model import Component, Event, Module, Offer, Order, Question, Seat, State
from lpbe.kernel.engine.table import Table

DRY_AT_MOST = 2


class Dry(Component):
    hexes: list[str] = []


class HexDried(Event, frozen=True):
    """The hex that has been dry longest recovers."""

    hex: str

    def apply(self, state: State) -> None:
        dry = state[Dry]
        dry.hexes = [*(hex for hex in dry.hexes if hex != self.hex), self.hex][-DRY_AT_MOST:]


class Dust(Strike, frozen=True):
    pass


class PlaceSink(Order, frozen=True):
    at: Cell
    turn: Annotated[int, Meta(ge=0, le=5)] = 0


def place_sink(table: Table, seat: Seat, question: UrgentHex, order: PlaceSink) -> None:
    lay_urgent(table, question, order.at, order.turn, "DRY-01")


def sinks(state: State, seat: Seat, question: UrgentHex) -> Iterator[Order]:
    return (PlaceSink(at, turn) for at, turn in urgent_places(state, question.hex))


class SetSink(UrgentHex, frozen=True):
    offers = {PlaceSink: Offer(place_sink, sinks, exact=True)}

    def default(self, state: State, seat: Seat) -> Order:
        return PlaceSink(urgent_cells(state, self.hex)[0])


def sinks_are_urgent(answer: UrgentHex | None, state: State, seat: Seat, hex: str) -> UrgentHex | None:
    return SetSink(seat, hex) if "sink" in tile_of(state, hex).traits else answer


def bot_sinks(answer: Order | None, state: State, seat: Seat, question: Question) -> Order | None:
    return question.default(state, seat) if isinstance(question, SetSink) else answer


def dries(table: Table, event: Struck) -> None:
    table.emit(HexDried(event.hex))


def nobody_enters_dry_land(answer: bool, state: State, name: str, place: Place) -> bool:
    """Veto steps onto dry land."""
    return answer and hex_of(state, place) not in state[Dry].hexes


def nobody_leaves_dry_land(answer: bool, state: State, name: str, here: Place, there: Place) -> bool:
    """Veto steps off dry land: no other rule can open a way from there."""
    return answer and hex_of(state, here) not in state[Dry].hexes


def the_start_is_easily_left(answer: int | None, state: State, name: str, here: Place, there: Place) -> int | None:
    """Make the way off the start tile free."""
    start = "start" in tile_of(state, hex_of(state, here)).traits
    return 0 if answer == 1 and start else answer


def salty_deck(answer: dict[str, int], state: State) -> dict[str, int]:
    return {**answer, "salt": WHOLE_POOL}


def pans_yield_two(answer: int, state: State, spot: Place) -> int:
    return 2 * answer if "pan" in kind_of(state, state[Map].buildings[spot]).traits else answer


def dust_spares_the_wet(answer: bool, state: State, place: Place, kind: str) -> bool:
    return answer or (kind == "dust" and ground_of(state, place) == "brine")


def no_jetty_in_brine(answer: bool, state: State, building: str, spot: Place) -> bool:
    return answer and (building != "jetty" or ground_of(state, spot) != "brine")


DROUGHT = Module(
    "drought",
    requires=("living-planet",),
    components=(Dry,),
    events=(HexDried,),
    steps=(Dust, SetSink),
    reactions={Struck: dries},
    amendments={
        turns: lambda answer, state: answer + 1,
        deck_of: salty_deck,
        bundle: lambda answer, state: {**answer, "special_limit": 1},
        limit_of: lambda answer, state, building: 3 if building == "salt_pan" else answer,
        may_build: no_jetty_in_brine,
        may_enter: nobody_enters_dry_land,
        may_leave: nobody_leaves_dry_land,
        step_cost: the_start_is_easily_left,
        yield_of: pans_yield_two,
        is_spared: dust_spares_the_wet,
        strikes_colonies: lambda answer, state, kind: answer or kind == "dust",
        urgent: sinks_are_urgent,
        bot_answer: bot_sinks,
    },
)


def salt(edges: str, *dice: str) -> dict[str, Any]:
    return {
        "edges": edges,
        "deck": "salt",
        "traits": ["shade"],
        "spots": ["salt", "iron"],
        "grounds": ["brine", "land"],
        "dice": dict.fromkeys(dice, "dust"),
    }


SINK = {"edges": "DDDDDD", "deck": "salt", "traits": ["sink"]}
ROWS: dict[str, dict[str, Any]] = {
    "tiles": {
        "S1": salt("DDDDDD", "red1", "blue2"),
        "S2": salt("MMMMMM", "green3"),
        "S3": salt("MMMDDD", "yellow4"),
        "S4": SINK,
    },
    "resources": {"salt": {"nth": 6, "cubes": 8, "mineral": True}},
    "cataclysms": {"dust": {"refuge": ["shade"]}},
    "buildings": {
        "salt_pan": {
            "kind": "factory",
            "spot": "salt",
            "makes": "salt",
            "points": 2,
            "traits": ["pan"],
            "tiles": [f"salt_pan-{n}" for n in range(1, 7)],
        }
    },
    "market": {f"salt{step:+d}": {"resource": "salt", "step": step} for step in (1, 3, -2)},
}
