"""The clocks of the bench: wall and processor time of processes, and of work inside one process, all in rounds."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from statistics import median
from time import perf_counter, process_time

BEGUN = perf_counter()


def note(text: str) -> None:
    """Print what is being done, and how long the bench has taken so far."""
    print(f"{perf_counter() - BEGUN:4.0f} s  {text}", file=sys.stderr, flush=True)


def cold(command: Sequence[str]) -> float:
    """Return the wall time of one process, in seconds."""
    return spawn_timed(command, 0)[0]


def busy(command: Sequence[str], wanted: int = 0) -> float:
    """Return the processor time of one process, in seconds."""
    return spawn_timed(command, wanted)[1]


def spawn_timed(command: Sequence[str], wanted: int) -> tuple[float, float]:
    """Return wall and processor time of one process, spawned without the cost of a fork."""
    quiet = [(os.POSIX_SPAWN_OPEN, n, os.devnull, os.O_RDWR, 0) for n in (0, 1, 2)]
    before = perf_counter()
    child = os.posix_spawn(command[0], command, os.environ, file_actions=quiet)
    _, status, used = os.wait4(child, 0)
    wall = perf_counter() - before
    code = os.waitstatus_to_exitcode(status)
    assert code == wanted, f"{' '.join(command)}: exit code {code}"
    return wall, used.ru_utime + used.ru_stime


def interleave_runs(runs: Sequence[Callable[[], float]], rounds: int) -> list[list[float]]:
    """Run everything once per round, so that all runs see the same load; the first round only warms up."""
    times = [[run() for run in runs] for _ in range(rounds + 1)]
    return [list(column) for column in zip(*times[1:], strict=True)]


def ratio(times: Sequence[float], base: Sequence[float]) -> float:
    """Return a multiple of the base: the median over rounds."""
    return median(one / other for one, other in zip(times, base, strict=True))


def best(work: Callable[[], None], repeats: int) -> float:
    """Return the shortest time: disturbances only make it longer."""

    def timed() -> float:
        before = process_time()
        work()
        return process_time() - before

    return min(timed() for _ in range(repeats))
