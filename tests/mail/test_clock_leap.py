"""A clock that jumps ahead costs nobody a turn before the host has confirmed that it is right."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from ..cli.world.club import HOST
from .post import Post
from .test_rollback import attempt

LEAP = datetime(2026, 10, 10, 8)


@pytest.fixture
def leapt(post: Post) -> Post:
    """Return a game that was last run an hour ago, with a clock nine months slow."""
    post.bot("red", post.asked("red"))
    post.pass_time(hours=1)
    post.tick()
    post.time = LEAP
    attempt(post, "mail", "in", "mars", *post.office.reading)
    return post


def missed(post: Post) -> int:
    return sum(seat.missed for seat in post.club.game.state.seats)


def test_a_run_by_a_clock_that_leapt_stops_with_a_question(leapt: Post) -> None:
    with leapt.club.untouched():
        answer = attempt(leapt, "run", "mars")
    assert (answer.status, answer.code) == (6, "E_CLOCK")
    assert "2026-10-10" in answer.payload["message"] and "--clock-is-right" in answer.payload["hint"]
    assert "E_CLOCK" in {one["code"] for one in attempt(leapt, "health", "mars").payload["needs"]}
    with leapt.club.untouched():
        assert attempt(leapt, "run", "mars").status == 6, "asking once does not make it right"


def test_once_the_clock_is_set_the_game_goes_on(leapt: Post) -> None:
    attempt(leapt, "run", "mars")
    leapt.time = datetime(2026, 1, 1, 10)
    assert attempt(leapt, "run", "mars").status == 0
    assert missed(leapt) == 0 and leapt.club.game.state.window.deadline == "2026-01-03T08:00:00Z"


def test_the_host_may_say_that_the_clock_is_right(leapt: Post) -> None:
    assert attempt(leapt, "run", "mars", "--clock-is-right").payload["applied"]
    assert missed(leapt) == 2
    leapt.pass_time(hours=1)
    assert attempt(leapt, "run", "mars").status == 0


def test_the_host_may_give_time_first(leapt: Post) -> None:
    leapt.club.do(HOST, "extend", "mars", "--until", "2026-10-12T08:00:00Z", *leapt.now)
    assert attempt(leapt, "run", "mars").status == 0 and missed(leapt) == 0


def test_a_game_whose_time_is_not_over_is_run_after_any_break(post: Post) -> None:
    """Nobody would be timed out: during a pause of months, for example."""
    post.club.do(HOST, "pause", "mars", "--until", "200d", *post.now)
    post.pass_time(days=150)
    assert attempt(post, "run", "mars").status == 0


def test_a_job_that_was_off_for_three_days_is_not_asked(post: Post) -> None:
    post.pass_time(hours=1)
    post.tick()
    assert post.time
    post.time += timedelta(days=4)
    attempt(post, "mail", "in", "mars", *post.office.reading)
    assert attempt(post, "run", "mars").status == 0 and missed(post) == 3
