"""kill -9 during `run --commit --push`, around any git command: every order is applied exactly once."""

from __future__ import annotations

import random
import shutil
import time
from pathlib import Path

import pytest

from ...size_limits import every, sizes
from ..conftest import Stages
from ..world.clones import Clone, Clones, heard

WAYS = {
    "before": "kill -9 $PPID; exit 1",
    "after": '{git} "$@"; kill -9 $PPID',
    "while": 'kill -9 $PPID; exec {git} "$@"',
}


def deadly_git(folder: Path, at: int, way: str) -> Path:
    """Return a git whose caller dies at one of its commands."""
    folder.mkdir()
    real = shutil.which("git")
    death = WAYS[way].format(git=real)
    script = f"""#!/bin/sh
echo >> {folder}/calls
if [ "$(wc -l < {folder}/calls)" = {at} ]; then {death}; fi
exec {real} "$@"
"""
    (folder / "git").write_text(script)
    (folder / "git").chmod(0o755)
    return folder


def prepare_orders(clones: Clones) -> tuple[Clone, list[str]]:
    """Return the host's clone, with two orders waiting."""
    sent = []
    for who in ("ben", "cleo"):
        clone = clones.clone(who)
        clone.do("order", "mars", "bid coins=1")
        sent += clone.do("repo", "send", "mars")["letters"]
    assert len(sent) == 2
    return clones.clone("ana"), clones.applied()


def check_done(clones: Clones, ana: Clone, before: list[str]) -> None:
    again = ana.here("run", "mars", "--commit", "--push", "--json")
    assert again.status == 0, again
    new = clones.applied()[len(before) :]
    assert len(new) == len(set(new)) == 2 and clones.waiting() == []
    clones.check_history()
    ana.git("pull", "-q", "--rebase")
    assert ana.do("pin", "mars")["follows"] == "yes"
    assert ana.here("run", "mars", "--commit", "--push", "--json").payload["commits"] == []


def calls(clones: Clones, ana: Clone, tmp_path: Path) -> int:
    """Return how many commands of git a run takes."""
    folder = deadly_git(tmp_path / "counted", 0, "before")
    env = {"PATH": f"{folder}:{ana.environment['PATH']}"}
    assert ana.call("run", "mars", "--commit", "--push", env=env).status == 0
    return len((folder / "calls").read_text().splitlines())


@every(53, 1)
def test_a_run_killed_at_any_command_of_git_is_completed(stages: Stages, tmp_path: Path, every: int) -> None:
    clones = Clones.of(stages("bidding").copy(tmp_path / "club"), tmp_path / "repo")
    ana, before = prepare_orders(clones)
    shutil.copytree(clones.root, tmp_path / "kept", symlinks=True)
    most = calls(clones, ana, tmp_path)
    assert most > 15
    ways = [(at, way) for at in range(1, most + 1) for way in WAYS]
    for at, way in ways[1::every]:
        shutil.rmtree(clones.root)
        shutil.copytree(tmp_path / "kept", clones.root, symlinks=True)
        folder = deadly_git(tmp_path / f"{at}-{way}", at, way)
        end = heard(
            ana.start("run", "mars", "--commit", "--push", env={"PATH": f"{folder}:{ana.environment['PATH']}"}),
            clones.club,
        )
        assert end.status == -9, (at, way, end)
        check_done(clones, ana, before)


@pytest.mark.soak
@sizes("times", 1, 40)
def test_a_run_killed_at_any_moment_is_completed(stages: Stages, tmp_path: Path, times: int) -> None:
    clones = Clones.of(stages("bidding").copy(tmp_path / "club"), tmp_path / "repo")
    ana, before = prepare_orders(clones)
    shutil.copytree(clones.root, tmp_path / "kept", symlinks=True)
    rng = random.Random(13)
    for _ in range(times):
        shutil.rmtree(clones.root)
        shutil.copytree(tmp_path / "kept", clones.root, symlinks=True)
        run = ana.start("run", "mars", "--commit", "--push")
        time.sleep(rng.uniform(0.2, 1.5))
        run.kill()
        run.communicate()
        check_done(clones, ana, before)
