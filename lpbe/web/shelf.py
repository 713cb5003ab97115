"""The games on a server or site: which folder has which name, and when it last changed."""

from __future__ import annotations

from collections.abc import Sequence
from os.path import abspath, basename, join, relpath
from threading import Lock
from time import monotonic
from urllib.parse import quote as percent_encode

from msgspec import Struct

from ..app.hosting.find_games import around, find_games
from ..kernel.base.errors import Failure, MissingFile, Misused
from ..kernel.base.safe_text import printable, quote
from ..kernel.disk import files
from ..kernel.disk.below import Stamp, stamp_of
from ..kernel.gamedir.gamedir import GAME_FILES

SCAN_SECONDS = 5.0
"""How old the list of games may get before the folders are searched again."""
SEARCH_SECONDS = 0.5
"""The same if somebody asks for a game that is not in the list."""
MAX_NAME_CHARS = 100


class Shelved(Struct, frozen=True):
    """A game under its name in addresses."""

    name: str
    folder: str

    @property
    def path(self) -> str:
        """Return the name as a part of an address."""
        return percent_encode(self.name, safe="")

    @property
    def stamp(self) -> Stamp | None:
        """Return the stamp of the game file; None if it is gone."""
        return next(filter(None, (stamp_of(join(self.folder, name)) for name in GAME_FILES)), None)


class Shelf:
    """All games at or below some paths; games that are begun later are found as well."""

    def __init__(self, paths: Sequence[str]) -> None:
        self.paths = [around(path) for path in paths]
        self.games: dict[str, Shelved] = {}
        self.scanned = -SCAN_SECONDS
        self.lock = Lock()

    def all(self) -> list[Shelved]:
        """Return all games, by name."""
        self.scan()
        return [self.games[name] for name in sorted(self.games)]

    def game(self, name: str) -> Shelved:
        """Return the game with this name."""
        if name not in self.games:
            self.scan(SEARCH_SECONDS)
        if name not in self.games:
            raise no_game(name)
        return self.games[name]

    def scan(self, age: float = SCAN_SECONDS) -> None:
        """Search the folders, unless that was done just now."""
        with self.lock:
            if monotonic() - self.scanned >= age:
                self.games = find_shelved(self.paths)
                self.scanned = monotonic()


def no_game(name: str) -> MissingFile:
    return MissingFile("E_FILE_MISSING", "there is no game '{game}' here", game=quote(name))


def find_shelved(paths: Sequence[str]) -> dict[str, Shelved]:
    """Return the games by name; of two with the same name the first counts, so that links stay what they are."""
    found: dict[str, Shelved] = {}
    for path in paths:
        for folder in find_games(path, on_failure=lambda folder, fault: None):
            name = name_below(path, folder)
            if is_addressable(name):
                found.setdefault(name, Shelved(name, folder))
    return found


def name_below(path: str, folder: str) -> str:
    """Return the name of a game: that of its folder, after those of the folders between it and the path."""
    below = relpath(folder, path)
    return basename(abspath(folder)) if below == "." else below.replace("/", ".")


def is_addressable(name: str) -> bool:
    """Return whether a name can be a part of an address, as people and files have it."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return 0 < len(name) <= MAX_NAME_CHARS and printable(name) == name and name[0] != "." and "/" not in name


def check_paths(paths: Sequence[str]) -> None:
    """Refuse paths that are not there, and two games that would have the same name."""
    for path in paths:
        if not files.is_folder(around(path)):
            raise MissingFile("E_FILE_MISSING", "'{path}': no such file or folder", path=quote(path)).in_file(path)
    seen: dict[str, str] = {}
    for path in map(around, paths):
        for folder in find_games(path):
            name = name_below(path, folder)
            if abspath(seen.setdefault(name, folder)) != abspath(folder):
                raise same_name(name, seen[name], folder)


def same_name(name: str, one: str, other: str) -> Failure:
    return Misused(
        "E_USAGE",
        "both '{one}' and '{other}' would be called '{name}'",
        "rename one of the folders, or name the folder that contains both",
        one=quote(one),
        other=quote(other),
        name=quote(name),
    )
