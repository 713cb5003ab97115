"""Remember which lessons were taken, in the user's state folder beside the pins."""

from __future__ import annotations

from os.path import dirname, join
from typing import Any

from ...kernel.base.errors import Failure
from ...kernel.disk import files, folders
from ..session.paths import state_home

MAX_BYTES = 16 << 10


def progress_file() -> str:
    return join(state_home(), "lessons.toml")


def lessons_taken(game: str) -> set[str]:
    """Return the English titles of the lessons of a game that were taken; a file that cannot be read counts as none."""
    taken = read_progress().get(game, [])
    return {title for title in taken if isinstance(title, str)} if isinstance(taken, list) else set()


def read_progress() -> dict[str, Any]:
    try:
        path = progress_file()
        if not files.is_file(path):
            return {}
        return files.parse(files.read(path, MAX_BYTES), path, width=MAX_BYTES, lines=MAX_BYTES)
    except Failure:
        return {}


def remember_lesson(game: str, title: str) -> None:
    """Add a lesson to those that were taken. Fail if the state folder cannot be written."""
    path = progress_file()
    progress = read_progress() | {game: sorted({*lessons_taken(game), title})}
    folders.make_folder(dirname(path), 0o700)
    files.write(path, files.dump(progress, path), sync=False)
