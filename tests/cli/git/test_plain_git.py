"""A game in a git repository, with the commands of docs/hosting.md: everybody pushes at once without conflicts."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from ..world.club import Club
from ..world.forked_commands import clean_environment

GUIDE = Path(__file__).parents[3] / "docs" / "hosting.md"
AUTHOR = {"GIT_AUTHOR_NAME": "x", "GIT_AUTHOR_EMAIL": "x@x", "GIT_COMMITTER_NAME": "x", "GIT_COMMITTER_EMAIL": "x@x"}


def recipe(who: str) -> list[str]:
    return re.findall(rf"(?m)^    {who}\$   (git .*)$", GUIDE.read_text())


class Clone:
    """Somebody's clone of the repository, and a shell in it."""

    def __init__(self, club: Club, who: str, machine: str = "") -> None:
        self.club, self.who, self.path = club, who, club.root / "clones" / (machine or who)

    def do(self, line: str, *, code: int = 0) -> None:
        env = {**clean_environment(), **self.club.environment(self.who), **AUTHOR}
        env["XDG_STATE_HOME"] = f"{self.path}.state"
        env["PATH"] = f"{Path(sys.executable).parent}:{env['PATH']}"
        done = subprocess.run(["bash", "-c", line], cwd=self.path, env=env, capture_output=True, text=True, check=False)
        assert done.returncode == code, (self.who, line, done)


@pytest.fixture
def clones(tmp_path: Path) -> dict[str, Clone]:
    """Bids are awaited; ana, ben and cleo each have a clone."""
    club = Club.begin(tmp_path / "club")
    club.join_all()
    club.ready_all()
    here = {"ana": Clone(club, "ana"), "ben": Clone(club, "ben"), "cleo": Clone(club, "cleo")}
    (club.root / "clones").mkdir()
    subprocess.run(["git", "init", "-q", "--bare", "-b", "main", str(club.root / "all.git")], check=True)
    for clone in here.values():
        subprocess.run(["git", "clone", "-q", str(club.root / "all.git"), str(clone.path)], check=True)
    club.mars.rename(here["ana"].path / "mars")
    here["ana"].do("git checkout -q -B main && git add mars && git commit -qm new && git push -q -u origin main")
    for who in ("ben", "cleo"):
        here[who].do("git pull -q origin main && git checkout -q -B main origin/main")
    return here


def test_two_players_push_at_once_and_the_host_runs(clones: dict[str, Clone]) -> None:
    (pull, push), (fetch, publish, _) = recipe("ben"), recipe("ana")
    commit, _, rest = push.partition(" && git pull")
    for who in ("ben", "cleo"):
        clones[who].do(pull.replace("select card 4", "bid coins=1"))
        clones[who].do(commit)
    clones["ana"].do("lpbe order mars 'bid coins=2'")
    for who in ("ben", "cleo"):
        clones[who].do(f"git pull{rest}")
    clones["ana"].do(f"git add -A mars && git commit -qm own && {fetch}")
    clones["ben"].do(f"lpbe note mars 'well' && {push}")
    clones["ana"].do(publish)
    clones["cleo"].do("git pull -q --rebase && lpbe verify mars", code=3)
    log = clones["cleo"].path / "mars" / "log.jsonl"
    assert len(log.read_bytes().splitlines()) == 10
    assert [path.name for path in (clones["cleo"].path / "mars" / "inbox").iterdir()] == ["note-blue-0.toml"]


def test_two_machines_that_ran_one_game_come_together_again(clones: dict[str, Clone]) -> None:
    """The same inbox gives the same bytes; two inboxes give a conflict, in which one side is discarded."""
    ana, other = clones["ana"], Clone(clones["ana"].club, "ana", "other")
    _, publish, give_up = recipe("ana")
    subprocess.run(["git", "clone", "-q", str(ana.club.root / "all.git"), str(other.path)], check=True)
    for clone, coins in ((ana, 1), (other, 2)):
        clone.do(f"lpbe order mars 'bid coins={coins}' && lpbe run mars")
    ana.do(publish)
    other.do(publish, code=1)
    other.do("lpbe show mars", code=6)
    other.do(give_up.replace("--reset", "--reset --yes"))
    ana.do("git pull -q --rebase")
    assert (ana.path / "mars" / "game.toml").read_bytes() == (other.path / "mars" / "game.toml").read_bytes()
