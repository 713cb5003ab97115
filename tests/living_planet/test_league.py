"""Leagues of bots: every pair plays, and the intervals are those of the books."""

from __future__ import annotations

from pathlib import Path

import pytest

from lpbe.app.local.league import interval, pairings
from lpbe.bots.arena import GameResult
from lpbe.games import game_of
from tests.cli.world.person import Person


@pytest.fixture
def ana(tmp_path: Path) -> Person:
    return Person(tmp_path / "ana", tmp_path)


def test_every_pair_plays_as_many_games(ana: Person) -> None:
    args = ["simulate", "--game", "pebbles", "--league", "--bots", "random,cautious,greedy", "--games", "4"]
    answer = ana.json(*args)
    assert [(one["bot"], one["against"]) for one in answer["league"]] == [
        ("random", "cautious"),
        ("random", "greedy"),
        ("cautious", "greedy"),
    ]
    for one in answer["league"]:
        assert one["played"] == 4 and one["low"] <= one["share"] <= one["high"] and one["par"] == 50
        assert sum(one["endings"].values()) == 4
        assert sum(sum(found.values()) for found in one["distributions"]["points"].values()) == 8
    assert ana.json(*args, "--jobs", "2") == answer
    assert "95.0 %" not in ana.call(*args) and "greedy" in ana.call(*args)


def test_a_league_of_four_is_one_against_three(ana: Person) -> None:
    args = ["simulate", "--game", "pebbles", "--players", "4", "--league", "--bots", "cautious,greedy", "--games", "4"]
    league = ana.json(*args)["league"]
    assert [(one["bot"], one["against"], one["par"]) for one in league] == [
        ("cautious", "greedy", 25),
        ("greedy", "cautious", 25),
    ]


def test_in_a_game_with_roles_each_bot_plays_each_role() -> None:
    game = game_of("planet-2116")
    found = pairings(game, game.seats, ("bot:greedy", "bot:random"))
    assert [(one.role, one.bot, one.against) for one in found] == [
        (role, bot, other)
        for role in ("planet", "human")
        for bot in ("bot:greedy", "bot:random")
        for other in ("bot:greedy", "bot:random")
    ]
    humans = next(one for one in found if one.role == "human")
    ark = GameResult(0, dict.fromkeys(game.seats, "bot:greedy"), winners=("human-2",))
    assert humans.won(ark, game) == 1.0


def test_equal_winners_share_a_game() -> None:
    game = game_of("pebbles")
    (pair,) = pairings(game, ("red", "blue"), ("bot:greedy", "bot:random"))
    bots = {"red": "bot:greedy", "blue": "bot:random"}
    assert [pair.won(GameResult(0, bots, winners=seats), game) for seats in (("red",), ("blue",), ("red", "blue"))] == [
        1.0,
        0.0,
        0.5,
    ]


def test_the_interval_of_a_share() -> None:
    """Values of Wilson's formula as tables have them."""
    assert [round(end, 3) for end in interval(8, 10)] == [0.49, 0.943]
    assert [round(end, 3) for end in interval(0, 10)] == [0.0, 0.278]
    assert interval(0, 0) == (0.0, 1.0)


def test_a_league_needs_bots_that_take_turns(ana: Person) -> None:
    for bots in ("greedy", "red=greedy,random,club"):
        ana.call("simulate", "--game", "pebbles", "--league", "--bots", bots, "--games", "1", code=2)
