"""Recorded games stay what they were: the same orders give the same story, and their files are valid."""

from __future__ import annotations

import pytest

from lpbe.cli.entry import run

from ..size_limits import some
from .differences import CHANGES, MORE, as_once, as_today, with_ids_counted
from .games import DAILY, FILED, HERE, NAMES, story, told_before


def test_there_are_games_of_every_kind() -> None:
    assert {name.rpartition("-")[0] for name in NAMES} == {"pebbles", "living-planet"}


@pytest.mark.parametrize("name", some(NAMES, *DAILY))
def test_the_same_orders_tell_the_same_step_by_step(name: str) -> None:
    for before, now in zip(told_before(name), story(name), strict=True):
        assert with_ids_counted(as_once(now)) == with_ids_counted(as_today(before)), f"step {now['seq']}"


def test_a_difference_that_is_listed_is_one() -> None:
    answer = [step for name in NAMES for step in told_before(name)] if CHANGES else []
    for change in CHANGES:
        assert change.__doc__, change
        assert any(change(step) != step for step in answer), change


def test_what_is_told_beside_is_told() -> None:
    """In the game with deadlines that pass and plans that do not fit."""
    answer = list(story("living-planet-mixed"))
    for change in MORE:
        assert change.__doc__, change
        assert any(change(step) != step for step in answer), change


@pytest.mark.parametrize("name", FILED)
def test_a_golden_game_is_verified_at_level_2(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Every letter of its log is carried out again, and every byte comes out the same."""
    assert run(["verify", str(HERE / name), "--json"]) == 0
    assert '"level":2' in capsys.readouterr().out
