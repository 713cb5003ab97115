"""Where a person's own files lie that are no part of a game."""

from __future__ import annotations

from os.path import expanduser, isabs, join

from ..kernel.base.errors import Malformed
from ..kernel.disk import files


def state_home() -> str:
    """What is remembered between two commands; a state home that hangs on the current folder is none."""
    given = files.environment("XDG_STATE_HOME")
    base = given if isabs(given) else join(expanduser("~"), ".local", "state")
    if not isabs(base):
        raise Malformed("E_FILE_MISSING", "there is no home to remember anything in", "give a place: XDG_STATE_HOME")
    return join(base, "lpbe")
