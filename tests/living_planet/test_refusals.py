"""Refusals that name what would be possible instead."""

from __future__ import annotations

import pytest

from lpbe.app.ordering.preview import useful_orders
from lpbe.games.living_planet.actions.construction import check_spot
from lpbe.games.living_planet.actions.exploration import Explore, PlaceHex
from lpbe.games.living_planet.map.hex_placement import check_fit, fitting_turns, lay, open_cells
from lpbe.kernel.base.errors import Refused
from lpbe.kernel.engine.dry_run import StopPoint
from lpbe.kernel.engine.table import answers_wanted

from .positions import position


def test_the_turns_that_fit_are_named() -> None:
    state = position({}).state
    hexes = [f"H{number:02}" for number in range(10, 20)]
    trials = [(hex, at, fitting_turns(state, hex, at)) for hex in hexes for at in sorted(open_cells(state))]
    hex, at, fitting = next(trial for trial in trials if 0 < len(trial[2]) < 6)
    turn = next(turn for turn in range(6) if turn not in fitting)
    with pytest.raises(Refused) as refused:
        check_fit(state, hex, at, turn, "LP-EXPL-04")
    assert refused.value.message.endswith("rotations that fit: " + ", ".join(map(str, fitting)))


def test_what_fits_a_coast_is_named() -> None:
    state = position({}, expansions=("aquarius",)).state
    lay(state, "AQ09", sorted(open_cells(state))[0], 0)
    with pytest.raises(Refused) as refused:
        check_spot(state, "turbine", "AQ09.2")
    assert refused.value.message == "turbine does not fit AQ09.2; these fit there: hydro_generator"


def test_what_leads_to_an_order_given_too_early_is_named_first() -> None:
    """And then other kinds of orders rather than three of one."""
    state = position({"agenda": {"steps": [{"step": "act", "seat": "red"}]}}).state.seen_by("red")
    useful = useful_orders(StopPoint(0, answers_wanted(state)["red"], state), "red", PlaceHex)
    assert useful[0] == Explore()
    assert len({*map(type, useful)}) == len(useful) == 3
