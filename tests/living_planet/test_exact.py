"""Exact lists, with options that change what may be done; and lists that leave something out, and say so."""

from __future__ import annotations

import pytest

from lpbe.games.living_planet.actions.actions import Act
from lpbe.games.living_planet.actions.construction import Build
from lpbe.games.living_planet.actions.exploration import BuryHexes, LayHex, PlaceHex, ReturnHexes
from lpbe.games.living_planet.actions.movement import Move
from lpbe.games.living_planet.actions.trade_terms import SettleTrade, TradePlan
from lpbe.games.living_planet.actions.trading import Deal
from lpbe.games.living_planet.turn.cataclysms import Protect, ProtectHexes
from lpbe.games.living_planet.turn.strikes import SufferDamage, TakeDamage
from lpbe.kernel.engine import legality
from lpbe.kernel.engine.model import Order, Question

from ..contract.contract_config import Plain
from ..contract.test_offers import check_exact
from .playouts import transitions
from .positions import position

SWITCHES: tuple[Plain, ...] = (
    {"direct_entry": False, "repair": "separate", "protection": {"range": 1, "cost": 1}, "card3": "production"},
    {"direct_entry": False, "scientist_limit": "one-step", "repair": "free", "special_limit": 1, "bank_mc": 90},
)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("switches", range(len(SWITCHES)))
def test_an_exact_list_has_only_what_is_accepted(switches: int, seats: int) -> None:
    check_exact(transitions(SWITCHES[switches], seats, 1))


OUT: Plain = {
    "agenda": {"steps": []},
    "turn": {"dice": {"red": 2, "green": 6}},
    "map": {
        "hexes": {
            "H03": {"at": "1,0", "turn": 3, "nth": 1},
            "H09": {"at": "1,-1", "turn": 2, "nth": 2},
            "H08": {"at": "-1,0", "nth": 3},
            "H06": {"at": "-2,0", "nth": 4},
            "H11": {"at": "-2,1", "nth": 5},
        },
        "buildings": {
            "H08.1": {"kind": "turbine", "tile": "turbine-4", "value": 4, "chip": "red"},
            "H08.2": {"kind": "iron_mine", "tile": "iron_mine-4", "value": 4, "chip": "red"},
            "H06.1": {"kind": "shelter_tornado", "tile": "shelter_tornado-a", "chip": "red"},
            "H11.1": {"kind": "shelter_geyser", "tile": "shelter_geyser-a", "chip": "red"},
        },
        "teams": {
            "R2": {"seat": "red", "place": "H03"},
            "R3": {"seat": "red", "place": "H08.1"},
            "R4": {"seat": "red", "place": "H08.2"},
            "RM1": {"seat": "red", "place": "H03", "kind": "motorized"},
        },
    },
    "red": {
        "hand": {"hexes": ["H01", "H02", "H05"], "market": ["iron-1"]},
        "purse": {"cubes": {"oil": 2, "electricity": 2}},
    },
}
"""Red with a scientist and a vehicle on H03, two manned buildings, two shelters; hexes and a market card in hand."""
UNLISTED: tuple[tuple[Question, Order], ...] = (
    (Act("red"), Move(("R1:H03", "R2:A"))),
    (Act("red"), Build("turbine", "H03.1", 1, "RM1")),
    (LayHex("red"), PlaceHex("H01", "2,-1", 0, "RM1", ("H09",))),
    (BuryHexes("red"), ReturnHexes(("H02", "H05", "H01"))),
    (Deal("red", 2), SettleTrade("iron-1", "sell", "oil", 1)),
    (Deal("red", 2), TradePlan(("iron:down",))),
    (TakeDamage("H08"), SufferDamage(("R4", "R3"))),
    (Protect("green", ("H06", "H11")), ProtectHexes(("H11", "H06"))),
)


def test_a_list_that_leaves_something_out_says_so() -> None:
    """Two teams in one move, the other builder, a way of their own, any order, fewer cubes, any plan."""
    state = position(OUT, options={"protection": {"cost": 1}}).state
    for question, order in UNLISTED:
        assert legality.refusal(state, question, "red", order) is None
        assert order not in legality.legal_orders(state, question, "red")
        assert not state.book.offers[type(question)][type(order)].complete
