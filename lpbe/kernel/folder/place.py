"""Where a game lies on a disk."""

from __future__ import annotations

from os.path import basename, dirname, join

from msgspec import Struct

from ..base.errors import Malformed
from ..disk import files

GAME_FILES = ("game.toml", "game.json")


class Place(Struct, frozen=True):
    """Where a game lies: its file, and the folder around it if there is one."""

    game: str
    folder: str = ""

    @property
    def log(self) -> str:
        return join(self.folder, "log.jsonl")

    @property
    def inbox(self) -> str:
        return join(self.folder, "inbox")

    @property
    def refused(self) -> str:
        return join(self.folder, "refused")

    @property
    def pack(self) -> str:
        return join(dirname(self.game), "pack.toml")

    def report(self, seq: int) -> str:
        return join(self.folder, "reports", f"{seq:06}.txt")


def locate(path: str) -> Place:
    """A game file, or a folder with one in it."""
    if files.is_folder(path):
        for name in GAME_FILES:
            if files.is_file(join(path, name)):
                return Place(join(path, name), path)
        raise Malformed("E_FILE_MISSING", "there is no game.toml or game.json in this folder").in_file(path)
    around = dirname(path) or "."
    whole = basename(path) in GAME_FILES and files.is_file(join(around, "log.jsonl"))
    return Place(path, around if whole else "")
