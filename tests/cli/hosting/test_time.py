"""Time in a game that lasts for weeks: pace, pauses, deadlines, players who do not answer, and wrong clocks."""

from __future__ import annotations

import shutil
from datetime import UTC, datetime, timedelta
from os import utime
from pathlib import Path
from time import sleep
from typing import Any

import pytest
from msgspec import UnsetType
from msgspec.structs import replace

from lpbe.app.creating.terms import terms_lines
from lpbe.app.hosting.referee_actions import Host, make_run
from lpbe.app.session.open_game import open_game
from lpbe.kernel.chain.deadlines import TIME_FORMAT, shift_time
from lpbe.kernel.chain.genesis import given_seat
from lpbe.kernel.chain.letter import kind_of
from lpbe.kernel.chain.letters.pace import PaceLetter, PauseLetter
from lpbe.kernel.chain.transition import referee_of

from ...size_limits import sizes
from ..interface.test_json_answers import fits
from ..playing.test_talk import report
from ..world.club import HOST, Answer, Club, identity
from ..world.forged_last_step import signed_anew


def day(number: int, hour: int = 8) -> str:
    """Return a moment of January 2026."""
    return f"2026-01-{number:02}T{hour:02}:00:00Z"


def paced_game(root: Path, *options: str, start: str = day(1), pace: str = "2d") -> Club:
    """Bidding since the first of January, with two days for every answer."""
    club = Club.begin(root, "--pace", pace, *options, "--now", start)
    club.join_all("--now", start)
    club.ready_all("--now", start)
    return club


@pytest.fixture(scope="module")
def bidding(tmp_path_factory: pytest.TempPathFactory) -> Club:
    return paced_game(tmp_path_factory.mktemp("paced") / "club")


@pytest.fixture
def club(bidding: Club, tmp_path: Path) -> Club:
    return bidding.copy(tmp_path / "club")


def refusal_of(answer: Answer) -> tuple[int, str]:
    return answer.status, answer.code


def deadline(club: Club) -> str:
    return str(club.game.state.window.deadline)


def host(club: Club, *args: str, now: str = day(1)) -> dict[str, Any]:
    """Let the host change something about time, and run the game."""
    result = club.do(HOST, *args, "--now", now)
    fits(result, "answer-order")
    return club.run("--now", now)


def run_as_host(club: Club, *args: str, now: str = day(1)) -> tuple[int, str]:
    with club.untouched():
        return refusal_of(club.lpbe(HOST, *args, "--now", now, "--json"))


# pace, pause, extend


def test_a_longer_pace_is_the_hosts_to_give(club: Club) -> None:
    host(club, "pace", "mars", "3d")
    assert "The host changes the pace: 3 days for every answer, from the next question on." in report(club)
    assert deadline(club) == day(3)
    club.play_on(1, "--now", day(2))
    assert deadline(club) == day(5)


def test_a_shorter_pace_needs_the_players(club: Club) -> None:
    assert run_as_host(club, "pace", "mars", "1d") == (5, "E_ORDER_QUORUM")
    fits(club.do(HOST, "endorse", "mars", "--pace", "1d"), "answer-order")
    club.run("--now", day(1))
    assert "Ana agrees to a pace of 1 day." in report(club)
    assert run_as_host(club, "pace", "mars", "1d") == (5, "E_ORDER_QUORUM")
    club.do("ben", "endorse", "mars", "--pace", "1d")
    club.run("--now", day(1))
    host(club, "pace", "mars", "1d")
    assert deadline(club) == day(3)
    club.play_on(1, "--now", day(2))
    assert deadline(club) == day(3)
    assert club.lpbe("eve", "verify", "mars").status == 3


def test_an_agreement_is_used_up_by_the_change_it_was_for(club: Club) -> None:
    for who in (HOST, "ben"):
        club.do(who, "endorse", "mars", "--pace", "1d")
    club.run("--now", day(1))
    host(club, "pace", "mars", "1d")
    host(club, "pace", "mars", "2d")
    assert run_as_host(club, "pace", "mars", "1d") == (5, "E_ORDER_QUORUM")


