"""A whole game of Living Planet by mail, through servers as in Debian: `make test-mail`."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest

from .post import ADDRESSES, Post, agreed, kind_of
from .servers import servers
from .test_whole_game import Correspondence, check

TERMS = ("--pace", "2d", "--grace", "1d")


@pytest.mark.servers
def test_a_whole_game_of_living_planet_through_real_servers(tmp_path: Path) -> None:
    """One mail seat, one late player, one mistake, one duplicate delivery, one automatic reply."""
    with servers() as office:
        begun = datetime(2026, 1, 1, 8)
        env = office.account.environment
        post = Post.begin(tmp_path / "club", office, "living-planet", *TERMS, time=begun, env=env)
        post.seat_all()
        Correspondence(post).play(400)
        check(post)
    written, read = post.counts["written"], sum(map(len, post.heard.values()))
    assert post.counts["out"] == read and set(post.heard) == set(ADDRESSES)
    print(f"\n{post.club.game.state.seq} steps; mails written by players {written}, sent by the host {read}:")
    print("".join(f"  {name}: {count}\n" for name, count in sorted(post.counts.items())))


@pytest.mark.servers
def test_a_reminder_reaches_a_mail_seat_through_a_real_server(tmp_path: Path) -> None:
    with servers() as office:
        env = office.account.environment
        post = Post.begin(tmp_path / "club", office, "pebbles", "--set", "pebbles.rounds=1", env=env)
        post.seat_all()
        filed = post.counts["in, filed"]
        assert [one["did"] for one in post.host("remind", "mars")["mails"]] == ["queued"]
        post.tick()
        (mail,) = post.collect("blue")
        assert kind_of(mail) == "remind"
        post.answer("blue", mail, agreed)
        post.tick()
        assert post.counts["in, filed"] == filed + 1
