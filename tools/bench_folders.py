"""Measure whole game folders: their growth in git, the time a stranger takes to verify one, and the cost of junk."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from statistics import median

import bench_engine as engine
import bench_games as games
from bench_engine import Host
from bench_games import Deed

WHO = ["-c", "user.name=bench", "-c", "user.email=bench@example.org", "-c", "commit.gpgsign=false"]
JUNK = 3000
EVERY = 10
"""Every how many steps the game file is measured."""


def sizes(table: Host, deeds: list[Deed]) -> dict[str, float]:
    """Return the largest size of a game file in a whole game, and the median length of a log line, in kilobytes."""
    forms = ("game.toml", "game.json")
    largest = max(len(engine.game_bytes(deed.after, form)) for deed in deeds[::EVERY] for form in forms)
    line = median(len(line) for line in games.lines_of(table, deeds))
    return {"game_kb": largest / 1024, "log_line_kb": line / 1024}


def fill_folder(table: Host, deeds: Sequence[Deed], folder: Path) -> Path:
    """Fill a folder with the files of a game, up to the last of these letters."""
    folder.mkdir()
    for step in (games.start(table), *(deed.after for deed in deeds)):
        engine.store_in(table, folder, step)
    return folder


def git(folder: Path, *args: str) -> str:
    answer = subprocess.run(["git", *WHO, "-C", str(folder), *args], capture_output=True, check=True, text=True)
    return answer.stdout


def commit(folder: Path) -> None:
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", "step")


def git_growth(table: Host, deeds: Sequence[Deed], folder: Path) -> dict[str, float]:
    """Return the packed size per step, in kilobytes, of a whole game with one commit per step."""
    folder.mkdir()
    git(folder, "init", "-q")
    for step in (games.start(table), *(deed.after for deed in deeds)):
        engine.store_in(table, folder, step)
        commit(folder)
    git(folder, "repack", "-adfq", "--window=250", "--depth=50", "--window-memory=256m")
    packs = sum(file.stat().st_size for file in (folder / ".git" / "objects" / "pack").glob("*.pack"))
    return {"git_kb": packs / 1024 / (len(deeds) + 1)}


def steps_in(folder: Path) -> int:
    with open(folder / "log.jsonl", "rb") as log:
        return sum(1 for _ in log)


def demo(lpbe: str, folder: Path) -> Path:
    """Return a finished game with its reports, as the program itself plays it."""
    subprocess.run([lpbe, "demo", "--out", str(folder)], stdout=subprocess.DEVNULL, check=True)
    return folder / "game"


def fill_inbox(folder: Path) -> None:
    """Fill an inbox with files that are not letters: with all endings, readable or not."""
    inbox = folder / "inbox"
    inbox.mkdir(exist_ok=True)
    texts = ("", "nonsense", "[order]\nkind = 'play'\n", json.dumps({"order": {"kind": "play"}}), "\0" * 300)
    for n in range(JUNK):
        ending = ("toml", "json", "txt")[n % 3]
        (inbox / f"{n}-red-{n % 4}.{ending}").write_text(f"{texts[n % len(texts)]}{n if n % len(texts) == 1 else ''}")


def fresh_copy(folder: Path, copy: Path) -> Path:
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(folder, copy)
    os.sync()
    return copy
