"""Check all objects that commits add to the history, including those that the last commit no longer shows."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from msgspec import Struct

from ..kernel.base.errors import Failure, Rejected
from ..kernel.base.safe_text import quote
from ..kernel.disk import files
from .git import split_nul
from .objects import Commits

MAX_OBJECTS = 1000
"""How many objects a pull request can add to the history."""
MAX_BYTES = 4 << 20
MAX_PATHS = 10_000
"""How many files new folders can lead to: a handful of nested folders can lead to millions."""
MAX_DEPTH = 40
RESERVED_NAMES = (".", "..", "")
"""Names that no entry of a folder can have."""


class TreeEntry(Struct, frozen=True):
    """An entry of a folder: its name and the object it leads to."""

    name: str
    object_id: str


Tree = list[TreeEntry]


def check_history_size(commits: Commits, base: str, head: str) -> Iterator[Failure]:
    """Refuse commits that bloat the history with files, with messages, or with things that they delete again."""
    output = commits.git("rev-list", "--objects", "--no-object-names", f"--max-count={MAX_OBJECTS}", head, f"^{base}")
    names = output.decode().split()
    if len(names) >= MAX_OBJECTS:
        yield Rejected("E_FILE_SIZE", "these commits add more than {most} objects to the history", most=MAX_OBJECTS)
        return
    object_sizes = commits.object_sizes(names)
    largest = max((size for kind, size in object_sizes.values() if kind != "tree"), default=0)
    hint = "make a new branch without it: once committed, it stays in the history"
    if largest > files.MAX_ORDER_BYTES:
        message = "these commits contain a file of {size} bytes; an order has at most {limit}"
        yield Rejected("E_FILE_SIZE", message, hint, size=largest, limit=files.MAX_ORDER_BYTES)
    elif (total := sum(size for _, size in object_sizes.values())) > MAX_BYTES:
        message = "these commits add {size} bytes to the history; orders never need more than {limit}"
        yield Rejected("E_FILE_SIZE", message, hint, size=total, limit=MAX_BYTES)


def check_folders(commits: Commits, base: str, head: str) -> Iterator[Failure]:
    """Refuse endless folders, and folders that git would not write, since other programs may read them differently."""
    output = commits.git("rev-list", "--objects", "--no-object-names", "--filter=blob:none", head, f"^{base}")
    kinds = commits.object_sizes(output.decode().split())
    names = [name for name, (kind, _) in kinds.items() if kind == "tree"]
    trees = dict(zip(names, map(parse_tree, commits.contents(names), [len(base) // 2] * len(names)), strict=True))
    for name in dict.fromkeys(name for tree in trees.values() for name in wrong_names(tree)):
        message = "a folder in these commits has an entry '{name}', which git would never write"
        yield Rejected("E_FILE_NAME", message, "make a new branch, using only git", name=quote(name))
        return
    known: dict[str, int] = {}
    if any(count_paths(name, trees, known) > MAX_PATHS for name in trees):
        message = "the folders in these commits are nested too deeply or lead to more than {most} files"
        yield Rejected("E_FILE_SIZE", message, most=MAX_PATHS)


def parse_tree(data: bytes, width: int) -> Tree:
    """Parse a folder as git stores it; `width` is the size of an object id."""
    found: Tree = []
    at = 0
    while at < len(data):
        end = data.index(b"\0", at)
        _, _, name = data[at:end].partition(b" ")
        [text] = split_nul(name) or [""]
        found.append(TreeEntry(text, data[end + 1 : end + 1 + width].hex()))
        at = end + 1 + width
    return found


def wrong_names(tree: Tree) -> Iterator[str]:
    """Yield names that lead elsewhere and names that occur twice."""
    names = [entry.name for entry in tree]
    yield from (name for name in names if "/" in name or name in RESERVED_NAMES or name.lower() == ".git")
    yield from (name for name, other in pairwise(sorted(names)) if name == other)


def count_paths(name: str, trees: dict[str, Tree], known: dict[str, int], depth: int = 0) -> int:
    """Return how many files a new folder leads to; one that existed before counts as one."""
    if name not in trees:
        return 1
    if depth > MAX_DEPTH:
        return MAX_PATHS + 1
    if name not in known:
        known[name] = sum(count_paths(entry.object_id, trees, known, depth + 1) for entry in trees[name])
    return known[name]
