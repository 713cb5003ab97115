"""The page that explains how to add a game is followed to the letter, in a copy of the project."""

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

from .installed.wheel import PIP, Place, clean_place, lend, nobody

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "adding-a-game.md"
FENCE = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PROGRAMS = {"python": [sys.executable], "lpbe": [sys.executable, "-m", "lpbe"]}
COPIED = ("lpbe", "tools", "tests", "schemas", "docs", "README.md", "pyproject.toml", "Makefile")


PLUGIN = "lpbe-nim/"
"""The folder of the game that is a package of its own."""


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
    outputs: dict[str, str] = {}
    for block in (one for one in blocks() if not one.path.startswith(PLUGIN) and one.lang != "console"):
        if block.lang == "sh":
            outputs |= {line: run(copy, line) for line in block.text.strip().splitlines()}
        else:
            put(copy, block)
    assert outputs["lpbe verify demo-roshambo/game"].startswith("verified: level 2")
    assert "La partie est finie" in outputs["lpbe report demo-roshambo/game --lang fr"]
    assert "The game is over" in outputs["lpbe report demo-roshambo/game --lang en"]
    assert "20 games of Rock-paper-scissors" in outputs["lpbe simulate --game roshambo --games 20 --bots random"]


@pytest.fixture(scope="module")
def nim(tmp_path_factory: pytest.TempPathFactory) -> Place:
    """Return an environment with lpbe, where the game of the page is built and installed."""
    root = tmp_path_factory.mktemp("plugin")
    place = clean_place(root / "env")
    lend(place)
    (place.packages / "checkout.pth").write_text(f"{ROOT}\n")
    for block in (one for one in blocks() if one.path.startswith(PLUGIN)):
        put(root, block)
    build, install = plugin_lines()[:2]
    subprocess.run([sys.executable, *shlex.split(build)[1:]], cwd=root, check=True, capture_output=True)
    subprocess.run(
        [*PIP, "--python", place.python, "install", "--no-index", *shlex.split(install)[4:]], cwd=root, check=True
    )
    return place


def plugin_lines() -> list[str]:
    (block,) = (one for one in blocks() if one.lang == "console")
    return [line.removeprefix("$ ") for line in block.text.splitlines()]


def call(place: Place, line: str, lang: str = "en", code: int = 0) -> str:
    command = [place.python, "-m", *shlex.split(line)]
    env = nobody(LPBE_LANG=lang, XDG_CONFIG_HOME=str(place.home), XDG_STATE_HOME=str(place.home / "state"))
    done = subprocess.run(command, cwd=place.home, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == code, f"{line}\n{done.stdout}\n{done.stderr}"
    return done.stdout + done.stderr


def test_a_game_in_a_package_of_its_own_is_played_and_verified(nim: Place) -> None:
    outputs = {line: call(nim, line) for line in plugin_lines()[2:]}
    assert "Take one to three stones." in outputs["lpbe rules nim"]
    assert "20 games of Nim" in outputs["lpbe simulate --game nim --games 20 --bots random"]
    assert "NIM-TAKE-02" in call(nim, "lpbe rules nim winning"), "a game without a glossary has its clauses"
    assert "mention: xyzzy" in call(nim, "lpbe rules nim xyzzy")
    assert outputs["lpbe verify demo-nim/game"].startswith("verified: level 2")
    report = outputs["lpbe report demo-nim/game --lang fr"]
    assert "La partie est finie" in report and "takes" in report, "English stands in for what is missing"


def test_a_game_of_a_plugin_is_begun_in_either_language(nim: Place) -> None:
    new = "lpbe new {name} --game nim --seats red,blue --as red --bot blue=random"
    for lang in ("en", "fr"):
        call(nim, new.format(name=f"mars-{lang}"), lang)
        call(nim, f"lpbe run mars-{lang}", lang)
        assert "bid" in call(nim, f"lpbe legal mars-{lang}", lang)
    call(nim, "lpbe order mars-en 'bid 2'")
    assert "Whoever takes the last stone wins" in call(nim, "lpbe rule NIM-TAKE-02", "fr")
    assert "nim" in call(nim, new.format(name="venus").replace("nim", "nom"), code=2)


def test_a_package_that_is_not_there_is_named(nim: Place) -> None:
    (points,) = nim.packages.glob("lpbe_nim-*.dist-info/entry_points.txt")
    before = points.read_text()
    points.write_text(before.replace("lpbe_nim:", "lpbe_nom:"))
    try:
        assert "there is no package 'lpbe_nom' for nim" in call(nim, "lpbe rules nim", code=6)
    finally:
        points.write_text(before)
