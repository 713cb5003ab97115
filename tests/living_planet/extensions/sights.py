"""Sights: no rules, only what expansions may want drawn: terrains, zones, boats, fires, dams, walls, platforms."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from lpbe.board.model import Look, TokenView
from lpbe.games.living_planet.map.queries import hex_aboard, hex_name, tile_of
from lpbe.games.living_planet.module import BASE
from lpbe.games.living_planet.presentation.style import with_more
from lpbe.games.living_planet.presentation_hooks import look, tokens_beside, tokens_on
from lpbe.games.living_planet.state import Building, Laid, Map, Place, Team, Turn
from lpbe.kernel.content import packs
from lpbe.kernel.content.packs import Words
from lpbe.kernel.engine.chance import Rng
from lpbe.kernel.engine.model import Component, Module, State
from lpbe.kernel.engine.rulebook import bind
from lpbe.kernel.engine.table import Table, start

from ..positions import GAME, SEATS

BOAT = "boat"
COLOURS = ("red", "blue", "yellow", "green")


class Sights(Component):
    """Burning hexes and the side each fire came across, dams by side, walls by spot, platforms."""

    fires: dict[str, int] = {}
    dams: dict[str, str] = {}
    walls: dict[Place, str] = {}
    platforms: list[Place] = []


def on_its_boat(answer: str, state: State, place: Place) -> str:
    return hex_name(state[Map].teams[place].place) if place in state[Map].teams else answer


def fires_stars_and_dams(answer: tuple[TokenView, ...], state: State, hex: str) -> tuple[TokenView, ...]:
    seen, traits = state[Sights], tile_of(state, hex).traits
    stars = [TokenView("stars", value=2)] if "oxygen" in traits else []
    fires = [TokenView("fire", way=seen.fires[hex] if seen.fires[hex] < 6 else None)] if hex in seen.fires else []
    dams = [TokenView("dam", at=int(side), resource=of) for side, of in sorted(seen.dams.items())]
    return (*answer, *stars, *fires, *(dams if "crater" in traits else ()))


def walls_and_platforms(answer: tuple[TokenView, ...], state: State, spot: Place) -> tuple[TokenView, ...]:
    seen = state[Sights]
    walls = [TokenView("wall", resource=seen.walls[spot])] if spot in seen.walls else []
    return (*answer, *walls, *([TokenView("platform")] if spot in seen.platforms else []))


def dress_look(answer: Look, state: State) -> Look:
    return with_more(
        answer,
        patterns={"S": "waves", "sea": "waves", "coast": "shore", "eruption": "flow", "maelstrom": "swirl"},
        tokens={BOAT: "hull", "fire": "flame", "stars": "star", "dam": "block", "wall": "rim", "platform": "base"},
        colours={"fire": "orange", "stars": "yellow", "dam": "stone", "wall": "stone", "platform": "wood"},
        washes={"fire": "orange"},
        legend={"abandoned": "mark.abandoned"},
    )


SIGHTS = Module(
    "sights",
    requires=("living-planet",),
    components=(Sights,),
    amendments={
        hex_aboard: on_its_boat,
        tokens_on: fires_stars_and_dams,
        tokens_beside: walls_and_platforms,
        look: dress_look,
    },
)


def shore(edges: str, zones: dict[str, Any], spots: list[tuple[str, str, list[str]]], brings: str, *dice: str) -> Any:
    """Return a hex: zones as name -> (ground, edges), spots as icon, ground and zones."""
    return {
        "edges": edges,
        "deck": "sights",
        "zones": {name: {"ground": ground, "edges": at} for name, (ground, at) in zones.items()},
        "spots": [icon for icon, _, _ in spots],
        "grounds": [ground for _, ground, _ in spots],
        "beside": [beside for _, _, beside in spots],
        "dice": dict.fromkeys(dice, brings),
    }


RIVERS = {f"{COLOURS[n % 4]}{n % 6 + 1}": n // 2 for n in range(12)}
CURRENTS = {f"{COLOURS[n % 4]}{6 - n // 4}": n // 2 for n in range(12)}
"""The edges that dice belong to."""
ALL = [0, 1, 2, 3, 4, 5]
ROWS: dict[str, dict[str, Any]] = {
    "tiles": {
        "Z00": shore(
            "SSSSSS", {"W1": ("sea", ALL), "L1": ("desert", [])}, [("", "coast", ["W1", "L1"])] * 4, "tidal_wave"
        ),
        "Z05": shore(
            "SSSSSS",
            {"W1": ("sea", ALL), "L1": ("desert", [])},
            [("oil", "sea", ["W1"]), ("", "coast", ["W1", "L1"])],
            "tornado",
            "red3",
            "yellow2",
        ),
        "Z15": shore(
            "SSDSSD",
            {"W1": ("sea", [0, 1]), "W2": ("sea", [3, 4]), "L1": ("desert", [2, 5])},
            [("vibranium", "sea", ["W1"]), ("oil", "sea", ["W2"]), ("", "coast", ["W2", "L1"])],
            "tidal_wave",
            "blue1",
            "yellow6",
        ),
        "Z17": shore(
            "SDDSMM",
            {"W1": ("sea", [0, 3]), "L1": ("desert", [1, 2]), "L2": ("mountain", [4, 5])},
            [("", "coast", ["W1", "L1"]), ("electricity", "coast", ["W1", "L2"]), ("oil", "desert", ["L1"])],
            "tidal_wave",
            "red1",
            "blue5",
        ),
        "Z18": shore(
            "DDSDMM",
            {"W1": ("sea", [2]), "L1": ("desert", [0, 1, 3, 4, 5])},
            [("vibranium", "sea", ["W1"]), ("electricity", "coast", ["W1", "L1"]), ("iron", "desert", ["L1"])],
            "geyser",
            "blue3",
            "green2",
        ),
        "Z20": shore(
            "DDDMMM",
            {"W1": ("sea", []), "L1": ("desert", ALL)},
            [("", "desert", ["L1"]), ("vibranium", "sea", ["W1"])],
            "geyser",
            "red5",
        ),
        "K1": {
            "edges": "MMMDDD",
            "deck": "sights",
            "spots": ["iron", "", "mycelium"],
            "grounds": ["mountain", "desert", "mixed"],
            "traits": ["oxygen"],
            "dice": {"red6": "fire", "blue1": "fire", "green3": "flood", "yellow2": "tornado"},
        },
        "K2": {
            "edges": "MDDMDD",
            "deck": "sights",
            "spots": ["oil", "oil", "mycelium"],
            "grounds": ["desert", "desert", "mixed"],
            "traits": ["oxygen"],
            "dice": {"yellow3": "fire", "red5": "flood", "green1": "flood", "blue4": "tornado"},
        },
        "VOL": {
            "edges": "MMMMMM",
            "deck": "sights",
            "traits": ["crater"],
            "dice": dict.fromkeys(RIVERS, "eruption"),
            "sides": RIVERS,
        },
        "MAE": {
            "edges": "SSSSSS",
            "deck": "sights",
            "zones": {"W1": {"ground": "sea", "edges": ALL}},
            "dice": dict.fromkeys(CURRENTS, "maelstrom"),
            "sides": CURRENTS,
        },
    },
    "teams": {BOAT: {"nth": 3, "count": 3, "prefix": "B", "motorized": True, "traits": ["afloat"]}},
    "cataclysms": {name: {} for name in ("fire", "flood", "eruption", "maelstrom", "tidal_wave")},
}
WORDS = {
    "en": {
        "sea": "sea", "coast": "coast", "terrain.S": "sea",
        "boat": "boat", "fire": "fire", "stars": "oxygen", "dam": "dam", "wall": "wall",
        "platform": "platform", "flood": "flood", "eruption": "eruption", "maelstrom": "maelstrom",
        "tidal_wave": "tidal wave",
    },
    "fr": {
        "sea": "mer", "coast": "côte", "terrain.S": "mer",
        "boat": "bateau", "fire": "feu", "stars": "oxygène", "dam": "barrage", "wall": "mur",
        "platform": "plateforme", "flood": "inondation", "eruption": "éruption", "maelstrom": "maelström",
        "tidal_wave": "raz-de-marée",
    },
}  # fmt: skip
SIGNS = {"glyph.S": "≈", "sign.fire": "^", "glyph.fire": "▴", "sign.dam": "#", "glyph.dam": "▬"}


def words(lang: str = "en") -> Words:
    base = packs.words(GAME, lang)
    return replace(base, terms=base.terms | SIGNS | WORDS[lang])


def sights_state() -> State:
    """A position with all of it: a loaded boat, two seas on one hex, a lake, an island, a fire that was driven."""
    table = Table(
        bind(BASE, SIGHTS, content={**packs.rows(GAME), SIGHTS.name: ROWS}).blank(SEATS, {GAME: {}}), Rng(bytes(32))
    )
    start(table)
    state = table.state
    world = state[Map]
    world.hexes, world.buildings, world.teams = {}, {}, {}
    for nth, (name, at, turn) in enumerate(LAID):
        world.hexes[name] = Laid(at, turn, nth)
    world.buildings = {spot: Building(*building) for spot, building in BUILT.items()}
    world.teams = {name: Team(seat, place, kind, wounded) for name, (seat, place, kind, wounded) in TEAMS.items()}
    seen = state[Sights]
    seen.fires, seen.dams = {"K1": 3, "K2": 6}, {"1": "iron", "4": "vibranium"}
    seen.walls, seen.platforms = {"Z15.1": "vibranium", "Z17.2": "iron"}, ["K1.2"]
    turn = state[Turn]
    turn.dice, turn.order = dict(zip(COLOURS, (3, 1, 2, 4), strict=True)), list(COLOURS)
    return state


LAID = [
    ("Z00", "0,0", 0), ("Z15", "1,0", 0), ("Z17", "-1,0", 0), ("MAE", "0,-1", 1), ("Z05", "1,-1", 0),
    ("Z18", "0,1", 0), ("K1", "-1,1", 0), ("VOL", "-2,1", 2), ("K2", "-1,2", 0), ("Z20", "-2,2", 0), ("H05", "0,2", 1),
]  # fmt: skip
BUILT = {
    "Z00.1": ("colony", "colony-red", 6, "red"),
    "Z00.2": ("colony", "colony-blue", 6, "blue"),
    "Z15.1": ("turbine", "turbine-3", 3, "red"),
    "Z15.3": ("shelter_quake", "", 0, ""),
    "Z17.2": ("turbine", "turbine-2", 2, ""),
    "K1.1": ("iron_mine", "iron_mine-4", 4, "green"),
    "K1.2": ("oil_drill", "oil_drill-4", 4, "yellow"),
    "K2.1": ("oil_drill", "oil_drill-5", 5, ""),
    "Z05.1": ("oil_drill", "oil_drill-1", 1, "blue"),
}
TEAMS = {
    "RB1": ("red", "Z15.W1", BOAT, False),
    "R1": ("red", "RB1", "scientist", False),
    "BB1": ("blue", "Z15.W2", BOAT, False),
    "BB2": ("blue", "MAE.W1", BOAT, False),
    "B2": ("blue", "BB2", "scientist", True),
    "YB1": ("yellow", "MAE.W1", BOAT, False),
    "RB2": ("red", "Z00.W1", BOAT, False),
    "BB3": ("blue", "Z00.W1", BOAT, False),
    "BM1": ("blue", "BB3", "motorized", False),
    "GB1": ("green", "Z18.W1", BOAT, False),
    "G1": ("green", "Z18.L1", "scientist", False),
    "G2": ("green", "Z17.2", "scientist", True),
    "Y1": ("yellow", "Z17.L1", "scientist", False),
    "YM1": ("yellow", "Z17.L2", "motorized", False),
    "B1": ("blue", "Z15.L1", "scientist", False),
    "R2": ("red", "K1", "scientist", True),
    "RM1": ("red", "K1", "motorized", False),
}
