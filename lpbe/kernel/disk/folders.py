"""Folders: list, make, remove and lock them."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from stat import S_ISDIR, S_ISLNK

from ..base.errors import Busy, WrongFileType
from ..base.safe_text import quote
from .files import is_folder, is_there, mode_of, remove
from .safe_open import naming_file

LOCK_WAIT_SECONDS = 30.0
LOCK_PAUSE_SECONDS = 0.05


@contextmanager
def lock(folder: str, wait: float = LOCK_WAIT_SECONDS) -> Iterator[None]:
    """Hold a folder against every other process, by the folder itself: no file is left behind."""
    with naming_file(folder):
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        acquire(handle, folder, time.monotonic() + wait)
        yield
    finally:
        os.close(handle)


def acquire(handle: int, folder: str, until: float) -> None:
    while not try_lock(handle, folder):
        if time.monotonic() >= until:
            hint = "wait until it has finished, then try again"
            raise Busy("E_BUSY", "another process is working in '{folder}'", hint, folder=quote(folder)).in_file(folder)
        time.sleep(LOCK_PAUSE_SECONDS)


def try_lock(handle: int, folder: str) -> bool:
    from fcntl import LOCK_EX, LOCK_NB, flock

    with naming_file(folder):
        try:
            flock(handle, LOCK_EX | LOCK_NB)
        except BlockingIOError:
            return False
        return True


def file_names(folder: str) -> list[str]:
    """Return the names of the ordinary files of a folder, sorted; hidden ones and links are left out."""
    if not is_there(folder):
        return []
    check_real(folder)
    with naming_file(folder), os.scandir(folder) as entries:
        return sorted(entry.name for entry in entries if entry.name[0] != "." and entry.is_file(follow_symlinks=False))


def folder_names(folder: str) -> list[str]:
    """Return the names of the folders in a folder, sorted; hidden ones and links are left out."""
    with naming_file(folder), os.scandir(folder) as entries:
        return sorted(entry.name for entry in entries if entry.name[0] != "." and entry.is_dir(follow_symlinks=False))


def tree_files(folder: str) -> Iterator[str]:
    """Yield the paths of all ordinary files in a folder and its folders; hidden ones and links are left out."""
    if is_folder(folder):
        yield from (os.path.join(folder, name) for name in file_names(folder))
        for name in folder_names(folder):
            yield from tree_files(os.path.join(folder, name))


def check_real(folder: str) -> None:
    """Refuse a link: what is done in a game's folder would be done elsewhere."""
    if S_ISLNK(mode_of(folder)):
        raise WrongFileType("E_FILE_TYPE", "this folder is a link to another place", "remove the link").in_file(folder)


def make_folder(path: str, mode: int = 0o755) -> None:
    check_real(path)
    with naming_file(path):
        os.makedirs(path, mode, exist_ok=True)


def remove_tree(path: str) -> None:
    """Remove a folder of our own with everything in it; links in it are removed, not followed."""
    with naming_file(path), suppress(FileNotFoundError):
        with os.scandir(path) as entries:
            found = list(entries)
        for entry in found:
            if entry.is_dir(follow_symlinks=False):
                remove_tree(entry.path)
            else:
                os.unlink(entry.path)
        os.rmdir(path)


def sweep(folder: str, *names: str) -> None:
    """Remove what dead writers left of these files, or of all; only where nobody else writes them now."""
    if not S_ISDIR(mode_of(folder)):
        return
    starts = tuple(f".{name}" for name in names or [""])
    with naming_file(folder), os.scandir(folder) as entries:
        for entry in [entry for entry in entries if entry.name.startswith(starts) and is_scratch(entry)]:
            remove(entry.path)


def is_scratch(entry: os.DirEntry[str]) -> bool:
    """Return whether an entry is named as `files.write` names what it has not finished."""
    parts = entry.name.split(".")
    named = len(parts) > 4 and parts[-1] == "tmp" and parts[-2].isdecimal() and parts[-3].isdecimal()
    return named and entry.is_file(follow_symlinks=False)


def is_inside_git(path: str) -> bool:
    """Return whether a path is in a work tree of git."""
    folder = os.path.realpath(path)
    while not os.path.lexists(os.path.join(folder, ".git")):
        folder, before = os.path.dirname(folder), folder
        if folder == before:
            return False
    return True
