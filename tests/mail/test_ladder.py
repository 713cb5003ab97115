"""Somebody vanishes from a game by mail: reminder, grace, policy, default, bot; and comes back."""

from __future__ import annotations

import json
from collections import Counter
from datetime import datetime
from email.message import EmailMessage
from pathlib import Path

from lpbe.kernel.chain.genesis import SeatRecord, given_seat

from ..cli.world.club import HOST
from .post import ADDRESSES, REFEREE, Office, Post, agreed, kind_of, text_of

TERMS = ("--set", "pebbles.rounds=2", "--pace", "2d", "--grace", "1d", "--bot-after", "2")


def react(post: Post, who: str, mail: EmailMessage) -> None:
    post.bot(who, mail) if who != "blue" else post.answer(who, mail, agreed)


def answer(post: Post, who: str) -> None:
    for mail in post.collect(who):
        if kind_of(mail) == "ask":
            react(post, who, mail)


def hours(post: Post) -> list[EmailMessage]:
    """Play most of a day, in which red and blue answer; return what green was mailed."""
    answer(post, "red")
    answer(post, "blue")
    post.pass_time(hours=20)
    post.tick()
    return post.collect("green")


def kinds(mails: list[EmailMessage]) -> list[str]:
    return [kind_of(mail) for mail in mails]


def words(mail: EmailMessage) -> str:
    return " ".join(text_of(mail).split())


def newest_copy(post: Post, who: str) -> EmailMessage:
    """Return the last e-mail with the game attached: a key that has seen it answers from no older one."""
    return [mail for mail in post.heard[who] if list(mail.iter_attachments())][-1]


def seat(post: Post, name: str) -> SeatRecord:
    return given_seat(post.club.game.state, name)


def letters(post: Post, kind: str) -> int:
    entries = [json.loads(line) for line in post.club.log.read_text().splitlines()]
    return sum(entry.get("order", {}).get("kind") == kind for entry in entries)


def until_green(post: Post, *kinds: str, most: int = 12) -> EmailMessage:
    """Let days pass, in which the others answer, until green is mailed something; return the last such e-mail."""
    for _ in range(most):
        if came := hours(post):
            assert tuple(map(kind_of, came)) == kinds, [kind_of(mail) for mail in came]
            return came[-1]
    raise AssertionError(f"nothing came to green, not even {kinds}")


def test_the_ladder_of_absence_by_mail(tmp_path: Path, place: Office) -> None:
    """Policy, then the default, then a bot; green, who vanished, comes back, and the game goes to its end."""
    post = Post.begin(tmp_path / "club", place, "pebbles", *TERMS, time=datetime(2026, 1, 1, 8))
    post.seat_all()
    by_policy_and_by_default(post)
    mail = until_green(post, "ask")
    assert "Votre consigne a répondu pour vous : miser 1" in words(mail)
    vanish(post)
    assert seat(post, "green").missed == 1 and not seat(post, "green").held
    mail = until_green(post, "ask", most=30)
    assert "La réponse par défaut a été donnée pour vous : finir tour" in words(mail)
    assert "Votre consigne a répondu pour vous : miser 1" in words(mail)
    assert seat(post, "green").missed == 1, "what the policy has answered is no miss"
    come_back(post, vanish(post, "lost"))
    to_the_end(post)


def by_policy_and_by_default(post: Post) -> None:
    """Neither green nor blue answers: green has a policy and gets no e-mail, blue has none and is reminded twice."""
    post.bot("red", post.asked("red"))
    post.save("green", post.asked("green"))
    (file,) = [str(part.get_filename()) for part in post.asked("green").iter_attachments()]
    post.signed("green", post.command("green", "policy", file, "bid=1", "--mail-to", REFEREE).out)
    post.tick()
    assert kinds(post.collect("green")) == ["answer"] and kinds(post.collect("blue")) == []
    heard: list[str] = []
    while post.club.game.state.window.number == 2:
        assert not seat(post, "blue").missed and kinds(post.collect("green")) == []
        post.pass_time(hours=20)
        post.tick()
        heard += kinds(post.collect("blue"))
    assert heard == ["soon", "grace"] and letters(post, "timeout") == 1
    assert (seat(post, "blue").missed, seat(post, "green").missed) == (1, 0)


def vanish(post: Post, *after: str) -> EmailMessage | None:
    """Let green send nothing: a reminder, another in grace, then the time is over."""
    misses = seat(post, "green").missed
    assert "Vous n'avez pas encore répondu" in words(until_green(post, "soon"))
    assert "Le délai est passé" in words(until_green(post, "grace"))
    assert seat(post, "green").missed == misses
    if after:
        return until_green(post, *after)
    while seat(post, "green").missed == misses:
        assert not hours(post)
    return None


def come_back(post: Post, result: EmailMessage | None) -> None:
    """A bot plays: its former player is informed, without private details; red, the only voter, is asked by mail."""
    assert result and str(seat(post, "green").held).startswith("bot:") and letters(post, "replace") == 1
    assert "Derrière votre" not in words(result)
    post.save("green", result)
    (line,) = [line for line in text_of(result).splitlines() if line.strip().startswith("lpbe key show")]
    post.host("replace", "mars", "green", "--to", post.command("green", *line.split()[1:]).out.strip())
    post.tick()
    votes = {one: [mail for mail in post.collect(one) if kind_of(mail) == "vote"] for one in ADDRESSES}
    assert {one: len(mails) for one, mails in votes.items()} == {"red": 1, "blue": 1, "green": 1}
    post.obey("red", votes["red"][0], "endorse")
    post.tick()
    assert not seat(post, "green").held and not seat(post, "green").missed


def to_the_end(post: Post) -> None:
    """Let everybody answer what is still open, including green."""
    for one in ADDRESSES:
        if one in post.club.game.state.window.waiting:
            react(post, one, post.asked(one) if one == "blue" else newest_copy(post, one))
    for _ in range(60):
        if post.over:
            break
        for one in ADDRESSES:
            answer(post, one)
        post.pass_time(hours=1)
        post.tick()
    assert post.over and post.club.lpbe(HOST, "verify", "mars").status == 0
    result = Counter(kinds([*post.heard["green"], *post.collect("green")]))
    assert result["end"] == result["lost"] == result["vote"] == 1 and result["soon"] == result["grace"] == 2
    blue = next(
        mail
        for mail in post.heard["blue"]
        if kind_of(mail) == "ask" and "The default answer was given" in text_of(mail)
    )
    assert "The default answer was given for you: bid 0." in words(blue)
    assert any("Blue missed the deadline." in words(mail) for mail in post.heard["red"])
