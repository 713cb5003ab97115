"""Players' own content: what the rules rely on is missing, or scarcer than usual, and nothing breaks."""

from __future__ import annotations

from typing import Any

import pytest

from lpbe.games.living_planet.actions.actions import Act, Heal
from lpbe.games.living_planet.actions.building_supply import building_bank, in_bank, limit_of
from lpbe.games.living_planet.actions.construction import Build
from lpbe.games.living_planet.module import BASE
from lpbe.games.living_planet.policies import patients
from lpbe.games.living_planet.state import Building, HexSet, Laid, Map, Team, Turn
from lpbe.games.living_planet.turn.cataclysms import affordable
from lpbe.games.living_planet.turn.strikes import teams_outside, untouched_places
from lpbe.kernel.base.errors import Refused
from lpbe.kernel.content import packs
from lpbe.kernel.engine.chance import Rng
from lpbe.kernel.engine.model import Module, Seat, State
from lpbe.kernel.engine.rulebook import bind
from lpbe.kernel.engine.table import Table, start

from ..positions import GAME, SEATS
from .test_afloat import list_orders, refusal_clause

Rows = dict[str, dict[str, dict[str, Any]]]


def begin_game(rows: Rows, *modules: Module, **options: Any) -> State:
    """Return a game for two led by red, with a scientist outside on H08 in the east."""
    book = bind(BASE, *modules, content={GAME: rows})
    table = Table(book.blank(SEATS[:2], {GAME: {"first_leader": "red", **options}}), Rng(bytes(32)))
    start(table)
    state = table.state
    state[Map].hexes["H08"] = Laid("1,0", 0, 1)
    state[Map].teams["R2"] = Team("red", "H08")
    state[Turn].dice, state[Turn].order = dict.fromkeys(SEATS, 1), list(SEATS)
    return state


def without(kind: str, *names: str) -> Rows:
    rows = packs.rows(GAME)[GAME]
    return {**rows, kind: {name: row for name, row in rows[kind].items() if name not in names}}


def test_without_mycelium_nobody_is_healed() -> None:
    state = begin_game(without("resources", "mycelium"))
    state[Map].teams["R2"] = Team("red", "H08", wounded=True)
    assert list_orders(state, Heal) == [] and refusal_clause(state, Heal(("R2",))) == "LP-HEAL-01"
    assert patients(state, "red", "all") == []


def test_without_electricity_nobody_pays_for_a_shelter() -> None:
    state = begin_game(without("resources", "electricity"), protection={"cost": 1})
    assert affordable(state, "red") == 0


def test_a_cataclysm_without_a_row_spares_nothing() -> None:
    state = begin_game(without("cataclysms", "tornado"))
    state[Map].buildings["H08.1"] = Building("turbine", "turbine-1", 1, "red")
    assert teams_outside(state, "H08", "tornado") == ["R2"] and untouched_places(state, "H08", "tornado", ()) == ()


def test_a_start_tile_that_is_missing_is_refused() -> None:
    with pytest.raises(Refused) as fault:
        begin_game(without("tiles", "B"), start_tile="B")
    assert fault.value.clause == "LP-SETUP-03"


def test_only_a_start_tile_is_laid_first() -> None:
    """LP-SETUP-03: a hex may name a number of players without being a start tile."""
    rows = without("tiles")
    rows["tiles"]["0"] = {**rows["tiles"]["H01"], "players": 2}
    assert "0" not in begin_game(rows)[Map].hexes


def test_hexes_are_made_of_an_odd_number_of_dice() -> None:
    rows = without("tiles")
    rows["tiles"]["H01"] |= {"dice": {"red2": "tornado"}}
    made = begin_game(rows, hex_set="generated")[HexSet].tiles
    assert [len(made[name].dice) for name in ("H01", "H02")] == [1, 2]


def test_four_tiles_are_scarce_and_five_are_not() -> None:
    """G-07."""
    rows = without("buildings")
    for name, letters in (("kiosk", "abcde"), ("hut", "abcd")):
        rows["buildings"][name] = {"kind": name, "tiles": [f"{name}-{letter}" for letter in letters]}
    state = begin_game(rows, special_limit=1)
    assert (limit_of(state, "hut"), limit_of(state, "kiosk")) == (1, 0)


def one_turbine_less(answer: dict[str, list[str]], state: State, seat: Seat) -> dict[str, list[str]]:
    return {**answer, "turbine": [tile for tile in answer["turbine"] if tile != "turbine-1" or seat != "red"]}


def test_a_module_may_keep_tiles_from_a_seat() -> None:
    """LP-SETUP-17."""
    state = begin_game(without("tiles"), Module("scarce", amendments={building_bank: one_turbine_less}))
    assert [in_bank(state, seat, "turbine")[0] for seat in SEATS[:2]] == ["turbine-2", "turbine-1"]
    values = [
        order.value for order in list_orders(state, Build) if isinstance(order, Build) and order.building == "turbine"
    ]
    assert values == [2, 3, 4, 5, 6] and refusal_clause(state, Build("turbine", "H08.1", 1), Act("red")) == "G-08"
