"""Find the games below a folder."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from os.path import basename, dirname, join, realpath

from ...kernel.base.errors import Failure
from ...kernel.disk import files, folders
from ...kernel.gamedir.gamedir import GAME_FILES

MAX_DEPTH = 3
"""How many folders deep a game may be below the given one: games/a/b/mars is found from games."""


def is_game_folder(folder: str) -> bool:
    return any(files.is_file(join(folder, name)) for name in GAME_FILES)


def find_games(
    folder: str, depth: int = MAX_DEPTH, on_failure: Callable[[str, Failure], None] | None = None
) -> Iterator[str]:
    """Return the folder itself if it is a game, else the games below it; the folders of a game are not searched.

    A folder that cannot be read is reported and skipped if the caller listens; otherwise it raises.
    """
    try:
        if is_game_folder(folder):
            yield folder
            return
        names = folders.folder_names(folder) if depth else []
    except Failure as fault:
        if on_failure is None:
            raise
        on_failure(folder, fault)
        return
    for name in names:
        yield from find_games(join(folder, name), depth - 1, on_failure)


def is_folder_of_games(path: str) -> bool:
    """Return whether a folder has games in it and is not a game itself."""
    return files.is_folder(path) and not is_game_folder(path) and any(find_games(path))


def find_all_games(paths: Sequence[str]) -> list[str]:
    """Return the games at or below several paths, each once; a path without a game is kept to be reported."""
    found = [folder for path in paths for folder in (find_games(path) if is_folder_of_games(path) else [around(path)])]
    return list({realpath(folder): folder for folder in reversed(found)}.values())[::-1]


def around(path: str) -> str:
    """Return the folder of a game that is named by its file; any other path as it is."""
    return dirname(path) or "." if basename(path) in GAME_FILES and files.is_file(path) else path