def test_nobody_pushes_the_agreement_of_others_out(club: Club) -> None:
    """A seat can agree to only one pace at a time."""
    for who in ("ben", "cleo"):
        club.do(who, "endorse", "mars", "--pace", "1d")
    club.run("--now", day(1))
    for hours in range(10, 16):
        club.do(HOST, "endorse", "mars", "--pace", f"{hours}h")
        club.run("--now", day(1))
    assert sum(len(one.endorsed) for one in club.game.state.agreed) == 3
    host(club, "pace", "mars", "1d")


def test_who_agrees_to_another_pace_takes_the_first_back(club: Club) -> None:
    for who in ("ben", "cleo"):
        club.do(who, "endorse", "mars", "--pace", "1d")
    club.run("--now", day(1))
    club.do("cleo", "endorse", "mars", "--pace", "30h")
    club.run("--now", day(1))
    assert run_as_host(club, "pace", "mars", "1d") == (5, "E_ORDER_QUORUM")


def test_nobody_agrees_to_a_pace_where_there_is_none(tmp_path: Path) -> None:
    club = Club.begin(tmp_path / "none")
    club.join_all()
    with club.untouched():
        assert refusal_of(club.lpbe("ben", "endorse", "mars", "--pace", "1d", "--json")) == (5, "E_ORDER_KIND")


def test_hours_are_compared_with_days(club: Club) -> None:
    assert run_as_host(club, "pace", "mars", "47h") == (5, "E_ORDER_QUORUM")
    host(club, "pace", "mars", "49h")


def test_a_pause_stops_the_clock_for_all(club: Club) -> None:
    host(club, "pause", "mars", "--until", "10d", now=day(2))
    assert "The host pauses the game until 2026-01-12 08:00 UTC. The clock stops until then." in report(club)
    assert deadline(club) == day(13)
    assert club.run("--now", day(13))["applied"] == []
    assert club.run("--now", day(13, 9))["applied"][0]["seat"] == "referee"


def test_what_is_asked_during_a_pause_has_its_whole_time_after_it(club: Club) -> None:
    host(club, "pause", "mars", "--until", day(10), now=day(2))
    club.play_on(1, "--now", day(3))
    assert deadline(club) == day(12)


def test_a_pause_never_gets_shorter(club: Club) -> None:
    host(club, "pause", "mars", "--until", day(10), now=day(2))
    assert run_as_host(club, "pause", "mars", "--until", day(9), now=day(2)) == (5, "E_ORDER_EARLY")
    assert run_as_host(club, "pause", "mars", "--until", day(1), now=day(11)) == (5, "E_ORDER_EARLY")
    host(club, "pause", "mars", "--until", day(12), now=day(3))
    assert deadline(club) == day(13)


def test_a_pause_in_the_days_of_grace_starts_them_again(tmp_path: Path) -> None:
    club = paced_game(tmp_path / "grace", "--grace", "1d")
    host(club, "pause", "mars", "--until", day(10), now=day(3, 20))
    assert deadline(club) == day(10)
    assert club.run("--now", day(11))["applied"] == []
    assert club.run("--now", day(11, 9))["applied"]


def test_more_time_for_the_open_question(club: Club) -> None:
    host(club, "extend", "mars", "--until", "+1d")
    assert "The host allows more time for the open question: until 2026-01-04 08:00 UTC." in report(club)
    assert deadline(club) == day(4)
    assert run_as_host(club, "extend", "mars", "--until", day(3)) == (5, "E_ORDER_EARLY")
    assert club.run("--now", day(4))["applied"] == []


