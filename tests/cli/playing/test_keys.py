"""Key files and where keys are looked for."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from ..conftest import Stages
from ..world.forked_commands import LPBE
from ..world.person import Person


@pytest.fixture
def ana(tmp_path: Path) -> Person:
    return Person(tmp_path / "ana", tmp_path)


def call(person: Person, *args: str, stdin: str = "", **env: str) -> subprocess.CompletedProcess[str]:
    clean = {name: value for name, value in os.environ.items() if not name.startswith("LPBE_")}
    return subprocess.run(
        [*LPBE, *args],
        cwd=person.work,
        env={**clean, "XDG_CONFIG_HOME": str(person.home), **env},
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_key_is_private_to_its_owner_and_never_overwritten(ana: Person, tmp_path: Path) -> None:
    ana.call("key", "new", "--out", "my.key")
    assert (tmp_path / "my.key").stat().st_mode & 0o777 == 0o600
    before = (tmp_path / "my.key").read_bytes()
    assert ana.json("key", "new", "--out", "my.key", code=6)["code"] == "E_FILE_EXISTS"
    assert (tmp_path / "my.key").read_bytes() == before


def test_a_key_is_not_made_inside_a_git_work_tree(ana: Person, tmp_path: Path) -> None:
    (tmp_path / "repo" / ".git").mkdir(parents=True)
    assert ana.json("key", "new", "--out", "repo/my.key", code=6)["code"] == "E_KEY_PLACE"
    ana.call("key", "new", "--out", "repo/my.key", "--force")


def test_a_key_is_found_in_each_place_in_order(ana: Person, tmp_path: Path) -> None:
    lines = {}
    for name in ("option", "variable", "file", "home"):
        path = tmp_path / f"{name}.key"
        ana.call("key", "new", "--out", str(path))
        lines[name] = ana.call("key", "show", "--key", str(path)).strip()
    (ana.home / "lpbe").mkdir()
    (tmp_path / "home.key").rename(ana.home / "lpbe" / "key")
    secret = (tmp_path / "variable.key").read_text().splitlines()[-1]
    both = {"LPBE_KEY": secret, "LPBE_KEY_FILE": "file.key"}
    assert call(ana, "key", "show").stdout.strip() == lines["home"]
    assert call(ana, "key", "show", LPBE_KEY_FILE="file.key").stdout.strip() == lines["file"]
    assert call(ana, "key", "show", **both).stdout.strip() == lines["variable"]
    assert call(ana, "key", "show", "--key", "option.key", **both).stdout.strip() == lines["option"]
    text = (tmp_path / "option.key").read_text()
    assert call(ana, "key", "show", "--key", "-", stdin=text, **both).stdout.strip() == lines["option"]


def test_a_locked_key_opens_with_its_passphrase_only(ana: Person, tmp_path: Path) -> None:
    ana.call("key", "new", "--out", "my.key")
    public = ana.call("key", "show", "--key", "my.key")
    secret = (tmp_path / "my.key").read_text().splitlines()[-1]
    assert call(ana, "key", "encrypt", "--key", "my.key", LPBE_PASSPHRASE="mushroom").returncode == 0
    locked = (tmp_path / "my.key").read_text()
    assert secret not in locked and "LPBE-SECRET-ENC-1-" in locked
    assert (tmp_path / "my.key").stat().st_mode & 0o777 == 0o600
    assert call(ana, "key", "show", "--key", "my.key", LPBE_PASSPHRASE="mushroom").stdout == public
    wrong = call(ana, "key", "show", "--key", "my.key", "--json", LPBE_PASSPHRASE="toadstool")
    assert wrong.returncode == 6 and "E_KEY_PASSPHRASE" in wrong.stdout


def test_a_new_key_may_be_locked_at_once(ana: Person, tmp_path: Path) -> None:
    made = call(ana, "key", "new", "--out", "my.key", "--passphrase", LPBE_PASSPHRASE="mushroom")
    assert made.returncode == 0, made.stderr
    assert "LPBE-SECRET-ENC-1-" in (tmp_path / "my.key").read_text()


def test_without_a_key_nothing_is_made_where_none_is_wanted(ana: Person) -> None:
    assert ana.json("key", "show", code=6)["code"] == "E_KEY_MISSING"
    assert not (ana.home / "lpbe").exists()


def test_the_module_and_the_script_are_one_program(ana: Person) -> None:
    script = Path(sys.executable).with_name("lpbe")
    ways = ([*LPBE, "--version"], [str(script), "--version"])
    assert len({subprocess.run(way, capture_output=True, check=True).stdout for way in ways}) == 1


def test_a_file_that_is_not_a_key_is_called_that(club_at: Stages) -> None:
    club = club_at("bids")
    (club.mars / "game.toml").chmod(0o644)
    answer = club.lpbe("cleo", "order", "mars", "bid 0", "--key", "mars/game.toml")
    assert "'mars/game.toml' is not a key file [E_KEY_FORMAT]" in answer.err and "chmod" not in answer.err
