"""Publishing a commit where others push too: whoever is late begins again from what is there by then."""

from __future__ import annotations

import time
from collections.abc import Callable
from os import getpid

from ..kernel.base.errors import Busy
from .mirror import Mirror, refused

PATIENCE = 240.0
"""So long others may be faster, in seconds."""
STUBBORN = 5
"""So often a repository may refuse what nobody was faster with: its lock may have been held."""
FINAL = ("hook declined", "denied", "protected branch", "would be overwritten", "read-only", "not permitted")
"""What no second try mends."""

Make = Callable[[str], str]
"""A commit upon this one, or nothing where there is nothing to publish."""
Publish = Callable[[str], str]
"""Publish a commit: why that failed, or nothing."""


def race(mirror: Mirror, make: Make, publish: Publish) -> str:
    """Make a commit upon the newest one and publish it, again and again: the commit, or nothing."""
    until, tries, stubborn = time.monotonic() + PATIENCE, 0, 0
    while True:
        base = mirror.fetch()
        commit = make(base)
        why = publish(commit) if commit else ""
        if not why:
            return commit
        tip = mirror.fetch()
        if mirror.holds(commit, tip):  # it had come there before the answer was lost
            return commit
        tries, stubborn = tries + 1, stubborn + 1 if tip == base else 0
        if stubborn and (stubborn >= STUBBORN or any(mark in why for mark in FINAL)):
            raise refused(why)
        if time.monotonic() > until:
            raise Busy("E_BUSY", "others push to this repository all the time", "try again later")
        time.sleep(min(0.02 * tries, 0.5) + getpid() % 7 / 100)
