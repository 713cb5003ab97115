"""The demo: a whole game by bots, in a folder that a stranger verifies."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from ..world.club import run_here

FOUR = ["blue", "green", "red", "yellow"]


def lpbe(work: Path, *args: str) -> tuple[int, str]:
    env = {name: value for name, value in os.environ.items() if not name.startswith("LPBE_")}
    status, out, err = run_here(list(args), work, {**env, "XDG_CONFIG_HOME": str(work / "home")}, b"")
    assert not err, "no bar where nobody watches"
    return status, out.decode()


@pytest.mark.soak
def test_the_demo_of_four_leaves_a_verified_game(tmp_path: Path) -> None:
    status, out = lpbe(tmp_path, "demo")
    last = re.fullmatch(r"verified \(level 2\): all (\d+) steps follow the rules", out.splitlines()[-1])
    assert status == 0 and last and int(last[1]) >= 150
    game, private = tmp_path / "demo-game" / "game", tmp_path / "demo-game" / "private"
    assert sorted(path.name for path in private.iterdir()) == FOUR
    assert lpbe(tmp_path, "verify", str(game))[0] == 0


def test_the_demo_ends_with_a_short_result(tmp_path: Path) -> None:
    status, out = lpbe(tmp_path, "demo", "--game", "pebbles", "--seats", "red,blue")
    assert status == 0 and len(out.splitlines()) <= 25
    assert re.search(r"(?m)^verified \(level 2\): all \d+ steps follow the rules$", out), out
    assert re.search(r"(?m)^Won by .*, with \d+ points?\.$", out), out
    page = re.search(r"in a browser: (\S+)", out)
    assert page and "<html" in (tmp_path / page[1]).read_text()
    assert "the host processes every message" not in out
    (tmp_path / "more").mkdir()
    more = lpbe(tmp_path / "more", "demo", "--game", "pebbles", "--seats", "red,blue", "--verbose")[1]
    assert "the host processes every message" in more and "-- What happened" in more


def test_the_demo_spoils_no_folder(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    status, _, err = run_here(["demo", "--out", "mine"], tmp_path, dict(os.environ), b"")
    assert status == 6 and b"--out" in err
    assert list((tmp_path / "mine").iterdir()) == []
