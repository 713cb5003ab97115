"""Commits as they are: their files, what changed between two, what a file held. Nothing is checked out."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from os.path import dirname

from msgspec import Struct

from ..kernel.disk import files
from ..kernel.folder.folder import GAME_FILES
from .git import Git, raw, records

ORDINARY = ("100644", "100755")
DEEP = 3
"""A game file lies at most so deep."""


class Item(Struct, frozen=True):
    """A file of a commit."""

    path: str
    mode: str
    blob: str


class Change(Struct, frozen=True):
    """A file that two commits have differently; what is not there has no mode."""

    path: str
    before: str
    after: str
    blob: str


class Commits:
    """A repository whose commits are read."""

    __slots__ = ("git",)

    def __init__(self, git: Git) -> None:
        self.git = git

    def named(self, name: str) -> str:
        """A commit by whatever git calls it."""
        return self.git("rev-parse", "--verify", "--end-of-options", f"{name}^{{commit}}").decode().strip()

    def items(self, commit: str, below: str = "") -> list[Item]:
        """All files of a commit, or those below a folder."""
        where = ["--", below] if below else []
        lines = records(self.git("ls-tree", "-r", "-z", "--full-tree", commit, *where))
        return [Item(path, mode, blob) for line in lines for mode, _, blob, path in [split_entry(line)]]

    def games(self, commit: str) -> list[str]:
        """The folders of a commit that hold a game; the top itself is nothing."""
        lines = records(self.git("ls-tree", "-r", "-z", "--full-tree", "--name-only", commit))
        found = [line for line in lines if line.rpartition("/")[2] in GAME_FILES and line.count("/") < DEEP]
        games: dict[str, None] = {}
        for folder in sorted((dirname(path) for path in found if is_plain(path)), key=depth):
            if not belongs(folder, games):
                games[folder] = None
        return sorted(games)

    def changes_between(self, before: str, after: str) -> list[Change]:
        parts = records(self.git("diff-tree", "-r", "-z", "--raw", "--no-renames", "--full-index", before, after))
        pairs = zip(parts[::2], parts[1::2], strict=True)
        found = [(told.lstrip(":").split(), path) for told, path in pairs]
        return [Change(path, mode_of(told[0]), mode_of(told[1]), told[3]) for told, path in found]

    def holds(self, commit: str, tip: str) -> bool:
        """Whether a commit is the tip or stands before it."""
        return not self.git.attempt("merge-base", "--is-ancestor", commit, tip).returncode

    def sizes(self, blobs: list[str]) -> dict[str, int]:
        return {name: size for name, (kind, size) in self.weights(blobs).items() if kind == "blob"}

    def weights(self, names: list[str]) -> dict[str, tuple[str, int]]:
        """The kind and size of objects, as far as they are there."""
        answer = self.git("cat-file", "--batch-check", data=lines_of(names)).decode().splitlines()
        found = [line.split() for line in answer]
        return {words[0]: (words[1], int(words[2])) for words in found if len(words) == 3}

    def contents(self, blobs: list[str]) -> Iterator[bytes]:
        answer = self.git("cat-file", "--batch", data=lines_of(blobs)) if blobs else b""
        place = 0
        for _ in blobs:
            end = answer.index(b"\n", place)
            size = int(answer[place:end].split()[2])
            yield answer[end + 1 : end + 1 + size]
            place = end + size + 2

    def content(self, commit: str, path: str, limit: int) -> bytes:
        """What a file held, if it was there, an ordinary one, and not too large."""
        found = [item for item in self.items(commit, path) if item.path == path and item.mode in ORDINARY]
        if not found:
            raise files.refusal(files.MISSING, path)
        if self.sizes([found[0].blob])[found[0].blob] > limit:
            raise files.too_large(path, limit)
        return next(self.contents([found[0].blob]))


def mode_of(told: str) -> str:
    return "" if told == "000000" else told


def depth(folder: str) -> int:
    return folder.count("/") + bool(folder)


def split_entry(line: str) -> list[str]:
    told, _, path = line.partition("\t")
    return [*told.split(), path]


def is_plain(path: str) -> bool:
    """A path that leads nowhere else and is not hidden: no part of it begins with a dot."""
    return all(part and part[0] != "." for part in path.split("/"))


def belongs(path: str, games: Collection[str]) -> bool:
    """Whether something lies in the folder of a game."""
    return "" in games or any(path[:end] in games for end, letter in enumerate(path) if letter == "/")


def lines_of(words: list[str]) -> bytes:
    return b"".join(raw(word) + b"\n" for word in words)
