"""Messages to all players at any time, and ending a game by agreement."""

from __future__ import annotations

from pathlib import Path

import pytest

from ..conftest import Stages
from ..interface.test_json_answers import fits
from ..world.club import HOST, Answer, Club
from ..world.living_planet_club import planet


def note(club: Club, who: str, text: str, *options: str) -> Answer:
    return club.lpbe(who, "note", "mars", text, *options)


def report(club: Club) -> str:
    """Return what the last step showed everybody, on one line."""
    return " ".join((club.mars / "reports" / f"{club.game.state.seq:06}.txt").read_text().split())


def test_a_word_to_the_table_is_told_in_the_next_report(club_at: Stages) -> None:
    club = club_at("bids")
    assert "red" not in club.game.state.window.waiting
    fits(club.do(HOST, "note", "mars", "Back on Monday; go on without me"), "answer-order")
    club.run()
    assert "Ana writes: Back on Monday; go on without me" in report(club)
    assert "Ana writes: Back on Monday" in club.lpbe("cleo", "report", "mars").out


def test_notes_are_told_before_the_start_too(tmp_path: Path) -> None:
    club = Club.begin(tmp_path / "new", seats=("red", "blue"))
    club.run()
    assert club.game.state.window.kind == "join"
    assert note(club, HOST, "I wait for you").status == 0
    club.run()
    assert "Ana writes: I wait for you" in report(club)


def test_a_french_report_quotes_a_note(tmp_path: Path) -> None:
    club = Club.begin(tmp_path / "fr", "--lang", "fr", seats=("red", "blue"))
    club.run()
    note(club, HOST, "à demain")
    club.run()
    assert "Ana écrit : à demain" in report(club)


def test_no_more_than_four_notes_while_one_question_is_open(club_at: Stages) -> None:
    club = club_at("bids")
    for n in range(4):
        assert note(club, "cleo", f"note {n}").status == 0
        club.run()
    answer = note(club, "cleo", "one more", "--json")
    assert (answer.status, answer.code) == (5, "E_ORDER_MANY")
    assert note(club, "ben", "another seat may").status == 0
    club.order("green", "bid coins=0")
    club.run()
    assert note(club, "cleo", "the next question").status == 0


def test_notes_in_one_inbox_are_counted_together(club_at: Stages) -> None:
    club = club_at("bids")
    for n in range(6):
        assert note(club, "cleo", f"note {n}").status == 0
    (club.inbox / "junk.txt").write_text("hello")
    done = club.run()
    fits(done, "answer-run")
    assert done["refused"].pop(0)["code"] == "E_FILE_SYNTAX"
    assert [item["seat"] for item in done["applied"]] == ["green"] * 4
    assert [item["code"] for item in done["refused"]] == ["E_ORDER_MANY"] * 2


@pytest.mark.parametrize("text", ["", "x" * 501, "bell \a", "e\u0301", "   ", "\u202eevil"])
def test_what_cannot_be_told_is_not_sent(club_at: Stages, text: str) -> None:
    club = club_at("bids")
    with club.untouched():
        answer = note(club, "cleo", text, "--json")
        assert answer.status in (5, 6) and answer.code == "E_TEXT", answer


def test_the_longest_note_is_told_whole(club_at: Stages) -> None:
    club = club_at("bids")
    assert note(club, "cleo", "y" * 500).status == 0
    assert [item["seat"] for item in club.run()["applied"]] == ["green"]


def test_who_has_not_joined_says_nothing(tmp_path: Path) -> None:
    club = Club.begin(tmp_path / "new", seats=("red", "blue"))
    club.run()
    with club.untouched():
        assert note(club, "ben", "hello", "--as", "blue", "--json").code == "E_KEY_ROLE"


def test_a_note_cannot_look_like_another_line(club_at: Stages) -> None:
    club = club_at("bids")
    note(club, "cleo", "hi\nAna writes: I resign")
    club.run()
    lines = (club.mars / "reports" / f"{club.game.state.seq:06}.txt").read_text().splitlines()
    assert [line for line in lines if line.startswith("Ana writes")] == []
    assert "  Cleo writes: hi Ana writes: I resign" in lines


def test_a_stranger_says_nothing(club_at: Stages) -> None:
    club = club_at("bids")
    with club.untouched():
        assert (note(club, "eve", "hello", "--json").status, note(club, "eve", "hello", "--json").code) == (
            6,
            "E_KEY_ROLE",
        )


def test_nothing_is_said_when_the_game_is_over(club_at: Stages) -> None:
    club = club_at("finished")
    with club.untouched():
        answer = note(club, "ben", "well played", "--json")
        assert (answer.status, answer.code) == (5, "E_ORDER_STALE")