def test_a_letter_of_the_host_comes_before_the_time_out(club: Club) -> None:
    club.do(HOST, "extend", "mars", "--until", "+4d", "--now", day(3))
    done = club.run("--now", day(5))
    assert [item["seat"] for item in done["applied"]] == ["referee"] and deadline(club) == day(7)


@pytest.mark.parametrize("until", ["9999-12-31T23:59:59Z", "2027-02-01T00:00:00Z", "9999d"])
@pytest.mark.parametrize("command", ["pause", "extend"])
def test_nobody_stops_a_clock_for_good(club: Club, command: str, until: str) -> None:
    assert run_as_host(club, command, "mars", "--until", until) == (5, "E_ORDER_KIND")


@pytest.mark.parametrize("until", ["soon", "", "2026-01-05", "2026-01-05T08:00:00", "0d", "-1d", "٣d", "1" * 99 + "d"])
def test_a_time_without_a_zone_is_none(club: Club, until: str) -> None:
    assert run_as_host(club, "pause", "mars", "--until", until) == (2, "E_USAGE")


def test_two_time_zones_mean_one_moment(club: Club, tmp_path: Path) -> None:
    host(club, "pause", "mars", "--until", "2026-01-10T10:00+02:00")
    assert club.game.state.paused == day(10)
    host(club, "pause", "mars", "--until", "2026-01-11 08:00 UTC")
    assert club.game.state.paused == day(11)


@pytest.mark.parametrize("pace", ["soon", "0d", "3", "3w", "10000d", "01d", "²d"])
def test_a_pace_that_is_none(club: Club, pace: str) -> None:
    assert run_as_host(club, "pace", "mars", pace) == (2, "E_USAGE")
    with club.untouched():
        assert refusal_of(club.lpbe("ben", "endorse", "mars", "--pace", pace, "--json")) == (2, "E_USAGE")


def test_only_the_host_speaks_about_time(club: Club) -> None:
    for command in (["pace", "mars", "3d"], ["pause", "mars", "--until", "3d"], ["extend", "mars", "--until", "3d"]):
        with club.untouched():
            assert refusal_of(club.lpbe("ben", *command, "--now", day(1), "--json")) == (6, "E_KEY_ROLE")


def test_a_game_without_a_pace_has_no_time(tmp_path: Path) -> None:
    club = Club.begin(tmp_path / "slow")
    for command in (["pace", "mars", "3d"], ["pause", "mars", "--until", "3d"], ["extend", "mars", "--until", "3d"]):
        assert run_as_host(club, *command) == (5, "E_ORDER_KIND")


def test_in_an_open_game_anybody_may_say_it(tmp_path: Path) -> None:
    club = Club.begin(tmp_path / "open", "--open", "--seed", "5e" * 32, "--pace", "2d", "--now", day(1))
    host(club, "pause", "mars", "--until", "10d")
    assert run_as_host(club, "pace", "mars", "1d") == (5, "E_ORDER_QUORUM")
    for seat in ("red", "blue"):
        club.do("eve", "endorse", "mars", "--pace", "1d", "--as", seat)
    club.run("--now", day(1))
    host(club, "pace", "mars", "1d")


def test_the_words_are_french_in_a_french_game(tmp_path: Path) -> None:
    club = paced_game(tmp_path / "fr", "--lang", "fr")
    host(club, "pace", "mars", "60h")
    assert "L'hôte change le rythme : 60 heures pour chaque réponse" in report(club)
    host(club, "pause", "mars", "--until", "1d")
    assert "L'hôte suspend la partie jusqu'au 2026-01-02 08:00 UTC" in report(club)
    result = club.lpbe(HOST, "pace", "mars", "1d", "--now", day(1))
    assert (result.status, "trop peu de joueurs ont accepté un rythme plus rapide" in result.err) == (5, True)


def without_reports(club: Club) -> Club:
    """Return a forger writes no reports that could be compared with the log."""
    shutil.rmtree(club.mars / "reports")
    return club


