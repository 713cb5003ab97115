"""What waits for me: found in folders, told in a line, oldest first."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from lpbe.games import GAMES, book_of, game_of
from lpbe.kernel.chain import compose as desk
from lpbe.kernel.content import packs
from lpbe.kernel.folder.inbox import dump_letter
from lpbe.kernel.play.rulebook import tag
from lpbe.kernel.play.rules import Question
from tests import acts

from .conftest import DAYS, Stages
from .house import House, identity
from .test_answers import fits


def todo(house: House, who: str, *args: str) -> list[str]:
    answer = house.lpbe(who, "todo", *args)
    assert answer.status == 0, answer
    return answer.out.splitlines()


def wishes(house: House, who: str, *args: str) -> list[dict[str, Any]]:
    told = house.do(who, "todo", *args)
    fits(told, "answer-todo")
    return list(told["games"])


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("game", list(GAMES))
def test_every_question_of_every_game_has_a_title(game: str, lang: str) -> None:
    book = book_of(game, list(game_of(game).expansions))
    asked = {tag(kind) for kind in book.steps.values() if issubclass(kind, Question)}
    titles = {key.removeprefix("ask.") for key in packs.words(game, lang).terms if key.startswith("ask.")}
    assert titles == asked | {"join", "ready", "endorse"}


def test_the_seat_whose_key_i_have_is_named_with_the_question_and_since_when(stages: Stages) -> None:
    house = stages("bidding")
    assert todo(house, "ben") == ["mars: bid (blue), since step 6"]
    assert todo(house, "ben", "mars/game.toml") == ["mars/game.toml: bid (blue), since step 6"]
    assert wishes(house, "cleo", "mars") == [
        {
            "path": "mars",
            "game": house.game.state.game,
            "rules": "pebbles",
            "seq": 6,
            "since": 6,
            "wants": "answer",
            "question": "bid",
            "seats": ["green"],
            "text": "mars: bid (green), since step 6",
        }
    ]


def test_a_player_is_told_in_the_language_of_the_seat(tmp_path: Path) -> None:
    house = House.begin(tmp_path / "fr", seats=("red", "blue"))
    code = house.do("ana", "invite", "mars")["invitations"]["blue"]
    house.do("ben", "join", "mars", "--seat", "blue", "--name", "Ben", "--code", code, "--lang", "fr")
    house.run()
    assert todo(house, "ben") == ["mars: se déclarer prêt (blue), depuis l'étape 2"]
    code = house.do("ana", "invite", "mars")["invitations"]
    assert code == {} and todo(house, "ana") == ["nothing waits for you"], "a host who plays is ready first"


def test_an_order_in_the_inbox_waits_for_the_host(house_at: Stages) -> None:
    house = house_at("bidding")
    house.order("blue", "bid coins=1")
    house.order("blue", "bid coins=2")
    house.order("green", "bid coins=2")
    filed = "mars: your answer is in inbox/, the host's run is awaited"
    assert todo(house, "ben") == ["nothing waits for you", filed]
    assert wishes(house, "ben") == []
    assert todo(house, "ben", "--all") == [filed]
    assert todo(house, "ana") == ["mars: bid (red), since step 6", "mars: run: 2 orders wait"]
    assert [item.get("orders") for item in wishes(house, "ana")] == [None, 2]
    house.run()
    assert todo(house, "ana") == ["mars: bid (red), since step 6"]
    assert todo(house, "ben", "--all") == ["mars: your answer is in, others are awaited: Ana, since step 6"]


def test_what_others_put_into_the_inbox_in_my_name_counts_for_nothing(house_at: Stages) -> None:
    house = house_at("bidding")
    path = house.root / house.order("blue", "bid coins=1")
    forged = path.read_text().replace("seat = 'blue'", "seat = 'green'").replace('seat = "blue"', 'seat = "green"')
    path.with_name("2-green-0.toml").write_text(forged)
    assert '"green"' in forged or "'green'" in forged
    (house.inbox / "README.txt").write_text("not an order")
    assert todo(house, "cleo") == ["mars: bid (green), since step 6"]
    assert wishes(house, "ana")[-1]["orders"] == 1


def test_a_lone_game_file_looks_for_orders_beside_it(house_at: Stages) -> None:
    house = house_at("bidding")
    shutil.copy(house.mars / "game.toml", house.root / "lone.toml")
    assert todo(house, "ben", "lone.toml") == ["lone.toml: bid (blue), since step 6"]
    house.do("ben", "order", "lone.toml", "bid coins=1")
    assert wishes(house, "ben", "lone.toml", "--all")[0]["why"] == "filed"
    assert wishes(house, "ana", "lone.toml", "--all")[0]["wants"] == "answer", "nobody runs a lone file"


@pytest.mark.parametrize(
    ("stage", "who", "why", "line"),
    [
        ("finished", "ben", "over", "mars: the game is over"),
        ("bidding", "eve", "stranger", "mars: you have no seat here"),
        ("turn", "cleo", "others", "mars: others are awaited: Ben, since step 9"),
        ("turn", "ana", "others", "mars: others are awaited: Ben, since step 9"),
        ("bids", "ben", "answered", "mars: your answer is in, others are awaited: Cleo, since step 6"),
    ],
)
def test_games_that_do_not_wait_for_me_are_left_out(stages: Stages, stage: str, who: str, why: str, line: str) -> None:
    house = stages(stage)
    assert wishes(house, who) == []
    assert [(item["wants"], item["why"]) for item in wishes(house, who, "--all")] == [("nothing", why)]
    assert todo(house, who, "--all") == [line]


def test_a_seat_kept_for_my_key_waits_for_me_to_join(tmp_path: Path) -> None:
    line = f"lpbe-pub-1 {' '.join(identity('ben').keys)}"
    house = House.begin(tmp_path / "kept", "--for", f"blue={line}", seats=("red", "blue"))
    assert todo(house, "ben") == ["mars: join (blue), since step 0"]
    assert todo(house, "ana") == ["mars: run: 1 order waits"]
    foreign = acts.join_letter(house.game, "blue", identity("eve"), "Eve", "en", "")
    (house.inbox / "eve.toml").write_bytes(dump_letter(desk.sign(identity("eve"), foreign), "eve.toml"))
    assert todo(house, "ben") == ["mars: join (blue), since step 0"], "somebody else's join is not mine"
    house.do("ben", "join", "mars", "--name", "Ben")
    assert wishes(house, "ben", "--all")[0]["why"] == "filed"
    assert wishes(house, "dan", "--all")[0]["why"] == "stranger"


def test_who_has_a_say_in_a_replacement_is_asked_for_it(house_at: Stages) -> None:
    house = house_at("replacing")
    assert "mars: endorse the new keys of Cleo (blue)" in todo(house, "ben")
    assert [item["wants"] for item in wishes(house, "cleo")] == ["answer"], "not about her own seat"
    house.do("ben", "endorse", "mars")
    assert [item["wants"] for item in wishes(house, "ben")] == ["answer"]


def test_an_open_game_waits_for_anybody(house_at: Stages) -> None:
    house = house_at("open")
    assert todo(house, "eve") == ["mars: bid (red, blue, green), since step 0"]
    house.do("eve", "order", "mars", "bid coins=1", "--as", "blue")
    assert todo(house, "eve") == ["mars: bid (red, green), since step 0", "mars: run: 1 order waits"]


def test_games_are_found_two_folders_down_and_once(house_at: Stages) -> None:
    house = house_at("bidding")
    for place in ("one", "a/two", "a/b/three", ".hidden", "mars/inbox/four"):
        shutil.copytree(house.mars, house.root / place, ignore=shutil.ignore_patterns("inbox"))
    (house.root / "link").symlink_to("one")
    found = wishes(house, "ben", ".", "mars", "./one/game.toml")
    assert sorted(item["path"] for item in found) == ["a/two", "mars", "one"]
    assert sorted(item["path"] for item in wishes(house, "ben", "a")) == ["a/b/three", "a/two"]


def test_a_broken_game_is_named_and_the_others_are_still_listed(house_at: Stages) -> None:
    house = house_at("bidding")
    (house.root / "bad").mkdir()
    (house.root / "bad" / "game.toml").write_text("= nonsense")
    shutil.copytree(house.mars, house.root / "false")
    text = (house.root / "false" / "game.toml").read_text()
    (house.root / "false" / "game.toml").write_text(text.replace("seq = 6", "seq = 7"))
    answer = house.lpbe("ben", "todo", ".", "nowhere")
    assert answer.status == 0 and answer.out == "mars: bid (blue), since step 6\n"
    first, second, third = answer.err.splitlines()
    assert first.startswith("bad/game.toml: ") and first.endswith("[E_FILE_SYNTAX]")
    assert second.startswith("false: ") and second.endswith("[E_SIG_INVALID]")
    assert third.startswith("nowhere: ") and third.endswith("[E_FILE_MISSING]")
    told = house.do("ben", "todo", ".", "nowhere")
    fits(told, "answer-todo")
    assert [one["code"] for one in told["unread"]] == ["E_FILE_SYNTAX", "E_SIG_INVALID", "E_FILE_MISSING"]


def test_if_nothing_can_be_read_that_is_an_error(house_at: Stages) -> None:
    house = house_at("bidding")
    text = (house.mars / "game.toml").read_text()
    (house.mars / "game.toml").write_text(text.replace("seq = 6", "seq = 7"))
    both = house.lpbe("ben", "todo", "mars", "nowhere")
    assert both.status == 4 and "mars" in both.err and "nowhere" in both.err
    answer = house.lpbe("ben", "todo", "mars", "--json")
    assert (answer.status, answer.code) == (4, "E_SIG_INVALID")
    assert house.lpbe("ben", "todo", "homes").out == "nothing waits for you\n"


def test_deadlines_come_first_and_the_nearest_before(house_at: Stages, tmp_path: Path) -> None:
    late = house_at("paced")
    soon = House.begin(tmp_path / "soon", "--pace", "12h", "--now", DAYS[0], "--nonce", "cd" * 32)
    soon.join_all("--now", DAYS[0])
    soon.ready_all("--now", DAYS[1])
    shutil.copytree(soon.mars, late.root / "zoon")
    plain = house_at("other")
    shutil.copytree(plain.mars, late.root / "about")
    assert todo(late, "ben", "--now", DAYS[1]) == [
        "zoon: bid (blue), since 2026-11-02 08:00 UTC, until 2026-11-02 20:00 UTC",
        "mars: bid (blue), since 2026-11-02 08:00 UTC, until 2026-11-04 08:00 UTC",
        "about: bid (blue), since step 6",
    ]
    assert wishes(late, "ben")[0]["deadline"] == "2026-11-02T20:00:00Z"


def test_without_deadlines_the_game_that_waits_longest_comes_first(house_at: Stages) -> None:
    house = house_at("bidding")
    for name, when in (("a", 3000), ("b", 1000), ("c", 2000)):
        shutil.copytree(house.mars, house.root / name)
        os.utime(house.root / name / "reports" / "000006.txt", (when, when))
    shutil.rmtree(house.mars)
    (house.root / "c" / "reports" / "000006.txt").unlink()
    os.utime(house.root / "c" / "game.toml", (2000, 2000))
    assert [item["path"] for item in wishes(house, "ben")] == ["b", "c", "a"]


def test_what_a_policy_has_answered_does_not_wait_for_me(house_at: Stages) -> None:
    """The others do not see it: to them the seat is still awaited."""
    house = house_at("bidding")
    (house.root / "policy.toml").write_text("[pebbles]\nbid = 1\n")
    house.do("ben", "policy", "mars", "policy.toml")
    house.run()
    house.order("red", "bid 0")
    house.run()
    assert "blue" in house.game.state.window.waiting
    assert house.lpbe("ben", "todo", "mars").out == "nothing waits for you\n"
    assert todo(house, "ben", "mars", "--all") == ["mars: your answer is in, others are awaited: Cleo, since step 6"]


# time


def january(number: int, hour: int = 8) -> str:
    return f"2026-01-{number:02}T{hour:02}:00:00Z"


def timed(root: Path, *options: str) -> House:
    house = House.begin(root, "--pace", "2d", *options, "--now", january(1))
    house.run("--now", january(1))
    return house


def seated(root: Path, *options: str) -> House:
    house = timed(root, *options)
    house.join_all("--now", january(1))
    house.ready_all("--now", january(1, 9))
    return house


def test_joining_and_being_ready_have_their_time_too(tmp_path: Path) -> None:
    line = f"lpbe-pub-1 {' '.join(identity('ben').keys)}"
    house = timed(tmp_path / "join", "--for", f"blue={line}")
    at = ["--now", january(2)]
    assert todo(house, "ben", *at) == ["mars: join (blue), since 2026-01-01 08:00 UTC, until 2026-01-03 08:00 UTC"]
    assert todo(house, "ana", "--all", *at) == [
        "mars: others are awaited: Blue and Green, since 2026-01-01 08:00 UTC, until 2026-01-03 08:00 UTC"
    ]
    house.do("ben", "join", "mars", "--name", "Ben")
    code = house.do("ana", "invite", "mars")["invitations"]["green"]
    house.do("cleo", "join", "mars", "--seat", "green", "--name", "Cleo", "--code", code)
    house.run("--now", january(2))
    assert todo(house, "ben", *at) == [
        "mars: say that you are ready (blue), since 2026-01-02 08:00 UTC, until 2026-01-04 08:00 UTC"
    ]


def test_since_is_when_the_question_was_asked_not_when_somebody_answered(tmp_path: Path) -> None:
    house = seated(tmp_path / "since")
    house.order("red", "bid coins=1")
    house.run("--now", january(2))
    item = wishes(house, "ben", "--now", january(2))[0]
    assert (item["began"], item["deadline"], item["since"]) == (january(1, 9), january(3, 9), 6)
    line = "mars: bid (blue), since 2026-01-01 09:00 UTC, until 2026-01-03 09:00 UTC"
    assert todo(house, "ben", "--now", january(2)) == [line]
    others = wishes(house, "ana", "--all", "--now", january(2))[0]
    assert (others["why"], others["seats"], others["began"]) == ("answered", ["blue", "green"], january(1, 9))


def test_a_planted_log_tells_no_time(tmp_path: Path) -> None:
    house = seated(tmp_path / "planted")
    house.order("red", "bid coins=1")
    house.run("--now", january(2))
    lines = house.log.read_bytes().splitlines(keepends=True)
    lines[6] = lines[6].replace(january(1, 9).encode(), january(1, 1).encode())
    house.log.write_bytes(b"".join(lines))
    assert todo(house, "ben", "--now", january(2))[0].startswith("mars: bid (blue), since step 6")


def test_a_pause_is_told(tmp_path: Path) -> None:
    house = seated(tmp_path / "pause")
    house.do("ana", "pause", "mars", "--until", january(10), "--now", january(2))
    house.run("--now", january(2))
    assert wishes(house, "ben", "--now", january(2))[0]["paused"] == january(10)
    assert todo(house, "ben", "--now", january(2))[0].endswith("paused until 2026-01-10 08:00 UTC")
    assert "paused" in todo(house, "ana", "--all", "--now", january(2))[0]
    assert "paused" not in todo(house, "ben", "--now", january(10))[0]


def test_days_of_vacation_are_told(tmp_path: Path) -> None:
    house = seated(tmp_path / "vacation", "--vacation", "5", "--grace", "12h")
    assert wishes(house, "ben", "--now", january(2))[0]["vacation"] == {"blue": 5}
    assert todo(house, "ben", "--now", january(2)) == [
        "mars: bid (blue), since 2026-01-01 09:00 UTC, until 2026-01-03 09:00 UTC "
        "(at the latest 2026-01-08 21:00 UTC), days of vacation left: Ben 5"
    ]


def test_a_deadline_that_has_passed_waits_for_the_host(tmp_path: Path) -> None:
    house = seated(tmp_path / "late")
    house.order("red", "bid coins=1")
    house.run("--now", january(2))
    assert todo(house, "ana", "--now", january(3, 9)) == ["nothing waits for you"]
    assert todo(house, "ana", "--now", january(3, 10)) == ["mars: run: time is over for Ben and Cleo"]
    item = wishes(house, "ana", "--now", january(3, 10))[0]
    assert (item["wants"], item["orders"]) == ("run", 0)
    assert "the deadline has passed: 2026-01-03 09:00 UTC" in todo(house, "ben", "--now", january(3, 10))[0]
    house.run("--now", january(3, 10))
    assert [one for one in wishes(house, "ana", "--now", january(3, 10)) if one["wants"] == "run"] == []


def test_time_is_told_in_french(tmp_path: Path) -> None:
    house = timed(tmp_path / "fr", "--lang", "fr")
    house.join_all("--now", january(1))
    told = todo(house, "eve", "--all", "--now", january(2)) + todo(house, "ana", "--all", "--now", january(2))
    assert "depuis le 2026-01-01 08:00 UTC, jusqu'au 2026-01-03 08:00 UTC" in told[1]
