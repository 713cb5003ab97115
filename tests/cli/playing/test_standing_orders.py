"""Plans sent out of turn: sealed, of one size, beside the policy, and used when their question comes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec import UnsetType

from lpbe.kernel.chain.letters.standing import StandingLetter
from lpbe.kernel.gamedir.inbox import read_letter

from ..interface.test_json_answers import fits
from ..world.club import HOST, Club


@pytest.fixture(scope="module")
def played_rounds(tmp_path_factory: pytest.TempPathFactory) -> Club:
    """Two rounds of pebbles; red and blue have bid, green has not."""
    club = Club.begin(tmp_path_factory.mktemp("plans") / "club", "--set", "pebbles.rounds=2")
    club.join_all()
    club.ready_all()
    club.order("red", "bid coins=1")
    club.order("blue", "bid coins=3")
    club.run()
    return club


@pytest.fixture
def club(played_rounds: Club, tmp_path: Path) -> Club:
    return played_rounds.copy(tmp_path / "club")


def plan(club: Club, who: str, orders: str, *options: str) -> dict[str, Any]:
    result = club.do(who, "order", "mars", orders, *options)
    fits(result, "answer-order")
    return result


def standing_of(club: Club, who: str) -> dict[str, Any]:
    return dict(club.do(who, "show", "mars")["screen"].get("standing", {}))


def plans_of(club: Club, who: str) -> list[dict[str, Any]]:
    return [held["order"] for held in standing_of(club, who).get("plan", [])]


def letter(club: Club, result: dict[str, Any]) -> StandingLetter:
    found = read_letter(str(club.root / result["files"][0])).letter
    assert isinstance(found, StandingLetter)
    return found


def test_a_seat_that_is_not_asked_may_plan(club: Club) -> None:
    assert club.game.state.window.waiting == ["green"]
    result = plan(club, "ben", "plan bid coins=2")
    assert result["plans"] == [{"order": "bid", "coins": 2}] and result["files"] == ["mars/inbox/standing-blue-0.toml"]
    assert club.run()["refused"] == []
    assert plans_of(club, "ben") == [{"order": "bid", "coins": 2}]
    assert plans_of(club, "cleo") == []
    report = " ".join((club.mars / "reports" / f"{club.game.state.seq:06}.txt").read_text().split())
    assert "coins=2" not in report and "2 coins" not in report


def test_a_seat_that_is_asked_may_plan_too_and_is_still_asked(club: Club) -> None:
    lines = club.lpbe("cleo", "order", "mars", "plan bid coins=2; plan end-turn").out.splitlines()
    assert lines[1] == 'The question is still open. To answer it now, send the order without "plan".'
    assert club.run()["refused"] == []
    assert club.game.state.window.waiting == ["green"] and len(plans_of(club, "cleo")) == 2
    assert "still open" not in club.lpbe("ben", "order", "mars", "plan bid coins=2").out


def test_the_plan_answers_when_its_question_comes(club: Club) -> None:
    plan(club, "ben", "plan bid coins=0")
    club.run()
    for _ in range(40):
        waiting = club.game.state.window.waiting
        asked = club.do(HOST, "show", "mars")["window"]["number"]
        others = [seat for seat in waiting if seat != "blue" or "answer" not in standing_of(club, "ben")]
        if not others or club.game.state.window.kind == "over" or not plans_of(club, "ben"):
            break
        for seat in others:
            club.order(seat, club.legal(seat)[0])
        club.run()
        assert asked
    assert plans_of(club, "ben") == []
    assert club.lpbe("ben", "verify", "mars").status in (0, 3)


def test_new_plans_replace_those_before_and_the_policy_stays(club: Club) -> None:
    club.do("ben", "policy", "mars", "bid=1")
    club.run()
    plan(club, "ben", "plan bid coins=2")
    club.run()
    plan(club, "ben", "plan bid coins=0; plan end-turn")
    club.run()
    assert plans_of(club, "ben") == [{"order": "bid", "coins": 0}, {"order": "end-turn"}]
    assert club.do("ben", "policy", "mars")["policy"] == {"pebbles": {"bid": 1}}


def test_a_policy_keeps_the_plans(club: Club) -> None:
    plan(club, "ben", "plan bid coins=2")
    club.run()
    club.do("ben", "policy", "mars", "bid=1")
    club.run()
    assert plans_of(club, "ben") == [{"order": "bid", "coins": 2}]


def test_what_waits_in_the_inbox_is_not_taken_back(club: Club) -> None:
    """If there are several standing letters the newest counts, so it contains what the one before said."""
    club.do("ben", "policy", "mars", "bid=1")
    plan(club, "ben", "plan bid coins=2")
    club.run()
    assert club.do("ben", "policy", "mars")["policy"] == {"pebbles": {"bid": 1}}
    assert plans_of(club, "ben") == [{"order": "bid", "coins": 2}]


def test_a_policy_after_plans_in_one_inbox(club: Club) -> None:
    plan(club, "ben", "plan bid coins=2")
    club.do("ben", "policy", "mars", "bid=1")
    club.run()
    assert plans_of(club, "ben") == [{"order": "bid", "coins": 2}]
    assert club.do("ben", "policy", "mars")["policy"] == {"pebbles": {"bid": 1}}


def test_nobody_can_count_or_tell_them(club: Club) -> None:
    """One plan, four plans, a policy: letters of one form and one size."""
    letters = [
        letter(club, plan(club, "ben", "plan bid coins=2")),
        letter(club, plan(club, "ben", "plan bid coins=2; plan end-turn; plan bid coins=1; plan bid coins=0")),
        letter(club, club.do("ben", "policy", "mars", "bid=1")),
    ]
    sizes = {(len(one.batch), len(one.hidden.seal)) for one in letters if not isinstance(one.hidden, UnsetType)}
    assert len(sizes) == 1 and {str(entry["order"]) for one in letters for entry in one.batch} == {"sealed"}


def test_what_can_never_be_used_is_told_before_it_is_sent(club: Club) -> None:
    with club.untouched():
        answer = club.lpbe("ben", "order", "mars", "; ".join(["plan bid coins=1"] * 5), "--json")
        assert (answer.status, answer.code) == (5, "E_SEAL_TOO_LARGE")


def test_only_plans_may_be_sent_out_of_turn(club: Club) -> None:
    club.order("green", "bid coins=0")
    club.run()
    assert club.game.state.window.waiting == ["blue"]
    for orders in ("bid coins=1", "plan bid coins=1; end-turn"):
        with club.untouched():
            answer = club.lpbe("cleo", "order", "mars", orders, "--json")
            assert (answer.status, answer.code) == (5, "E_ORDER_NOT_WAITING"), answer


@pytest.mark.parametrize("more", [["--note", "x"], ["--memo", "x"], ["--rev", "1"]])
def test_plans_go_alone(club: Club, more: list[str]) -> None:
    with club.untouched():
        answer = club.lpbe("ben", "order", "mars", "plan bid coins=1", *more, "--json")
        assert (answer.status, answer.code) == (2, "E_USAGE")


def test_no_more_than_four_standing_letters_while_one_question_is_open(club: Club) -> None:
    for n in range(4):
        plan(club, "ben", f"plan bid coins={n}")
        club.run()
    answer = club.lpbe("ben", "order", "mars", "plan bid coins=1", "--json")
    assert (answer.status, answer.code) == (5, "E_ORDER_MANY")


def test_plans_of_an_open_game_stand_in_clear(tmp_path: Path) -> None:
    club = Club.begin(tmp_path / "open", "--open", "--seed", "5e" * 32, "--set", "pebbles.rounds=2")
    club.do("eve", "order", "mars", "bid coins=1", "--as", "blue")
    club.run()
    result = plan(club, "eve", "plan bid coins=2", "--as", "blue")
    assert letter(club, result).batch[1] == {"order": "plan", "then": {"order": "bid", "coins": 2}}
    assert club.run()["refused"] == []