@pytest.mark.parametrize(("pace", "status"), [("60h", 3), ("3d", 3), ("47h", 4), ("1h", 4)])
def test_a_referee_who_shortens_the_pace_alone_is_found(club: Club, pace: str, status: int) -> None:
    host(club, "pace", "mars", "3d")
    letter = club.game.last.letter
    assert isinstance(letter, PaceLetter)
    signed_anew(without_reports(club), replace(letter, args=replace(letter.args, pace=pace)), pace=pace)
    assert club.lpbe("eve", "verify", "mars").status == status


@pytest.mark.parametrize(("end", "status"), [(day(13), 3), (day(9), 4), ("2028-01-01T00:00:00Z", 4)])
def test_a_referee_who_shortens_a_pause_is_found(club: Club, end: str, status: int) -> None:
    host(club, "pause", "mars", "--until", day(10))
    host(club, "pause", "mars", "--until", day(12))
    letter, window = club.game.last.letter, club.game.state.window
    assert isinstance(letter, PauseLetter)
    deadline = shift_time(day(3), day(1), end)
    forged = replace(letter, args=replace(letter.args, until=end))
    signed_anew(without_reports(club), forged, paused=end, window=replace(window, deadline=deadline))
    assert club.lpbe("eve", "verify", "mars").status == status


# what a run does by itself


def silent(club: Club) -> list[str]:
    """Return the seats that timed out according to the log, in order."""
    events = [event for entry in club.entries for event in entry.public.events if event["event"] == "silent"]
    return [seat for event in events for seat in event["seats"]]


def kinds(club: Club) -> list[str]:
    return [kind_of(entry.letter) for entry in club.entries if not isinstance(entry.letter, UnsetType)]


def test_a_letter_in_the_inbox_beats_the_time_out(club: Club) -> None:
    for seat in club.seats:
        club.order(seat, "bid coins=1")
    club.run("--now", day(20), "--clock-is-right")
    assert silent(club) == [] and "timeout" not in kinds(club)


def test_a_note_is_no_speech(club: Club) -> None:
    club.order("red", "bid coins=1")
    club.order("green", "bid coins=1")
    club.run("--now", day(2))
    club.do("ben", "note", "mars", "still thinking")
    club.run("--now", day(4))
    assert silent(club)[0] == "blue" and given_seat(club.game.state, "blue").missed >= 1
    missed = given_seat(club.game.state, "blue").missed
    club.do("ben", "note", "mars", "sorry")
    club.run("--now", day(4))
    assert given_seat(club.game.state, "blue").missed == missed


def test_a_bot_takes_the_seat_of_who_is_silent_too_often(tmp_path: Path) -> None:
    club = paced_game(tmp_path / "bot", "--bot-after", "2", "--set", "pebbles.rounds=3")
    step = 1
    while not any(seat.held for seat in club.game.state.seats):
        step += 2
        for seat in ("red", "green"):
            if seat in club.game.state.window.waiting:
                club.order(seat, club.legal(seat)[0])
        club.run("--now", day(step, 9))
    assert step < 12 and silent(club).count("blue") == 2
    number = kinds(club).index("replace") + 1
    result = " ".join((club.mars / "reports" / f"{number:06}.txt").read_text().split())
    assert (
        "Ben missed as many deadlines in a row as the terms allow. From now on the bot greedy plays this seat."
        in result
    )
    assert "another person" not in result and "must agree" not in result
    assert (
        "A bot plays for Ben. To come back, the player runs lpbe key show --for GAME --seat SEAT and sends the line"
        in result
    )
    assert given_seat(club.game.state, "blue").held == "bot:greedy@2"
    assert club.lpbe("eve", "verify", "mars").status in (0, 3)
    assert club.run("--now", day(step, 9))["applied"] == []


