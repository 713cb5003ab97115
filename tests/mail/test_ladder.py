"""Somebody vanishes from a game by mail: reminder, grace, default, bot; and comes back."""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path

from lpbe.kernel.chain.seating import SeatRecord, given_seat

from ..cli.house import HOST
from .post import Office, Post, agreed, html_of, kind_of, text_of

TERMS = ("--set", "pebbles.rounds=3", "--pace", "2d", "--grace", "1d", "--bot-after", "2")


def answer(post: Post, seat: str, kinds: tuple[str, ...] = ("ask",)) -> None:
    for mail in post.collect(seat):
        if kind_of(mail) in kinds:
            post.bot(seat, mail) if seat != "blue" else post.answer(seat, mail, agreed)


def days(post: Post, count: int) -> list[str]:
    """Half a day at a time, in which the others answer; what the absent one was mailed."""
    for _ in range(2 * count):
        answer(post, "red")
        answer(post, "blue")
        post.pass_time(hours=12)
        post.tick()
    return [kind_of(mail) for mail in post.collect("green")]


def green(post: Post) -> SeatRecord:
    return given_seat(post.house.game.state, "green")


def letters(post: Post, kind: str) -> int:
    entries = [json.loads(line) for line in post.house.log.read_text().splitlines()]
    return sum(entry.get("order", {}).get("kind") == kind for entry in entries)


def test_the_ladder_of_absence_by_mail(tmp_path: Path, place: Office) -> None:
    post = Post.begin(tmp_path / "house", place, "pebbles", *TERMS, time=datetime(2026, 1, 1, 8))
    post.seat_all()
    post.bot("red", post.asked("red"))
    post.answer("blue", post.asked("blue"), agreed)
    assert days(post, 2) == ["soon"] and not green(post).missed, "a reminder before the deadline"
    assert days(post, 1) == ["grace"] and not green(post).missed, "and one in grace"
    assert days(post, 1) == [] and green(post).missed == 1 == letters(post, "timeout"), "the default answers"
    assert days(post, 3) == ["ask"] and green(post).missed == 1, "in the next round it is asked again"
    assert days(post, 2) == ["soon", "grace"]
    assert days(post, 1) == ["lost"], "then a bot plays, and its former player is told"
    assert str(green(post).held).startswith("bot:") and letters(post, "replace") == 1
    (told,) = [mail for mail in post.heard["green"] if kind_of(mail) == "lost"]
    assert "Derrière votre" not in text_of(told) + html_of(told)
    post.save("green", told)
    (line,) = [line for line in text_of(told).splitlines() if line.strip().startswith("lpbe key show")]
    key = post.command("green", *line.split()[1:]).out.strip()
    post.host("replace", "mars", "green", "--to", key)
    post.host("run", "mars", *post.now)
    assert post.house.lpbe("dan", "endorse", "mars", "--no-pin").status == 0
    post.host("run", "mars", *post.now)
    assert not green(post).held, "and it comes back"
    for _ in range(60):
        if post.over:
            break
        for seat in ("red", "blue", "green"):
            answer(post, seat)
        post.pass_time(hours=1)
        post.tick()
    assert post.over and post.house.lpbe(HOST, "verify", "mars").status == 0
    kinds = [kind_of(mail) for mail in [*post.heard["green"], *post.collect("green")]]
    assert kinds.count("end") == 1 and kinds.count("lost") == 1
