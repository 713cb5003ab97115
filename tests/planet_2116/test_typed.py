"""Orders of 2116 as people type them, in both languages, and the reply when one is impossible."""

from __future__ import annotations

from typing import Any

import pytest

from lpbe.games import book_of, game_of
from lpbe.games.planet_2116.attack_sequence import Declare
from lpbe.games.planet_2116.attacks import Tornado, Wildfire
from lpbe.games.planet_2116.state import PLANET
from lpbe.kernel.base.errors import Refused
from lpbe.kernel.content import packs
from lpbe.kernel.engine.legality import refusal
from lpbe.kernel.engine.model import Order
from lpbe.kernel.engine.rulebook import Rules
from lpbe.kernel.language.order_parser import parse_orders
from lpbe.kernel.language.translate import translate_message

from .positions import GAME
from .test_patterns import world

RULES = Rules(game_of(GAME), book_of(GAME, ()))
TYPED: dict[str, dict[str, Any]] = {
    "tornado from D07 north-east 4": {"order": "tornado", "origin": "D07", "path": ["ne:4"]},
    "tornade depuis d07 nord-est 4": {"order": "tornado", "origin": "D07", "path": ["ne:4"]},
    "tornado D11 west 2, south-west 3": {"order": "tornado", "origin": "D11", "path": ["w:2", "sw:3"]},
    "tornado from D11 over D10 D09 D08": {"order": "tornado", "origin": "D11", "tiles": ["D10", "D09", "D08"]},
    "tornade depuis D11 sur D10, D09": {"order": "tornado", "origin": "D11", "tiles": ["D10", "D09"]},
    "tsunami from D11 w with P05 P06": {"order": "tsunami", "origin": "D11", "dir": "w", "cards": ["P05", "P06"]},
    "tsunami depuis D11 ouest": {"order": "tsunami", "origin": "D11", "dir": "w"},
    "wildfire from D08 on D09, D07": {"order": "wildfire", "origin": "D08", "tiles": ["D09", "D07"]},
    "incendie depuis D08 sur D09 D07": {"order": "wildfire", "origin": "D08", "tiles": ["D09", "D07"]},
    "météorite depuis D11": {"order": "meteorite", "origin": "D11"},
    "prepare P01 with P02, P17": {"order": "prepare", "cards": ["P01:P02", "P17"]},
    "préparer P01 avec P02, P17": {"order": "prepare", "cards": ["P01:P02", "P17"]},
    "prepare": {"order": "prepare"},
    "block D09 else D10, G07": {"order": "block", "blocks": ["D09:D10", "G07"]},
    "bloquer D09 sinon D10, G07": {"order": "block", "blocks": ["D09:D10", "G07"]},
    "do not block": {"order": "no-block"},
    "lay U01 for Human 2": {"order": "lay", "card": "U01", "to": "human-2"},
    "déposer U01 pour Humain 2": {"order": "lay", "card": "U01", "to": "human-2"},
    "lay U01": {"order": "lay", "card": "U01"},
    "cool with U24 own 2": {"order": "cool", "card": "U24", "own": 2},
    "refroidir avec U24 personnel 2": {"order": "cool", "card": "U24", "own": 2},
    "shield with U27 at D06 E09": {"order": "shield", "card": "U27", "at": ["D06", "E09"]},
    "shield with U27 move D06 to G07": {"order": "shield", "card": "U27", "moves": ["D06:G07"]},
    "bouclier avec U27 sur D06 déplacer E09 vers G07": {
        "order": "shield",
        "card": "U27",
        "at": ["D06"],
        "moves": ["E09:G07"],
    },
    "build green on D10": {"order": "build", "site": "D10"},
    "défausser U01 U20": {"order": "discard", "cards": ["U01", "U20"]},
    "plan tornado from D11 east 3": {"order": "plan", "then": {"order": "tornado", "origin": "D11", "path": ["e:3"]}},
}


@pytest.mark.parametrize("text", TYPED)
def test_orders_as_people_say_them(text: str) -> None:
    assert list(parse_orders(RULES, text)) == RULES.book.read_orders([TYPED[text]])


def test_the_longest_fire_is_understood() -> None:
    tiles = [f"L{n:02}" for n in range(5, 21)]
    (order,) = parse_orders(RULES, f"wildfire from L04 on {' '.join(tiles)} with P09 P10 P11 P12")
    assert order == Wildfire("L04", tuple(tiles), ("P09", "P10", "P11", "P12"))


WRONG: dict[str, tuple[Order, str]] = {
    "too far": (Tornado("D11", ("w:4",), cards=("P01",)), "D07 is too far: the path ends at D08, after 3 steps"),
    "bent": (
        Tornado("D11", ("w:2", "sw"), cards=("P01",)),
        "going to E09 is too sharp a bend, or one bend too many; possible: D08",
    ),
    "sharp": (
        Tornado("D11", ("w:2", "se"), cards=("P01", "P02")),
        "going to E10 is too sharp a bend, or one bend too many; possible: D08, E09, C09",
    ),
    "off": (Tornado("D11", ("ne:7",), cards=("P01", "P02")), "the path leaves the board after A13"),
    "apart": (
        Tornado("D11", (), ("D10", "D08")),
        "D08 is not next to D10; possible: D09, E10, C10",
    ),
    "fire": (Wildfire("D11", ("D10", "D09"), ("P09",)), "the fire cannot reach D09; possible: D12"),
}


@pytest.mark.parametrize("name", WRONG)
def test_the_first_wrong_tile_is_named_with_what_would_fit(name: str) -> None:
    order, answer = WRONG[name]
    refused = refusal(world(["D11"]), Declare(), PLANET, order)
    assert isinstance(refused, Refused) and refused.clause == "2116-DMG-05"
    assert refused.message == answer
    french = translate_message(refused, "fr", packs.words(GAME, "fr"))
    assert french != answer and "would" not in french
