"""A bounce counts if it has the proof that the e-mail carried; any other bounce changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from email.message import EmailMessage

import pytest

from ..cli.world.club import HOST
from .post import ADDRESSES, REFEREE, Post
from .test_outages import run


def bounced(mail: EmailMessage, to: str = ADDRESSES["blue"], change: Callable[[str], str] = str) -> bytes:
    """Return a delivery report as mail servers write it, with the headers of the returned e-mail."""
    head = "\n".join(f"{name}: {value}" for name, value in mail.items() if name.lower() != "content-type")
    text = f"""From: MAILER-DAEMON@mx.example.org
To: {REFEREE}
Subject: Undelivered Mail Returned to Sender
Message-ID: <bounce@mx.example.org>
Return-Path: <>
Content-Type: multipart/report; report-type=delivery-status; boundary=b

--b

It could not be delivered.

--b
Content-Type: message/delivery-status

Final-Recipient: rfc822; {to}
Action: failed
Diagnostic-Code: smtp; 550 5.1.1 no such user

--b
Content-Type: text/rfc822-headers

{head}

--b--
"""
    return change(text).replace("\n", "\r\n").encode()


def receive(post: Post, data: bytes) -> str:
    """Read a bounce; return why it is ignored."""
    post.office.send("mailer-daemon@mx.example.org", data)
    (mail,) = post.host("mail", "in", "mars", *post.office.reading, *post.now)["mails"]
    assert mail["did"] == "ignored"
    return str(mail["why"])


def faults(post: Post) -> list[str]:
    return [fault["code"] for fault in post.host("mail", "faults")["faults"]]


def timed_out(post: Post) -> set[str]:
    """Who is not awaited any more once the time is over; a bounce stops the clock for three days only."""
    post.pass_time(days=2, hours=1)
    post.host("mail", "in", "mars", *post.office.reading, *post.now)
    run(post)
    return set(ADDRESSES) - set(post.club.game.state.window.waiting)


def test_a_mail_that_came_back_is_told_and_nobody_is_timed_out_for_it(post: Post) -> None:
    post.pass_time(days=1)
    post.office.send("mailer-daemon@mx.example.org", bounced(post.asked("blue")))
    args = ["mail", "in", "mars", *post.office.reading, *post.now, "--json"]
    (mail,) = post.club.lpbe(HOST, *args).payload["mails"]
    assert mail["why"] == "bounce" and faults(post) == ["E_MAIL_BOUNCED"]
    assert "blue" not in timed_out(post)


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("X-LPBE-Proof", "X-Other"),
        lambda text: "\n".join(
            line for line in text.split("\n") if not line.startswith(("Message-ID: <lpbe", "X-LPBE"))
        ),
        lambda text: text.replace("X-LPBE-Proof: ", "X-LPBE-Proof: 00"),
        lambda text: text.replace(".blue.", ".green."),
    ],
)
def test_a_bounce_that_anybody_could_have_written_changes_nothing(post: Post, change: Callable[[str], str]) -> None:
    post.pass_time(days=1)
    assert receive(post, bounced(post.asked("blue"), change=change)) == "unproven-bounce"
    assert faults(post) == [] and "blue" in timed_out(post)


def test_a_bounce_of_a_mail_to_a_former_address_changes_nothing(post: Post) -> None:
    mail = post.asked("blue")
    post.host("mail", "address", "mars", "blue", "ben@new.example.org")
    assert receive(post, bounced(mail)) == "unproven-bounce" and faults(post) == []


def test_the_proof_of_one_player_is_none_for_another(post: Post) -> None:
    """Green only knows the proofs of e-mails to green."""
    other = post.asked("green")
    mail = post.asked("blue")
    mine = str(other["X-LPBE-Proof"])
    data = bounced(mail, change=lambda text: text.replace(str(mail["X-LPBE-Proof"]), mine))
    assert mine and receive(post, data) == "unproven-bounce" and faults(post) == []
