"""An old backup of a game costs no e-mail: none is read or sent for it until the game is restored."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from ..cli.world.club import HOST, Answer
from .post import ADDRESSES, REFEREE, Post, agreed, kind_of

Saved = dict[str, Path]


def attempt(post: Post, *args: str) -> Answer:
    return post.club.lpbe(HOST, *args, *post.now, "--json")


def read(post: Post) -> Answer:
    return attempt(post, "mail", "in", "mars", *post.office.reading)


def box(post: Post) -> list[bytes]:
    """Return the content of the host's mailbox, whoever has looked at it."""
    return [
        path.read_bytes() for part in ("new", "cur") for path in sorted((post.office.box(REFEREE) / part).iterdir())
    ]


def answers(post: Post) -> None:
    """Let everybody who is asked answer."""
    for seat in post.club.game.state.window.waiting:
        if seat == "blue":
            post.answer(seat, post.asked(seat), agreed)
        else:
            post.bot(seat, post.asked(seat))


def play_round(post: Post) -> None:
    answers(post)
    post.pass_time(hours=3)
    post.tick()
    for seat in ADDRESSES:
        post.collect(seat)


def back_up(post: Post, name: str = "backup") -> Path:
    """Return a copy of the game and of all that the host remembers."""
    kept = post.club.root / name
    shutil.copytree(post.club.mars, kept / "mars")
    shutil.copytree(post.club.home(HOST), kept / "home")
    return kept


def put_back(post: Post, kept: Path, *, home: bool) -> None:
    shutil.rmtree(post.club.mars)
    shutil.copytree(kept / "mars", post.club.mars)
    if home:
        shutil.rmtree(post.club.home(HOST))
        shutil.copytree(kept / "home", post.club.home(HOST))


@pytest.fixture
def played(post: Post) -> Post:
    """Return a club where a round was played since the backup, and players answer the open question."""
    back_up(post)
    play_round(post)
    shutil.copytree(post.club.mars, post.club.root / "newest")
    answers(post)
    return post


def failed(answer: Answer) -> set[str]:
    return {one["code"] for one in answer.payload["failed"]}


def test_answers_to_a_game_that_was_rolled_back_wait_until_it_is_restored(played: Post) -> None:
    """Only the folder is old: the referee's key knows better."""
    window = played.club.game.state.window.number
    put_back(played, played.club.root / "backup", home=False)
    lying = box(played)
    for _ in range(2):
        answer = read(played)
        assert (answer.status, failed(answer)) == (4, {"E_ROLLBACK"})
        assert box(played) == lying and not list(played.club.inbox.glob("*"))
    for seat in ADDRESSES:
        assert played.collect(seat) == [], "nobody is told that the answer was wrong"
    played.club.do(HOST, "restore", "mars", "--from", "newest")
    played.tick()
    assert played.club.game.state.window.number > window


def steps_lost(post: Post) -> list[bytes]:
    """Restore folder and home from a round ago; the e-mails for the open question are all that is left."""
    put_back(post, post.club.root / "backup", home=True)
    return box(post)


def test_letters_for_questions_that_were_not_asked_yet_wait(played: Post) -> None:
    """Nothing on this computer shows that the backup is old, but the players' letters do."""
    lying = steps_lost(played)
    answer = read(played)
    assert (answer.status, failed(answer)) == (4, {"E_ROLLBACK"})
    assert sorted(box(played)) == sorted(lying)
    assert all(played.collect(seat) == [] for seat in ADDRESSES)
    ran = attempt(played, "run", "mars")
    assert (ran.status, ran.code) == (4, "E_ROLLBACK") and "lpbe restore" in ran.payload["hint"]
    sent = attempt(played, "mail", "out", "mars", *played.office.sending)
    assert (sent.status, sent.payload["made"]) == (4, [])
    health = attempt(played, "health", "mars")
    assert health.status == 6 and {"E_ROLLBACK"} <= {one["code"] for one in health.payload["needs"]}


def test_after_a_restore_the_letters_that_waited_are_applied(played: Post) -> None:
    window = played.club.game.state.window.number
    steps_lost(played)
    read(played)
    played.club.do(HOST, "restore", "mars", "--from", "newest")
    assert attempt(played, "health", "mars").payload["needs"] == []
    played.tick()
    assert played.club.game.state.window.number > window
    assert all(not seat.missed for seat in played.club.game.state.seats)


def test_without_a_newer_copy_lost_answers_are_read_again_and_open_questions_mailed_again(post: Post) -> None:
    """The e-mails were processed and the questions sent before: this computer remembers both, the folder neither."""
    back_up(post)
    post.bot("red", post.asked("red"))
    post.tick()
    step = post.club.game.state.seq
    put_back(post, post.club.root / "backup", home=False)
    assert attempt(post, "run", "mars").code == "E_ROLLBACK"
    post.host("restore", "mars", "--none-newer")
    read(post)
    assert len(attempt(post, "run", "mars").payload["applied"]) == 1
    assert post.club.game.state.seq == step
    sent = attempt(post, "mail", "out", "mars", *post.office.sending)
    assert {one["seat"] for one in sent.payload["made"] if one["kind"] == "ask"} == {"blue", "green"}


def ahead(post: Post, seat: str) -> None:
    """Let one player answer a question that was never asked in this game, with a file of another branch."""
    mail = post.asked(seat)
    body = agreed(mail) if seat == "blue" else ""
    if seat == "blue":
        number = post.club.game.state.window.number
        post.write(seat, body.replace(f" {seat} {number}.", f" {seat} {number + 7}."))


def test_one_player_alone_stops_no_run_but_the_clock_waits_for_the_host(post: Post) -> None:
    """Anybody can write any number into a block: that must not stop a game."""
    ahead(post, "blue")
    answer = read(post)
    assert (answer.status, failed(answer)) == (4, {"E_ROLLBACK"})
    post.bot("red", post.asked("red"))
    read(post)
    assert attempt(post, "run", "mars").payload["applied"], "red's answer counts"
    health: dict[str, Any] = attempt(post, "health", "mars").payload
    (need,) = [one for one in health["needs"] if one["code"] == "E_ROLLBACK"]
    assert need["seat"] == "blue" and "lpbe restore mars" in need["hint"]


def test_mails_to_no_game_that_was_rolled_back_go_on(played: Post) -> None:
    """A second game in the same mailbox is not held up by the first."""
    post = played
    post.club.do(HOST, "new", "venus", "--game", "pebbles", "--seats", "red,blue", "--as", "red", "--mail", "blue")
    put_back(post, post.club.root / "backup", home=False)
    post.club.do(HOST, "mail", "address", "venus", "blue", "zoe@example.org")
    post.office.send("zoe@example.org", b"From: zoe@example.org\nMessage-ID: <z@z>\n\nhello\n")
    answer = attempt(post, "mail", "in", "mars", "venus", *post.office.reading)
    assert answer.status == 4
    assert [one["did"] for one in answer.payload["mails"]] == ["asked"]
    assert {kind_of(one) for seat in ADDRESSES for one in post.collect(seat)} == set()
