"""Referees of one repository with different versions, or different amounts of disk space."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from ..conftest import Stages
from ..world.clones import Clones

ROOT = Path(__file__).parents[3]
RUN = ("run", "mars", "--commit", "--push", "--json")


@pytest.fixture
def clones(club_at: Stages, tmp_path: Path) -> Clones:
    return Clones.of(club_at("bidding"), tmp_path / "repo")


def send(clones: Clones, who: str) -> None:
    clone = clones.clone(who)
    clone.do("order", "mars", "bid coins=1")
    clone.do("repo", "send", "mars")


def another(folder: Path, old: str, new: str, file: str) -> dict[str, str]:
    """Return the environment of a user whose program differs in one word."""
    shutil.copytree(ROOT / "lpbe", folder / "lpbe", ignore=shutil.ignore_patterns("__pycache__"))
    path = folder / "lpbe" / file
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    return {"PYTHONPATH": str(folder)}


def test_referees_of_two_versions_make_one_history(clones: Clones, tmp_path: Path) -> None:
    """With the same rules, each continues from the other's step.

    With different rules, a referee says so and publishes nothing.
    """
    ana, other = clones.clone("ana"), clones.clone("ana", "other")
    newer = another(tmp_path / "newer", '"0.', '"7.', "version.py")
    strange = another(tmp_path / "strange", "value = 1", "value = 9", "games/pebbles/content/base/pebbles.toml")
    send(clones, "ben")
    done = other.call(*RUN, env=newer)
    assert done.status == 0 and len(done.payload["applied"]) == 1, done
    send(clones, "cleo")
    tip = clones.tip()
    assert (other.call(*RUN, env=strange).code, clones.tip()) == ("E_RULES_VERSION", tip)
    assert len(ana.do(*RUN[:-1])["applied"]) == 1
    clones.check_history()
    answer = ana.do("verify", "mars", code=3)
    assert answer["unchecked_reports"] == [7] and answer["seq"] == 8


def test_a_disk_that_is_full_publishes_nothing_and_the_next_run_everything(clones: Clones) -> None:
    """The disk is full, whichever file is too large for it: an object, the game or the log."""
    ana = clones.clone("ana")
    send(clones, "ben")
    failed = 0
    for blocks in (1, 4, 12, 16, 24):
        done = subprocess.run(
            ["bash", "-c", f'ulimit -f {blocks}; trap "" XFSZ; exec "$@"', "x", sys.executable, "-m", "lpbe", *RUN],
            cwd=ana.path,
            env=ana.environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert "Traceback" not in done.stderr, done
        if not done.returncode:
            break
        assert done.returncode == 6, done
        assert len(clones.applied()) == 6
        failed += 1
    assert failed
    assert len(ana.do(*RUN[:-1])["applied"]) + (done.returncode == 0) == 1
    clones.check_history()
    assert len(clones.applied()) == 7 and clones.waiting() == []
