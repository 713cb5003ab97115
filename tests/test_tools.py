"""The tools still speak the kernel's language: the bench plays its games."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

TOOLS = Path(__file__).parent.parent / "tools"


def test_the_bench_plays_a_game() -> None:
    spec = importlib.util.spec_from_file_location("bench_games", TOOLS / "bench_games.py")
    assert spec and spec.loader
    games = importlib.util.module_from_spec(spec)
    sys.modules["bench_games"] = games
    spec.loader.exec_module(games)
    table = games.host()
    deeds = list(games.play(table, 1))
    assert deeds[-1].after.game.state.window.kind == "over"
    assert len(games.lines_of(table, deeds)) == len(deeds) + 1
    assert len(list(games.long_log(table, 20))) >= 20
