"""Advice with reasons for who plays, and a review of a finished game."""

from __future__ import annotations

from pathlib import Path

import pytest

from ..world.person import Person


@pytest.fixture
def ana(tmp_path: Path) -> Person:
    return Person(tmp_path / "ana", tmp_path)


def start(ana: Person, *options: str) -> None:
    ana.call("new", "mars", "--game", "pebbles", "--seats", "red,blue", "--as", "red", "--bot", "blue=club", *options)
    ana.call("run", "mars")


def test_a_hint_is_an_order_that_can_be_sent_with_its_reason(ana: Person) -> None:
    start(ana)
    answer = ana.json("hint", "mars")
    assert answer["bot"] == "club" and answer == ana.json("hint", "mars")
    assert len(answer["orders"]) == len(answer["texts"]) == len(answer["reasons"]) == len(answer["effects"]) >= 1
    reason = answer["reasons"][0]
    assert reason["worlds"] >= 3 and reason["rather"] != answer["orders"][0]
    english = ana.call("hint", "mars").splitlines()
    assert english[0] == answer["texts"][0] and "games played on from here" in " ".join(english)
    assert "parties jouées à partir d" in " ".join(ana.call("hint", "mars", "--lang", "fr").split())
    ana.call("order", "mars", "; ".join(answer["texts"]))


def test_a_hint_needs_a_question_and_a_bot_that_plays_ahead(ana: Person) -> None:
    start(ana)
    assert "known: club, master" in ana.json("hint", "mars", "--bot", "greedy", code=6)["hint"]
    ana.call("order", "mars", "bid 1")
    ana.call("run", "mars")
    while "red" in ana.json("show", "mars")["window"]["waiting"]:
        ana.call("bot", "mars")
        ana.call("run", "mars")
    ana.call("hint", "mars", code=5)


def test_a_game_is_reviewed_once_it_is_over(ana: Person) -> None:
    start(ana, "--open")
    assert "once it is over" in ana.json("review", "mars", code=5)["message"]


def test_a_review_names_decisions_that_cost_much_and_what_was_better(ana: Person) -> None:
    ana.call("demo", "--out", "shown", "--game", "pebbles", "--seats", "red,blue")
    answer = ana.json("review", "shown/game", "--as", "red")
    assert 0 < len(answer["costly"]) <= 3 <= answer["decisions"]
    for one in answer["costly"]:
        assert one["given"] != one["better"] and one["difference"] > 0 and one["worlds"] >= 3
        assert f"Step {one['seq']}:" in one["text"]
    assert answer == ana.json("review", "shown/game", "--as", "red")
    assert ana.call("review", "shown/game", "--as", "blue", "--lang", "fr").startswith("Les décisions")
