"""Work that is shared out among helpers: the same results, whoever did what; a helper that dies is told of."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from time import sleep

import pytest

from lpbe.app.crew import side_by_side


def square(number: int) -> list[int]:
    return [os.getpid(), number * number]


def slow_first(number: int) -> int:
    sleep(0 if number else 0.2)
    return number


def killed_at_three(number: int) -> int:
    if number == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def broken_at_three(number: int) -> int:
    return 6 // (3 - number)


def children() -> list[int]:
    """Processes of ours that have not been waited for."""
    try:
        return [os.waitpid(-1, os.WNOHANG)[0]]
    except ChildProcessError:
        return []


@pytest.mark.parametrize(("count", "jobs"), [(1, 2), (7, 2), (40, 3), (2, 8)])
def test_results_come_in_order(count: int, jobs: int) -> None:
    told = list(side_by_side(square, list[int], count, jobs))
    assert [result for _, result in told] == [n * n for n in range(count)]
    helpers = {helper for helper, _ in told}
    assert os.getpid() not in helpers and len(helpers) <= min(jobs, count)


def test_a_slow_piece_holds_nobody_up() -> None:
    assert list(side_by_side(slow_first, int, 200, 2)) == list(range(200))


@pytest.mark.parametrize("work", [killed_at_three, broken_at_three])
def test_a_helper_that_ends_early_is_told_of(work: Callable[[int], int]) -> None:
    with pytest.raises(RuntimeError, match="ended before"):
        list(side_by_side(work, int, 20, 2))
    assert children() == []


def test_whoever_stops_early_leaves_no_helper_behind() -> None:
    results = side_by_side(slow_first, int, 1000, 2)
    assert [next(results) for _ in range(3)] == [0, 1, 2]
    results.close()
    assert children() == []