def test_the_person_comes_back_and_plays_on(tmp_path: Path) -> None:
    club = paced_game(tmp_path / "back", "--bot-after", "1", "--set", "pebbles.rounds=4")
    for seat in ("red", "green"):
        club.order(seat, "bid coins=0")
    club.run("--now", day(4))
    assert given_seat(club.game.state, "blue").held
    line = club.do("ben", "key", "show", "--for", "mars", "--seat", "blue")["public"]
    club.do(HOST, "replace", "mars", "blue", "--to", line)
    club.run("--now", day(4))
    for who in (HOST, "cleo"):
        club.do(who, "endorse", "mars")
    club.run("--now", day(4))
    assert not given_seat(club.game.state, "blue").held
    assert "A bot plays" not in report(club)
    club.play_on(60, "--now", day(4))
    assert club.game.state.window.kind == "over"
    assert "blue" in {entry.letter.seat for entry in club.entries[-20:] if not isinstance(entry.letter, UnsetType)}
    assert club.lpbe("eve", "verify", "mars").status == 0


def test_a_bot_makes_no_other_seat_easier_to_take(tmp_path: Path) -> None:
    """Cleo misses a deadline; the host still cannot give Ben's seat to another key alone."""
    club = paced_game(tmp_path / "few", "--bot-after", "1", "--set", "pebbles.rounds=4")
    for seat in ("red", "blue"):
        club.order(seat, "bid coins=0")
    club.run("--now", day(4))
    assert given_seat(club.game.state, "green").held
    votes = "(votes needed: 2 of 2), the host can give these seats to another person or key: Red, Blue"
    assert votes in "\n".join(terms_lines(club.game.genesis, club.game.state, "en"))
    line = club.do("eve", "key", "show", "--for", "mars", "--seat", "blue")["public"]
    club.do(HOST, "replace", "mars", "blue", "--to", line)
    club.run("--now", day(4))
    club.do(HOST, "endorse", "mars")
    club.run("--now", day(4))
    assert given_seat(club.game.state, "blue").sign == identity("ben").keys[0]
    assert [pending.endorsed for pending in club.game.state.replacing] == [["red"]]
    assert club.lpbe("eve", "verify", "mars").status == 3


def test_a_bot_is_never_silent_and_takes_no_other_seat(tmp_path: Path) -> None:
    club = paced_game(tmp_path / "all", "--bot-after", "1", "--set", "pebbles.rounds=2")
    club.run("--now", "2026-02-01T08:00:00Z", "--clock-is-right")
    assert club.game.state.window.kind == "over"
    assert kinds(club).count("replace") == 3
    assert club.lpbe("eve", "verify", "mars").status == 0


def test_a_last_step_ahead_of_the_clock_makes_no_time_out(tmp_path: Path) -> None:
    club = paced_game(tmp_path / "ahead", pace="300d")
    club.order("red", "bid coins=1")
    club.run("--now", "2026-10-01T08:00:00Z")
    club.order("blue", "bid coins=1")
    result = club.run("--now", "2025-01-02T08:00:00Z")
    fits(result, "answer-run")
    assert result["ahead"] == "2026-10-01T08:00:00Z"
    assert [item["seat"] for item in result["applied"]] == ["blue"] and silent(club) == []
    assert club.game.last.head.at == "2026-10-01T08:00:00Z"
    spoken = club.lpbe(HOST, "run", "mars", "--now", "2026-01-02T08:00:00Z")
    assert spoken.status == 0 and "2026-10-01 08:00 UTC" in spoken.out and "no deadline can pass" in spoken.out
    assert "ahead" not in club.run("--now", "2026-10-01T08:01:00Z")
    assert club.run("--now", "2026-11-01T08:01:00Z")["applied"][0]["seat"] == "referee"


def test_time_never_runs_backwards(club: Club) -> None:
    club.order("red", "bid coins=1")
    club.run("--now", day(2))
    club.order("blue", "bid coins=1")
    club.run("--now", "2026-01-02T07:58:00Z")
    assert club.game.last.head.at == day(2)


