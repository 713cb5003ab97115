"""The demo: a whole game by bots, as a folder that a stranger verifies."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from .house import run_here

FOUR = ["blue", "green", "red", "yellow"]


def lpbe(work: Path, *args: str) -> tuple[int, str]:
    env = {name: value for name, value in os.environ.items() if not name.startswith("LPBE_")}
    status, out, err = run_here(list(args), work, {**env, "XDG_CONFIG_HOME": str(work / "home")}, b"")
    assert not err, "no bar where nobody watches"
    return status, out.decode()


@pytest.mark.parametrize(
    ("options", "seats", "least"),
    [
        (("--seats", "red,blue"), ["blue", "red"], 100),
        (("--game", "pebbles", "--with", "moss"), FOUR, 30),
        pytest.param((), FOUR, 150, marks=pytest.mark.soak),
    ],
)
def test_the_demo_leaves_a_verified_game(
    tmp_path: Path, options: tuple[str, ...], seats: list[str], least: int
) -> None:
    (tmp_path / ".git").mkdir()
    status, out = lpbe(tmp_path, "demo", *options)
    last = re.fullmatch(r"verified: level 2, (\d+) steps", out.splitlines()[-1])
    assert status == 0 and last and int(last[1]) >= least
    game, private = tmp_path / "demo-game" / "game", tmp_path / "demo-game" / "private"
    assert len(list((game / "reports").iterdir())) == int(last[1]) + 1
    assert sorted(path.name for path in private.iterdir()) == seats
    assert not (tmp_path / "home").exists(), "the demo's key is its own"
    for seat in seats:
        told = [path.read_text() for path in private.joinpath(seat).iterdir()]
        assert told and all(f"For {seat.capitalize()} only" in text for text in told)
        assert all("What you may do now" in text for text in told)
    assert lpbe(tmp_path, "verify", str(game))[0] == 0


def test_the_demo_spoils_no_folder(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    status, _, err = run_here(["demo", "--out", "mine"], tmp_path, dict(os.environ), b"")
    assert status == 6 and b"--out" in err
    assert list((tmp_path / "mine").iterdir()) == []
