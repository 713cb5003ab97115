"""What a player decides in advance, with commands: the default policy, the next card, a trade with a plan."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from lpbe.bots.arena import POLICIES
from lpbe.games import book_of

from ..cli.world.person import Person, inbox
from ..size_limits import some
from .positions import GAME

PLAN = "plan trade-plan cards=any:up,any:down deals=buy:oil:1"


@pytest.fixture
def ana(tmp_path: Path) -> Person:
    """Return a club where Ana plays against bots, as the Leader who has played card 6."""
    ana = Person(tmp_path / "ana", tmp_path)
    ana.call(
        *("new", "mars", "--game", GAME, "--seats", "red,blue", "--as", "red", "--bot", "blue=bot:cautious"),
        *("--set", f"{GAME}.first_leader=red"),
    )
    ana.call("run", "mars")
    return ana


def begin_actions(ana: Person) -> Person:
    """Let Ana arrange the dice, her own one first."""
    sends(ana, "select-card card=6")
    sends(ana, "arrange-dice dice=red,blue,yellow,green")
    return ana


def sends(ana: Person, orders: str) -> list[Any]:
    """Sign, file and apply an order; return what was kept back."""
    draft: list[Any] = ana.json("order", "mars", orders)["draft"]
    assert ana.json("run", "mars")["refused"] == []
    return draft


def public(ana: Person) -> list[dict[str, Any]]:
    """Return all that everybody has read, but for what blue did."""
    lines = (ana.work / "mars" / "log.jsonl").read_text().splitlines()
    events = [event for line in lines for event in json.loads(line)["public"].get("events", [])]
    return [event for event in events if event.get("seat") != "blue"]


def events_of(ana: Person) -> list[str]:
    return [event["event"] for event in public(ana)]


def trade_of(rules: int) -> str:
    return f"plan trade-plan cards={','.join(['any:+3:only'] * rules)}"


def test_what_policy_and_plans_have_no_room_for_together_is_told_before_it_is_sent(ana: Person) -> None:
    """A short policy leaves space that a longer one takes; nothing is sent, and no standing order is lost."""
    mars, plans = ana.work / "mars", "; ".join(map(trade_of, (24, 22, 12)))
    ana.json("order", "mars", plans)
    assert ana.json("run", "mars")["refused"] == []
    assert len(ana.json("show", "mars")["screen"]["standing"]["plan"]) == 3
    for refused in (("policy", "mars", "--default"), ("order", "mars", f"{plans}; {trade_of(20)}")):
        answer = ana.json(*refused, code=5)
        assert answer["code"] == "E_SEAL_TOO_LARGE" and inbox(mars) == []
    ana.json("order", "mars", trade_of(24))
    ana.json("policy", "mars", "--default")
    ana.json("run", "mars")
    assert ana.json("policy", "mars")["policy"] and len(ana.json("show", "mars")["screen"]["standing"]["plan"]) == 1


def test_the_default_policy_is_set_with_one_word_and_shown(ana: Person) -> None:
    ana.call("policy", "mars", "--default")
    assert ana.json("run", "mars")["refused"] == []
    assert ana.json("policy", "mars")["policy"] == book_of(GAME, ()).default_policy()
    assert 'exhaust = "default"' in ana.call("policy", "mars")
    ana.call("policy", "mars", "--clear")
    ana.call("run", "mars")
    assert ana.json("policy", "mars")["policy"] == {}


def test_what_is_shown_of_a_policy_can_be_sent_again(ana: Person, tmp_path: Path) -> None:
    ana.call("policy", "mars", "--default")
    ana.call("run", "mars")
    (tmp_path / "mine.toml").write_text(ana.call("policy", "mars").replace('"drawn"', '"ask"'))
    ana.call("policy", "mars", "mine.toml")
    ana.call("run", "mars")
    assert ana.json("policy", "mars")["policy"][GAME]["bury"] == "ask"


def test_a_policy_comes_from_one_place(ana: Person) -> None:
    ana.call("policy", "mars", "--default", "--clear", code=2)
    ana.call("new", "moon", "--game", "pebbles", "--seats", "red,blue", "--open")
    ana.call("policy", "moon", "--default", "--as", "red", code=2)


def test_a_turn_with_the_default_policy_asks_for_card_dice_and_actions_only(ana: Person) -> None:
    ana.call("policy", "mars", "--default")
    begin_actions(ana)
    sends(ana, "subsidy; take-fate")
    assert "exhausted" in events_of(ana)
    assert ana.json("show", "mars")["table"]["turn"]["number"] == 2


def test_a_batch_goes_on_after_a_draw_that_its_sender_has_planned_for(ana: Person) -> None:
    assert sends(begin_actions(ana), f"{PLAN}; trade; subsidy") == []
    done = ["market-drawn", "card-chosen", "cubes-bought", "earned"]
    assert [kind for kind in events_of(ana) if kind in done] == done


def test_a_batch_is_cut_at_a_draw_without_a_plan(ana: Person) -> None:
    begin_actions(ana)
    assert sends(ana, "trade; subsidy") == [{"order": "subsidy"}]
    assert "earned" not in events_of(ana)


def test_a_plan_for_one_draw_is_none_for_the_next(ana: Person) -> None:
    begin_actions(ana)
    tried = ana.json("try", "mars", f"{PLAN}; trade; explore; heal teams=R1")
    assert (tried["draft"], tried["depends"]) == ([{"order": "heal", "teams": ["R1"]}], "chance")
    assert sends(ana, f"{PLAN}; trade; explore; end-actions") == [{"order": "end-actions"}]
    assert "hexes-drawn" in events_of(ana)


def test_what_a_planned_trade_makes_impossible_comes_back_as_a_draft(ana: Person) -> None:
    """No card fits the plan, so the trader is asked after all."""
    begin_actions(ana)
    assert sends(ana, "plan trade-plan cards=any:+9; trade; subsidy") == []
    assert "card-chosen" not in events_of(ana)
    assert ana.json("show", "mars")["screen"]["standing"]["draft"] == [{"order": "subsidy"}]


def test_the_next_card_goes_with_the_actions(ana: Person) -> None:
    ana.call("policy", "mars", "--default")
    begin_actions(ana)
    sends(ana, "plan select-card card=2; subsidy; take-fate")
    assert [event["card"] for event in public(ana) if event["event"] == "card-revealed"] == [6, 2]


@pytest.mark.parametrize("players", some((2, 4), 2))
def test_simulate_counts_messages_in_three_ways(ana: Person, players: int) -> None:
    args = ("simulate", "--players", str(players), "--games", "1", "--bots", "greedy", "--seed", "1")
    answer = ana.json(*args, "--messages")
    by = answer["messages_by"]
    assert set(by) == set(POLICIES)
    assert answer["messages"] == by["none"]["messages"] < by["none"]["orders"] == answer["orders"]
    assert [by[policies]["early_messages"] for policies in POLICIES] == [0, players, players]
    for policies in POLICIES:
        alone = ana.json(*args, "--policies", policies)
        assert {name: alone[name] for name in by[policies]} == by[policies]
        assert "messages_by" not in alone
    table = ana.call(*args, "--messages").splitlines()[-3:]
    assert [line.split()[0] for line in table] == list(POLICIES)
    assert [float(line.split()[-1]) for line in table] == [by[policies]["messages_per_turn"] for policies in POLICIES]
    ana.call(*args, "--policies", "some", code=2)


def test_the_card_behind_the_exhaustion_is_planned_by_itself(ana: Person) -> None:
    begin_actions(ana)
    sends(ana, "subsidy; take-fate")
    asked = ana.json("legal", "mars")["orders"][0]
    while asked["order"] != "exhaust":
        sends(ana, ana.json("legal", "mars")["texts"][0])
        asked = ana.json("legal", "mars")["orders"][0]
    orders = f"exhaust resource={asked['resource']}; select-card card=5"
    assert ana.json("try", "mars", orders)["draft"] == []
    assert "Planned for later questions: select card 5" in ana.call("order", "mars", orders)
    assert sends(ana, orders) == []
    assert [event["card"] for event in public(ana) if event["event"] == "card-revealed"] == [6, 5]


def test_actions_that_are_over_are_not_ended_a_turn_later(ana: Person) -> None:
    begin_actions(ana)
    tried = ana.json("try", "mars", "subsidy; take-fate; end-actions")
    assert tried["draft"] == []
    assert sends(ana, "subsidy; take-fate; end-actions") == []
    standing = ana.json("show", "mars")["screen"].get("standing", {})
    assert "draft" not in standing and "plan" not in standing
