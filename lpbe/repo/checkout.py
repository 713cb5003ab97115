"""A person's own checkout: it is moved forward where that touches nothing of hers, and left alone elsewhere."""

from __future__ import annotations

from .git import Git, last_words, own_settings
from .mirror import Mirror

RUN = "refs/lpbe/run"


def give(mirror: Mirror, ref: str) -> str:
    """Move the branch that is checked out forward, with its files: why that cannot be, or nothing.

    What a person changed, or has not committed, stays as it is: where a file would change under it nothing is done.
    """
    git = Git("-C", mirror.source.checkout)
    if is_filtered(git):
        return "the settings of this checkout name programs that change files"
    done = git.attempt("fetch", "--quiet", "--no-tags", "--force", "--", mirror.folder, f"{ref}:{RUN}")
    if not done.returncode:
        done = git.attempt("merge", "--quiet", "--ff-only", "--no-stat", "--no-autostash", RUN)
    git.attempt("update-ref", "-d", RUN)
    return "" if not done.returncode else last_words(done.stderr) or "no reason given"


def is_filtered(git: Git) -> bool:
    """Whether programs of this checkout's own settings would run as soon as its index is written."""
    return bool(own_settings(git, r"^filter\."))


def note_remote(mirror: Mirror, ref: str) -> None:
    """Let the checkout know what its remote has now, as a fetch does."""
    git = Git("-C", mirror.source.checkout)
    branch = git.word("symbolic-ref", "--quiet", "--short", "HEAD")
    tracking = git.word("rev-parse", "--symbolic-full-name", f"{branch}@{{upstream}}")
    if tracking.startswith("refs/remotes/"):
        git.attempt("fetch", "--quiet", "--no-tags", "--force", "--", mirror.folder, f"{ref}:{tracking}")


def catch_up(mirror: Mirror, ref: str) -> str:
    """What `git pull --ff-only` would do, without asking the remote again: why it cannot be done, or nothing."""
    if not mirror.source.checkout:
        return ""
    note_remote(mirror, ref)
    return give(mirror, ref)
