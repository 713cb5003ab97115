"""A path that never was a mailbox is the error of one command; a fault of the host's settings affects its own games."""

from __future__ import annotations

import pytest

from ..cli.world.club import HOST, NONCE, Answer
from .post import REFEREE, Post, free_port
from .test_health import check_health, codes
from .test_outages import attempt, out


def mistype(post: Post, *options: str) -> Answer:
    return attempt(post, "mail", "in", "mars", *(options or ("--maildir", "/nonexist")))


@pytest.fixture
def away(post: Post) -> Post:
    """Take away a mailbox that has worked before, for a while."""
    box = post.office.box(REFEREE)
    post.tick()
    aside = box.rename(box.with_name("aside"))
    try:
        attempt(post, "mail", "in", "mars", *post.office.reading)
    finally:
        aside.rename(box)
    return post


def second_game(post: Post) -> None:
    seats = ("--seats", "red,blue", "--mail", "blue")
    post.host("new", "venus", "--game", "pebbles", *seats, "--nonce", NONCE[::-1], *post.now)


@pytest.mark.parametrize("option", ["--maildir", "--mbox"])
def test_the_message_names_path_and_remedy(post: Post, option: str) -> None:
    answer = post.club.lpbe(HOST, "mail", "in", "mars", option, "/nonexist")
    assert answer.status == 6 and "/nonexist" in answer.err and option in answer.err, answer


def test_a_path_that_never_was_a_mailbox_is_no_lasting_fault(post: Post) -> None:
    post.tick()
    mistype(post)
    assert post.host("mail", "faults")["faults"] == []
    assert out(post).status == 0
    assert post.club.lpbe(HOST, "todo", "mars", *post.now).err == ""


def test_it_is_forgotten_once_the_right_mailbox_is_read(post: Post) -> None:
    mistype(post)
    assert codes(check_health(post)[1]) == ["E_FILE_TYPE"], "nobody reads the mail until then"
    post.tick()
    status, seen = check_health(post)
    assert status == 0 and [one["name"] for one in seen["mail"] if one["way"] == "in"] == post.office.reading[1:]


def test_a_mailbox_that_worked_once_is_a_lasting_fault(away: Post) -> None:
    (fault,) = away.host("mail", "faults")["faults"]
    assert fault["code"] == "E_FILE_TYPE" and str(away.office.box(REFEREE)) in fault["message"] and fault["hint"]
    text = away.club.lpbe(HOST, "todo", "mars", *away.now)
    assert str(away.office.box(REFEREE)) in text.out + text.err and "--maildir" in text.out + text.err


def test_a_fault_of_the_mailbox_concerns_its_own_games(away: Post) -> None:
    second_game(away)
    assert codes(check_health(away, "mars")[1]) == ["E_FILE_TYPE"]
    assert codes(check_health(away, "venus")[1]) == []
    answer = away.club.lpbe(HOST, "todo", "venus", *away.now)
    assert "Maildir" not in answer.out + answer.err
    sent = attempt(away, "mail", "out", "venus", *away.office.sending)
    assert "E_FILE_TYPE" not in str(sent)


def test_it_can_be_cleared_by_the_game(away: Post) -> None:
    second_game(away)
    away.host("mail", "faults", "--clear", "venus", *away.now)
    assert away.host("mail", "faults")["faults"]
    away.host("mail", "faults", "--clear", "mars", *away.now)
    assert away.host("mail", "faults")["faults"] == []


def test_a_password_that_cannot_be_used_concerns_its_own_games(post: Post) -> None:
    (post.club.root / "secret").write_text("x\n")
    (post.club.root / "secret").chmod(0o644)
    second_game(post)
    account = f"imap://ana@127.0.0.1:{free_port()}/INBOX"
    answer = attempt(post, "mail", "in", "mars", "--imap", account, "--password-file", "secret")
    assert answer.code == "E_KEY_PERMS"
    assert (codes(check_health(post, "mars")[1]), codes(check_health(post, "venus")[1])) == (["E_KEY_PERMS"], [])
