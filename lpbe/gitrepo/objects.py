"""Read commits without checking them out: their files, changes between two, the contents of a file."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from os.path import dirname

from msgspec import Struct

from ..app.hosting.find_games import MAX_DEPTH
from ..kernel.disk import safe_open
from ..kernel.gamedir.gamedir import GAME_FILES
from .git import Git, split_nul, to_bytes

REGULAR = "100644"
EXECUTABLE = "100755"
SYMLINK = "120000"
SUBMODULE = "160000"
REGULAR_MODES = (REGULAR, EXECUTABLE)


class Item(Struct, frozen=True):
    """A file of a commit."""

    path: str
    mode: str
    blob: str


class Change(Struct, frozen=True):
    """A file that differs between two commits: its mode before and after, empty if it does not exist."""

    path: str
    before: str
    after: str
    blob: str


class Commits:
    """Reads the commits of a repository."""

    __slots__ = ("git",)

    def __init__(self, git: Git) -> None:
        self.git = git

    def resolve(self, name: str) -> str:
        """Return the id of a commit, by any name that git knows."""
        return self.git("rev-parse", "--verify", "--end-of-options", f"{name}^{{commit}}").decode().strip()

    def items(self, commit: str, below: str = "") -> list[Item]:
        """Return the files of a commit, or those below a folder."""
        where = ["--", below] if below else []
        lines = split_nul(self.git("ls-tree", "-r", "-z", "--full-tree", commit, *where))
        return [Item(path, mode, blob) for line in lines for mode, _, blob, path in [split_entry(line)]]

    def games(self, commit: str) -> list[str]:
        """Return the folders of a commit that hold a game; the top folder is the empty string."""
        lines = split_nul(self.git("ls-tree", "-r", "-z", "--full-tree", "--name-only", commit))
        found = [line for line in lines if line.rpartition("/")[2] in GAME_FILES and line.count("/") <= MAX_DEPTH]
        games: dict[str, None] = {}
        for folder in sorted((dirname(path) for path in found if is_visible(path)), key=depth):
            if not is_in_game(folder, games):
                games[folder] = None
        return sorted(games)

    def changes_between(self, before: str, after: str) -> list[Change]:
        """Return the files that differ between two commits."""
        parts = split_nul(self.git("diff-tree", "-r", "-z", "--raw", "--no-renames", "--full-index", before, after))
        pairs = zip(parts[::2], parts[1::2], strict=True)
        found = [(fields.lstrip(":").split(), path) for fields, path in pairs]
        return [
            Change(path=path, before=mode_or_nothing(fields[0]), after=mode_or_nothing(fields[1]), blob=fields[3])
            for fields, path in found
        ]

    def is_ancestor(self, commit: str, tip: str) -> bool:
        """Return whether a commit is the tip or one of its ancestors."""
        return not self.git.attempt("merge-base", "--is-ancestor", commit, tip).returncode

    def blob_sizes(self, blobs: list[str]) -> dict[str, int]:
        return {name: size for name, (kind, size) in self.object_sizes(blobs).items() if kind == "blob"}

    def object_sizes(self, names: list[str]) -> dict[str, tuple[str, int]]:
        """Return the kind and size of those objects that exist."""
        answer = self.git("cat-file", "--batch-check", data=join_lines(names)).decode().splitlines()
        found = [line.split() for line in answer]
        return {words[0]: (words[1], int(words[2])) for words in found if len(words) == 3}

    def contents(self, blobs: list[str]) -> Iterator[bytes]:
        """Yield the contents of blobs."""
        output = self.git("cat-file", "--batch", data=join_lines(blobs)) if blobs else b""
        at = 0
        for _ in blobs:
            end = output.index(b"\n", at)
            size = int(output[at:end].split()[2])
            yield output[end + 1 : end + 1 + size]
            at = end + size + 2

    def content(self, commit: str, path: str, limit: int) -> bytes:
        """Return the contents of a regular file; raise if there is none or it is too large."""
        found = [item for item in self.items(commit, path) if item.path == path and item.mode in REGULAR_MODES]
        if not found:
            raise safe_open.refusal(safe_open.MISSING, path)
        if self.blob_sizes([found[0].blob])[found[0].blob] > limit:
            raise safe_open.too_large(path, limit)
        return next(self.contents([found[0].blob]))


def mode_or_nothing(fields: str) -> str:
    return "" if fields == "000000" else fields


def depth(folder: str) -> int:
    return folder.count("/") + bool(folder)


def split_entry(line: str) -> list[str]:
    fields, _, path = line.partition("\t")
    return [*fields.split(), path]


def is_visible(path: str) -> bool:
    """Return whether no part of a path is empty or starts with a dot, so that it is not hidden or leads elsewhere."""
    return all(part and part[0] != "." for part in path.split("/"))


def is_in_game(path: str, games: Collection[str]) -> bool:
    """Return whether a path is in the folder of a game."""
    return "" in games or any(path[:end] in games for end, letter in enumerate(path) if letter == "/")


def join_lines(words: list[str]) -> bytes:
    return b"".join(to_bytes(line) + b"\n" for line in words)