def test_a_time_in_the_future_is_refused(club: Club) -> None:
    with club.untouched():
        assert refusal_of(club.lpbe(HOST, "run", "mars", "--now", "2999-01-01T00:00:00Z", "--json")) == (75, "E_CLOCK")


@pytest.mark.parametrize("stage", ["join", "ready"])
def test_a_game_that_nobody_comes_to_is_void(tmp_path: Path, stage: str) -> None:
    club = Club.begin(tmp_path / stage, "--pace", "2d", "--now", day(1))
    if stage == "ready":
        club.join_all("--now", day(1))
    else:
        club.run("--now", day(1))
    assert club.game.state.window.kind == stage
    assert club.run("--now", day(3))["applied"] == []
    club.run("--now", day(3, 9))
    assert club.game.state.window.kind == "over"
    assert "Not everybody was ready in time, so the game is void" in report(club)
    assert club.lpbe("eve", "verify", "mars").status == 0


# a host on holiday, players who are late, tables without keys


def test_a_host_who_was_away_gives_the_time_back(tmp_path: Path) -> None:
    """What was in the inbox meanwhile costs nobody a day of vacation, and whoever could not know has time again."""
    club = paced_game(tmp_path / "away", "--vacation", "3")
    club.order("blue", "bid coins=1")
    club.do(HOST, "extend", "mars", "--until", "+1d", "--now", day(28))
    club.run("--now", day(28))
    assert deadline(club) == day(29) and silent(club) == []
    assert [seat.away for seat in club.game.state.seats] == [0, 0, 0]


@pytest.mark.parametrize(("came", "days"), [(True, 0), (False, 3)])
def test_who_answered_in_time_loses_no_day_because_the_host_ran_late(tmp_path: Path, came: bool, days: int) -> None:
    """The run gives the time back by itself if the host's disk shows that the answer had arrived."""
    club = paced_game(tmp_path / "late", "--vacation", "3", "--grace", "12h")
    club.order("blue", "bid coins=1")
    asked = []

    class Disk(Host):
        def came_by(self, path: str, until: str) -> bool:
            asked.append((Path(path).name, until))
            return came

    opened = open_game(str(club.mars))
    make_run(opened, referee_of(opened.game, identity(HOST)), Disk(opened, day(28))).apply_all()
    assert asked == [("2-blue-0.toml", day(3, 20))]
    assert given_seat(club.game.state, "blue").away == days
    if came:
        assert kinds(club)[-2:] == ["extend", "play"]
        assert deadline(club) == day(28) and silent(club) == []
    assert club.lpbe("eve", "verify", "mars").status == 3


@sizes("late", 0, 1)
def test_an_answer_came_when_the_disk_says_so_and_not_when_it_says_itself(tmp_path: Path, late: int) -> None:
    """By the clock: it is filed before the deadline, or after it with an older date; the host runs the game later."""
    moment = datetime.now(UTC) - timedelta(hours=1, seconds=-30 if late else 1)
    club = paced_game(tmp_path / "clock", "--vacation", "3", pace="1h", start=moment.strftime(TIME_FORMAT))
    club.order("blue", "bid coins=1")
    if late:
        sleep(max(0.0, (moment + timedelta(hours=1, seconds=2) - datetime.now(UTC)).total_seconds()))
    else:
        utime(club.inbox / "2-blue-0.toml", (0, 0))
    club.run()
    assert given_seat(club.game.state, "blue").away == (0 if late else 1)


def test_what_lies_in_the_inbox_opens_the_next_question_with_all_its_time(club: Club) -> None:
    for seat in club.seats:
        club.order(seat, "bid coins=1")
    club.run("--now", day(28), "--clock-is-right")
    assert deadline(club) == day(30) and silent(club) == []


