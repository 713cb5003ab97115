"""A position with both expansions: three terrains, two seas on one hex, and one of everything that can be on a map."""

from __future__ import annotations

from functools import cache
from typing import Any

from lpbe.board.model import HexMap
from lpbe.games.living_planet.presentation.board_view import picture
from lpbe.kernel.engine.model import State

from ..living_planet.positions import position

BOTH = ("arboria", "aquarius")
HEXES = {
    "AQ15": {"at": "-1,0", "turn": 5, "nth": 1},
    "AQ05": {"at": "-1,1", "turn": 1, "nth": 2},
    "AQ19": {"at": "0,1", "turn": 3, "nth": 3},
    "AQ17": {"at": "-2,1", "nth": 4},
    "AQ18": {"at": "0,-1", "turn": 3, "nth": 5},
    "AQ13": {"at": "-1,-1", "turn": 3, "nth": 6},
    "O3": {"at": "0,-2", "turn": 5, "nth": 7},
    "VOL": {"at": "1,-2", "turn": 5, "nth": 8},
    "O1": {"at": "1,-3", "turn": 3, "nth": 9},
    "O4": {"at": "2,-3", "turn": 1, "nth": 10},
    "H17": {"at": "0,-3", "turn": 1, "nth": 11},
}
BUILDINGS = {
    "AQ00.1": {"kind": "port", "tile": "port-14", "value": 4, "chip": "red"},
    "AQ00.2": {"kind": "port", "tile": "port-25", "value": 2, "chip": "blue"},
    "AQ00.3": {"kind": "port", "tile": "port-36", "value": 6, "chip": "yellow"},
    "AQ00.4": {"kind": "port", "tile": "port-34", "value": 3, "chip": "green"},
    "AQ15.1": {"kind": "reef_extractor", "tile": "reef_extractor-3", "value": 3, "chip": "red"},
    "AQ15.2": {"kind": "oil_platform", "tile": "oil_platform-5", "value": 5},
    "AQ05.1": {"kind": "oil_platform", "tile": "oil_platform-1", "value": 1, "chip": "green"},
    "AQ17.2": {"kind": "hydro_generator", "tile": "hydro_generator-2", "value": 2},
    "AQ13.3": {"kind": "iron_mine", "tile": "iron_mine-6", "value": 6, "chip": "blue"},
    "O1.1": {"kind": "iron_mine", "tile": "iron_mine-4", "value": 4, "chip": "green"},
    "O1.2": {"kind": "sawmill", "tile": "sawmill-4", "value": 4, "chip": "yellow"},
    "O3.2": {"kind": "sawmill", "tile": "sawmill-1", "value": 1},
    "O4.3": {"kind": "fungal_culture", "tile": "fungal_culture-5", "value": 5, "chip": "red"},
}
TEAMS = {
    "RB1": {"seat": "red", "place": "AQ15.W1", "kind": "boat"},
    "R1": {"seat": "red", "place": "RB1"},
    "BB1": {"seat": "blue", "place": "AQ15.W2", "kind": "boat"},
    "GB1": {"seat": "green", "place": "AQ19.W1", "kind": "boat"},
    "G1": {"seat": "green", "place": "GB1", "wounded": True},
    "YB1": {"seat": "yellow", "place": "AQ19.W1", "kind": "boat"},
    "BB2": {"seat": "blue", "place": "AQ00.W1", "kind": "boat"},
    "BM1": {"seat": "blue", "place": "BB2", "kind": "motorized"},
    "RB2": {"seat": "red", "place": "AQ00.W1", "kind": "boat"},
    "R2": {"seat": "red", "place": "AQ15.L1"},
    "G2": {"seat": "green", "place": "AQ17.2", "wounded": True},
    "Y1": {"seat": "yellow", "place": "AQ17.L1"},
    "YM1": {"seat": "yellow", "place": "AQ17.L2", "kind": "motorized"},
    "B1": {"seat": "blue", "place": "AQ18.L1"},
    "YB2": {"seat": "yellow", "place": "AQ18.W1", "kind": "boat"},
    "R3": {"seat": "red", "place": "O4.3"},
    "GM1": {"seat": "green", "place": "O4", "kind": "motorized"},
    "B2": {"seat": "blue", "place": "O4", "wounded": True},
}
GIVEN: dict[str, Any] = {
    "map": {"hexes": HEXES, "buildings": BUILDINGS, "teams": TEAMS},
    "wilds": {
        "fires": ["O1", "O3"],
        "driven": {"O3": "O1"},
        "dams": {"O1": "iron", "O3": "alloy"},
        "platforms": ["O1.2"],
    },
    "walls": {"built": {"AQ15.1": "vibranium", "AQ17.2": "iron"}},
    "turn": {
        "number": 7,
        "dice": {"red": 3, "blue": 5, "yellow": 4, "green": 6},
        "order": ["red", "blue", "yellow", "green"],
    },
}


def wild_seas() -> State:
    return position(GIVEN, expansions=BOTH).state


@cache
def seas() -> HexMap:
    """Return what everybody sees of it."""
    return picture(wild_seas().seen_by(None), None)
