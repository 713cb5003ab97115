"""Words to the table at any time, and ending a game by agreement."""

from __future__ import annotations

from pathlib import Path

import pytest

from .conftest import Stages
from .house import HOST, Answer, House
from .planet import planet
from .test_answers import fits


def note(house: House, who: str, text: str, *options: str) -> Answer:
    return house.lpbe(who, "note", "mars", text, *options)


def report(house: House) -> str:
    """What the last step told everybody, on one line."""
    return " ".join((house.mars / "reports" / f"{house.game.state.seq:06}.txt").read_text().split())


def test_a_word_to_the_table_is_told_in_the_next_report(house_at: Stages) -> None:
    house = house_at("bids")
    assert "red" not in house.game.state.window.waiting
    fits(house.do(HOST, "note", "mars", "Back on Monday; go on without me"), "answer-order")
    house.run()
    assert "Ana writes: Back on Monday; go on without me" in report(house)
    assert "Ana writes: Back on Monday" in house.lpbe("cleo", "report", "mars").out


def test_notes_are_told_before_the_start_too(tmp_path: Path) -> None:
    house = House.begin(tmp_path / "new", seats=("red", "blue"))
    house.run()
    assert house.game.state.window.kind == "join"
    assert note(house, HOST, "I wait for you").status == 0
    house.run()
    assert "Ana writes: I wait for you" in report(house)


def test_a_french_report_quotes_a_note(tmp_path: Path) -> None:
    house = House.begin(tmp_path / "fr", "--lang", "fr", seats=("red", "blue"))
    house.run()
    note(house, HOST, "à demain")
    house.run()
    assert "Ana écrit : à demain" in report(house)


def test_no_more_than_four_notes_while_one_question_is_open(house_at: Stages) -> None:
    house = house_at("bids")
    for n in range(4):
        assert note(house, "cleo", f"note {n}").status == 0
        house.run()
    answer = note(house, "cleo", "one more", "--json")
    assert (answer.status, answer.code) == (5, "E_ORDER_MANY")
    assert note(house, "ben", "another seat may").status == 0
    house.order("green", "bid coins=0")
    house.run()
    assert note(house, "cleo", "the next question").status == 0


def test_notes_in_one_inbox_are_counted_together(house_at: Stages) -> None:
    house = house_at("bids")
    for n in range(6):
        assert note(house, "cleo", f"note {n}").status == 0
    (house.inbox / "junk.txt").write_text("hello")
    done = house.run()
    fits(done, "answer-run")
    assert done["refused"].pop(0)["code"] == "E_FILE_SYNTAX"
    assert [item["seat"] for item in done["applied"]] == ["green"] * 4
    assert [item["code"] for item in done["refused"]] == ["E_ORDER_MANY"] * 2


@pytest.mark.parametrize("text", ["", "x" * 501, "bell \a", "e\u0301", "   ", "\u202eevil"])
def test_what_cannot_be_told_is_not_sent(house_at: Stages, text: str) -> None:
    house = house_at("bids")
    with house.untouched():
        answer = note(house, "cleo", text, "--json")
        assert answer.status in (5, 6) and answer.code == "E_TEXT", answer


def test_the_longest_note_is_told_whole(house_at: Stages) -> None:
    house = house_at("bids")
    assert note(house, "cleo", "y" * 500).status == 0
    assert [item["seat"] for item in house.run()["applied"]] == ["green"]


def test_who_has_not_joined_says_nothing(tmp_path: Path) -> None:
    house = House.begin(tmp_path / "new", seats=("red", "blue"))
    house.run()
    with house.untouched():
        assert note(house, "ben", "hello", "--as", "blue", "--json").code == "E_KEY_ROLE"


def test_a_note_cannot_look_like_another_line(house_at: Stages) -> None:
    house = house_at("bids")
    note(house, "cleo", "hi\nAna writes: I resign")
    house.run()
    lines = (house.mars / "reports" / f"{house.game.state.seq:06}.txt").read_text().splitlines()
    assert [line for line in lines if line.startswith("Ana writes")] == []
    assert "  Cleo writes: hi Ana writes: I resign" in lines


def test_a_stranger_says_nothing(house_at: Stages) -> None:
    house = house_at("bids")
    with house.untouched():
        assert (note(house, "eve", "hello", "--json").status, note(house, "eve", "hello", "--json").code) == (
            6,
            "E_KEY_ROLE",
        )


def test_nothing_is_said_when_the_game_is_over(house_at: Stages) -> None:
    house = house_at("finished")
    with house.untouched():
        answer = note(house, "ben", "well played", "--json")
        assert (answer.status, answer.code) == (5, "E_ORDER_STALE")


@pytest.fixture
def two(tmp_path: Path) -> House:
    """Living Planet, which can be stopped by agreement."""
    return planet(tmp_path / "two", seats=("red", "blue"))


def test_a_game_stops_when_all_agree(two: House) -> None:
    fits(two.do("ben", "stop", "mars", "--yes"), "answer-order")
    two.run()
    assert "Ben agrees to stop the game here." in report(two)
    assert two.game.state.window.kind == "play"
    two.do(HOST, "stop", "mars", "--yes")
    two.run()
    assert two.game.state.window.kind == "over"
    assert "All who still play have agreed to stop: the game is over." in report(two)
    assert two.lpbe("eve", "verify", "mars").status == 0


def test_who_agreed_to_stop_may_play_on(two: House) -> None:
    two.do("ben", "stop", "mars", "--yes")
    two.run()
    two.do("ben", "stop", "mars", "--withdraw")
    two.run()
    assert "Ben wants to play on." in report(two)
    two.do(HOST, "stop", "mars", "--yes")
    two.run()
    assert two.game.state.window.kind == "play"


def test_bots_stop_when_all_people_want_to(tmp_path: Path) -> None:
    house = planet(tmp_path / "bots", "--bot", "green=greedy", "--bot", "yellow=random")
    house.do("ben", "stop", "mars", "--yes")
    house.run()
    assert house.game.state.window.kind == "play"
    house.do(HOST, "stop", "mars", "--yes")
    house.run()
    assert house.game.state.window.kind == "over"
    assert house.lpbe("eve", "verify", "mars").status == 0


def test_stopping_is_asked_first(two: House) -> None:
    with two.untouched():
        answer = two.lpbe("ben", "stop", "mars", "--json")
        assert (answer.status, answer.code) == (2, "E_USAGE")
        assert "lpbe stop GAME --yes" in answer.told["hint"]


def test_a_game_without_a_rule_for_it_is_not_stopped(house_at: Stages) -> None:
    house = house_at("turn")
    house.do("ben", "stop", "mars", "--yes")
    assert [item["code"] for item in house.run()["refused"]] == ["E_ORDER_KIND"]


def test_a_game_that_has_not_started_is_not_stopped(house_at: Stages) -> None:
    house = house_at("joined")
    with house.untouched():
        answer = house.lpbe("ben", "stop", "mars", "--yes", "--json")
        assert (answer.status, answer.code) == (5, "E_ORDER_EARLY")


def test_a_note_can_go_by_mail(house_at: Stages) -> None:
    house = house_at("bids")
    sent = house.lpbe("cleo", "note", "mars", "by mail", "--armor", "-o", "-").out
    assert "BEGIN LPBE ORDER" in sent
    (house.inbox / "mail.txt").write_text(sent)
    assert [item["seat"] for item in house.run()["applied"]] == ["green"]
