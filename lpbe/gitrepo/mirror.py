"""A private mirror of a repository: its commits, and its games as files. The user's own files are not touched.

We write files from git's objects and read them back ourselves, so the attributes, links, submodules, hooks and settings
of the repository have no effect. A process must hold the lock of the folder to use a mirror.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from enum import StrEnum
from hashlib import sha256
from os.path import dirname, join

from ..app.session.paths import state_home
from ..kernel.base.errors import DiskFailure, Failure
from ..kernel.disk import environment, files, folders
from .git import Git, error_text, to_bytes
from .objects import REGULAR_MODES, Commits, Item, is_in_game, is_visible, join_lines
from .remote import Source

TIP = "refs/lpbe/tip"
RESULT = "refs/lpbe/result"
MAX_FILE_BYTES = 8 << 20
"""The largest size of any game file except the log."""
MAX_LOG_BYTES = 512 << 20
FILES_AT_ONCE = 200
MAX_LOOSE_OBJECTS = 400
"""If there are more, the mirror is packed."""
OBJECT_ID = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")


class MirrorRole(StrEnum):
    """What a mirror is for. A run may start while a letter is being pushed, so each has its own. Part of its path."""

    SEND = "send"
    RUN = "run"


class Mirror(Commits):
    """A bare repository that follows one branch of another, and a folder with the games of one commit."""

    __slots__ = ("home", "role", "source")

    def __init__(self, source: Source, role: MirrorRole, home: str) -> None:
        self.source = source
        self.role = role
        self.home = home
        super().__init__(Git(f"--git-dir={self.folder}"))

    @property
    def folder(self) -> str:
        """Return the bare repository."""
        return join(self.home, "git")

    @property
    def tree(self) -> str:
        """Return the folder with the games of one commit."""
        return join(self.home, "tree")

    @property
    def checkout_mark(self) -> str:
        """Return the file with the id of the commit in the folder; it exists only while the folder is complete."""
        return join(self.home, "at")

    def fetch(self) -> str:
        """Fetch and return the newest commit of the branch."""
        if not files.is_folder(join(self.folder, "objects")):
            self.git("init", "--quiet", "--bare", "--template=", self.folder)
        options = ("fetch", "--quiet", "--no-tags", "--no-write-fetch-head", "--no-recurse-submodules", "--force")
        shallow = "--update-shallow"  # a shallow clone may be mirrored as well
        self.git(*options, shallow, "--", self.source.url, f"{self.source.ref}:{TIP}")
        return self.resolve(TIP)

    def pack(self) -> None:
        """Pack the mirror now and then, and drop what no ref reaches."""
        loose = re.match(r"\d+", self.git.line("count-objects"))
        if loose and int(loose[0]) > MAX_LOOSE_OBJECTS:
            self.git.attempt("update-ref", "-d", RESULT)
            self.git.attempt("gc", "--quiet", "--prune=now")

    # from commits to files

    def check_out(self, commit: str) -> None:
        """Check out the games of this commit into the folder."""
        before = self.checkout_commit()
        if before == commit:
            return
        games = self.games(commit)
        files.remove(self.checkout_mark)
        if not before or self.games(before) != games or not self.check_out_changes(before, commit, games):
            folders.remove_tree(self.tree)
            folders.make_folder(self.tree)
            self.write(item for item in self.items(commit) if is_in_game(item.path, games))
        self.record_checkout(commit)

    def check_out_changes(self, before: str, commit: str, games: Sequence[str]) -> bool:
        """Write only what differs. Return False, to write everything again, if a folder is where a file should be."""
        changes = [one for one in self.changes_between(before, commit) if is_in_game(one.path, games)]
        try:
            for one in changes:
                if one.after not in REGULAR_MODES and is_visible(one.path):
                    files.remove(join(self.tree, one.path))
            self.write(Item(one.path, one.after, one.blob) for one in changes)
        except DiskFailure:
            raise
        except Failure:
            return False
        return True

    def checkout_commit(self) -> str:
        """Return the commit that the folder holds, if it is complete and still exists."""
        if not files.is_file(self.checkout_mark):
            return ""
        commit = files.read(self.checkout_mark, 200).decode("ascii", "replace").strip()
        known = (
            OBJECT_ID.fullmatch(commit) and not self.git.attempt("cat-file", "-e", f"{commit}^{{commit}}").returncode
        )
        return commit if known else ""

    def record_checkout(self, commit: str) -> None:
        files.write(self.checkout_mark, f"{commit}\n".encode(), sync=False)

    def restore(self, commit: str, folder: str) -> None:
        """Reset a game to what a commit has."""
        where = join(self.tree, folder) if folder else self.tree
        folders.remove_tree(where)
        folders.make_folder(where)
        self.write(item for item in self.items(commit, folder) if is_in_game(item.path, [folder]))

    def write(self, items: Iterable[Item]) -> None:
        """Write regular files into the folder, unless they are hidden or too large."""
        wanted = [item for item in items if item.mode in REGULAR_MODES and is_visible(item.path)]
        blob_sizes = self.blob_sizes([item.blob for item in wanted])
        fitting = [item for item in wanted if blob_sizes.get(item.blob, MAX_LOG_BYTES) <= max_bytes_for(item.path)]
        for start in range(0, len(fitting), FILES_AT_ONCE):
            part = fitting[start : start + FILES_AT_ONCE]
            for item, data in zip(part, self.contents([item.blob for item in part]), strict=True):
                path = join(self.tree, item.path)
                folders.make_folder(dirname(path))
                files.write(path, data, sync=False)

    # from files to commits

    def store_files(self, paths: list[str]) -> list[str]:
        """Store files of the folder as objects; return their ids."""
        whole = [join(self.tree, path) for path in paths]
        return self.git("hash-object", "-w", "--no-filters", "--stdin-paths", data=join_lines(whole)).decode().split()

    def store_data(self, data: bytes) -> str:
        return self.git("hash-object", "-w", "--no-filters", "--stdin", data=data).decode().strip()

    def changes(self, base: str, folder: str) -> dict[str, str]:
        """Return what a run changed in a game: the new object of each changed file, nothing for a deleted one."""
        before = {item.path: item for item in self.items(base, folder) if is_in_game(item.path, [folder])}
        start = len(self.tree) + 1
        found = [path[start:] for path in folders.tree_files(join(self.tree, folder))]
        paths = [path for path in found if "\n" not in path]
        after = dict(zip(paths, self.store_files(paths), strict=True))
        known = {path: item.blob for path, item in before.items() if item.mode in REGULAR_MODES}
        gone = [path for path in known if path not in found and is_visible(path) and self.fits_in_tree(before[path])]
        return {path: blob for path, blob in after.items() if known.get(path) != blob} | dict.fromkeys(gone, "")

    def fits_in_tree(self, item: Item) -> bool:
        """Return whether a file is small enough for the folder. If not, it was never there and must not be deleted."""
        return self.blob_sizes([item.blob]).get(item.blob, MAX_LOG_BYTES) <= max_bytes_for(item.path)

    def commit(self, base: str, changes: dict[str, str], message: str) -> str:
        """Create a commit on top of another, with these files changed."""
        self.git.ensure_author()
        env = {"GIT_INDEX_FILE": join(self.home, "index")}
        self.git("read-tree", base, env=env)
        lines = [
            to_bytes(f"{'100644' if blob else '0'} {blob or '0' * len(base)}\t{path}\0")
            for path, blob in changes.items()
        ]
        self.git("update-index", "-z", "--replace", "--index-info", data=b"".join(lines), env=env)
        tree = self.git("write-tree", env=env).decode().strip()
        commit_id = (
            self.git("commit-tree", tree, "-p", base, "-F", "-", data=message.encode(), env=env).decode().strip()
        )
        self.git("update-ref", RESULT, commit_id)
        return commit_id

    def push(self, commit: str) -> str:
        """Push a commit unless somebody was faster. Return the reason for a failure. Tell local hooks about a run."""
        env = (
            {"LPBE_PUSH": "hook" if environment.get_variable("LPBE_HOOK") else "run"}
            if self.role is MirrorRole.RUN
            else {}
        )
        options = ("push", "--quiet", "--porcelain", "--no-verify", "--no-recurse-submodules")
        done = self.git.attempt(*options, "--", self.source.target, f"{commit}:{self.source.ref}", env=env)
        return "" if not done.returncode else error_text(done.stderr + b"\n" + done.stdout) or "no reason given"


def open_mirror(source: Source, role: MirrorRole) -> Mirror:
    """Open the mirror of a source."""
    name = sha256(f"{source.url}\n{source.branch}".encode("utf-8", "surrogateescape")).hexdigest()[:16]
    home = join(state_home(), "repo", f"{name}-{role}")
    folders.make_folder(home, 0o700)
    return Mirror(source, role, home)


def max_bytes_for(path: str) -> int:
    return MAX_LOG_BYTES - 1 if path.endswith("log.jsonl") else MAX_FILE_BYTES
