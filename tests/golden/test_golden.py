"""Recorded games stay what they were, byte for byte, and are verified to the last one."""

from __future__ import annotations

from pathlib import Path

import pytest

from lpbe.cli.main import run

from .make import HERE, recorded

GAMES = sorted(path.parent for path in HERE.glob("*/game.*"))


def test_playing_the_golden_game_again_gives_the_same_bytes() -> None:
    made = recorded()
    assert {name: (HERE / name).read_bytes() for name in made} == made


@pytest.mark.parametrize("folder", GAMES, ids=lambda path: path.name)
def test_a_golden_game_is_verified_at_level_2(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["verify", str(folder)]) == 0
    assert capsys.readouterr().out.startswith("verified: level 2")
