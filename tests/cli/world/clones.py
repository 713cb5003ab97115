"""A game in a bare repository, and somebody's clones of it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lpbe.kernel.chain.records import head_id, read_entry

from .club import LPBE, Answer, Club, printed_text, run_here
from .forked_commands import clean_environment

AUTHOR = {"GIT_AUTHOR_NAME": "x", "GIT_AUTHOR_EMAIL": "x@x", "GIT_COMMITTER_NAME": "x", "GIT_COMMITTER_EMAIL": "x@x"}
ALONE = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
"""Without settings of the person who runs the tests."""


def git(folder: Path, *args: str, code: int = 0, env: dict[str, str] | None = None) -> str:
    whole = {**clean_environment(), **AUTHOR, **ALONE, **(env or {})}
    done = subprocess.run(["git", "-C", str(folder), *args], env=whole, capture_output=True, text=True, check=False)
    assert done.returncode == code, (args, done)
    return done.stdout


@dataclass(frozen=True)
class Clone:
    """A player's clone; her machine remembers what her key saw."""

    club: Club
    who: str
    path: Path

    @property
    def environment(self) -> dict[str, str]:
        """Return the environment of a shell in which git knows nobody's name."""
        env = {**clean_environment(), **self.club.environment(self.who), **ALONE}
        env |= {"XDG_STATE_HOME": f"{self.path}.state", "LPBE_NO_PIN": ""}
        env["PATH"] = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
        return env

    def start(self, *args: str, env: dict[str, str] | None = None) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [*LPBE, *args],
            cwd=self.path,
            env={**self.environment, **(env or {})},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def call(self, *args: str, env: dict[str, str] | None = None) -> Answer:
        return heard(self.start(*args, env=env), self.club)

    def here(self, *args: str, stdin: bytes = b"") -> Answer:
        """Return the same inside this process."""
        return self.club.heard(run_here(list(args), self.path, self.environment, stdin))

    def do(self, *args: str, code: int = 0) -> dict[str, Any]:
        answer = self.here(*args, "--json")
        assert answer.status == code, (args, answer)
        return answer.payload

    def git(self, *args: str, code: int = 0) -> str:
        return git(self.path, *args, code=code)

    @property
    def mars(self) -> Path:
        return self.path / "mars"


def heard(process: subprocess.Popen[bytes], club: Club) -> Answer:
    out, err = process.communicate(timeout=120)
    secrets = club.secrets()
    return Answer(process.returncode, printed_text(out, secrets), printed_text(err, secrets))


@dataclass(frozen=True)
class Clones:
    """A club whose game is in a bare repository."""

    club: Club
    root: Path

    @classmethod
    def of(cls, club: Club, root: Path) -> Clones:
        """Return the game of a club as the first commit of a new repository."""
        clones = cls(club, root)
        root.mkdir()
        subprocess.run(["git", "init", "-q", "--bare", "-b", "main", str(clones.bare)], check=True, env=whole())
        first = clones.clone("first")
        club.mars.rename(first.mars)
        (first.mars / "inbox").mkdir(exist_ok=True)
        (first.mars / "inbox" / ".gitkeep").touch()
        first.git("checkout", "-q", "-B", "main")
        first.git("add", "-A")
        first.git("commit", "-qm", "new")
        first.git("push", "-q", "-u", "origin", "main")
        return clones

    @property
    def bare(self) -> Path:
        return self.root / "all.git"

    def clone(self, who: str, machine: str = "") -> Clone:
        path = self.root / (machine or who)
        subprocess.run(["git", "clone", "-q", str(self.bare), str(path)], check=True, env=whole(), capture_output=True)
        return Clone(self.club, who, path)

    def tip(self) -> str:
        return git(self.bare, "rev-parse", "main").strip()

    def check_history(self) -> list[str]:
        """Check that history is linear, the log only grows, and no step number ever got a second head.

        Return all messages, oldest first.
        """
        assert not git(self.bare, "rev-list", "--merges", "main").strip()
        heads: dict[int, str] = {}
        before = b""
        for commit in git(self.bare, "rev-list", "--reverse", "main").split():
            log = subprocess.run(
                ["git", "-C", str(self.bare), "show", f"{commit}:mars/log.jsonl"], capture_output=True, check=True
            ).stdout
            assert log.startswith(before), commit
            for line in log[len(before) :].splitlines():
                head = read_entry(line).head
                assert heads.setdefault(head.seq, head_id(head)) == head_id(head)
            before = log
        assert list(heads) == list(range(len(heads)))
        return git(self.bare, "log", "--reverse", "--format=%s", "main").splitlines()

    def applied(self) -> list[str]:
        """Return the orders of the log as it is published, by their ids."""
        entries = [json.loads(line) for line in git(self.bare, "show", "main:mars/log.jsonl").splitlines()]
        return [entry["head"]["order"] for entry in entries if entry["head"].get("order")]

    def waiting(self) -> list[str]:
        names = git(self.bare, "ls-tree", "--name-only", "main", "mars/inbox/").split()
        return sorted(name.removeprefix("mars/inbox/") for name in names if not name.endswith(".gitkeep"))


def make_wheel(folder: Path) -> Path:
    """Write a file with the name of a wheel of lpbe: what is in it matters only to pip."""
    path = folder / "lpbe-0.1.0-py3-none-any.whl"
    path.write_bytes(b"wheel")
    return path


def whole() -> dict[str, str]:
    return {**clean_environment(), **ALONE}
