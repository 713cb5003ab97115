"""Plans sent out of turn: sealed, of one size, beside the policy, and used when their question comes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec import UnsetType

from lpbe.kernel.chain.acts.standing import StandingLetter
from lpbe.kernel.folder.inbox import read_letter

from .house import HOST, House
from .test_answers import fits


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> House:
    """Two rounds of pebbles; red and blue have bid, green has not."""
    house = House.begin(tmp_path_factory.mktemp("plans") / "house", "--set", "pebbles.rounds=2")
    house.join_all()
    house.ready_all()
    house.order("red", "bid coins=1")
    house.order("blue", "bid coins=3")
    house.run()
    return house


@pytest.fixture
def house(built: House, tmp_path: Path) -> House:
    return built.copy(tmp_path / "house")


def plan(house: House, who: str, orders: str, *options: str) -> dict[str, Any]:
    told = house.do(who, "order", "mars", orders, *options)
    fits(told, "answer-order")
    return told


def standing(house: House, who: str) -> dict[str, Any]:
    return dict(house.do(who, "show", "mars")["screen"].get("standing", {}))


def planned(house: House, who: str) -> list[dict[str, Any]]:
    return [held["order"] for held in standing(house, who).get("plan", [])]


def letter(house: House, told: dict[str, Any]) -> StandingLetter:
    found = read_letter(str(house.root / told["files"][0])).order
    assert isinstance(found, StandingLetter)
    return found


def test_a_seat_that_is_not_asked_may_plan(house: House) -> None:
    assert house.game.state.window.waiting == ["green"]
    told = plan(house, "ben", "plan bid coins=2")
    assert told["plans"] == [{"order": "bid", "coins": 2}] and told["files"] == ["mars/inbox/standing-blue-0.toml"]
    assert house.run()["refused"] == []
    assert planned(house, "ben") == [{"order": "bid", "coins": 2}]
    assert planned(house, "cleo") == []
    said = " ".join((house.mars / "reports" / f"{house.game.state.seq:06}.txt").read_text().split())
    assert "coins=2" not in said and "2 coins" not in said


def test_a_seat_that_is_asked_may_plan_too_and_is_still_asked(house: House) -> None:
    said = house.lpbe("cleo", "order", "mars", "plan bid coins=2; plan end-turn").out.splitlines()
    assert said[1] == "You are still asked now: to answer at once, send the order without plan."
    assert house.run()["refused"] == []
    assert house.game.state.window.waiting == ["green"] and len(planned(house, "cleo")) == 2
    assert "still asked" not in house.lpbe("ben", "order", "mars", "plan bid coins=2").out


def test_the_plan_answers_when_its_question_comes(house: House) -> None:
    plan(house, "ben", "plan bid coins=0")
    house.run()
    for _ in range(40):
        waiting = house.game.state.window.waiting
        asked = house.do(HOST, "show", "mars")["window"]["number"]
        others = [seat for seat in waiting if seat != "blue" or "answer" not in standing(house, "ben")]
        if not others or house.game.state.window.kind == "over" or not planned(house, "ben"):
            break
        for seat in others:
            house.order(seat, house.legal(seat)[0])
        house.run()
        assert asked
    assert planned(house, "ben") == []
    assert house.lpbe("ben", "verify", "mars").status in (0, 3)


def test_new_plans_replace_those_before_and_the_policy_stays(house: House) -> None:
    house.do("ben", "policy", "mars", "bid=1")
    house.run()
    plan(house, "ben", "plan bid coins=2")
    house.run()
    plan(house, "ben", "plan bid coins=0; plan end-turn")
    house.run()
    assert planned(house, "ben") == [{"order": "bid", "coins": 0}, {"order": "end-turn"}]
    assert house.do("ben", "policy", "mars")["policy"] == {"pebbles": {"bid": 1}}


def test_a_policy_keeps_the_plans(house: House) -> None:
    plan(house, "ben", "plan bid coins=2")
    house.run()
    house.do("ben", "policy", "mars", "bid=1")
    house.run()
    assert planned(house, "ben") == [{"order": "bid", "coins": 2}]


def test_what_waits_in_the_inbox_is_not_taken_back(house: House) -> None:
    """Of several standing letters the newest counts: so it holds what the one before has said."""
    house.do("ben", "policy", "mars", "bid=1")
    plan(house, "ben", "plan bid coins=2")
    house.run()
    assert house.do("ben", "policy", "mars")["policy"] == {"pebbles": {"bid": 1}}
    assert planned(house, "ben") == [{"order": "bid", "coins": 2}]


def test_a_policy_after_plans_in_one_inbox(house: House) -> None:
    plan(house, "ben", "plan bid coins=2")
    house.do("ben", "policy", "mars", "bid=1")
    house.run()
    assert planned(house, "ben") == [{"order": "bid", "coins": 2}]
    assert house.do("ben", "policy", "mars")["policy"] == {"pebbles": {"bid": 1}}


def test_nobody_can_count_or_tell_them(house: House) -> None:
    """One plan, four plans, a policy: letters of one form and one size."""
    letters = [
        letter(house, plan(house, "ben", "plan bid coins=2")),
        letter(house, plan(house, "ben", "plan bid coins=2; plan end-turn; plan bid coins=1; plan bid coins=0")),
        letter(house, house.do("ben", "policy", "mars", "bid=1")),
    ]
    sizes = {(len(one.batch), len(one.hidden.seal)) for one in letters if not isinstance(one.hidden, UnsetType)}
    assert len(sizes) == 1 and {str(entry["order"]) for one in letters for entry in one.batch} == {"sealed"}


def test_what_can_never_be_used_is_told_before_it_is_sent(house: House) -> None:
    with house.untouched():
        answer = house.lpbe("ben", "order", "mars", "; ".join(["plan bid coins=1"] * 5), "--json")
        assert (answer.status, answer.code) == (5, "E_SEAL_TOO_LARGE")


def test_only_plans_may_be_sent_out_of_turn(house: House) -> None:
    house.order("green", "bid coins=0")
    house.run()
    assert house.game.state.window.waiting == ["blue"]
    for orders in ("bid coins=1", "plan bid coins=1; end-turn"):
        with house.untouched():
            answer = house.lpbe("cleo", "order", "mars", orders, "--json")
            assert (answer.status, answer.code) == (5, "E_ORDER_NOT_WAITING"), answer


@pytest.mark.parametrize("more", [["--note", "x"], ["--memo", "x"], ["--rev", "1"]])
def test_plans_go_alone(house: House, more: list[str]) -> None:
    with house.untouched():
        answer = house.lpbe("ben", "order", "mars", "plan bid coins=1", *more, "--json")
        assert (answer.status, answer.code) == (2, "E_USAGE")


def test_no_more_than_four_standing_letters_while_one_question_is_open(house: House) -> None:
    for n in range(4):
        plan(house, "ben", f"plan bid coins={n}")
        house.run()
    answer = house.lpbe("ben", "order", "mars", "plan bid coins=1", "--json")
    assert (answer.status, answer.code) == (5, "E_ORDER_MANY")


def test_plans_of_an_open_game_stand_in_clear(tmp_path: Path) -> None:
    house = House.begin(tmp_path / "open", "--open", "--seed", "5e" * 32, "--set", "pebbles.rounds=2")
    house.do("eve", "order", "mars", "bid coins=1", "--as", "blue")
    house.run()
    told = plan(house, "eve", "plan bid coins=2", "--as", "blue")
    assert letter(house, told).batch[1] == {"order": "plan", "then": {"order": "bid", "coins": 2}}
    assert house.run()["refused"] == []
