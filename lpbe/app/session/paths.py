"""Where files go: the user's own state, and files that a person asks for by name."""

from __future__ import annotations

from os.path import basename, dirname, expanduser, isabs, join

from ...kernel.base.errors import MissingFile, Misused
from ...kernel.base.safe_text import quote
from ...kernel.disk import environment, files
from ...kernel.gamedir.gamedir import GAME_FILES, Place

LOG_FILE = "log.jsonl"


def state_home() -> str:
    """Return the folder for what is remembered between two commands; a relative XDG_STATE_HOME is ignored."""
    given = environment.get_variable("XDG_STATE_HOME")
    base = given if isabs(given) else join(expanduser("~"), ".local", "state")
    if not isabs(base):
        raise MissingFile(
            "E_FILE_MISSING", "lpbe has no folder to store its state in", "choose one with XDG_STATE_HOME"
        )
    return join(base, "lpbe")


def write_output(path: str, data: bytes, *, sync: bool = False) -> None:
    """Write a file that somebody asked for, but never over a game: its file and log could not be recreated."""
    if files.is_file(path) and belongs_to_game(path):
        raise Misused("E_USAGE", "'{path}' belongs to a game", "write it somewhere else", path=quote(path))
    files.write(path, data, sync=sync)


def belongs_to_game(path: str) -> bool:
    """Return whether a file is a game file beside its log, or the other way round."""
    beside = {LOG_FILE: GAME_FILES, **dict.fromkeys(GAME_FILES, (LOG_FILE,))}.get(basename(path), ())
    return any(files.is_file(join(dirname(path), name)) for name in beside)


def shell_path(place: Place) -> str:
    """Return the path of a game quoted for a shell; plain paths stay plain."""
    return shell_text(place.folder or place.game)


def shell_text(path: str) -> str:
    """Return a path quoted for a shell; plain paths stay plain."""
    from shlex import quote as shell_quote

    return shell_quote(path)
