"""Nobody is timed out who could not be reached, or whose e-mail was not read; afterwards there is time to answer."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from typing import Any

import pytest

from lpbe.kernel.base.canonical import Plain

from ..cli.world.club import HOST, Answer
from .post import REFEREE, Post, agreed, free_port, kind_of

ALL = ["red", "blue", "green"]


def attempt(post: Post, *args: str) -> Answer:
    return post.club.lpbe(HOST, *args, *post.now, "--json")


def read_nothing(post: Post) -> Answer:
    """Put the mailbox out of reach, as if its disk were missing."""
    box = post.office.box(REFEREE)
    away = box.rename(box.with_name("away"))
    try:
        return attempt(post, "mail", "in", "mars", *post.office.reading)
    finally:
        away.rename(box)


def read(post: Post) -> dict[str, Any]:
    return post.host("mail", "in", "mars", *post.office.reading, *post.now)


def send_nothing(post: Post) -> Answer:
    return attempt(post, "mail", "out", "mars", "--to", f"smtp://127.0.0.1:{free_port()}")


def run(post: Post, *options: str) -> dict[str, Any]:
    return post.host("run", "mars", *options, *post.now)


def seats(found: list[Plain]) -> list[str]:
    return sorted(one["seat"] for one in found)


def answer_all(post: Post) -> None:
    for seat in ("red", "green"):
        post.bot(seat, post.asked(seat))
    post.answer("blue", post.asked("blue"), agreed)


def deadline(post: Post) -> str:
    return str(post.club.game.state.window.deadline)


# mail cannot be read


def test_answers_in_a_mailbox_that_cannot_be_read_still_count(post: Post) -> None:
    """They arrive in time; the time is over before the mailbox is available again."""
    answer_all(post)
    window = post.club.game.state.window.number
    post.pass_time(days=2)
    assert read_nothing(post).status == 6
    post.pass_time(days=2)
    assert read_nothing(post).status == 6
    ran = run(post)
    assert ran["applied"] == [] and seats(ran["held"]) == sorted(ALL)
    assert {one["code"] for one in ran["held"]} == {"E_FILE_TYPE"}
    post.tick()
    assert post.counts["in, filed"] == 3
    assert post.club.game.state.window.number > window
    assert all(not seat.missed for seat in post.club.game.state.seats)


def test_whoever_did_not_answer_has_time_once_mail_is_read_again(post: Post) -> None:
    """A day, for a pace of two; then the time is over as usual."""
    post.pass_time(days=1)
    read_nothing(post)
    post.pass_time(days=3)
    read_nothing(post)
    post.tick()
    assert [seat.missed for seat in post.club.game.state.seats] == [0, 0, 0]
    assert deadline(post) == "2026-01-06T08:00:00Z"
    post.pass_time(days=2)
    post.tick()
    assert [seat.missed for seat in post.club.game.state.seats] == [0, 0, 0], "there is grace as well"
    post.pass_time(hours=25)
    post.tick()
    assert [seat.missed for seat in post.club.game.state.seats] == [1, 1, 1]


def test_a_failure_that_was_over_before_the_deadline_changes_nothing(post: Post) -> None:
    before = deadline(post)
    post.pass_time(hours=3)
    read_nothing(post)
    post.pass_time(hours=3)
    post.tick()
    assert deadline(post) == before
    post.pass_time(days=4)
    post.tick()
    assert [seat.missed for seat in post.club.game.state.seats] == [1, 1, 1]


# mail cannot be sent


def next_question(post: Post) -> None:
    """Let everybody answer, so that the game goes on, and nobody has been mailed what is asked now."""
    answer_all(post)
    post.office.settle()
    post.host("mail", "in", "mars", *post.office.reading, *post.now)
    run(post)


def test_who_was_not_asked_is_not_late(post: Post) -> None:
    """The question waits in the spool for four days; from then on there is a day."""
    next_question(post)
    awaited = post.club.game.state.window.waiting
    window = post.club.game.state.window.number
    assert send_nothing(post).status == 75
    post.pass_time(days=4)
    ran = run(post)
    assert ran["applied"] == [] and seats(ran["held"]) == sorted(awaited)
    assert send_nothing(post).status == 75
    post.tick()
    assert {kind_of(mail) for seat in awaited for mail in post.collect(seat)} >= {"ask"}
    run(post)
    assert post.club.game.state.window.number == window
    assert deadline(post) == "2026-01-06T08:00:00Z"
    post.pass_time(days=2, hours=1)
    read(post)
    assert run(post)["applied"], "now the time is over"


def test_the_host_may_go_on_despite_the_faults(post: Post) -> None:
    next_question(post)
    send_nothing(post)
    post.pass_time(days=4)
    assert run(post, "--despite-mail-faults")["applied"]


@pytest.mark.parametrize(
    ("lang", "wanted"), [("en", "Red is not timed out: "), ("fr", "Rouge garde la main malgré le délai : ")]
)
def test_a_run_says_who_is_not_timed_out_and_why(post: Post, lang: str, wanted: str) -> None:
    post.pass_time(days=4)
    read_nothing(post)
    answer = post.club.lpbe(HOST, "run", "mars", *post.now, env={"LPBE_LANG": lang})
    assert answer.status == 0 and wanted in answer.out and "[E_FILE_TYPE]" in answer.out, answer.out


# neither


def test_two_days_without_any_mail_cost_nobody_a_turn(post: Post) -> None:
    """Blue's answer is in the mailbox, red and green were asked; afterwards all is read, answered and delivered."""
    post.answer("blue", post.asked("blue"), agreed)
    window = post.club.game.state.window.number
    post.pass_time(days=2)
    for _ in range(8):
        post.pass_time(hours=6)
        assert read_nothing(post).status == 6
        assert run(post)["applied"] == []
        send_nothing(post)
    assert {one["seat"] for one in run(post)["held"]} == {*ALL}
    assert attempt(post, "health", "mars").status == 6
    post.tick()
    assert post.counts["in, filed"] == 1 and post.club.game.state.window.number == window
    assert deadline(post) == "2026-01-06T08:00:00Z", "red and green have a day from now on"
    for seat in ("red", "green"):
        post.bot(seat, post.asked(seat))
    post.tick()
    assert post.club.game.state.window.number > window
    assert all(not seat.missed for seat in post.club.game.state.seats)
    assert "answer" in [kind_of(mail) for mail in post.collect("blue")]
    assert attempt(post, "health", "mars").payload["unsent"] == 0
    assert attempt(post, "health", "mars").status == 0


