"""Compare two versions of the project on the same work, taking turns: how much faster is the one in this checkout?

Each version applies and verifies its own games, played by the tools of its own checkout. Players send only orders,
because an older version may not support plans or such policies.
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
    """Install a compiled copy of the other version beside the one that is measured."""
    note(f"building .bench/before from {checkout}")
    subprocess.run([sys.executable, "-m", "venv", "--clear", "--without-pip", VENV], env=environment, check=True)
    pip = [sys.executable, "-m", "pip", "--python", PYTHON, "--quiet", "--disable-pip-version-check", "install"]
    subprocess.run([*pip, "--compile", checkout], env=environment, stdout=sys.stderr, check=True)


def measure(ours: str, checkout: str, rounds: int) -> dict[str, float]:
    """Return the speed as a multiple of the other version's, by the median of the rounds."""
    note(f"applying and verifying beside {checkout}, {rounds} rounds")
    pairs = [(paces(ours, str(ROOT)), paces(PYTHON, checkout)) for _ in range(rounds)]
    before = {f"before_{name}": median(other[name] for _, other in pairs) for name in PACES}
    ratios = {name.replace("per_s", "x"): median(own[name] / other[name] for own, other in pairs) for name in PACES}
    return {**before, **ratios}


def paces(python: str, checkout: str) -> dict[str, float]:
    """Measure how much one version does per second of one processor."""
    call = [python, __file__, str(Path(checkout).resolve())]
    answer = subprocess.run(call, env=os.environ, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True)
    found: dict[str, float] = json.loads(answer.stdout)
    return found


def main(checkout: str) -> None:
    """Run in a process of its own, with that version's interpreter and tools."""
    sys.path[0] = str(Path(checkout) / "tools")
    import bench
    import bench_games as games

    bench.DESK.mkdir(parents=True, exist_ok=True)
    table = games.host("living-planet")
    play = getattr(games, "orders_only", games.play)
    print(json.dumps(bench.in_process(table, [list(play(table, seed)) for seed in range(GAMES)], 3)))


if __name__ == "__main__":
    main(sys.argv[1])
