"""A mirror of a repository, of our own: its commits, and its games as files. No file of a person's is touched.

Files are written from git's objects and read back into them by ourselves, so neither the attributes of a repository nor
its links, modules, hooks or settings are ever asked. Whoever uses a mirror holds its folder.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from os.path import dirname, join

from ..app.homes import state_home
from ..kernel.base import hashing
from ..kernel.base.errors import Failure
from ..kernel.disk import files
from .commits import ORDINARY, Commits, Item, belongs, is_plain, lines_of
from .git import Git, failure, last_words, raw
from .source import Source

TIP, RESULT = "refs/lpbe/tip", "refs/lpbe/result"
LARGEST = 8 << 20
"""What is larger is no file of a game; a log may be."""
LONGEST_LOG = 512 << 20
AT_ONCE = 200
LOOSE = 400
"""So many objects lie about before they are packed."""
NAME = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")


class Mirror(Commits):
    """A repository of ours that follows one branch of another, and a folder with the games of one commit."""

    __slots__ = ("home", "role", "source")

    def __init__(self, source: Source, role: str, home: str) -> None:
        self.source, self.role, self.home = source, role, home
        super().__init__(Git(f"--git-dir={self.folder}"))

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
        shallow = "--update-shallow"  # of a clone that does not reach back to the beginning, as much as it has
        self.git(*words, shallow, "--", self.source.url, f"{self.source.ref}:{TIP}")
        return self.named(TIP)

    def pack(self) -> None:
        """Now and then: what was forgotten goes, what stays gets small."""
        loose = re.match(r"\d+", self.git.word("count-objects"))
        if loose and int(loose[0]) > LOOSE:
            self.git.attempt("update-ref", "-d", RESULT)
            self.git.attempt("gc", "--quiet", "--prune=now")

    # commits as files

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
        changes = [one for one in self.changes_between(before, commit) if belongs(one.path, games)]
        try:
            for one in changes:
                if one.after not in ORDINARY and is_plain(one.path):
                    files.remove(join(self.tree, one.path))
            self.write(Item(one.path, one.after, one.blob) for one in changes)
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
        """Publish a commit, if nobody was faster: why not, or nothing. Hooks of this machine learn who it is."""
        env = {"LPBE_PUSH": "hook" if files.environment("LPBE_HOOK") else "run"} if self.role == "run" else {}
        words = ("push", "--quiet", "--porcelain", "--no-verify", "--no-recurse-submodules")
        done = self.git.attempt(*words, "--", self.source.target, f"{commit}:{self.source.ref}", env=env)
        return "" if not done.returncode else last_words(done.stderr + b"\n" + done.stdout) or "no reason given"


def open_mirror(source: Source, role: str) -> Mirror:
    """The mirror of a source for those who send, or who run: a run may begin while a letter is being pushed."""
    name = hashing.sha256(f"{source.url}\n{source.branch}".encode("utf-8", "surrogateescape")).hex()[:16]
    home = join(state_home(), "repo", f"{name}-{role}")
    files.make_folder(home, 0o700)
    return Mirror(source, role, home)


def refused(why: str) -> Failure:
    return failure("push", why)


def room_for(path: str) -> int:
    return LONGEST_LOG - 1 if path.endswith("log.jsonl") else LARGEST
