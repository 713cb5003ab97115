"""Measure random play on one core: our game and other engines, in rounds, each driven by its loop in tools/peers.

Fixed versions of the engines are installed once under .bench; one that cannot be installed is reported as missing.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median

from bench_clock import note

ROOT = Path(__file__).resolve().parent.parent
FOLDER, BENCH = ROOT / "tools" / "peers", ROOT / ".bench"
VENV, NODE = BENCH / "peers", BENCH / "node"
PYTHON = str(VENV / "bin" / "python")
CATANATRON, CHESS, BOARDGAME = "catanatron==3.2.1", "chess==1.11.2", "boardgame.io@0.50.2"
DRIVERS = {
    "": "living_planet.py",
    "arboria_": "living_planet.py",
    "aquarius_": "living_planet.py",
    "catanatron_": "settlers.py",
    "chess_": "board.py",
    "boardgame_": "hexes.mjs",
}
"""What the names of an engine's figures begin with, and its driver."""
EXPANSIONS = ("arboria", "aquarius")
"""Our own game with one of these expansions has its own figures, including a comparison with the plain game."""
FIGURES = (
    *(f"{name}_moves_x" for name in EXPANSIONS),
    *(f"{name}{what}_per_s" for what in ("moves", "decisions") for name in DRIVERS),
)
SECONDS = 1.5


def install(environment: Mapping[str, str]) -> None:
    """Install every engine that is available, and leave existing ones alone."""
    if not Path(PYTHON).exists():
        run([sys.executable, "-m", "venv", "--without-pip", str(VENV)], environment)
    pip = [sys.executable, "-m", "pip", "--python", PYTHON, "--quiet", "--disable-pip-version-check"]
    for package, module in ((CATANATRON, "catanatron"), (CHESS, "chess")):
        if not has(module):
            run([*pip, "install", "--compile", package], environment)
    if shutil.which("npm") and not (NODE / "node_modules" / "boardgame.io").exists():
        NODE.mkdir(parents=True, exist_ok=True)
        run(["npm", "install", "--no-audit", "--no-fund", "--silent", "--prefix", str(NODE), BOARDGAME], environment)


def run(command: Sequence[str], environment: Mapping[str, str]) -> None:
    """Run a command that may fail; what it should have installed is then missing."""
    note(f"installing {command[-1]}")
    subprocess.run(command, env=environment, capture_output=True, check=False)


def has(module: str) -> bool:
    return any(VENV.glob(f"lib/python*/site-packages/{module}"))


def commands(ours: str) -> dict[str, list[str]]:
    """Return the command for figures whose names begin like this; None if the engine is missing."""
    node = shutil.which("node") if (NODE / "node_modules" / "boardgame.io").exists() else None
    peers = (PYTHON if has("catanatron") else None, PYTHON if has("chess") else None, node)
    programs = (ours, *(ours for _ in EXPANSIONS), *peers)
    pairs = zip(DRIVERS.items(), programs, strict=True)
    return {name: [program, str(FOLDER / driver)] for (name, driver), program in pairs if program}


def measure(ours: str, environment: Mapping[str, str], rounds: int) -> dict[str, float]:
    """Measure all of them in turn in every round, so that they see the same load, and return the medians."""
    found = commands(ours)
    for name in DRIVERS:
        if name not in found:
            note(f"{name.rstrip('_')} is absent")
    note(f"random play, {rounds} rounds")
    paces = [{name: drive_games(call, environment, name) for name, call in found.items()} for _ in range(rounds)]
    kept = {
        f"{name}_moves_x": median(pace[f"{name}_"]["moves"] / pace[""]["moves"] for pace in paces)
        for name in EXPANSIONS
    }
    return kept | {
        f"{name}{what}_per_s": median(pace[name][what] for pace in paces)
        for what in ("moves", "decisions")
        for name in found
    }


def drive_games(call: Sequence[str], environment: Mapping[str, str], name: str) -> dict[str, float]:
    """Count moves and decisions per second."""
    answer = subprocess.run(
        [*call, str(SECONDS), *(expansion for expansion in EXPANSIONS if name == f"{expansion}_")],
        env={**environment, "NODE_ENV": "production"},
        cwd=NODE if NODE.exists() else ROOT,
        stdout=subprocess.PIPE,
        check=True,
    )
    told_by_driver: dict[str, float] = json.loads(answer.stdout)
    return told_by_driver