def test_two_days_without_any_mail_before_anybody_was_asked(post: Post) -> None:
    """The question itself is written while nothing can be sent or read."""
    next_question(post)
    awaited = post.club.game.state.window.waiting
    window = post.club.game.state.window.number
    for _ in range(16):
        assert send_nothing(post).payload["waits"]
        post.pass_time(hours=6)
        assert read_nothing(post).status == 6
        assert run(post)["applied"] == []
    post.tick()
    assert {kind_of(mail) for seat in awaited for mail in post.collect(seat)} >= {"ask"}
    run(post)
    assert post.club.game.state.window.number == window and deadline(post) == "2026-01-06T08:00:00Z"
    assert all(not seat.missed for seat in post.club.game.state.seats)


# nobody can write to a seat


def forget_blue(post: Post) -> None:
    """Let the host lose the address of blue, who only plays by mail."""
    post.host("mail", "address", "mars", "blue", "--forget")


def out(post: Post) -> Answer:
    return attempt(post, "mail", "out", "mars", *post.office.sending)


def test_a_mail_seat_without_an_address_is_a_fault_until_it_has_one(post: Post) -> None:
    forget_blue(post)
    for _ in range(2):
        answer = out(post)
        assert answer.status == 5 and answer.payload["faults"] == 1
    (fault,) = post.host("mail", "faults")["faults"]
    assert (fault["code"], fault["seat"]) == ("E_MAIL_ADDRESS", "blue")
    assert fault["hint"] == "set it: lpbe mail address GAME blue ADDRESS"
    post.host("mail", "address", "mars", "blue", "ben@example.org")
    assert post.host("mail", "faults")["faults"] == [] and out(post).status == 0
    assert [kind_of(mail) for mail in post.collect("blue")] == ["ask"], "asked where blue reads now"


def test_a_mail_seat_without_an_address_is_not_late_for_three_days(post: Post) -> None:
    """The others answer; blue cannot, and is not to blame."""
    post.pass_time(hours=4)
    forget_blue(post)
    out(post)
    post.pass_time(hours=66)
    out(post)
    post.pass_time(hours=4)
    read(post)
    ran = run(post)
    assert ran["applied"] == [] and seats(ran["held"]) == ["blue"]
    assert ran["held"][0]["until"] == "2026-01-04T12:00:00Z"
    post.pass_time(days=1)
    read(post)
    assert run(post)["applied"], "nobody can stop the clock for good"


def test_who_has_a_new_address_is_not_timed_out_before_the_question_went_there(post: Post) -> None:
    """The host records it after the deadline, and runs the game before e-mails are sent."""
    forget_blue(post)
    out(post)
    post.pass_time(days=4)
    read(post)
    post.host("mail", "address", "mars", "blue", "ben@example.org")
    assert seats(run(post)["held"]) == ["blue"]
    out(post)
    assert [one["seat"] for one in run(post)["applied"]] == ["referee"], "there is a day from now on"
    assert deadline(post) == "2026-01-06T08:00:00Z"


def test_the_host_is_told_of_faults_by_todo_and_players_are_not(post: Post) -> None:
    forget_blue(post)
    out(post)
    (item,) = post.host("todo", "mars", *post.now)["games"]
    assert (item["wants"], item["code"], item["seats"]) == ("mend", "E_MAIL_ADDRESS", ["blue"])
    assert item["text"].endswith(
        "seat blue plays by e-mail but has no address [E_MAIL_ADDRESS], since 2026-01-01 08:00 UTC; "
        "set it: lpbe mail address mars blue ADDRESS"
    )
    assert "E_MAIL" not in post.club.lpbe("dan", "todo", "mars", *post.now).out


