"""The tools still speak the kernel's language: the bench plays its games."""

from __future__ import annotations

import importlib.util
import sys
from itertools import islice
from pathlib import Path
from types import ModuleType

import pytest

TOOLS = Path(__file__).parent.parent / "tools"


def load(name: str) -> ModuleType:
    path = TOOLS / f"{name}.py"
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec and spec.loader
    tool = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = tool
    spec.loader.exec_module(tool)
    return tool


def test_the_bench_plays_a_game() -> None:
    games = load("bench_games")
    table = games.host()
    deeds = list(games.play(table, 1))
    assert deeds[-1].after.game.state.window.kind == "over"
    assert len(games.lines_of(table, deeds)) == len(deeds) + 1
    assert len(list(games.long_log(table, 20))) >= 20


def test_the_bench_plays_living_planet_at_random(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(TOOLS / "peers")
    driver = load("peers/living_planet")
    moves = [driver.moves(number) for number in (1, 2, 3)]
    assert min(moves) > 100, "four seats, twelve turns"
    assert moves == [driver.moves(number) for number in (1, 2, 3)]


def test_every_figure_of_random_play_has_its_driver() -> None:
    bench = load("bench_moves")
    assert all((bench.FOLDER / driver).is_file() for driver in bench.DRIVERS.values())


def test_the_bench_writes_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(TOOLS)
    load("bench_games")
    pages = load("bench_pages")
    table = sys.modules["bench_games"].host("living-planet")
    deed = list(islice(sys.modules["bench_games"].play(table, 1), 30))[-1]
    assert pages.public(table, deed).startswith("Living Planet, step ")
    assert "lpbe order" in pages.own(table, deed)
    assert pages.board(table, deed).startswith("<svg")
