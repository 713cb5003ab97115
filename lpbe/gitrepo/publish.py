"""Publish a commit where others push too: retry the push, and update the user's checkout."""

from __future__ import annotations

import time
from collections.abc import Callable
from os import getpid

from ..kernel.base.errors import Busy
from .git import Git, error_text, failure, own_settings
from .mirror import Mirror

MAX_RETRY_SECONDS = 240.0
"""How long to keep trying while others are faster."""
MAX_UNEXPLAINED_REFUSALS = 5
"""How often a push can be refused although nobody was faster, for example because the repository was locked."""
FINAL_REFUSALS = ("hook declined", "denied", "protected branch", "would be overwritten", "read-only", "not permitted")
"""Reasons that a retry would not change."""
FETCHED = "refs/lpbe/run"
"""Where a checkout keeps the new commit until it is merged."""

MakeCommit = Callable[[str], str]
"""Returns a commit on top of this one, or nothing if there is nothing to publish."""
Publish = Callable[[str], str]
"""Publishes a commit; returns why it failed, or nothing."""


def publish_with_retry(mirror: Mirror, make: MakeCommit, publish: Publish) -> str:
    """Make a commit on top of the newest one and publish it, again if somebody else was faster; return the commit."""
    until = time.monotonic() + MAX_RETRY_SECONDS
    tries = 0
    unexplained = 0
    while True:
        base = mirror.fetch()
        commit = make(base)
        reason = publish(commit) if commit else ""
        if not reason:
            return commit
        tip = mirror.fetch()
        if mirror.is_ancestor(commit, tip):  # it did arrive; only the answer was lost
            return commit
        tries += 1
        unexplained = unexplained + 1 if tip == base else 0
        if unexplained >= MAX_UNEXPLAINED_REFUSALS or (unexplained and any(one in reason for one in FINAL_REFUSALS)):
            raise failure("push", reason)
        if time.monotonic() > until:
            raise Busy("E_BUSY", "others keep pushing to this repository", "try again later")
        time.sleep(min(0.02 * tries, 0.5) + getpid() % 7 / 100)


# the user's own checkout


def update_checkout(mirror: Mirror, ref: str) -> str:
    """Do what `git pull --ff-only` would, without asking the remote again; return why that failed, or nothing."""
    if not mirror.source.checkout:
        return ""
    update_tracking_branch(mirror, ref)
    return fast_forward(mirror, ref)


def update_tracking_branch(mirror: Mirror, ref: str) -> None:
    """Update the checkout's tracking branch, as a fetch would."""
    git = Git("-C", mirror.source.checkout)
    branch = git.line("symbolic-ref", "--quiet", "--short", "HEAD")
    tracking = git.line("rev-parse", "--symbolic-full-name", f"{branch}@{{upstream}}")
    if tracking.startswith("refs/remotes/"):
        git.attempt("fetch", "--quiet", "--no-tags", "--force", "--", mirror.folder, f"{ref}:{tracking}")


def fast_forward(mirror: Mirror, ref: str) -> str:
    """Move the checked-out branch and its files forward; return why that failed, or nothing.

    Do nothing if this would overwrite a file that the user has changed or not committed.
    """
    git = Git("-C", mirror.source.checkout)
    if has_filters(git):
        return "the settings of this checkout name programs that change files"
    done = git.attempt("fetch", "--quiet", "--no-tags", "--force", "--", mirror.folder, f"{ref}:{FETCHED}")
    if not done.returncode:
        done = git.attempt("merge", "--quiet", "--ff-only", "--no-stat", "--no-autostash", FETCHED)
    git.attempt("update-ref", "-d", FETCHED)
    return "" if not done.returncode else error_text(done.stderr) or "no reason given"


def has_filters(git: Git) -> bool:
    """Return whether writing the index would run programs that the checkout's own settings name."""
    return bool(own_settings(git, r"^filter\."))