# mail that nobody tried to read or send


def spoil_players(post: Post) -> None:
    """Break the address book while mail is read."""
    book = post.club.home(HOST) / "lpbe" / "players.toml"
    kept = book.read_bytes()
    book.write_bytes(kept + b"\n[[[\n")
    assert attempt(post, "mail", "in", "mars", *post.office.reading).status == 6
    book.write_bytes(kept)


def open_players(post: Post) -> None:
    """Make the address book readable by others."""
    book = post.club.home(HOST) / "lpbe" / "players.toml"
    book.chmod(0o644)
    assert attempt(post, "mail", "in", "mars", *post.office.reading).status == 6
    book.chmod(0o600)


def mistype(post: Post) -> None:
    assert attempt(post, "mail", "in", "mars", "--maildr", "x").status == 2


def lose_key(post: Post) -> None:
    """Make the referee's key unavailable, which signs the answers of mail seats."""
    key = post.club.home(HOST) / "lpbe" / "key"
    kept = key.read_bytes()
    key.unlink()
    assert attempt(post, "mail", "in", "mars", *post.office.reading).status == 6
    key.write_bytes(kept)
    key.chmod(0o600)


def do_nothing(post: Post) -> None:
    """Do nothing, as if the job that reads mail had died."""


def lose_state(post: Post) -> None:
    """Put a file in place of the mail folder, so that nothing can be remembered."""
    folder = post.club.home(HOST) / "state" / "lpbe" / "mail"
    folder.rename(folder.with_name("away"))
    folder.write_text("")
    assert attempt(post, "mail", "in", "mars", *post.office.reading).status == 6
    folder.unlink()
    folder.with_name("away").rename(folder)


@pytest.mark.parametrize("fault", [spoil_players, open_players, mistype, lose_key, do_nothing, lose_state])
def test_nobody_is_timed_out_while_mail_is_not_read(post: Post, fault: Callable[[Post], None]) -> None:
    """Answers are in the mailbox in time, and runs go on."""
    answer_all(post)
    window = post.club.game.state.window.number
    for hours in (30, 30, 30):
        post.pass_time(hours=hours)
        fault(post)
        assert run(post)["applied"] == [] or fault is lose_key
    health = attempt(post, "health", "mars")
    assert health.status == 6
    assert "blue" in seats(run(post)["held"])
    post.tick()
    assert post.club.game.state.window.number > window
    assert all(not seat.missed for seat in post.club.game.state.seats)


def test_whoever_did_not_answer_has_time_once_somebody_reads_mail_again(post: Post) -> None:
    for _ in range(4):
        post.pass_time(days=1)
        run(post)
    post.pass_time(hours=12)
    post.tick()
    assert [seat.missed for seat in post.club.game.state.seats] == [0, 0, 0]
    assert deadline(post) == "2026-01-06T20:00:00Z"
    for _ in range(3):
        post.pass_time(days=1)
        post.tick()
    assert [seat.missed for seat in post.club.game.state.seats] == [1, 1, 1]


def test_a_host_who_reads_mail_once_a_day_keeps_the_pace(post: Post) -> None:
    for _ in range(4):
        post.pass_time(days=1)
        post.tick()
    assert [seat.missed for seat in post.club.game.state.seats] == [1, 1, 1]


def test_nobody_is_timed_out_whom_nobody_asked(post: Post) -> None:
    """The job that sends mail has died."""
    next_question(post)
    awaited = post.club.game.state.window.waiting
    for _ in range(5):
        post.pass_time(days=1)
        post.host("mail", "in", "mars", *post.office.reading, *post.now)
        assert run(post)["applied"] == []
    assert seats(run(post)["held"]) == sorted(awaited)
    assert {one["code"] for one in run(post)["held"]} == {"E_MAIL_UNASKED"}
    post.tick()
    run(post)
    assert deadline(post) == "2026-01-07T08:00:00Z", "a day from when they were asked"
    assert all(not seat.missed for seat in post.club.game.state.seats)


def test_a_host_of_players_with_keys_alone_is_not_held(post: Post) -> None:
    """Nobody has ever read or sent mail for the game."""
    shutil.rmtree(post.club.home(HOST) / "state/lpbe/mail")
    post.pass_time(days=4)
    assert run(post)["applied"]


def test_a_step_is_not_committed_if_it_could_not_be_remembered(post: Post) -> None:
    """The pin comes to lie on a full disk; the game is on another one."""
    answer_all(post)
    post.host("mail", "in", "mars", *post.office.reading, *post.now)
    (pin,) = (post.club.home(HOST) / "state/lpbe/pins").glob("*/*.json")
    pin.with_name(f"{pin.name}.next").mkdir()
    before = post.club.game.state.seq
    assert attempt(post, "run", "mars").status == 6
    assert post.club.game.state.seq == before
    pin.with_name(f"{pin.name}.next").rmdir()
    assert len(run(post)["applied"]) >= 3
