"""Files that a person asked for by name."""

from __future__ import annotations

from os.path import basename, dirname, join

from ..kernel.base.errors import Misused
from ..kernel.base.text import quote
from ..kernel.disk import files
from ..kernel.folder.folder import GAME_FILES

LOG = "log.jsonl"


def write_output(path: str, data: bytes, *, sync: bool = False) -> None:
    """Where it was asked for, but never over a game: its file and log cannot be made again."""
    if files.is_file(path) and is_of_a_game(path):
        raise Misused("E_USAGE", "'{path}' is part of a game", "write it elsewhere", path=quote(path))
    files.write(path, data, sync=sync)


def is_of_a_game(path: str) -> bool:
    """A game file or a log with the other beside it."""
    beside = {LOG: GAME_FILES, **dict.fromkeys(GAME_FILES, (LOG,))}.get(basename(path), ())
    return any(files.is_file(join(dirname(path), name)) for name in beside)
