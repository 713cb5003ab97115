"""A game started with an older lpbe: another copy of the program, with other content, plays it first."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from lpbe import __version__

from ...program_copy import copy_program, edit_content
from ...size_limits import every
from ..world.club import run_here, run_outside
from ..world.forked_commands import KILLED, Server, clean_environment

ROOT = Path(__file__).parents[3]
NEW = ("new", "mars", "--game", "pebbles", "--seats", "red,blue", "--as", "red", "--bot", "blue=greedy")
MANY = 40
"""No short game has more steps."""
Rows = dict[str, dict[str, Any]]


def told_twice(rows: Rows) -> None:
    """Spell out a default: different data, the same rules."""
    rows["p24"]["traits"] = []


def fewer(rows: Rows) -> None:
    """Change the bag, so that no game gives the same result."""
    del rows["p23"], rows["p24"]


def dearer(rows: Rows) -> None:
    """Make one kind of shelter too expensive for anybody."""
    rows["shelter_quake"]["cost"] = 99


@dataclass
class Machine:
    """Somebody's folder, with a key, a game, and the copy of the program that is installed there."""

    work: Path
    program: Path = ROOT

    def call(self, *args: str, code: int = 0) -> str:
        """Return the answer of a command, or why it failed; it runs in this process."""
        home = {"XDG_CONFIG_HOME": str(self.work), "XDG_STATE_HOME": str(self.work / "state")}
        env = {**clean_environment(), **home, "PYTHONPATH": str(self.program)}
        run = run_here if self.program == ROOT else run_outside
        status, out, err = run(list(args), self.work, env, b"")
        assert status == code and b"Traceback" not in err, (args, out, err)
        return (out or err).decode()

    def json(self, *args: str, code: int = 0) -> dict[str, Any]:
        return dict(json.loads(self.call(*args, "--json", code=code)))

    def play(self, steps: int) -> None:
        """Play this many orders of the only person in the game."""
        for _ in range(steps):
            if self.json("run", "mars")["over"]:
                return
            self.call("bot", "mars", "--as", "red")


def older(folder: Path, change: Callable[[Rows], None], game: str = "pebbles", pack: str = "pebbles") -> Path:
    """Return an lpbe whose content was another."""
    copy_program(folder)
    edit_content(folder, f"games/{game.replace('-', '_')}/content/base/{pack}.toml", change)
    return folder


def begin_game(work: Path, change: Callable[[Rows], None], steps: int) -> Path:
    """Start a game with an older lpbe, some steps old."""
    work.mkdir()
    old = Machine(work, older(work / "old", change))
    old.call(*NEW)
    old.play(steps)
    return work


