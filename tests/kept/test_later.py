"""Kept games under an lpbe of some day: other words change nothing, other data is tried, other rules name this one."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from ..cli.forks import clean_environment
from .games import UNFINISHED, kept
from .table import HERE, NOBODY, Table

ROOT = HERE.parents[1]
Content = dict[str, Any]


@dataclass(frozen=True)
class Later:
    """A machine with a copy of the program that was changed, and a kept game."""

    table: Table
    program: Path

    def call(self, *args: str, code: int = 0) -> dict[str, Any]:
        """By the referee."""
        home = self.table.home(self.table.referee)
        homes = {"XDG_CONFIG_HOME": str(home), "XDG_STATE_HOME": str(home / "state")}
        done = subprocess.run(
            [sys.executable, "-m", "lpbe", *args, "--json"],
            cwd=self.table.root,
            env={**clean_environment(), **homes, "PYTHONPATH": str(self.program)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == code and "Traceback" not in done.stderr, (args, done)
        return dict(json.loads(done.stdout))


Make = Callable[..., Later]


@pytest.fixture
def later(tmp_path: Path) -> Make:
    """The newest game of a name, and a program one of whose files of content is another."""

    def make(name: str, file: str, change: Callable[[Content], Any]) -> Later:
        program = tmp_path / "program"
        shutil.copytree(ROOT / "lpbe", program / "lpbe", ignore=shutil.ignore_patterns("__pycache__"))
        path = program / "lpbe" / "content" / file
        content = json.loads(path.read_bytes())
        change(content)
        path.write_text(json.dumps(content, separators=(",", ":"), sort_keys=True))
        return Later(Table.laid(tmp_path / "table", newest(name)), program)

    return make


def newest(name: str) -> Path:
    return next(one for one in reversed(kept(UNFINISHED)) if one.parent.name == name)


def reword(words: Content) -> None:
    words["terms"] = {name: f"{word}!" for name, word in words["terms"].items()}


def spell_out(content: Content) -> None:
    """A default that is told: other data, the same rules."""
    content["pebbles"]["pebbles"]["p24"]["traits"] = []


def rename_teams(content: Content) -> None:
    teams = content["living-planet"]["teams"]
    teams["scholar"] = teams.pop("scientist")


def make_dearer(content: Content) -> None:
    for building in content["living-planet"]["buildings"].values():
        building["cost"] = 9


def test_other_words_are_no_other_rules(later: Make) -> None:
    here = later("pebbles", "pebbles.en.json", reword)
    assert here.call("run", "mars")["applied"]
    assert here.call("verify", "mars", code=3)["other_rules"] is False


def test_data_that_is_written_otherwise_is_tried_and_played_on(later: Make) -> None:
    """By the second referee of the game: both secrets are needed for it."""
    here = later("weeks", "pebbles.json", spell_out)
    assert here.call("run", "mars", code=6)["code"] == "E_RULES_VERSION"
    told = here.call("migrate", "mars")
    assert (told["level"], told["steps"]) == (2, here.table.game.state.seq)
    assert here.call("run", "mars", "--now", "2026-01-14T08:00:00Z")["applied"]


@pytest.mark.parametrize("change", [rename_teams, make_dearer], ids=lambda change: change.__name__)
def test_rules_that_play_it_otherwise_name_the_lpbe_to_install(later: Make, change: Callable[[Content], None]) -> None:
    """Also such as stumble over what they miss."""
    here = later("living-planet", "living-planet.json", change)
    before = {path: path.read_bytes() for path in here.table.mars.rglob("*") if path.is_file()}
    told = here.call("migrate", "mars", code=6)
    assert told["code"] == "E_RULES_VERSION" and str(here.table.game.genesis.engine) in told["hint"], told
    assert {path: path.read_bytes() for path in here.table.mars.rglob("*") if path.is_file()} == before
    assert not list((here.table.home("host") / "state").rglob("rules")), "nothing is kept"


def test_a_game_that_came_later_names_the_lpbe_to_install(tmp_path: Path) -> None:
    table = Table.laid(tmp_path, newest("moss"))
    path = table.mars / "game.toml"
    text = path.read_text().replace('engine = "', 'engine = "9', 1)
    for old, new in (('expansions = ["moss"]', 'expansions = ["lava"]'), ('rules = "pebbles"', 'rules = "boulders"')):
        assert old in text
        path.write_text(text.replace(old, new, 1))
        told = table.do(NOBODY, "migrate", "mars", code=6)
        assert new.split('"')[1] in told["message"] and "lpbe that began it: 9" in told["hint"], told
