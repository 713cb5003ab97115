"""Lists that nobody tries, under switches that change what may be done; lists that leave something out, and say so."""

from __future__ import annotations

import pytest

from lpbe.games.living_planet.act import Act
from lpbe.games.living_planet.bargain import SettleTrade, TradePlan
from lpbe.games.living_planet.build import Build
from lpbe.games.living_planet.explore import BuryHexes, LayHex, PlaceHex, ReturnHexes
from lpbe.games.living_planet.move import Move
from lpbe.games.living_planet.trade import Deal
from lpbe.kernel.play import standing
from lpbe.kernel.play.rules import Order, Question

from ..contract.test_offers import check_exact
from ..contract.trial import Plain
from .playouts import deeds
from .positions import position

SWITCHES: tuple[Plain, ...] = (
    {"direct_entry": False, "repair": "separate", "protection": {"range": 1, "cost": 1}, "card3": "production"},
    {"direct_entry": False, "scientist_limit": "one-step", "repair": "free", "special_limit": 1, "bank_mc": 90},
)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("switches", range(len(SWITCHES)))
def test_what_is_listed_without_a_trial_is_what_a_trial_accepts(switches: int, seats: int) -> None:
    check_exact(deeds(SWITCHES[switches], seats, 1))


OUT: Plain = {
    "agenda": {"steps": []},
    "turn": {"dice": {"red": 2}},
    "map": {
        "hexes": {"H03": {"at": "1,0", "turn": 3, "nth": 1}, "H09": {"at": "1,-1", "turn": 2, "nth": 2}},
        "teams": {"R2": {"seat": "red", "place": "H03"}, "RM1": {"seat": "red", "place": "H03", "kind": "motorized"}},
    },
    "red": {"hand": {"hexes": ["H01", "H02", "H05"], "market": ["iron-1"]}, "purse": {"cubes": {"oil": 2}}},
}
"""Red with a scientist and a vehicle on H03, three hexes and a market card in hand."""
UNLISTED: tuple[tuple[Question, Order], ...] = (
    (Act("red"), Move(("R1:H03", "R2:A"))),
    (Act("red"), Build("turbine", "H03.1", 1, "RM1")),
    (LayHex("red"), PlaceHex("H01", "2,-1", 0, "RM1", ("H09",))),
    (BuryHexes("red"), ReturnHexes(("H02", "H05", "H01"))),
    (Deal("red", 2), SettleTrade("iron-1", "sell", "oil", 1)),
    (Deal("red", 2), TradePlan(("iron:down",))),
)


def test_a_list_that_leaves_something_out_says_so() -> None:
    """Two teams in one move, the other builder, a way of one's own, any order, fewer cubes, any plan."""
    state = position(OUT).state
    for question, order in UNLISTED:
        assert standing.refusal(state, question, "red", order) is None
        assert order not in standing.legal(state, question, "red")
        assert not state.book.offers[type(question)][type(order)].complete
