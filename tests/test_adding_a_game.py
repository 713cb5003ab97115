"""The page that tells how to add a game is followed to the letter, in a copy of the project."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "adding-a-game.md"
FENCE = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PROGRAMS = {"python": [sys.executable], "lpbe": [sys.executable, "-m", "lpbe"]}
COPIED = ("lpbe", "tools", "tests", "schemas", "docs", "README.md", "pyproject.toml", "Makefile")


class Block(NamedTuple):
    """One block of the page: its language, the file it belongs into, and its text."""

    lang: str
    path: str
    text: str


def blocks() -> Iterator[Block]:
    return (Block(*match.groups(default="")) for match in FENCE.finditer(PAGE.read_text(encoding="utf-8")))


def enter(target: Path, rows: str) -> None:
    """New rows at the end of the table of games."""
    code = target.read_text()
    end = code.index("\n}", code.index("GAMES: "))
    added = "".join(f"\n{line.removeprefix('+')}" for line in rows.strip().splitlines())
    target.write_text(code[:end] + added + code[end:])


def put(root: Path, block: Block) -> None:
    target = root / block.path
    if block.lang == "diff":
        enter(target, block.text)
    else:
        assert not target.exists(), target
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(block.text)


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("copy")
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, root / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, root / name)
    return root


def run(root: Path, line: str) -> str:
    program, *args = shlex.split(line)
    env = {"PYTHONPATH": str(root), "HOME": str(root), "PATH": "", "LC_ALL": "C.UTF-8"}
    done = subprocess.run(
        [*PROGRAMS[program], *args], cwd=root, env=env, capture_output=True, text=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, f"{line}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.mark.soak
def test_every_block_of_the_page_works(copy: Path) -> None:
    said: dict[str, str] = {}
    for block in blocks():
        if block.lang == "sh":
            said |= {line: run(copy, line) for line in block.text.strip().splitlines()}
        else:
            put(copy, block)
    assert said["lpbe verify demo-roshambo/game"].startswith("verified: level 2")
    assert "La partie est finie" in said["lpbe report demo-roshambo/game --lang fr"]
    assert "The game is over" in said["lpbe report demo-roshambo/game --lang en"]
    assert "20 games of Rock-paper-scissors" in said["lpbe simulate --game roshambo --games 20 --bots random"]