@pytest.mark.parametrize("stage", ["join", "ready"])
def test_a_game_that_has_not_begun_can_be_paused(tmp_path: Path, stage: str) -> None:
    club = Club.begin(tmp_path / stage, "--pace", "2d", "--now", day(1))
    if stage == "ready":
        club.join_all("--now", day(1))
    else:
        club.run("--now", day(1))
    host(club, "pause", "mars", "--until", "10d")
    assert club.run("--now", day(13))["applied"] == [] and deadline(club) == day(13)
    host(club, "extend", "mars", "--until", "+1d", now=day(13))
    club.run("--now", day(14, 9))
    assert club.game.state.window.kind == "over"


def test_who_joins_at_the_last_moment_is_not_too_late(tmp_path: Path) -> None:
    club = Club.begin(tmp_path / "late", "--pace", "2d", "--now", day(1))
    club.join_all("--now", day(9), "--clock-is-right")
    assert club.game.state.window.kind == "ready" and deadline(club) == day(11)


def test_an_open_game_goes_on_without_the_silent_too(tmp_path: Path) -> None:
    club = Club.begin(tmp_path / "open", "--open", "--seed", "5e" * 32, "--pace", "2d", "--now", day(1))
    club.do("eve", "order", "mars", "bid coins=1", "--as", "blue")
    club.run("--now", day(2))
    assert club.run("--now", day(4))["applied"][0]["seat"] == "referee"
    assert silent(club)[:2] == ["red", "green"]
    assert club.lpbe("eve", "verify", "mars").status == 0


@pytest.mark.parametrize("command", [["todo"], ["remind", "mars"], ["run", "mars"]])
@pytest.mark.parametrize(("now", "code"), [("soon", "E_SCHEMA"), ("2999-01-01T00:00:00Z", "E_CLOCK")])
def test_a_time_that_is_none_is_told(club: Club, command: list[str], now: str, code: str) -> None:
    with club.untouched():
        answer = club.lpbe(HOST, *command, "--now", now, "--json")
        assert (answer.status in (6, 75), answer.code) == (True, code)


# terms


def test_grace_and_vacation_are_terms(tmp_path: Path) -> None:
    club = paced_game(tmp_path / "terms", "--grace", "12h", "--vacation", "3")
    genesis = club.game.genesis
    assert (genesis.grace, genesis.vacation) == ("12h", 3)
    club.order("blue", "bid coins=1")
    club.run("--now", day(3, 20))
    assert given_seat(club.game.state, "blue").away == 0
    club.order("green", "bid coins=1")
    club.run("--now", day(4, 21))
    assert given_seat(club.game.state, "green").away == 2
    assert club.run("--now", day(6, 20))["applied"] == []
    assert club.run("--now", day(6, 21))["applied"]
    assert given_seat(club.game.state, "red").away == 3


@pytest.mark.parametrize("terms", [["--grace", "1d"], ["--vacation", "3"], ["--pace", "2d", "--grace", "soon"]])
def test_terms_about_time_that_mean_nothing(tmp_path: Path, terms: list[str]) -> None:
    club = Club.begin(tmp_path / "club")
    answer = club.lpbe(HOST, "new", "other", "--game", "pebbles", "--seats", "red,blue", *terms, "--json")
    assert answer.status in (2, 6) and not (club.root / "other").exists()


@pytest.mark.parametrize("now", ["2026-1-1T08:00:00Z", "0001-01-01T00:00:00Z", "1999-12-31T23:59:59Z"])
def test_no_time_is_written_that_cannot_be_read_again(tmp_path: Path, now: str) -> None:
    club = Club.begin(tmp_path / "club")
    new = ["new", "other", "--game", "pebbles", "--seats", "red,blue", "--as", "red", "--pace", "2d", "--now", now]
    if club.lpbe(HOST, *new, "--json").status == 0:
        assert club.lpbe(HOST, "run", "other", "--now", now).status == 0
        assert club.lpbe(HOST, "show", "other").status == 0
    else:
        assert not (club.root / "other").exists()
