"""git, called so that nothing which a repository says is carried out, and without our own settings."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Mapping, Sequence

from ..kernel.base.errors import Malformed
from ..kernel.base.text import one_line
from ..kernel.disk import files

KEPT = (
    "GIT_SSH",  # how a remote is reached is for its caller to say
    "GIT_ASKPASS",
    "GIT_CONFIG_",
    "GIT_AUTHOR_",
    "GIT_COMMITTER_",
    "GIT_TERMINAL_PROMPT",
    "GIT_SSL_",
    "GIT_HTTP_",
    "GIT_EXEC_PATH",
)
"""What a caller may say to git. What is not here points into a repository: inside a hook that is another one."""
QUARANTINE = ("GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_QUARANTINE_PATH")
"""Where a hook finds what is being pushed and is not taken yet."""
ALWAYS = {
    "GIT_NO_REPLACE_OBJECTS": "1",  # no ref makes one commit look like another
    "GIT_LITERAL_PATHSPECS": "1",  # a file called :(glob)* is a file
    "GIT_OPTIONAL_LOCKS": "0",
    "LC_ALL": "C",
}
SETTINGS = {
    "core.hooksPath": "/dev/null",
    "core.fsmonitor": "false",
    "core.attributesFile": "/dev/null",
    "core.autocrlf": "false",
    "core.alternateRefsCommand": "true",
    "protocol.ext.allow": "never",
    "submodule.recurse": "false",
    "fetch.recurseSubmodules": "false",
    "merge.verifySignatures": "false",
    "merge.autoStash": "false",
    "push.recurseSubmodules": "no",
    "push.followTags": "false",
    "push.gpgSign": "false",
    "gc.auto": "0",
    "maintenance.auto": "false",
    "advice.detachedHead": "false",
}
"""Whatever the settings of a repository say: none of them may name a program."""
NAMELESS = {"user.name": "lpbe", "user.email": "lpbe@lpbe.invalid"}
"""Who commits where nobody has told git a name."""
WAIT = 300.0


def environment(more: Mapping[str, str] | None = None, quarantine: bool = False) -> dict[str, str]:
    kept = (*KEPT, *QUARANTINE) if quarantine else KEPT
    given = files.surroundings()
    plain = {name: value for name, value in given.items() if not name.startswith("GIT_") or name.startswith(kept)}
    return {**plain, **ALWAYS, **(more or {})}


def command(where: Sequence[str], args: Sequence[str], settings: Mapping[str, str] | None = None) -> list[str]:
    said = [word for name, value in {**SETTINGS, **(settings or {})}.items() for word in ("-c", f"{name}={value}")]
    return ["git", *said, *where, *args]


class Git:
    """A repository that commands are given to; `where` says it in git's words."""

    __slots__ = ("quarantine", "settings", "where")

    def __init__(self, *where: str, quarantine: bool = False) -> None:
        self.where, self.quarantine = where, quarantine
        self.settings: dict[str, str] = {}

    def __call__(self, *args: str, data: bytes = b"", env: Mapping[str, str] | None = None) -> bytes:
        """What a command says; that it fails is a failure."""
        done = self.attempt(*args, data=data, env=env)
        if done.returncode:
            raise failure(args[0], last_words(done.stderr))
        return done.stdout

    def attempt(
        self, *args: str, data: bytes = b"", env: Mapping[str, str] | None = None
    ) -> subprocess.CompletedProcess[bytes]:
        """A command that may fail."""
        surroundings = environment(env, self.quarantine)
        try:
            return subprocess.run(
                command(self.where, args, self.settings),
                input=data,
                capture_output=True,
                env=surroundings,
                timeout=WAIT,
                check=False,
            )
        except FileNotFoundError:
            raise Malformed("E_GIT", "there is no git on this machine", "install git") from None
        except subprocess.TimeoutExpired:
            raise failure(args[0], "no answer") from None

    def word(self, *args: str) -> str:
        """One line of an answer, or nothing."""
        done = self.attempt(*args)
        return "" if done.returncode else done.stdout.decode("utf-8", "surrogateescape").removesuffix("\n")

    def be_somebody(self) -> None:
        """Who commits, if nobody has told git a name."""
        if not self.word("config", "user.email"):
            self.settings = NAMELESS


def own_settings(git: Git, pattern: str) -> list[str]:
    """Settings of a repository itself, also such as stand in files that it includes."""
    lines = git.word("config", "--includes", "--show-scope", "--get-regexp", pattern).splitlines()
    return [line for line in lines if line.startswith(("local\t", "worktree\t"))]


def failure(deed: str, why: str) -> Malformed:
    return Malformed("E_GIT", "git could not {deed}: {why}", deed=deed, why=why or "no reason given")


def last_words(stderr: bytes) -> str:
    """What git, or a hook behind it, said last; no password in an address, no control character."""
    lines = [line.strip() for line in stderr.decode("utf-8", "replace").splitlines() if line.strip()]
    told = [line for line in lines if line.startswith(("fatal:", "error:", "remote:"))]
    return one_line(re.sub(r"//[^/@\s]*@", "//", "; ".join((told or lines)[-3:])))[:400]


def records(answer: bytes) -> list[str]:
    """An answer whose parts end with NUL, as text that can be made bytes again."""
    return [part.decode("utf-8", "surrogateescape") for part in answer.split(b"\0") if part]


def raw(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")
