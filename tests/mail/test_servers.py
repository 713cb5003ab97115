"""A whole game of Living Planet by mail, through servers as Debian has them: `make test-mail`."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest

from .post import ADDRESSES, Post
from .servers import servers
from .test_whole_game import Correspondence, check

TERMS = ("--pace", "2d", "--grace", "1d")


@pytest.mark.servers
def test_a_whole_game_of_living_planet_through_real_servers(tmp_path: Path) -> None:
    """One mail seat, one late player, one mistake, one duplicate delivery, one answer by a machine."""
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
