"""An order that leaves something out is understood if it can mean only one thing."""

from __future__ import annotations

from typing import Any

import pytest

from lpbe.app.ordering.typed_orders import kinds_now, only_meaning
from lpbe.games import game_of
from lpbe.kernel.base.canonical import to_plain
from lpbe.kernel.engine.dry_run import StopPoint
from lpbe.kernel.engine.model import Agenda, State
from lpbe.kernel.engine.rulebook import Rules
from lpbe.kernel.engine.table import top
from lpbe.kernel.language.order_parser import Typist, typed_orders

from ..board.boards import exploring_state
from .positions import position

OIL = {"kind": "oil_drill", "tile": "oil_drill-6", "value": 6, "chip": "red"}


def orders_meant(state: State, text: str, cells: dict[str, str] | None = None) -> dict[str, Any] | None:
    """Return what red means by this in answer to the open question."""
    rules = Rules(game_of("living-planet"), state.book)
    (typed,) = typed_orders(rules, text, Typist(cells=cells or {}))
    question = top(state)
    assert question
    order = only_meaning(StopPoint(0, question, state), "red", typed)
    return None if order is None else to_plain(order)


@pytest.mark.parametrize(
    ("text", "turn"),
    [
        ("place H15 at @0,-1", 5),
        ("place H15 at #1", 5),
        ("place H15 at (2)", 1),
        ("poser H24 en #2", 5),
        ("place H24 at #1", None),
        ("place H15 at #1 turn 0", None),
        ("place-hex hex=H15 at=0,-1", None),
    ],
)
def test_the_turn_of_a_hex(text: str, turn: int | None) -> None:
    cells = {"#1": "0,-1", "#2": "2,-1", "(1)": "0,-1", "(2)": "2,-1"}
    answer = orders_meant(exploring_state(), text, cells)
    assert (answer and answer["turn"]) == turn


def test_the_only_factory(producing: State) -> None:
    answer = orders_meant(producing, "produce factory")
    assert answer == {"order": "produce", "what": "factory", "place": "A.1"}


@pytest.fixture
def producing() -> State:
    buildings = {"A.1": OIL}
    teams = {"R1": {"kind": "scientist", "seat": "red", "place": "A.1"}}
    given = {
        "agenda": {"steps": [{"step": "produce", "seat": "red"}]},
        "map": {"buildings": buildings, "teams": teams},
        "turn": {"dice": {"red": 6, "blue": 6, "yellow": 6, "green": 6}},
    }
    return position(given).state


def test_only_what_may_be_given_is_expected() -> None:
    acting = position({"agenda": {"steps": [{"step": "act", "seat": "red"}]}}).state
    kinds = kinds_now(acting, acting[Agenda].steps[-1], "red")
    assert {"subsidy", "take-fate", "end-actions"} <= set(kinds)
    assert not {"call-scientist", "heal"} & set(kinds), "nobody is hurt, and card 3 does not lead"
