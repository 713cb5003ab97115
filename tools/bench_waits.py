"""Measure what people wait for, in wall time: verifying a game, clearing an inbox, playing many games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import bench_folders as folders
from bench_clock import cold, interleave_runs, note, spawn_timed

SIMULATED = 200
"""Enough games that playing them takes longer than starting up."""


def time_verify(programs: Sequence[str], desk: Path, rounds: int) -> dict[str, float]:
    """Measure how long a stranger waits for a finished game with its reports, and a step relative to an older one.

    Wall time is used because two processes share the work; the processor time of both is reported beside it.
    """
    note(f"verifying finished games, {rounds} rounds")
    places = [folders.demo(program, desk / f"demo-{n}") for n, program in enumerate(programs)]
    calls = [[program, "verify", str(place)] for program, place in zip(programs, places, strict=True)]
    times = [[spawn_timed(call, 0) for call in calls] for _ in range(rounds + 1)][1:]
    steps = [folders.steps_in(place) for place in places]
    waits, spent = ([min(column) for column in zip(*rows, strict=True)] for rows in walls_and_work(times))
    seconds = {"verify_reports_s": waits[0], "verify_reports_cpu_s": spent[0]}
    return seconds | {
        f"verify_reports_{name}": (one / steps[0]) / (other / steps[1])
        for name, (one, *others) in (("x", waits), ("cpu_x", spent))
        for other in others
    }


def walls_and_work(rounds: Sequence[Sequence[tuple[float, float]]]) -> Iterator[list[list[float]]]:
    """Measure processes in rounds, once in wall time and once in processor time."""
    for clock in (0, 1):
        yield [[one[clock] for one in each] for each in rounds]


def junk(lpbe: str, folder: Path, desk: Path, rounds: int) -> dict[str, float]:
    """Measure a run over an inbox full of files that are not letters, in wall time."""
    folders.fill_inbox(folder)
    note(f"{folders.JUNK} files of junk")

    def run() -> float:
        return cold([lpbe, "run", str(folders.fresh_copy(folder, desk / "junk"))])

    return {"junk_s": min(run() for _ in range(rounds))}


def time_simulations(lpbe: str, rounds: int) -> dict[str, float]:
    """Measure what a second job gains, in wall time."""
    note(f"{SIMULATED} games between bots, {rounds} rounds")
    call = [lpbe, "simulate", "--games", str(SIMULATED), "--players", "4", "--jobs"]
    alone, together = interleave_runs([lambda jobs=jobs: cold([*call, jobs]) for jobs in ("1", "2")], rounds)
    return {"simulate_jobs2_x": min(alone) / min(together)}
