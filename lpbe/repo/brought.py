"""What commits bring into a history, though the last of them may not show it: how much, and in which folders."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from ..kernel.base.errors import Failure, Rejected
from ..kernel.base.text import quote
from ..kernel.disk import files
from .commits import Commits
from .git import records

MOST_OBJECTS = 1000
"""So many things a pull request may bring into the history, also such as it takes away again."""
MOST_BYTES = 4 << 20
MOST_PATHS = 10_000
"""So many files new folders may lead to: a handful of folders that hold each other leads to millions."""
DEEPEST = 40
GIT = (".", "..", "")
"""What no entry of a folder is called, and neither what git keeps for itself."""

Tree = list[tuple[str, str, str]]
"""The entries of a folder: mode, name, object."""


def hidden_weight(commits: Commits, base: str, head: str) -> Iterator[Failure]:
    """No history is made heavy, be it by files, by words or by what goes again."""
    told = commits.git("rev-list", "--objects", "--no-object-names", f"--max-count={MOST_OBJECTS}", head, f"^{base}")
    names = told.decode().split()
    if len(names) >= MOST_OBJECTS:
        yield Rejected("E_FILE_SIZE", "this brings more than {most} objects into the history", most=MOST_OBJECTS)
        return
    weights = commits.weights(names)
    largest = max((size for kind, size in weights.values() if kind != "tree"), default=0)
    hint = "make a new branch without it: what was committed once stays in the history"
    if largest > files.ORDER:
        told_of = "a file of {size} bytes stands in these commits; an order has {limit} at most"
        yield Rejected("E_FILE_SIZE", told_of, hint, size=largest, limit=files.ORDER)
    elif (total := sum(size for _, size in weights.values())) > MOST_BYTES:
        told_of = "these commits bring {size} bytes into the history; {limit} are enough for all orders"
        yield Rejected("E_FILE_SIZE", told_of, hint, size=total, limit=MOST_BYTES)


def odd_folders(commits: Commits, base: str, head: str) -> Iterator[Failure]:
    """Folders as no git writes them, which other programs may read in another way; or which never end."""
    told = commits.git("rev-list", "--objects", "--no-object-names", "--filter=blob:none", head, f"^{base}")
    kinds = commits.weights(told.decode().split())
    names = [name for name, (kind, _) in kinds.items() if kind == "tree"]
    trees = dict(zip(names, map(entries, commits.contents(names), [len(base) // 2] * len(names)), strict=True))
    for name in dict.fromkeys(name for tree in trees.values() for name in odd_names(tree)):
        told_of = "a folder in these commits has an entry '{name}' that no git writes there"
        yield Rejected("E_FILE_NAME", told_of, "make a new branch, with git alone", name=quote(name))
        return
    known: dict[str, int] = {}
    if any(paths_in(name, trees, known) > MOST_PATHS for name in trees):
        told_of = "the folders in these commits go too deep, or lead to more than {most} files"
        yield Rejected("E_FILE_SIZE", told_of, most=MOST_PATHS)


def entries(data: bytes, width: int) -> Tree:
    """A folder as git stores it."""
    found, place = [], 0
    while place < len(data):
        end = data.index(b"\0", place)
        mode, _, name = data[place:end].partition(b" ")
        [text] = records(name) or [""]
        found.append((mode.decode("ascii", "replace"), text, data[end + 1 : end + 1 + width].hex()))
        place = end + 1 + width
    return found


def odd_names(tree: Tree) -> Iterator[str]:
    """Names that lead elsewhere, or that two entries have."""
    names = [name for _, name, _ in tree]
    yield from (name for name in names if "/" in name or name in GIT or name.lower() == ".git")
    yield from (name for name, other in pairwise(sorted(names)) if name == other)


def paths_in(name: str, trees: dict[str, Tree], known: dict[str, int], deep: int = 0) -> int:
    """How many files a new folder leads to; one that was there before counts as one."""
    if name not in trees:
        return 1
    if deep > DEEPEST:
        return MOST_PATHS + 1
    if name not in known:
        known[name] = sum(paths_in(below, trees, known, deep + 1) for _, _, below in trees[name])
    return known[name]
