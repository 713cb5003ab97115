"""Read files below a folder that strangers ask for: never through a link, and never outside the folder."""

from __future__ import annotations

import os
from collections.abc import Sequence
from stat import S_ISREG

from msgspec import Struct

from .safe_open import MISSING, SAFE_FLAGS, WRONG_TYPE, naming_file, refusal

FOLDER_FLAGS = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC


class Stamp(Struct, frozen=True):
    """What tells one version of a file from the next: files are replaced as a whole, or grow."""

    size: int
    changed_ns: int
    inode: int

    @property
    def tag(self) -> str:
        """Return it as a text without spaces or quotes."""
        return f"{self.size:x}-{self.changed_ns:x}-{self.inode:x}"


def stamp_of(path: str) -> Stamp | None:
    """Return the stamp of an ordinary file, or None if there is none."""
    try:
        info = os.stat(path, follow_symlinks=False)
    except (OSError, ValueError):
        return None
    return stamp(info) if S_ISREG(info.st_mode) else None


def stamp(info: os.stat_result) -> Stamp:
    return Stamp(info.st_size, info.st_mtime_ns, info.st_ino)


class OpenFile:
    """An ordinary file that is open for reading, as long as it was when it was opened."""

    def __init__(self, handle: int, info: os.stat_result) -> None:
        self.handle = handle
        self.stamp = stamp(info)

    @property
    def size(self) -> int:
        return self.stamp.size

    def read(self, at: int, size: int) -> bytes:
        """Return some bytes; fewer than wanted only if the file was cut meanwhile."""
        return os.pread(self.handle, size, at)

    def close(self) -> None:
        os.close(self.handle)


def open_below(folder: str, parts: Sequence[str]) -> OpenFile:
    """Open the file that these names lead to, one after the other, from a folder."""
    shown = "/".join(parts)
    if not parts or any(part in ("", ".", "..") or "/" in part or "\0" in part for part in parts):
        raise refusal(MISSING, shown)
    with naming_file(shown):
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            for part in parts[:-1]:
                handle = step_into(handle, part)
            return open_in(handle, parts[-1], shown)
        finally:
            os.close(handle)


def step_into(handle: int, name: str) -> int:
    """Return a handle of a folder in a folder, and close that of the outer one."""
    inner = os.open(name, FOLDER_FLAGS, dir_fd=handle)
    os.close(handle)
    return inner


def open_in(folder: int, name: str, shown: str) -> OpenFile:
    handle = os.open(name, os.O_RDONLY | SAFE_FLAGS, dir_fd=folder)
    try:
        info = os.fstat(handle)
        if not S_ISREG(info.st_mode):
            raise refusal(WRONG_TYPE, shown)
        return OpenFile(handle, info)
    except BaseException:
        os.close(handle)
        raise
