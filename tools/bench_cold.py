"""Compare cold commands of two installed versions: processor time, best of many interleaved runs.

Both versions work on copies of one game, which the older one plays. Their processes take turns, so that both see the
same load. The machine may be busy: only ratios are meaningful.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from bench_clock import busy, interleave_runs, note

TURNS = 25
NONCE = "5e" * 32
WARM_UPS = 2
"""The first run of a command compiles modules, the second one finds them compiled."""


def play_game(lpbe: str, desk: Path) -> None:
    """Play the middle of a game of Living Planet; the last order of the person waits in the inbox."""

    def call(*args: str) -> None:
        subprocess.run([lpbe, *args], cwd=desk, stdout=subprocess.DEVNULL, check=False)

    call("key", "new")
    seats = ["--seats", "red,blue,green", "--as", "red", "--bot", "blue", "--bot", "green"]
    call("new", "mars", "--game", "living-planet", *seats, "--nonce", NONCE)
    call("run", "mars")
    call("ready", "mars")
    for _ in range(TURNS):
        call("run", "mars")
        call("bot", "mars")


def commands(lpbe: str, desk: Path) -> dict[str, list[str]]:
    """Return the arguments of every command that is measured, by its name in the table."""
    order = str(next((desk / "mars" / "inbox").glob("*.toml")))
    listed = subprocess.run([lpbe, "legal", "mars", "--json"], cwd=desk, stdout=subprocess.PIPE, check=True)
    apply = ["apply", "mars/game.toml", order, "-o", "next.toml"]
    return {
        "version": ["--version"],
        "help": ["--help"],
        "apply": [*apply, "--report", "report.txt"],
        "apply_json": [*apply, "--json"],
        "order": ["order", "mars", json.loads(listed.stdout)["texts"][0]],
        "legal": ["legal", "mars"],
        "report": ["report", "mars"],
        "report_html": ["report", "mars", "--format", "html"],
        "run": ["run", "mars"],
        "verify": ["verify", "mars"],
    }


def time_command(lpbe: str, args: Sequence[str], desk: Path, wanted: int) -> float:
    """Run one command on a fresh copy of the game; return the processor time in seconds."""
    scratch = desk.parent / "scratch"
    shutil.rmtree(scratch, ignore_errors=True)
    shutil.copytree(desk, scratch)
    os.chdir(scratch)
    os.environ["XDG_STATE_HOME"] = str(scratch / "state")
    return busy([lpbe, *args], wanted)


@contextmanager
def clean_process(desk: Path) -> Iterator[None]:
    """Have commands run without settings of Python's or ours, with their own key and pins."""
    environment = dict(os.environ)
    folder = Path.cwd()
    for name in [name for name in environment if name.startswith(("PYTHON", "LPBE_"))]:
        del os.environ[name]
    os.environ |= {"XDG_CONFIG_HOME": f"{desk}/config", "XDG_STATE_HOME": f"{desk}/state"}
    try:
        yield
    finally:
        os.chdir(folder)
        os.environ.clear()
        os.environ |= environment


def compare(before: str, after: str, names: Sequence[str], rounds: int) -> dict[str, tuple[float, float]]:
    """Return the best time of every command in both versions, in seconds."""
    with TemporaryDirectory(prefix="lpbe-cold-") as folder, clean_process(Path(folder) / "desk"):
        desk = Path(folder) / "desk"
        desk.mkdir()
        note("playing a game for cold commands")
        play_game(before, desk)
        calls = {name: args for name, args in commands(before, desk).items() if not names or name in names}
        runs: list[Callable[[], float]] = []
        for name, args in calls.items():
            wanted = 3 if name == "verify" else 0
            runs += [partial(time_command, lpbe, args, desk, wanted) for lpbe in (before, after)]
        for _ in range(WARM_UPS):
            for run in runs:
                run()
        note(f"{rounds} rounds of {len(calls)} commands")
        times = [min(column) for column in interleave_runs(runs, rounds)]
    return dict(zip(calls, zip(times[::2], times[1::2], strict=True), strict=True))


def ratios(before: str, after: str, rounds: int) -> dict[str, float]:
    """Return the time of every command as a multiple of its time before."""
    return {f"cold_{name}_x": new / old for name, (old, new) in compare(before, after, (), rounds).items()}


def main() -> None:
    parser = argparse.ArgumentParser(description="Compare cold commands of two installed versions.")
    parser.add_argument("before", help="the lpbe executable of the older version")
    parser.add_argument("after", help="the lpbe executable of the newer version")
    parser.add_argument("names", nargs="*", help="only these commands")
    parser.add_argument("--rounds", type=int, default=20)
    asked = parser.parse_args()
    print(f"{'command':<12} {'before':>9} {'after':>9} {'ratio':>6}")
    for name, (old, new) in compare(asked.before, asked.after, asked.names, asked.rounds).items():
        print(f"{name:<12} {old * 1000:6.1f} ms {new * 1000:6.1f} ms {new / old:6.2f}")


if __name__ == "__main__":
    main()
