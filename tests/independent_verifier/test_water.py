"""A whole game with boats, walls and hexes picked in secret, checked by both verifiers."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from ..cli.world.club import run_here
from .answers import Ask
from .verifier.verdict import VERIFIED, judge


@pytest.mark.soak
def test_a_game_on_the_island_is_verified(tmp_path: Path, ask: Ask) -> None:
    env = {**os.environ, "XDG_CONFIG_HOME": str(tmp_path / "home")}
    args = ["demo", "--seats", "red,blue", "--with", "aquarius", "--out", "mars"]
    status, _, err = run_here(args, tmp_path, env, b"")
    assert (status, err) == (0, b"")
    folder = tmp_path / "mars" / "game"
    assert ask(folder)[0] == VERIFIED
    assert judge(folder) == (VERIFIED, "")
