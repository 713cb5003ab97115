"""Reminders that the host, or anybody, sends to the awaited players."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ..conftest import Stages
from ..interface.test_json_answers import fits
from ..world.club import HOST, Club
from .test_todo import january, seat_players, timed_game


def messages(club: Club, *args: str, who: str = "eve") -> list[dict[str, Any]]:
    result = club.do(who, "remind", "mars", *args)
    fits(result, "answer-remind")
    return list(result["messages"])


def test_each_awaited_seat_has_its_message(tmp_path: Path) -> None:
    club = seat_players(tmp_path / "play", "--vacation", "2")
    club.order("red", "bid coins=1")
    club.run("--now", january(2))
    blue, green = messages(club, "--now", january(2))
    assert (blue["seat"], blue["name"], blue["lang"], blue["question"]) == ("blue", "Ben", "en", "bid")
    assert (blue["began"], blue["deadline"], blue["since"]) == (january(1, 9), january(3, 9), 6)
    assert blue["text"].split("\n") == [
        "To Ben:",
        "Pebbles (mars) is waiting for you: bid.",
        "Waiting since 2026-01-01 09:00 UTC, until 2026-01-03 09:00 UTC (2026-01-05 09:00 UTC at the latest), "
        "vacation days left: Ben 2.",
        "See what happened: lpbe report mars",
        "Answer: lpbe order mars 'ORDER'",
        "If you do not answer, your policy or the default answer is used until the end of the turn.",
    ]
    output = club.lpbe("eve", "remind", "mars", "--now", january(2)).out
    assert output == f"{blue['text']}\n\n{green['text']}\n"


def test_a_message_is_in_the_language_of_its_seat(tmp_path: Path) -> None:
    club = timed_game(tmp_path / "fr", "--grace", "1d")
    codes = club.do(HOST, "invite", "mars")["invitations"]
    club.do("ben", "join", "mars", "--seat", "blue", "--name", "Ben", "--code", codes["blue"], "--lang", "fr")
    club.do("cleo", "join", "mars", "--seat", "green", "--name", "Cleo", "--code", codes["green"])
    club.run("--now", january(1))
    blue, green = messages(club, "--now", january(1))
    assert blue["text"].startswith("À Ben :\nGalets (mars) vous attend : se déclarer prêt.")
    assert "lpbe ready mars" in blue["text"] and "jusqu'au 2026-01-03 08:00 UTC" in blue["text"]
    assert green["text"].startswith("To Cleo:")


def test_who_has_not_joined_is_told_how_and_no_invitation_is_given_away(tmp_path: Path) -> None:
    club = timed_game(tmp_path / "join")
    codes = club.do(HOST, "invite", "mars")["invitations"]
    result = messages(club, "--now", january(1), who=HOST)
    assert [one["seat"] for one in result] == ["blue", "green"] and "name" not in result[0]
    assert "lpbe join mars --seat blue --name NAME --code CODE" in result[0]["text"]
    assert "Without you, the game will be void before it has started." in result[0]["text"]
    assert not [code for code in codes.values() for one in result if code in one["text"]]


def test_who_has_filed_an_answer_is_not_reminded(club_at: Stages) -> None:
    club = club_at("bids")
    club.order("green", "bid coins=0")
    assert messages(club) == []
    assert club.lpbe("eve", "remind", "mars").out == "nobody has to answer right now\n"


def test_a_game_without_a_pace_tells_steps(stages: Stages) -> None:
    (only,) = messages(stages("bids"))
    assert "Waiting since step 6." in only["text"] and "Without" not in only["text"]
    assert {"began", "deadline"}.isdisjoint(only)


def test_a_game_that_is_over_reminds_nobody(stages: Stages) -> None:
    assert messages(stages("finished")) == []


def test_nothing_private_is_told(club_at: Stages) -> None:
    """The text is the same whoever asks, and whatever key is at home."""
    club = club_at("bids")
    outputs = {club.lpbe(who, "remind", "mars").out for who in (HOST, "ben", "cleo", "eve")}
    assert len(outputs) == 1
    club.do("cleo", "policy", "mars", "bid=1")
    club.run()
    after = {club.lpbe(who, "remind", "mars").out for who in (HOST, "ben", "cleo", "eve")}
    assert len(after) == 1


def test_a_seat_that_the_machine_plays_is_not_reminded(tmp_path: Path) -> None:
    club = timed_game(tmp_path / "bot", "--bot", "green")
    assert [one["seat"] for one in messages(club, "--now", january(1))] == ["blue"]


@pytest.mark.parametrize("folder", ["it's mine", "-rf", "a;b", "ü\u202e"])
def test_a_path_can_be_pasted_into_a_shell(club_at: Stages, folder: str) -> None:
    club = club_at("bids")
    (club.root / folder).mkdir()
    club.mars.rename(club.root / folder / "mars")
    (club.root / folder / "mars").rename(club.root / folder / f"x{folder}")
    answer = club.lpbe("eve", "remind", f"./{folder}/x{folder}")
    assert answer.status == 0 and str(club.root) not in answer.out
