"""A game is created completely or not at all; everything that is missing is reported at once."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec import structs

import lpbe
from lpbe.app.creating.genesis import GameRequest
from lpbe.app.creating.new_game import build_game, check_complete, missing_words, undo_on_failure, write_game
from lpbe.games import GAMES, game_of
from lpbe.kernel.base.errors import Malformed
from lpbe.kernel.crypto.keys import Identity
from lpbe.kernel.engine.model import Event
from lpbe.kernel.gamedir.gamedir import Place

from ..world.club import run_here

PEBBLES = ("--game", "pebbles", "--seats", "red,blue", "--as", "red")
PACKAGE = Path(lpbe.__file__).parent


def tree(root: Path) -> dict[str, bytes | None]:
    """Return every file and folder below this one, with its content."""
    return {str(path.relative_to(root)): path.read_bytes() if path.is_file() else None for path in root.rglob("*")}


def new(work: Path, *args: str, home: str = "home") -> tuple[int, str]:
    env = {name: value for name, value in os.environ.items() if not name.startswith("LPBE_")}
    status, _, err = run_here(["new", *args], work, {**env, "XDG_CONFIG_HOME": str(work / home)}, b"")
    return status, err.decode()


WRONG = {
    "one seat": ("--game", "pebbles", "--seats", "red"),
    "a seat of another game": ("--game", "pebbles", "--seats", "red,pink"),
    "an expansion that is not there": (*PEBBLES, "--with", "ivy"),
    "an expansion twice": (*PEBBLES, "--with", "moss", "--with", "moss"),
    "an option that is not there": (*PEBBLES, "--set", "pebbles.luck=1"),
    "an option of nothing": (*PEBBLES, "--set", "ivy.luck=1"),
    "too many rounds": (*PEBBLES, "--set", "pebbles.rounds=900"),
    "a pace that is none": (*PEBBLES, "--pace", "soon"),
    "a bot that is not there": (*PEBBLES, "--bot", "blue=clever"),
    "a name of signs": (*PEBBLES, "--name", "Ana;"),
    "a key that is none": (*PEBBLES, "--for", "blue=lpbe-pub-1 x"),
    "content that is not there": (*PEBBLES, "--content", "none.toml"),
    "a time that is none": (*PEBBLES, "--pace", "2d", "--now", "soon"),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_game_that_cannot_begin_leaves_nothing_behind(what: str, tmp_path: Path) -> None:
    status, err = new(tmp_path, "mars", *WRONG[what])
    assert status in (2, 6) and "internal error" not in err
    assert tree(tmp_path) == {}


def test_a_key_that_cannot_be_kept_ends_the_game_before_it_begins(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("no folder")
    status, err = new(tmp_path, "games/mars", *PEBBLES)
    assert (status, tree(tmp_path)) == (6, {"home": b"no folder"}), err


def test_a_key_that_somebody_else_has_made_meanwhile_stays(tmp_path: Path) -> None:
    request = GameRequest(game="pebbles", seats="red,blue")
    place = Place(str(tmp_path / "mars" / "game.toml"), str(tmp_path / "mars"))
    beginning = build_game(request, Identity(bytes(32)), place, None)
    (tmp_path / "key").write_text("theirs")
    with pytest.raises(Malformed, match="already exists"):
        write_game(beginning, str(tmp_path / "key"))
    assert tree(tmp_path) == {"key": b"theirs"}


@pytest.mark.parametrize("blocked", ["reports", "inbox"])
def test_what_fails_while_it_is_written_is_taken_back(blocked: str, tmp_path: Path) -> None:
    folder = tmp_path / "mars"
    folder.mkdir()
    (folder / blocked).write_text("no folder")
    (folder / "log.jsonl").touch()
    (folder / "notes.txt").write_text("mine")
    before = tree(tmp_path)
    status, _ = new(tmp_path, "mars", *PEBBLES, "--bot", "blue")
    assert (status, tree(tmp_path)) == (6, before)
    (folder / blocked).unlink()
    assert new(tmp_path, "mars", *PEBBLES, "--bot", "blue")[0] == 0


def test_whatever_stops_the_work_things_are_as_they_were(tmp_path: Path) -> None:
    kept, fresh, inner = tmp_path / "kept", tmp_path / "fresh", tmp_path / "folder" / "inner"
    paths = [str(path) for path in (kept, fresh, inner.parent, inner)]
    kept.write_text("old")
    with pytest.raises(KeyboardInterrupt), undo_on_failure(paths):
        inner.parent.mkdir()
        for path in (kept, fresh, inner):
            path.write_text("new")
        raise KeyboardInterrupt
    assert tree(tmp_path) == {"kept": b"old"}


def test_a_folder_that_somebody_else_uses_by_now_stays(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    with pytest.raises(KeyboardInterrupt), undo_on_failure([str(folder), str(folder / "ours")]):
        folder.mkdir()
        (folder / "ours").write_text("new")
        (folder / "theirs").write_text("a letter")
        raise KeyboardInterrupt
    assert tree(tmp_path) == {"folder": None, "folder/theirs": b"a letter"}


# a game that lacks something


class Blown(Event, frozen=True):
    """An event for which there are no words."""


@pytest.mark.parametrize("name", GAMES)
def test_every_game_of_ours_is_complete(name: str) -> None:
    check_complete(name)


def test_english_words_that_are_missing_are_named() -> None:
    game = game_of("pebbles")
    more = structs.replace(game.base, events=(*game.base.events, Blown))
    windy = structs.replace(game, base=more, clock=("gust", 4))
    assert list(missing_words(windy)) == [
        "event 'blown' (en)",
        "term 'gust' (en)",
    ]


@pytest.fixture
def program_copy(tmp_path: Path) -> Path:
    """Return a copy of the program that may be changed."""
    shutil.copytree(PACKAGE, tmp_path / "program" / "lpbe", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path / "program"


def run_copy(program: Path, work: Path, *args: str, stderr: int = subprocess.PIPE) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PYTHONPATH": str(program), "XDG_CONFIG_HOME": str(work / "home")}
    command = [sys.executable, "-m", "lpbe", *args]
    return subprocess.run(command, cwd=work, env=env, text=True, check=False, stdout=subprocess.PIPE, stderr=stderr)


def test_a_game_without_words_says_so_at_once(program_copy: Path, tmp_path: Path) -> None:
    work = tmp_path / "work"
    work.mkdir()
    words = program_copy / "lpbe" / "games" / "pebbles" / "content" / "base" / "words.en.toml"
    words.write_text(words.read_text().replace("\ndug =", "\ndelved =").replace('\n"ask.bid" =', '\n"ask.bet" ='))
    done = run_copy(program_copy, work, "new", "mars", *PEBBLES)
    missing = "event 'dug' (en), term 'ask.bid' (en)"
    assert done.stderr.startswith(f"pebbles is incomplete: {missing} is missing [E_CONTENT]\n")
    assert (done.returncode, list(work.iterdir())) == (6, [])


def test_a_game_without_a_clock_is_shown_and_replayed(program_copy: Path, tmp_path: Path) -> None:
    game = program_copy / "lpbe" / "games" / "pebbles" / "__init__.py"
    game.write_text(game.read_text().replace('    clock=("round", 4),\n', ""))
    terminal, inner = os.openpty()
    done = run_copy(program_copy, tmp_path, "demo", "--game", "pebbles", "--seats", "red,blue", stderr=inner)
    os.close(inner)
    os.close(terminal)
    assert done.returncode == 0 and "verified (level 2)" in done.stdout
    replay = run_copy(program_copy, tmp_path, "replay", "demo-game/game", "--to", "3", "--json")
    assert replay.returncode == 0 and '"turn"' not in replay.stdout
    page = run_copy(program_copy, tmp_path, "replay", "demo-game/game", "--html", "page.html")
    assert (page.returncode, page.stderr) == (0, "")
