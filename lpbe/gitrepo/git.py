"""Run git so that nothing a repository contains is executed, whatever its settings say."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Mapping, Sequence

from ..kernel.base.errors import Malformed
from ..kernel.base.safe_text import one_line
from ..kernel.disk import environment

PASSED_VARIABLES = (
    "GIT_SSH",  # its caller decides how a remote is reached
    "GIT_ASKPASS",
    "GIT_CONFIG_",
    "GIT_AUTHOR_",
    "GIT_COMMITTER_",
    "GIT_TERMINAL_PROMPT",
    "GIT_SSL_",
    "GIT_HTTP_",
    "GIT_EXEC_PATH",
)
"""Variables that are passed on to git. Others name a repository, which would be the wrong one inside a hook."""
QUARANTINE_VARIABLES = ("GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_QUARANTINE_PATH")
"""Where a hook finds objects that are pushed but not yet accepted."""
FIXED_VARIABLES = {
    "GIT_NO_REPLACE_OBJECTS": "1",  # no ref can make one commit look like another
    "GIT_LITERAL_PATHSPECS": "1",  # a file may really be called :(glob)*
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
"""These override a repository's settings, which must not name programs to run."""
DEFAULT_AUTHOR = {"user.name": "lpbe", "user.email": "lpbe@lpbe.invalid"}
"""The author of commits if git knows no name."""
TIMEOUT_SECONDS = 300.0


def git_environment(more: Mapping[str, str] | None = None, quarantine: bool = False) -> dict[str, str]:
    """Return the environment for git: ours, without the variables that point into a repository."""
    passed = (*PASSED_VARIABLES, *QUARANTINE_VARIABLES) if quarantine else PASSED_VARIABLES
    ours = environment.child_environment()
    kept = {name: value for name, value in ours.items() if not name.startswith("GIT_") or name.startswith(passed)}
    return {**kept, **FIXED_VARIABLES, **(more or {})}


def command(where: Sequence[str], args: Sequence[str], settings: Mapping[str, str] | None = None) -> list[str]:
    """Return the command line of a git command."""
    options = [line for name, value in {**SETTINGS, **(settings or {})}.items() for line in ("-c", f"{name}={value}")]
    return ["git", *options, *where, *args]


class Git:
    """Runs git commands in a repository, which `where` names with git's own options."""

    __slots__ = ("quarantine", "settings", "where")

    def __init__(self, *where: str, quarantine: bool = False) -> None:
        self.where = where
        self.quarantine = quarantine
        self.settings: dict[str, str] = {}

    def __call__(self, *args: str, data: bytes = b"", env: Mapping[str, str] | None = None) -> bytes:
        """Run a command and return its output; raise if it fails."""
        done = self.attempt(*args, data=data, env=env)
        if done.returncode:
            raise failure(args[0], error_text(done.stderr))
        return done.stdout

    def attempt(
        self, *args: str, data: bytes = b"", env: Mapping[str, str] | None = None
    ) -> subprocess.CompletedProcess[bytes]:
        """Run a command that may fail."""
        try:
            return subprocess.run(
                command(self.where, args, self.settings),
                input=data,
                capture_output=True,
                env=git_environment(env, self.quarantine),
                timeout=TIMEOUT_SECONDS,
                check=False,
            )
        except FileNotFoundError:
            raise Malformed("E_GIT", "git is not installed on this computer", "install git") from None
        except subprocess.TimeoutExpired:
            raise failure(args[0], "no reply") from None

    def line(self, *args: str) -> str:
        """Run a command and return its output as one line, or an empty string if it fails."""
        done = self.attempt(*args)
        return "" if done.returncode else done.stdout.decode("utf-8", "surrogateescape").removesuffix("\n")

    def ensure_author(self) -> None:
        """Use a default author if git knows none."""
        if not self.line("config", "user.email"):
            self.settings = DEFAULT_AUTHOR


def own_settings(git: Git, pattern: str) -> list[str]:
    """Return the matching settings of the repository itself, including those from included files."""
    lines = git.line("config", "--includes", "--show-scope", "--get-regexp", pattern).splitlines()
    return [line for line in lines if line.startswith(("local\t", "worktree\t"))]


def failure(command: str, reason: str) -> Malformed:
    """Return the failure of a git command."""
    return Malformed("E_GIT", "git {deed} failed: {why}", deed=command, why=reason or "no reason given")


def error_text(stderr: bytes) -> str:
    """Return the last errors of git or of a hook, without passwords in URLs and control characters."""
    lines = [line.strip() for line in stderr.decode("utf-8", "replace").splitlines() if line.strip()]
    errors = [line for line in lines if line.startswith(("fatal:", "error:", "remote:"))]
    return one_line(re.sub(r"//[^/@\s]*@", "//", "; ".join((errors or lines)[-3:])))[:400]


def split_nul(answer: bytes) -> list[str]:
    """Split output at NUL, as text that can be turned back into the same bytes."""
    return [part.decode("utf-8", "surrogateescape") for part in answer.split(b"\0") if part]


def to_bytes(text: str) -> bytes:
    """Return the bytes of a text from `split_nul`."""
    return text.encode("utf-8", "surrogateescape")
