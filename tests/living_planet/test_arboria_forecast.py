"""Planet Arboria: what a page says about fires before they strike: what is idle, who is caught, what may be driven."""

from __future__ import annotations

from typing import Any

import pytest

from lpbe.games.living_planet.actions.construction import Build
from lpbe.games.living_planet.expansions.arboria.fire_tokens import FireOut, FireSet
from lpbe.games.living_planet.expansions.arboria.flood import BuildOnPlatform
from lpbe.games.living_planet.expansions.arboria.forecast import wild_facts, wild_threats
from lpbe.games.living_planet.turn.strikes import TeamWounded
from lpbe.kernel.base.canonical import to_plain
from lpbe.kernel.content import packs
from lpbe.kernel.engine.foresight import Fact
from lpbe.kernel.engine.model import Order, State
from lpbe.kernel.engine.table import answers_wanted
from lpbe.kernel.language.effects import Effects

from .positions import SEATS, position

HEXES = {
    "H10": {"at": "1,0", "nth": 1},
    "O3": {"at": "2,0", "nth": 2},
    "H11": {"at": "3,0", "nth": 3},
    "H12": {"at": "2,-1", "nth": 4},
}
"""O3 has a tornado for red 3, H12 has none; H10, H11 and H12 are beside O3."""
MINE = {"kind": "vib_mine", "tile": "vib_mine-3", "value": 3}
POST = {"kind": "hydro_post", "tile": "hydro_post", "value": 0}


def fire(fires: list[str], buildings: dict[str, Any], teams: dict[str, Any]) -> State:
    laid = {"hexes": HEXES, "buildings": buildings, "teams": teams}
    return position({"map": laid, "wilds": {"fires": fires}}, SEATS, {}, ["arboria"]).state


def answer(state: State, reader: str = "blue") -> list[tuple[str, dict[str, Any]]]:
    return [(one.key, to_plain(one.values)) for one in wild_threats([], state, reader)]


def test_nothing_burns_and_nothing_threatens() -> None:
    assert answer(fire([], {"O3.1": {**MINE, "chip": "blue"}}, {"B1": {"seat": "blue", "place": "O3"}})) == []


def test_what_was_told_before_stays_in_front() -> None:
    first = Fact("threat.other")
    state = fire(["H12"], {}, {"B1": {"seat": "blue", "place": "H12"}})
    assert [one.key for one in wild_threats([first], state, "blue")] == ["threat.other", "threat.caught"]


@pytest.mark.parametrize("reader", ["blue", "red"])
def test_ones_own_building_lies_idle_in_a_fire(reader: str) -> None:
    state = fire(
        ["H12"], {"H12.1": {**MINE, "chip": "blue"}, "H12.2": {**MINE, "tile": "vib_mine-4", "chip": "red"}}, {}
    )
    place = {"blue": "H12.1", "red": "H12.2"}[reader]
    assert answer(state, reader) == [("threat.idle", {"hex": "H12", "places": [place]})]


def test_what_works_in_a_fire_does_not_lie_idle() -> None:
    assert answer(fire(["H12"], {"H12.1": {**POST, "chip": "blue"}}, {})) == []


def test_only_teams_in_the_fire_are_caught_and_only_ones_own() -> None:
    teams = {
        "B1": {"seat": "blue", "place": "H12"},
        "B2": {"seat": "blue", "place": "H10"},
        "R1": {"seat": "red", "place": "H12"},
    }
    assert answer(fire(["H12"], {}, teams)) == [("threat.caught", {"hex": "H12", "teams": ["B1"]})]


@pytest.mark.parametrize(
    ("buildings", "teams"),
    [({"H11.1": {**MINE, "chip": "blue"}}, {}), ({}, {"B1": {"seat": "blue", "place": "H11"}})],
    ids=["building", "team"],
)
def test_a_fire_on_a_hex_with_a_tornado_may_be_driven_onto_what_one_has(buildings: Any, teams: Any) -> None:
    others = {"H10.1": {**MINE, "tile": "vib_mine-4", "chip": "red"}}
    state = fire(["O3"], {**others, **buildings}, teams)
    driven = {"hex": "O3", "dice": ["red3"], "onto": ["H11"]}
    assert answer(state) == [("threat.driven", driven)]
    assert answer(state, "yellow") == []


def test_only_a_tornado_drives_and_only_onto_what_does_not_burn() -> None:
    own = {"H11.1": {**MINE, "chip": "blue"}}
    assert answer(fire(["H12"], own, {})) == []
    assert [key for key, _ in answer(fire(["O3", "H11"], own, {}))] == ["threat.idle"]


def test_facts_of_fires_become_sentences_and_others_are_left_alone() -> None:
    state, before = fire([], {}, {}), (Fact("first"),)
    assert [one.key for one in wild_facts(before, state, FireSet("O3", ""))] == ["first", "fire.set"]
    assert [one.key for one in wild_facts(before, state, FireOut("O3"))] == ["first", "fire.out"]
    assert wild_facts(before, state, TeamWounded("B1")) == before


@pytest.mark.parametrize("first", [0, 1])
def test_a_platform_is_told_from_the_plain_building_whichever_is_asked_first(first: int) -> None:
    """ARB-PLAT-01: the flood spares what floats; orders that are asked one after the other share what is known."""
    laid = {"hexes": {"O4": {"at": "1,0", "nth": 1}}, "teams": {"R2": {"seat": "red", "place": "O4"}}}
    state = position({"map": laid, "agenda": {"steps": [{"step": "act", "seat": "red"}]}}, SEATS, {}, ["arboria"]).state
    told = Effects(packs.words("living-planet", "en"), state.seen_by("red"), answers_wanted(state)["red"], "red")
    orders: list[Order] = [Build("sawmill", "O4.1", 6), BuildOnPlatform("sawmill", "O4.1", 6)]
    for order in (orders[first], orders[1 - first]):
        risks = {fact.values["kind"] for fact in told.facts(order) if fact.key == "risk"}
        assert risks == {"tornado", "fire", *(["flood"] if isinstance(order, Build) else [])}
