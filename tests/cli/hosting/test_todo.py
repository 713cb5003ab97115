"""What is waiting for the caller: found in folders, on one line each, oldest first."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from lpbe.games import GAMES, book_of, game_of
from lpbe.kernel.chain import player_view
from lpbe.kernel.content import packs
from lpbe.kernel.engine.model import Question
from lpbe.kernel.engine.rulebook import tag
from lpbe.kernel.gamedir.inbox import dump_letter
from tests import letter_types

from ..conftest import DAYS, Stages
from ..interface.test_json_answers import fits
from ..world.club import Club, identity


def todo(club: Club, who: str, *args: str) -> list[str]:
    answer = club.lpbe(who, "todo", *args)
    assert answer.status == 0, answer
    return answer.out.splitlines()


def wishes(club: Club, who: str, *args: str) -> list[dict[str, Any]]:
    result = club.do(who, "todo", *args)
    fits(result, "answer-todo")
    return list(result["games"])


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("game", list(GAMES))
def test_every_question_of_every_game_has_a_title(game: str, lang: str) -> None:
    book = book_of(game, list(game_of(game).expansions))
    asked = {tag(kind) for kind in book.steps.values() if issubclass(kind, Question)}
    titles = {key.removeprefix("ask.") for key in packs.words(game, lang).terms if key.startswith("ask.")}
    assert titles == asked | {"join", "ready", "endorse"}


def test_the_seat_whose_key_i_have_is_named_with_the_question_and_since_when(stages: Stages) -> None:
    club = stages("bidding")
    assert todo(club, "ben") == ["mars: bid (Blue), since step 6"]
    assert todo(club, "ben", "mars/game.toml") == ["mars/game.toml: bid (Blue), since step 6"]
    assert wishes(club, "cleo", "mars") == [
        {
            "path": "mars",
            "game": club.game.state.game,
            "rules": "pebbles",
            "seq": 6,
            "since": 6,
            "wants": "answer",
            "question": "bid",
            "seats": ["green"],
            "text": "mars: bid (Green), since step 6",
        }
    ]


def test_a_player_is_told_in_the_language_of_the_seat(tmp_path: Path) -> None:
    club = Club.begin(tmp_path / "fr", seats=("red", "blue"))
    code = club.do("ana", "invite", "mars")["invitations"]["blue"]
    club.do("ben", "join", "mars", "--seat", "blue", "--name", "Ben", "--code", code, "--lang", "fr")
    club.run()
    assert todo(club, "ben") == ["mars: se déclarer prêt (Bleu), depuis l'étape 2"]
    code = club.do("ana", "invite", "mars")["invitations"]
    assert code == {} and todo(club, "ana") == ["you have nothing to do"], "a host who plays is ready first"


@pytest.mark.parametrize(
    ("lang", "expected"), [("fr", "miser (Rouge), depuis l'étape 4"), ("en", "bid (Red), since step 4")]
)
def test_a_list_of_games_is_in_the_language_that_was_asked_for(tmp_path: Path, lang: str, expected: str) -> None:
    club = Club.begin(tmp_path / "club", seats=("red", "blue"))
    options = ["--game", "pebbles", "--seats", "red,blue", "--as", "red", "--mail", "blue"]
    for name, own in (("deimos", "en"), ("phobos", "fr")):
        club.do("ana", "new", name, *options, "--lang", own)
        club.do("ana", "run", name)
    lines = club.lpbe("ana", "todo", "deimos", "phobos", env={"LPBE_LANG": lang}).out.splitlines()
    assert sorted(lines) == [f"deimos: {expected}", f"phobos: {expected}"]


def test_an_order_in_the_inbox_waits_for_the_host(club_at: Stages) -> None:
    club = club_at("bidding")
    club.order("blue", "bid coins=1")
    club.order("blue", "bid coins=2")
    club.order("green", "bid coins=2")
    filed = "mars: your answer is in inbox/, waiting for the host (lpbe run)"
    assert todo(club, "ben") == ["you have nothing to do", filed]
    assert wishes(club, "ben") == []
    assert todo(club, "ben", "--all") == [filed]
    assert todo(club, "ana") == ["mars: bid (Red), since step 6", "mars: run: 2 orders waiting"]
    assert [item.get("orders") for item in wishes(club, "ana")] == [None, 2]
    club.run()
    assert todo(club, "ana") == ["mars: bid (Red), since step 6"]
    assert todo(club, "ben", "--all") == ["mars: your answer is in, waiting for Ana, since step 6"]


def test_what_others_put_into_the_inbox_in_my_name_counts_for_nothing(club_at: Stages) -> None:
    club = club_at("bidding")
    path = club.root / club.order("blue", "bid coins=1")
    forged = path.read_text().replace("seat = 'blue'", "seat = 'green'").replace('seat = "blue"', 'seat = "green"')
    path.with_name("2-green-0.toml").write_text(forged)
    assert '"green"' in forged or "'green'" in forged
    (club.inbox / "README.txt").write_text("not an order")
    assert todo(club, "cleo") == ["mars: bid (Green), since step 6"]
    assert wishes(club, "ana")[-1]["orders"] == 1


def test_a_lone_game_file_looks_for_orders_beside_it(club_at: Stages) -> None:
    club = club_at("bidding")
    shutil.copy(club.mars / "game.toml", club.root / "lone.toml")
    assert todo(club, "ben", "lone.toml") == ["lone.toml: bid (Blue), since step 6"]
    club.do("ben", "order", "lone.toml", "bid coins=1")
    assert wishes(club, "ben", "lone.toml", "--all")[0]["why"] == "filed"
    assert wishes(club, "ana", "lone.toml", "--all")[0]["wants"] == "answer", "nobody runs a lone file"


@pytest.mark.parametrize(
    ("stage", "who", "why", "line"),
    [
        ("finished", "ben", "over", "mars: the game is over"),
        ("bidding", "eve", "stranger", "mars: you have no seat here"),
        ("turn", "cleo", "others", "mars: waiting for Ben, since step 9"),
        ("turn", "ana", "others", "mars: waiting for Ben, since step 9"),
        ("bids", "ben", "answered", "mars: your answer is in, waiting for Cleo, since step 6"),
    ],
)
def test_games_that_do_not_wait_for_me_are_left_out(stages: Stages, stage: str, who: str, why: str, line: str) -> None:
    club = stages(stage)
    assert wishes(club, who) == []
    assert [(item["wants"], item["why"]) for item in wishes(club, who, "--all")] == [("nothing", why)]
    assert todo(club, who, "--all") == [line]


def test_a_seat_kept_for_my_key_waits_for_me_to_join(tmp_path: Path) -> None:
    line = f"lpbe-pub-1 {' '.join(identity('ben').keys)}"
    club = Club.begin(tmp_path / "kept", "--for", f"blue={line}", seats=("red", "blue"))
    assert todo(club, "ben") == ["mars: join (Blue), since step 0"]
    assert todo(club, "ana") == ["mars: run: 1 order waiting"]
    foreign = letter_types.join_letter(club.game, "blue", identity("eve"), "Eve", "en", "")
    (club.inbox / "eve.toml").write_bytes(dump_letter(player_view.sign(identity("eve"), foreign), "eve.toml"))
    assert todo(club, "ben") == ["mars: join (Blue), since step 0"], "somebody else's join is not mine"
    club.do("ben", "join", "mars", "--name", "Ben")
    assert wishes(club, "ben", "--all")[0]["why"] == "filed"
    assert wishes(club, "dan", "--all")[0]["why"] == "stranger"


def test_who_has_a_say_in_a_replacement_is_asked_for_it(club_at: Stages) -> None:
    club = club_at("replacing")
    assert "mars: endorse the new keys of Cleo (Blue)" in todo(club, "ben")
    assert [item["wants"] for item in wishes(club, "cleo")] == ["answer"], "not about her own seat"
    club.do("ben", "endorse", "mars")
    assert [item["wants"] for item in wishes(club, "ben")] == ["answer"]


def test_an_open_game_waits_for_anybody(club_at: Stages) -> None:
    club = club_at("open")
    assert todo(club, "eve") == ["mars: bid (Red, Blue, Green), since step 0"]
    club.do("eve", "order", "mars", "bid coins=1", "--as", "blue")
    assert todo(club, "eve") == ["mars: bid (Red, Green), since step 0", "mars: run: 1 order waiting"]


def test_games_are_found_three_folders_down_and_once(club_at: Stages) -> None:
    club = club_at("bidding")
    for place in ("one", "a/two", "a/b/three", "a/b/c/four", ".hidden", "mars/inbox/five"):
        shutil.copytree(club.mars, club.root / place, ignore=shutil.ignore_patterns("inbox"))
    (club.root / "link").symlink_to("one")
    found = wishes(club, "ben", ".", "mars", "./one/game.toml")
    assert sorted(item["path"] for item in found) == ["a/b/three", "a/two", "mars", "one"]
    assert sorted(item["path"] for item in wishes(club, "ben", "a")) == ["a/b/c/four", "a/b/three", "a/two"]


def test_a_broken_game_is_named_and_the_others_are_still_listed(club_at: Stages) -> None:
    club = club_at("bidding")
    (club.root / "bad").mkdir()
    (club.root / "bad" / "game.toml").write_text("= nonsense")
    shutil.copytree(club.mars, club.root / "false")
    text = (club.root / "false" / "game.toml").read_text()
    (club.root / "false" / "game.toml").write_text(text.replace("seq = 6", "seq = 7"))
    answer = club.lpbe("ben", "todo", ".", "nowhere")
    assert answer.status == 0 and answer.out == "mars: bid (Blue), since step 6\n"
    first, second, third = answer.err.splitlines()
    assert first.startswith("bad/game.toml: ") and first.endswith("[E_FILE_SYNTAX]")
    assert second.startswith("false: ") and second.endswith("[E_SIG_INVALID]")
    assert third.startswith("nowhere: ") and third.endswith("[E_FILE_MISSING]")
    result = club.do("ben", "todo", ".", "nowhere")
    fits(result, "answer-todo")
    assert [one["code"] for one in result["unread"]] == ["E_FILE_SYNTAX", "E_SIG_INVALID", "E_FILE_MISSING"]


def test_if_nothing_can_be_read_that_is_an_error(club_at: Stages) -> None:
    club = club_at("bidding")
    text = (club.mars / "game.toml").read_text()
    (club.mars / "game.toml").write_text(text.replace("seq = 6", "seq = 7"))
    both = club.lpbe("ben", "todo", "mars", "nowhere")
    assert both.status == 4 and "mars" in both.err and "nowhere" in both.err
    answer = club.lpbe("ben", "todo", "mars", "--json")
    assert (answer.status, answer.code) == (4, "E_SIG_INVALID")
    assert club.lpbe("ben", "todo", "homes").out == "there is no game here\n"


def test_deadlines_come_first_and_the_nearest_before(club_at: Stages, tmp_path: Path) -> None:
    late = club_at("paced")
    soon = Club.begin(tmp_path / "soon", "--pace", "12h", "--now", DAYS[0], "--nonce", "cd" * 32)
    soon.join_all("--now", DAYS[0])
    soon.ready_all("--now", DAYS[1])
    shutil.copytree(soon.mars, late.root / "zoon")
    plain = club_at("other")
    shutil.copytree(plain.mars, late.root / "about")
    assert todo(late, "ben", "--now", DAYS[1]) == [
        "zoon: bid (Blue), since 2026-11-02 08:00 UTC, until 2026-11-02 20:00 UTC",
        "mars: bid (Blue), since 2026-11-02 08:00 UTC, until 2026-11-04 08:00 UTC",
        "about: bid (Blue), since step 6",
    ]
    assert wishes(late, "ben")[0]["deadline"] == "2026-11-02T20:00:00Z"


def test_without_deadlines_the_game_that_waits_longest_comes_first(club_at: Stages) -> None:
    club = club_at("bidding")
    for name, when in (("a", 3000), ("b", 1000), ("c", 2000)):
        shutil.copytree(club.mars, club.root / name)
        os.utime(club.root / name / "reports" / "000006.txt", (when, when))
    shutil.rmtree(club.mars)
    (club.root / "c" / "reports" / "000006.txt").unlink()
    os.utime(club.root / "c" / "game.toml", (2000, 2000))
    assert [item["path"] for item in wishes(club, "ben")] == ["b", "c", "a"]


def test_what_a_policy_has_answered_does_not_wait_for_me(club_at: Stages) -> None:
    """The others cannot see it: for them the seat is still awaited."""
    club = club_at("bidding")
    (club.root / "policy.toml").write_text("[pebbles]\nbid = 1\n")
    club.do("ben", "policy", "mars", "policy.toml")
    club.run()
    club.order("red", "bid 0")
    club.run()
    assert "blue" in club.game.state.window.waiting
    assert club.lpbe("ben", "todo", "mars").out == "you have nothing to do\n"
    assert todo(club, "ben", "mars", "--all") == ["mars: your answer is in, waiting for Cleo, since step 6"]


# time


def january(number: int, hour: int = 8) -> str:
    return f"2026-01-{number:02}T{hour:02}:00:00Z"


def timed_game(root: Path, *options: str) -> Club:
    club = Club.begin(root, "--pace", "2d", *options, "--now", january(1))
    club.run("--now", january(1))
    return club


def seat_players(root: Path, *options: str) -> Club:
    club = timed_game(root, *options)
    club.join_all("--now", january(1))
    club.ready_all("--now", january(1, 9))
    return club


def test_joining_and_being_ready_have_their_time_too(tmp_path: Path) -> None:
    line = f"lpbe-pub-1 {' '.join(identity('ben').keys)}"
    club = timed_game(tmp_path / "join", "--for", f"blue={line}")
    at = ["--now", january(2)]
    assert todo(club, "ben", *at) == ["mars: join (Blue), since 2026-01-01 08:00 UTC, until 2026-01-03 08:00 UTC"]
    assert todo(club, "ana", "--all", *at) == [
        "mars: waiting for Blue and Green, since 2026-01-01 08:00 UTC, until 2026-01-03 08:00 UTC"
    ]
    club.do("ben", "join", "mars", "--name", "Ben")
    code = club.do("ana", "invite", "mars")["invitations"]["green"]
    club.do("cleo", "join", "mars", "--seat", "green", "--name", "Cleo", "--code", code)
    club.run("--now", january(2))
    assert todo(club, "ben", *at) == [
        "mars: say that you are ready (Blue), since 2026-01-02 08:00 UTC, until 2026-01-04 08:00 UTC"
    ]


def test_since_is_when_the_question_was_asked_not_when_somebody_answered(tmp_path: Path) -> None:
    club = seat_players(tmp_path / "since")
    club.order("red", "bid coins=1")
    club.run("--now", january(2))
    item = wishes(club, "ben", "--now", january(2))[0]
    assert (item["began"], item["deadline"], item["since"]) == (january(1, 9), january(3, 9), 6)
    line = "mars: bid (Blue), since 2026-01-01 09:00 UTC, until 2026-01-03 09:00 UTC"
    assert todo(club, "ben", "--now", january(2)) == [line]
    others = wishes(club, "ana", "--all", "--now", january(2))[0]
    assert (others["why"], others["seats"], others["began"]) == ("answered", ["blue", "green"], january(1, 9))


def test_a_planted_log_tells_no_time(tmp_path: Path) -> None:
    club = seat_players(tmp_path / "planted")
    club.order("red", "bid coins=1")
    club.run("--now", january(2))
    lines = club.log.read_bytes().splitlines(keepends=True)
    lines[6] = lines[6].replace(january(1, 9).encode(), january(1, 1).encode())
    club.log.write_bytes(b"".join(lines))
    assert todo(club, "ben", "--now", january(2))[0].startswith("mars: bid (Blue), since step 6")


def test_a_pause_is_told(tmp_path: Path) -> None:
    club = seat_players(tmp_path / "pause")
    club.do("ana", "pause", "mars", "--until", january(10), "--now", january(2))
    club.run("--now", january(2))
    assert wishes(club, "ben", "--now", january(2))[0]["paused"] == january(10)
    assert todo(club, "ben", "--now", january(2))[0].endswith("paused until 2026-01-10 08:00 UTC")
    assert "paused" in todo(club, "ana", "--all", "--now", january(2))[0]
    assert "paused" not in todo(club, "ben", "--now", january(10))[0]


def test_days_of_vacation_are_told(tmp_path: Path) -> None:
    club = seat_players(tmp_path / "vacation", "--vacation", "5", "--grace", "12h")
    assert wishes(club, "ben", "--now", january(2))[0]["vacation"] == {"blue": 5}
    assert todo(club, "ben", "--now", january(2)) == [
        "mars: bid (Blue), since 2026-01-01 09:00 UTC, until 2026-01-03 09:00 UTC "
        "(2026-01-08 21:00 UTC at the latest), vacation days left: Ben 5"
    ]


def test_a_deadline_that_has_passed_waits_for_the_host(tmp_path: Path) -> None:
    club = seat_players(tmp_path / "late")
    club.order("red", "bid coins=1")
    club.run("--now", january(2))
    assert todo(club, "ana", "--now", january(3, 9)) == ["you have nothing to do"]
    assert todo(club, "ana", "--now", january(3, 10)) == ["mars: run: time is up for Ben and Cleo"]
    item = wishes(club, "ana", "--now", january(3, 10))[0]
    assert (item["wants"], item["orders"]) == ("run", 0)
    assert "the deadline has passed: 2026-01-03 09:00 UTC" in todo(club, "ben", "--now", january(3, 10))[0]
    club.run("--now", january(3, 10))
    assert [one for one in wishes(club, "ana", "--now", january(3, 10)) if one["wants"] == "run"] == []


def test_time_is_told_in_french(tmp_path: Path) -> None:
    club = timed_game(tmp_path / "fr", "--lang", "fr")
    club.join_all("--now", january(1))
    result = todo(club, "eve", "--all", "--now", january(2)) + todo(club, "ana", "--all", "--now", january(2))
    assert "depuis le 2026-01-01 08:00 UTC, jusqu'au 2026-01-03 08:00 UTC" in result[1]
