"""`lpbe remind` knows the seats that play by mail: it queues an e-mail to them."""

from __future__ import annotations

import shutil
from typing import Any

import pytest

from ..cli.interface.test_json_answers import fits
from ..cli.world.club import HOST
from .post import ADDRESSES, Post, agreed, block_in, kind_of, text_of


def remind(post: Post, *options: str, who: str = HOST) -> dict[str, Any]:
    answer = post.club.lpbe(who, "remind", "mars", *options, *post.now, "--json")
    assert answer.status == 0, answer
    fits(answer.payload, "answer-remind")
    return answer.payload


def did(seen: dict[str, Any]) -> list[tuple[str, str]]:
    return [(one["seat"], one["did"]) for one in seen["mails"]]


def seats_of(seen: dict[str, Any]) -> list[str]:
    return [one["seat"] for one in seen["messages"]]


def test_a_mail_seat_is_sent_its_question_again_and_can_answer_that(post: Post) -> None:
    seen = remind(post)
    assert did(seen) == [("blue", "queued")] and seats_of(seen) == ["red", "green"]
    post.tick()
    (mail,) = post.collect("blue")
    assert kind_of(mail) == "remind" and str(mail["Subject"]).startswith("Reminder: ")
    assert str(mail["In-Reply-To"]) == str(post.asked("blue")["Message-ID"])
    assert "The host is waiting for your answer" in text_of(mail) and block_in(mail) == block_in(post.asked("blue"))
    post.answer("blue", mail, agreed)
    post.tick()
    assert post.counts["in, filed"] == 1


def test_there_is_one_reminder_a_day(post: Post) -> None:
    remind(post)
    assert did(remind(post)) == [("blue", "known")]
    post.tick()
    assert did(remind(post)) == [("blue", "known")]
    post.pass_time(days=1)
    assert did(remind(post)) == [("blue", "queued")]


def test_a_reminder_of_a_question_that_is_answered_is_not_sent(post: Post) -> None:
    remind(post)
    for seat in ("red", "green"):
        post.bot(seat, post.asked(seat))
    post.answer("blue", post.asked("blue"), agreed)
    post.tick()
    assert "remind" not in [kind_of(mail) for mail in post.collect("blue")]
    assert "blue" not in [one["seat"] for one in remind(post)["mails"]]


def test_who_was_not_asked_yet_is_not_reminded(post: Post) -> None:
    shutil.rmtree(post.club.home(HOST) / "state/lpbe/mail/sent")
    assert did(remind(post)) == [("blue", "unasked")]
    assert "the question itself has not been sent yet" in post.club.lpbe(HOST, "remind", "mars", *post.now).out


def test_whoever_cannot_be_mailed_has_a_message_to_be_sent_otherwise(post: Post) -> None:
    """Without an address, for a player who is not the host, or if the host wants that."""
    assert seats_of(remind(post, who="dan")) == seats_of(remind(post, "--print")) == [*ADDRESSES]
    assert not remind(post, "--print")["mails"]
    post.host("mail", "address", "mars", "blue", "--forget")
    seen = remind(post)
    assert seen["mails"] == [] and seats_of(seen) == [*ADDRESSES]
    assert "Reply to the e-mail that asks this question" in seen["messages"][1]["text"]


@pytest.mark.parametrize(
    ("lang", "wanted"),
    [
        ("en", "blue: a reminder to ben@example.org is ready; to send it: lpbe mail out"),
        ("fr", "blue : un rappel pour ben@example.org est prêt ; pour l'envoyer : lpbe mail out"),
    ],
)
def test_the_host_is_told_what_becomes_of_it(post: Post, lang: str, wanted: str) -> None:
    answer = post.club.lpbe(HOST, "remind", "mars", *post.now, env={"LPBE_LANG": lang})
    assert answer.out.replace("\xa0", " ").endswith(f"\n\n{wanted}\n")
