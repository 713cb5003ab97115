"""A mirror of a repository, of our own: its commits, and its games as files. No file of a person's is touched.

Files are written from git's objects and read back into them by ourselves, so neither the attributes of a repository nor
its links, modules, hooks or settings are ever asked. Whoever uses a mirror holds its folder.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from os.path import dirname, join

from msgspec import Struct

from ..app.homes import state_home
from ..kernel.base import hashing
from ..kernel.base.errors import Failure
from ..kernel.disk import files
from ..kernel.folder.folder import GAME_FILES
from .git import Git, failure, last_words, raw, records
from .source import Source

TIP, RESULT = "refs/lpbe/tip", "refs/lpbe/result"
ORDINARY = ("100644", "100755")
LARGEST = 8 << 20
"""What is larger is no file of a game; a log may be."""
LONGEST_LOG = 512 << 20
AT_ONCE = 200
DEEP = 3
"""A game file lies at most so deep."""
LOOSE = 400
"""So many objects lie about before they are packed."""
NAME = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")


class Item(Struct, frozen=True):
    """A file of a commit."""

    path: str
    mode: str
    blob: str


class Mirror:
    """A repository of ours that follows one branch of another, and a folder with the games of one commit."""

    __slots__ = ("git", "home", "source")

    def __init__(self, source: Source, home: str) -> None:
        self.source, self.home = source, home
        self.git = Git(f"--git-dir={self.folder}")

    @property
    def folder(self) -> str:
        """Where its commits are."""
        return join(self.home, "git")

    @property
    def tree(self) -> str:
        return join(self.home, "tree")

    @property
    def mark(self) -> str:
        """Where it is said which commit the folder shows: only while it shows it."""
        return join(self.home, "at")

    def fetch(self) -> str:
        """The newest commit of the branch."""
        if not files.is_folder(join(self.folder, "objects")):
            self.git("init", "--quiet", "--bare", "--template=", self.folder)
        words = ("fetch", "--quiet", "--no-tags", "--no-write-fetch-head", "--no-recurse-submodules", "--force")
        self.git(*words, "--", self.source.url, f"{self.source.ref}:{TIP}")
        return self.git("rev-parse", "--verify", f"{TIP}^{{commit}}").decode().strip()

    def pack(self) -> None:
        """Now and then: what was forgotten goes, what stays gets small."""
        loose = re.match(r"\d+", self.git.word("count-objects"))
        if loose and int(loose[0]) > LOOSE:
            self.git.attempt("update-ref", "-d", RESULT)
            self.git.attempt("gc", "--quiet", "--prune=now")

    # commits as files

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
        for folder in sorted((dirname(path) for path in found if is_plain(path)), key=lambda name: name.count("/")):
            if not belongs(folder, games):
                games[folder] = None
        return sorted(games)

    def show(self, commit: str) -> None:
        """Make the folder show the games of this commit."""
        before = self.shown()
        if before == commit:
            return
        games = self.games(commit)
        files.remove(self.mark)
        if not before or self.games(before) != games or not self.show_changes(before, commit, games):
            files.remove_tree(self.tree)
            files.make_folder(self.tree)
            self.write(item for item in self.items(commit) if belongs(item.path, games))
        self.say_shown(commit)

    def show_changes(self, before: str, commit: str, games: Sequence[str]) -> bool:
        """Only what differs; False where a folder stands in the way of a file: then all is written anew."""
        changed, gone = self.differences(before, commit)
        try:
            for path in gone:
                if is_plain(path) and belongs(path, games):
                    files.remove(join(self.tree, path))
            self.write(item for item in changed if belongs(item.path, games))
        except Failure as fault:
            if fault.code == "E_FILE_IO":
                raise
            return False
        return True

    def shown(self) -> str:
        """The commit that the folder shows, if it was finished and is still known."""
        if not files.is_file(self.mark):
            return ""
        commit = files.read(self.mark, 200).decode("ascii", "replace").strip()
        known = NAME.fullmatch(commit) and not self.git.attempt("cat-file", "-e", f"{commit}^{{commit}}").returncode
        return commit if known else ""

    def say_shown(self, commit: str) -> None:
        files.write(self.mark, f"{commit}\n".encode(), sync=False)

    def differences(self, before: str, after: str) -> tuple[list[Item], list[str]]:
        """The files that are new or others in a commit, and those that are gone."""
        parts = records(self.git("diff-tree", "-r", "-z", "--raw", "--no-renames", "--full-index", before, after))
        pairs = list(zip(parts[::2], parts[1::2], strict=True))
        found = [(told.split(), path) for told, path in pairs]
        changed = [Item(path, told[1], told[3]) for told, path in found if told[1] in ORDINARY]
        return changed, [path for told, path in found if told[1] not in ORDINARY]

    def restore(self, commit: str, folder: str) -> None:
        """Let a game be again as a commit has it."""
        where = join(self.tree, folder) if folder else self.tree
        files.remove_tree(where)
        files.make_folder(where)
        self.write(item for item in self.items(commit, folder) if belongs(item.path, [folder]))

    def write(self, items: Iterable[Item]) -> None:
        wanted = [item for item in items if item.mode in ORDINARY and is_plain(item.path)]
        sizes = self.sizes([item.blob for item in wanted])
        fitting = [item for item in wanted if sizes.get(item.blob, LONGEST_LOG) <= room_for(item.path)]
        for start in range(0, len(fitting), AT_ONCE):
            part = fitting[start : start + AT_ONCE]
            for item, data in zip(part, self.contents([item.blob for item in part]), strict=True):
                path = join(self.tree, item.path)
                files.make_folder(dirname(path))
                files.write(path, data, sync=False)

    def sizes(self, blobs: list[str]) -> dict[str, int]:
        answer = self.git("cat-file", "--batch-check", data=lines_of(blobs)).decode().splitlines()
        found = [line.split() for line in answer]
        return {words[0]: int(words[2]) for words in found if words[1:2] == ["blob"]}

    def contents(self, blobs: list[str]) -> Iterator[bytes]:
        answer = self.git("cat-file", "--batch", data=lines_of(blobs)) if blobs else b""
        place = 0
        for _ in blobs:
            end = answer.index(b"\n", place)
            size = int(answer[place:end].split()[2])
            yield answer[end + 1 : end + 1 + size]
            place = end + size + 2

    # files as commits

    def keep(self, paths: list[str]) -> list[str]:
        """Files of the folder as objects; their names."""
        whole = [join(self.tree, path) for path in paths]
        return self.git("hash-object", "-w", "--no-filters", "--stdin-paths", data=lines_of(whole)).decode().split()

    def keep_data(self, data: bytes) -> str:
        return self.git("hash-object", "-w", "--no-filters", "--stdin", data=data).decode().strip()

    def changes(self, base: str, folder: str) -> dict[str, str]:
        """What a run made of a game: the new content of each file that changed, nothing for one that is gone."""
        before = {item.path: item for item in self.items(base, folder) if belongs(item.path, [folder])}
        start = len(self.tree) + 1
        found = [path[start:] for path in files.tree_files(join(self.tree, folder))]
        paths = [path for path in found if "\n" not in path]
        after = dict(zip(paths, self.keep(paths), strict=True))
        known = {path: item.blob for path, item in before.items() if item.mode in ORDINARY}
        gone = [path for path in known if path not in found and is_plain(path) and self.was_shown(before[path])]
        return {path: blob for path, blob in after.items() if known.get(path) != blob} | dict.fromkeys(gone, "")

    def was_shown(self, item: Item) -> bool:
        """What is too large for the folder was never in it, and is not gone."""
        return self.sizes([item.blob]).get(item.blob, LONGEST_LOG) <= room_for(item.path)

    def commit(self, base: str, changes: dict[str, str], message: str) -> str:
        """A commit upon another, with these files changed."""
        self.git.be_somebody()
        env = {"GIT_INDEX_FILE": join(self.home, "index")}
        self.git("read-tree", base, env=env)
        lines = [
            raw(f"{'100644' if blob else '0'} {blob or '0' * len(base)}\t{path}\0") for path, blob in changes.items()
        ]
        self.git("update-index", "-z", "--replace", "--index-info", data=b"".join(lines), env=env)
        tree = self.git("write-tree", env=env).decode().strip()
        made = self.git("commit-tree", tree, "-p", base, "-F", "-", data=message.encode(), env=env).decode().strip()
        self.git("update-ref", RESULT, made)
        return made

    def push(self, commit: str) -> str:
        """Publish a commit, if nobody was faster: why not, or nothing."""
        words = ("push", "--quiet", "--porcelain", "--no-verify", "--no-recurse-submodules")
        env = {"LPBE_PUSH": "1"}
        done = self.git.attempt(*words, "--", self.source.target, f"{commit}:{self.source.ref}", env=env)
        return "" if not done.returncode else last_words(done.stderr + b"\n" + done.stdout) or "no reason given"

    def holds(self, commit: str, tip: str) -> bool:
        """Whether a commit is the tip or stands before it."""
        return not self.git.attempt("merge-base", "--is-ancestor", commit, tip).returncode


def open_mirror(source: Source) -> Mirror:
    """The mirror of a source on this machine, by whomever of its users."""
    name = hashing.sha256(f"{source.url}\n{source.branch}".encode("utf-8", "surrogateescape")).hex()[:16]
    home = join(state_home(), "repo", name)
    files.make_folder(home, 0o700)
    return Mirror(source, home)


def refused(why: str) -> Failure:
    return failure("push", why)


def split_entry(line: str) -> list[str]:
    told, _, path = line.partition("\t")
    return [*told.split(), path]


def is_plain(path: str) -> bool:
    """A path that leads nowhere else and is not hidden: no part of it begins with a dot."""
    return all(part and part[0] != "." for part in path.split("/"))


def belongs(path: str, games: Collection[str]) -> bool:
    """Whether something lies in the folder of a game."""
    return "" in games or any(path[:end] in games for end, letter in enumerate(path) if letter == "/")


def room_for(path: str) -> int:
    return LONGEST_LOG - 1 if path.endswith("log.jsonl") else LARGEST


def lines_of(words: list[str]) -> bytes:
    return b"".join(raw(word) + b"\n" for word in words)
