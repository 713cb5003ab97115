"""`lpbe health`: whether games and their mail are in order, and what the host has to do."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

from lpbe.kernel.disk import folders

from ..cli.interface.test_json_answers import fits
from ..cli.world.club import HOST, Answer
from .post import Post, free_port
from .test_outages import attempt, forget_blue, out, read_nothing, run, seats, send_nothing
from .test_sending import moody


def health(post: Post, *args: str, env: dict[str, str] | None = None) -> Answer:
    return post.club.lpbe(HOST, "health", *(args or ("mars",)), *post.now, env=env)


def check_health(post: Post, *args: str) -> tuple[int, dict[str, Any]]:
    answer = health(post, *(args or ("mars",)), "--json")
    fits(answer.payload, "answer-health")
    return answer.status, answer.payload


def codes(answer: dict[str, Any]) -> list[str]:
    return sorted(one["code"] for one in answer["needs"])


def test_a_game_that_is_well_needs_nobody(post: Post) -> None:
    post.tick()
    status, seen = check_health(post)
    assert status == 0 and seen["ok"] and seen["needs"] == []
    (game,) = seen["games"]
    assert game["run"] == "2026-01-01T08:00:00Z" and not game["failed"] and not game["busy"]
    assert [(way["way"], way["tried"]) for way in seen["mail"]] == [
        ("in", game["run"]),
        ("out", "2026-01-01T08:00:00Z"),
    ]
    text = health(post).out.splitlines()
    assert text[0] == "mars: step 6, waiting for Red, Blue, Green; last run 2026-01-01 08:00 UTC"
    assert text[-1] == "nothing needs your attention"


def test_it_changes_nothing(post: Post) -> None:
    """Nor does it make folders for a host who never mailed anything."""
    shutil.rmtree(post.club.home(HOST) / "state")
    before = {path: path.stat().st_mtime_ns for path in post.club.root.rglob("*")}
    health(post)
    assert {path: path.stat().st_mtime_ns for path in post.club.root.rglob("*")} == before


def test_a_server_that_is_down_may_come_back_until_a_day_is_over(post: Post) -> None:
    send_nothing(post)
    post.office.settle()
    read_nothing(post)
    status, seen = check_health(post)
    assert status == 6 and codes(seen) == ["E_FILE_TYPE"], "nothing was due to be sent"
    assert seats(seen["games"][0]["held"]) == ["blue", "green", "red"]


def test_mail_that_cannot_be_sent_waits_then_needs_the_host(post: Post) -> None:
    forget_sent(post)
    assert send_nothing(post).status == 75
    status, seen = check_health(post)
    assert status == 75 and codes(seen) == ["E_BUSY"] and seen["unsent"] == 3
    post.pass_time(hours=25)
    assert send_nothing(post).status == 75
    status, seen = check_health(post)
    assert status == 6 and codes(seen) == ["E_BUSY"]
    assert seats(seen["games"][0]["held"]) == ["blue", "green", "red"]
    text = health(post).out
    assert "e-mails not sent yet: 6, the oldest from 2026-01-01 08:00 UTC" in text
    assert "and has been failing since 2026-01-01 08:00 UTC" in text
    assert "Red is not timed out: the SMTP server" in text


def forget_sent(post: Post) -> None:
    """Make it look as if nobody had been mailed the open question."""
    for name in ("sent", "spool", "status"):
        shutil.rmtree(post.club.home(HOST) / "state/lpbe/mail" / name)


def test_faults_are_those_of_mail_faults_by_seat_with_what_to_do(post: Post) -> None:
    forget_blue(post)
    out(post)
    status, seen = check_health(post)
    (need,) = seen["needs"]
    (fault,) = post.host("mail", "faults")["faults"]
    assert status == 5
    assert {name: need[name] for name in ("code", "message", "since", "seat")} == {
        name: fault[name] for name in ("code", "message", "since", "seat")
    }
    assert need["hint"] == "set it: lpbe mail address mars blue ADDRESS"
    text = health(post, env={"LPBE_LANG": "fr"}).out
    assert "blue: la place blue joue par courriel mais n'a pas d'adresse [E_MAIL_ADDRESS], depuis le " in text
    assert "indiquez-la : lpbe mail address mars blue ADRESSE" in text
    assert text.splitlines()[-1] == "à traiter : 1"
    post.host("mail", "address", "mars", "blue", "ben@example.org")
    assert check_health(post)[0] == 0


def test_a_mail_that_was_refused_is_named_until_it_is_dealt_with(post: Post) -> None:
    forget_sent(post)
    post.host("mail", "address", "mars", "blue", "nobody-there@example.org")
    assert out(post).status == 5
    status, seen = check_health(post)
    assert status == 5 and codes(seen) == ["E_MAIL_REFUSED"] and seen["refused"] == 1
    assert seen["needs"][0]["seat"] == "blue"
    post.host("mail", "faults", "--clear", "mars", "--seat", "blue", *post.now)
    assert check_health(post)[0] == 0


def test_a_mail_that_is_put_off_for_more_than_a_day_is_named(post: Post) -> None:
    forget_sent(post)
    with moody() as (server, port):
        for _ in range(2):
            server.moods = ["451 later"]
            assert attempt(post, "mail", "out", "mars", "--to", f"smtp://127.0.0.1:{port}").status == 75
            post.pass_time(hours=13)
        post.host("mail", "in", "mars", *post.office.reading, *post.now)
    (need,) = check_health(post)[1]["needs"]
    assert (need["code"], need["urgency"], need["seat"]) == ("E_MAIL_WAITS", "seat", "red")


def test_a_job_that_died_is_noticed(post: Post) -> None:
    """Nobody runs, reads or sends any more; this is reported after a day."""
    post.tick()
    post.pass_time(hours=23)
    assert check_health(post)[0] == 0
    post.pass_time(hours=2)
    status, seen = check_health(post)
    assert status == 6 and codes(seen) == ["E_IDLE", "E_IDLE"]
    post.pass_time(days=4)
    assert codes(check_health(post)[1]) == ["E_IDLE", "E_IDLE"], "nobody is timed out while nobody reads the mail"
    post.tick()
    assert check_health(post)[0] == 0


def test_a_run_that_fails_is_told_until_one_succeeds(post: Post) -> None:
    log = post.club.mars / "log.jsonl"
    kept = log.read_bytes()
    log.write_bytes(kept[: len(kept) // 2])
    assert attempt(post, "run", "mars").status
    status, seen = check_health(post)
    assert status and seen["games"][0]["failed"] and seen["needs"][0]["since"] == "2026-01-01T08:00:00Z"
    log.write_bytes(kept)
    run(post)
    assert check_health(post)[0] == 0


def test_one_broken_game_does_not_hide_the_others(post: Post) -> None:
    shutil.copytree(post.club.mars, post.club.root / "venus")
    (post.club.root / "venus/game.toml").write_text("nonsense")
    status, seen = check_health(post, ".")
    assert status == 6 and [Path(one["file"]).parent.name for one in seen["broken"]] == ["venus"]
    assert [one["path"] for one in seen["games"]] == ["mars"]


def test_a_process_that_works_there_is_told(post: Post) -> None:
    with folders.lock(str(post.club.mars)):
        assert check_health(post)[1]["games"][0]["busy"]
        assert "another process is working there right now" in health(post).out


def test_a_disk_without_room_needs_the_host(post: Post) -> None:
    status, seen = check_health(post, "mars", "--min-free", str(1 << 40))
    assert status == 6 and "E_DISK" in codes(seen)


def test_a_password_that_is_refused_is_told_once(post: Post) -> None:
    (post.club.root / "secret").write_text("x\n")
    answer = attempt(
        post, "mail", "out", "mars", "--to", f"smtp://ana@127.0.0.1:{free_port()}", "--password-file", "secret"
    )
    assert answer.code == "E_KEY_PERMS"
    assert codes(check_health(post)[1]) == ["E_KEY_PERMS"] and check_health(post)[0] == 6


def test_where_there_is_no_game_nothing_is_well(post: Post) -> None:
    (post.club.root / "empty").mkdir()
    for path in ("empty", "nowhere"):
        assert health(post, path).status == 6