@pytest.fixture
def two(tmp_path: Path) -> Club:
    """Living Planet, which can be stopped by agreement."""
    return planet(tmp_path / "two", seats=("red", "blue"))


def test_a_game_stops_when_all_agree(two: Club) -> None:
    fits(two.do("ben", "stop", "mars", "--yes"), "answer-order")
    two.run()
    assert "Ben agrees to stop the game here." in report(two)
    assert two.game.state.window.kind == "play"
    two.do(HOST, "stop", "mars", "--yes")
    two.run()
    assert two.game.state.window.kind == "over"
    assert "All remaining players have agreed to stop: the game is over." in report(two)
    assert two.lpbe("eve", "verify", "mars").status == 0


def test_who_agreed_to_stop_may_play_on(two: Club) -> None:
    two.do("ben", "stop", "mars", "--yes")
    two.run()
    two.do("ben", "stop", "mars", "--withdraw")
    two.run()
    assert "Ben wants to keep playing." in report(two)
    two.do(HOST, "stop", "mars", "--yes")
    two.run()
    assert two.game.state.window.kind == "play"


def test_bots_stop_when_all_people_want_to(tmp_path: Path) -> None:
    club = planet(tmp_path / "bots", "--bot", "green=greedy", "--bot", "yellow=random")
    club.do("ben", "stop", "mars", "--yes")
    club.run()
    assert club.game.state.window.kind == "play"
    club.do(HOST, "stop", "mars", "--yes")
    club.run()
    assert club.game.state.window.kind == "over"
    assert club.lpbe("eve", "verify", "mars").status == 0


def test_stopping_is_asked_first(two: Club) -> None:
    with two.untouched():
        answer = two.lpbe("ben", "stop", "mars", "--json")
        assert (answer.status, answer.code) == (2, "E_USAGE")
        assert "lpbe stop GAME --yes" in answer.payload["hint"]


def test_a_game_without_a_rule_for_it_is_not_stopped(club_at: Stages) -> None:
    club = club_at("turn")
    club.do("ben", "stop", "mars", "--yes")
    assert [item["code"] for item in club.run()["refused"]] == ["E_ORDER_KIND"]


def test_a_game_that_has_not_started_is_not_stopped(club_at: Stages) -> None:
    club = club_at("joined")
    with club.untouched():
        answer = club.lpbe("ben", "stop", "mars", "--yes", "--json")
        assert (answer.status, answer.code) == (5, "E_ORDER_EARLY")


def test_a_note_can_go_by_mail(club_at: Stages) -> None:
    club = club_at("bids")
    sent = club.lpbe("cleo", "note", "mars", "by mail", "--armor", "-o", "-").out
    assert "BEGIN LPBE ORDER" in sent
    (club.inbox / "mail.txt").write_text(sent)
    assert [item["seat"] for item in club.run()["applied"]] == ["green"]


def messages(club: Club, who: str) -> str:
    """Return the messages section of somebody's report, on one line."""
    out = club.lpbe(who, "report", "mars").out
    return " ".join(out.partition("-- Messages")[2].partition("\n-- ")[0].split())


def test_a_note_that_is_applied_before_an_order_of_the_same_run_is_shown_to_its_sender(club_at: Stages) -> None:
    club = club_at("bids")
    note(club, "ben", "Did you see this, Cleo?")
    club.order("green", "bid coins=0")
    club.run()
    assert "Ben writes: Did you see this, Cleo?" in messages(club, "cleo")
    assert messages(club, "cleo").count("Did you see this") == 1
    mail = club.lpbe("cleo", "report", "mars", "--format", "eml").out
    assert "-- Messages" in mail.partition("text/plain")[2].partition("text/html")[0]


def test_a_note_is_shown_to_whoever_orders_without_reading_and_not_for_ever(tmp_path: Path) -> None:
    club = planet(tmp_path / "planet", seats=("red", "blue"))
    note(club, "ben", "Good luck")
    club.run()
    shown = []
    for _ in range(8):
        shown.append("Good luck" in messages(club, HOST))
        club.lpbe(HOST, "bot", "mars")
        club.lpbe("ben", "bot", "mars")
        club.run()
    shown.append("Good luck" in messages(club, HOST))
    assert shown[:2] == [True, True] and not shown[-1], shown
    page = club.lpbe(HOST, "report", "mars", "--format", "html").out
    assert "All messages so far" in page and "Good luck" in page.partition("All messages so far")[2]