@pytest.fixture(scope="module")
def young(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a game that has just started, with rules that are equivalent."""
    return begin_game(tmp_path_factory.mktemp("before") / "ana", told_twice, 1)


@pytest.fixture
def ana(young: Path, tmp_path: Path) -> Machine:
    """Return the host of the game, who has just got today's lpbe."""
    return Machine(Path(shutil.copytree(young, tmp_path / "ana")))


def test_where_nothing_changes_the_game_goes_on(ana: Machine) -> None:
    before = (ana.work / "mars" / "game.toml").read_bytes()
    answer = ana.json("run", "mars", code=6)
    assert answer["code"] == "E_RULES_VERSION" and __version__ in answer["message"] and "migrate" in answer["hint"]
    answer = ana.json("migrate", "mars")
    assert (answer["level"], answer["steps"], answer["engine"]) == (2, answer["seq"], __version__)
    assert (ana.work / "mars" / "game.toml").read_bytes() == before
    ana.play(MANY)
    answer = ana.json("verify", "mars", code=3)
    assert (answer["level"], answer["complete"], answer["other_rules"], answer["over"]) == (2, False, True, True)


def test_where_a_step_comes_out_otherwise_the_right_lpbe_is_named(tmp_path: Path) -> None:
    ana = Machine(begin_game(tmp_path / "ana", fewer, 1))
    answer = ana.json("migrate", "mars", code=6)
    assert answer["code"] == "E_RULES_VERSION" and "step " in answer["message"] and __version__ in answer["hint"]
    assert ana.json("show", "mars", code=6)["code"] == "E_RULES_VERSION"


def test_who_holds_no_secret_is_told_what_was_not_tried(ana: Machine) -> None:
    (ana.work / "lpbe" / "key").unlink()
    assert "only the host" in ana.call("migrate", "mars", code=3)
    assert ana.json("verify", "mars", code=3)["other_rules"]


def test_a_false_log_is_false_by_any_rules(ana: Machine) -> None:
    log = ana.work / "mars" / "log.jsonl"
    lines = log.read_text().splitlines(keepends=True)
    log.write_text("".join([*lines[:2], lines[2].replace('"rev":0', '"rev":1', 1), *lines[3:]]))
    assert ana.json("migrate", "mars", code=4)["code"] == "E_STATE_CHAIN"


def test_there_is_nothing_to_do_where_it_was_begun(tmp_path: Path) -> None:
    ana = Machine(tmp_path)
    ana.call(*NEW)
    assert "nothing to do" in ana.call("migrate", "mars")
    assert f'engine = "{__version__}"' in (tmp_path / "mars" / "game.toml").read_text()


def test_a_game_file_alone_shows_less(ana: Machine) -> None:
    shutil.copy(ana.work / "mars" / "game.toml", ana.work / "alone.toml")
    assert "this file alone" in ana.call("migrate", "alone.toml", code=3)


@every(9, 1)
def test_a_migration_that_was_killed_is_made_again(ana: Machine, server: Server, every: int) -> None:
    """It does not touch the game, and its record is written completely or not at all."""
    before = {path.name: path.read_bytes() for path in (ana.work / "mars").iterdir() if path.is_file()}
    shutil.rmtree(ana.work / "state")  # as before each kill below, so that the same changes have the same numbers
    for at, way in server.trace(ana.work, "migrate", "mars", pins=True).instants[::every]:
        shutil.rmtree(ana.work / "state")
        assert server.call(ana.work, "migrate", "mars", at=at, way=way, pins=True).code == KILLED
        assert server.call(ana.work, "show", "mars", "--json", pins=True).code in (0, 6)
        assert server.do(ana.work, "migrate", "mars", pins=True)["level"] == 2
        assert server.call(ana.work, "show", "mars", "--json", pins=True).code == 0
    assert {path.name: path.read_bytes() for path in (ana.work / "mars").iterdir() if path.is_file()} == before


def seat_player(machine: Machine, seat: str, code: str) -> None:
    """Join and get ready with a new key, `<seat>.key`."""
    key = ("--key", f"{seat}.key")
    machine.call("key", "new", "--out", f"{seat}.key")
    machine.call("join", "mars", "--seat", seat, "--name", seat.title(), "--code", code, *key)
    machine.call("run", "mars")


@pytest.mark.soak
def test_what_was_refused_is_refused_again_or_the_game_comes_out_otherwise(tmp_path: Path) -> None:
    """Otherwise the end would show a referee who refused what no rule forbids.

    Both seats are people: a bot's moves would differ because of the price and end the migration before the refusal
    does.
    """
    old = Machine(tmp_path, older(tmp_path / "old", dearer, "living-planet", "buildings"))
    new, red = Machine(tmp_path), ("--key", "red.key")
    codes = old.json("new", "mars", "--game", "living-planet", "--seats", "red,blue")["invitations"]
    for seat in ("red", "blue"):
        seat_player(old, seat, codes[seat])
    for seat in ("red", "blue"):
        old.call("ready", "mars", "--key", f"{seat}.key")
        old.call("run", "mars")
    new.call("migrate", "mars", *red, code=3)
    while not (cheap := [text for text in new.json("legal", "mars", *red)["texts"] if "quake" in text]):
        for seat in old.json("show", "mars")["window"]["waiting"]:
            old.call("bot", "mars", "--key", f"{seat}.key")
        assert not old.json("run", "mars")["over"]
    assert new.json("migrate", "mars")["level"] == 2
    new.call("order", "mars", cheap[0], *red)
    assert [one["code"] for one in old.json("run", "mars")["refused"]] == ["E_RULE"]
    answer = new.json("migrate", "mars", code=6)
    assert answer["code"] == "E_RULES_VERSION" and "refused" in answer["message"]
