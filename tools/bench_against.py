"""The same work by two versions of the project, turn by turn: how much faster the one here is.

Each applies and verifies games of its own, played by the tools of its own checkout; people send orders only, for an
older version may know neither plans nor such policies.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from statistics import median

from bench_clock import note

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".bench" / "before"
PYTHON, LPBE = str(VENV / "bin" / "python"), str(VENV / "bin" / "lpbe")
PACES = ("applies_per_s", "verify0_per_s", "verify2_per_s")
GAMES = 2


def install(checkout: str, environment: Mapping[str, str]) -> None:
    """A compiled copy of the other version, beside the one that is measured."""
    note(f"building .bench/before from {checkout}")
    subprocess.run([sys.executable, "-m", "venv", "--clear", "--without-pip", VENV], env=environment, check=True)
    pip = [sys.executable, "-m", "pip", "--python", PYTHON, "--quiet", "--disable-pip-version-check", "install"]
    subprocess.run([*pip, "--compile", checkout], env=environment, stdout=sys.stderr, check=True)


def measure(ours: str, checkout: str, rounds: int) -> dict[str, float]:
    """How many times as fast as the other version, by the median of the rounds."""
    note(f"applying and verifying beside {checkout}, {rounds} rounds")
    pairs = [(paces(ours, str(ROOT)), paces(PYTHON, checkout)) for _ in range(rounds)]
    before = {f"before_{name}": median(other[name] for _, other in pairs) for name in PACES}
    ratios = {name.replace("per_s", "x"): median(own[name] / other[name] for own, other in pairs) for name in PACES}
    return {**before, **ratios}


def paces(python: str, checkout: str) -> dict[str, float]:
    """What one version does in a second of one processor."""
    call = [python, __file__, str(Path(checkout).resolve())]
    answer = subprocess.run(call, env=os.environ, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True)
    found: dict[str, float] = json.loads(answer.stdout)
    return found


def main(checkout: str) -> None:
    """In a process of its own, with that version's interpreter and tools."""
    sys.path[0] = str(Path(checkout) / "tools")
    import bench
    import bench_games as games

    bench.DESK.mkdir(parents=True, exist_ok=True)
    table = games.host("living-planet")
    play = getattr(games, "orders_only", games.play)
    print(json.dumps(bench.in_process(table, [list(play(table, seed)) for seed in range(GAMES)], 3)))


if __name__ == "__main__":
    main(sys.argv[1])
