"""Recorded games with a later lpbe: other words change nothing, other data is tried, other rules name this version."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from ..cli.world.forked_commands import clean_environment
from ..program_copy import copy_program, edit_content
from .games import UNFINISHED, recorded_games
from .table import HERE, NOBODY, Table

ROOT = HERE.parents[1]
Content = dict[str, Any]


@dataclass(frozen=True)
class Later:
    """A computer with a changed copy of the program, and a recorded game."""

    table: Table
    program: Path

    def call(self, *args: str, code: int = 0) -> dict[str, Any]:
        """Run a command as the referee."""
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
    """Return the newest game with a name, and a program with different content in one of its files."""

    def make(name: str, file: str, change: Callable[[Content], Any]) -> Later:
        program = copy_program(tmp_path / "program")
        edit_content(program, f"games/{file}", change)
        return Later(Table.set_up(tmp_path / "table", newest(name)), program)

    return make


def newest(name: str) -> Path:
    return next(one for one in reversed(recorded_games(UNFINISHED)) if one.parent.name == name)


def reword(words: Content) -> None:
    words["terms"] = {name: f"{word}!" for name, word in words["terms"].items()}


def spell_out(content: Content) -> None:
    """Spell out a default: different data, the same rules."""
    content["p24"]["traits"] = []


def rename_teams(content: Content) -> None:
    content["scholar"] = content.pop("scientist")


def raise_costs(content: Content) -> None:
    for building in content.values():
        building["cost"] = 9


def test_other_words_are_no_other_rules(later: Make) -> None:
    here = later("pebbles", "pebbles/content/base/words.en.toml", reword)
    assert here.call("run", "mars")["applied"]
    assert here.call("verify", "mars", code=3)["other_rules"] is False


def test_data_that_is_written_otherwise_is_tried_and_played_on(later: Make) -> None:
    """By the second referee of the game: both secrets are needed for it."""
    here = later("weeks", "pebbles/content/base/pebbles.toml", spell_out)
    assert here.call("run", "mars", code=6)["code"] == "E_RULES_VERSION"
    payload = here.call("migrate", "mars")
    assert (payload["level"], payload["steps"]) == (2, here.table.game.state.seq)
    assert here.call("run", "mars", "--now", "2026-01-14T08:00:00Z")["applied"]


@pytest.mark.parametrize(
    ("file", "change"), [("teams", rename_teams), ("buildings", raise_costs)], ids=["rename_teams", "raise_costs"]
)
def test_rules_that_play_it_otherwise_name_the_lpbe_to_install(
    later: Make, file: str, change: Callable[[Content], None]
) -> None:
    """Even if the rules fail because they lack something."""
    here = later("living-planet", f"living_planet/content/base/{file}.toml", change)
    before = {path: path.read_bytes() for path in here.table.mars.rglob("*") if path.is_file()}
    payload = here.call("migrate", "mars", code=6)
    assert payload["code"] == "E_RULES_VERSION" and str(here.table.game.genesis.engine) in payload["hint"], payload
    assert {path: path.read_bytes() for path in here.table.mars.rglob("*") if path.is_file()} == before
    assert not list((here.table.home("host") / "state").rglob("rules")), "nothing is kept"


def test_a_game_that_came_later_names_the_lpbe_to_install(tmp_path: Path) -> None:
    table = Table.set_up(tmp_path, newest("moss"))
    path = table.mars / "game.toml"
    text = path.read_text().replace('engine = "', 'engine = "9', 1)
    for old, new in (('expansions = ["moss"]', 'expansions = ["lava"]'), ('rules = "pebbles"', 'rules = "boulders"')):
        assert old in text
        path.write_text(text.replace(old, new, 1))
        payload = table.do(NOBODY, "migrate", "mars", code=6)
        assert new.split('"')[1] in payload["message"] and "lpbe that started it: 9" in payload["hint"], payload
