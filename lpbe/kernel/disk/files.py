"""Read files with care, and write them whole or not at all."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from stat import S_ISDIR, S_ISREG
from typing import Any

from ..base.errors import MissingFile, OpenToOthers
from ..base.safe_text import quote
from . import formats
from .formats import MAX_GAME_LINE_BYTES, MAX_GAME_LINES, MAX_ORDER_LINE_BYTES, MAX_ORDER_LINES, decode
from .formats import dump as dump
from .safe_open import SAFE_FLAGS, WRONG_TYPE, naming_file, open_regular, refusal, too_large

MAX_ORDER_BYTES = 64 << 10
MAX_GAME_BYTES = 2 << 20
MAX_LOG_LINE_BYTES = 128 << 10
MAX_KEY_BYTES = 4 << 10
MAX_POLICY_BYTES = 16 << 10

CREATE_FLAGS = os.O_WRONLY | os.O_CREAT | os.O_EXCL | SAFE_FLAGS


def read(path: str, limit: int) -> bytes:
    with open_regular(path) as (handle, _):
        return drain(handle, path, limit)


def drain(handle: int, path: str, limit: int) -> bytes:
    """Return all that is left to read, if it is not more than the limit."""
    data = b""
    while len(data) <= limit and (more := os.read(handle, limit + 1 - len(data))):
        data += more
    if len(data) > limit:
        raise too_large(path, limit)
    return data


def read_stdin(limit: int) -> bytes:
    data = sys.stdin.buffer.read(limit + 1)
    if len(data) > limit:
        raise too_large("-", limit)
    return data


def read_some(path: str, limit: int) -> tuple[bytes, bool]:
    """Return the beginning of a file of any size, and whether that is all of it."""
    with open_regular(path) as (handle, info):
        data = b""
        while len(data) < limit and (more := os.read(handle, limit - len(data))):
            data += more
        return data, info.st_size <= limit


def read_some_stdin(limit: int) -> tuple[bytes, bool]:
    """Return the beginning of standard input, and whether that is all of it; it is read to its end."""
    data = sys.stdin.buffer.read(limit)
    whole = True
    while sys.stdin.buffer.read(1 << 20):
        whole = False
    return data, whole


def each_piece(path: str, limit: int = 1 << 20, *, hold: bool = False) -> Iterator[bytes]:
    """Yield the lines of a file of any size with their line feeds; a line that is too long comes in pieces.

    With `hold` the file is locked for reading, so that mail servers do not append to it meanwhile.
    """
    with open_regular(path) as (handle, _), open(handle, "rb", closefd=False) as stream:
        if hold:
            from fcntl import LOCK_SH, lockf

            lockf(handle, LOCK_SH)
        while line := stream.readline(limit):
            yield line


def write_stdout(data: bytes) -> None:
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def read_key_text(path: str) -> str:
    """Return a key or a password from a file that only its owner can read, or from standard input."""
    if path == "-":
        return decode(read_stdin(MAX_KEY_BYTES))
    with open_regular(path) as (handle, info):
        if os.name == "posix" and info.st_mode & 0o077:
            message = "other people can read the secret in '{path}'"
            hint = "make it private: chmod 600 {path}"
            raise OpenToOthers("E_KEY_PERMS", message, hint, path=quote(path)).in_file(path)
        return decode(drain(handle, path, MAX_KEY_BYTES))


def read_order_text(path: str) -> str:
    """Return orders from a file or from standard input, as text."""
    with naming_file(path):
        return decode(read_stdin(MAX_ORDER_BYTES) if path == "-" else read(path, MAX_ORDER_BYTES))


def read_letter_data(path: str) -> dict[str, Any]:
    return parse_order(read_stdin(MAX_ORDER_BYTES) if path == "-" else read(path, MAX_ORDER_BYTES), path)


def parse(data: bytes, name: str, *, width: int, lines: int) -> dict[str, Any]:
    with naming_file(name):
        return formats.parse(data, name, width=width, lines=lines)


def parse_order(data: bytes, name: str) -> dict[str, Any]:
    return parse(data, name, width=MAX_ORDER_LINE_BYTES, lines=MAX_ORDER_LINES)


def read_game_data(path: str) -> dict[str, Any]:
    return parse_game(read(path, MAX_GAME_BYTES), path)


def parse_game(data: bytes, name: str) -> dict[str, Any]:
    return parse(data, name, width=MAX_GAME_LINE_BYTES, lines=MAX_GAME_LINES)


def write(path: str, data: bytes, mode: int = 0o644, *, sync: bool = True) -> None:
    """Write a file, all or nothing: a reader finds the old one or the new one."""
    with naming_file(path):
        if is_odd(path):
            raise refusal(WRONG_TYPE, path)
        handle, scratch = open_scratch(path, mode)
        try:
            fill(handle, data, sync)
            os.replace(scratch, path)
        except BaseException:
            discard(scratch)
            raise
        if sync:
            sync_folder(path)


def open_scratch(path: str, mode: int) -> tuple[int, str]:
    """Open a fresh file beside the path; a name that a dead run left behind is skipped."""
    folder, name = os.path.split(path)
    count = 0
    while True:
        scratch = os.path.join(folder, f".{name}.{os.getpid()}.{count}.tmp")
        try:
            return os.open(scratch, CREATE_FLAGS, mode), scratch
        except FileExistsError:
            count += 1
        except FileNotFoundError:
            raise missing_folder(folder) from None


def missing_folder(folder: str) -> MissingFile:
    return MissingFile(
        "E_FILE_MISSING", "there is no folder '{folder}'", "create it: mkdir -p {folder}", folder=quote(folder)
    )


def create(path: str, data: bytes, mode: int = 0o600) -> None:
    """Create a file that did not exist, all or nothing; if it cannot be made durable, it is removed again."""
    with naming_file(path):
        handle, scratch = open_scratch(path, mode)
        try:
            fill(handle, data, sync=True)
            give_name(scratch, path)
        finally:
            discard(scratch)
        try:
            sync_folder(path)
        except BaseException:
            discard(path)
            raise


def give_name(scratch: str, path: str) -> None:
    """Rename like `os.replace`, but never over another file; nearly so if there are no hard links."""
    try:
        os.link(scratch, path)
    except OSError as error:
        if error.errno not in (errno.EPERM, errno.ENOTSUP, errno.ENOSYS) or is_there(path):
            raise
        os.replace(scratch, path)


def fill(handle: int, data: bytes, sync: bool) -> None:
    """Write everything and close."""
    try:
        rest = memoryview(data)
        while rest:
            rest = rest[os.write(handle, rest) :]
        if sync:
            os.fsync(handle)
    finally:
        os.close(handle)


@contextmanager
def lock_for_append(path: str) -> Iterator[tuple[int, Callable[[bytes], None]]]:
    """Lock a file that others append to as well; yield its length and a function that appends for good."""
    from fcntl import LOCK_EX, lockf

    with open_regular(path, os.O_RDWR | os.O_CREAT, 0o600) as (handle, _):
        lockf(handle, LOCK_EX)
        at = os.lseek(handle, 0, os.SEEK_END)
        yield at, lambda data: add(handle, path, data)


def add(handle: int, path: str, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(handle, rest) :]
    os.fsync(handle)
    sync_folder(path)


def read_from(path: str, at: int, size: int) -> bytes:
    """Return the bytes at an offset: fewer at the end of the file, none if there is no file."""
    if not is_there(path):
        return b""
    with open_regular(path) as (handle, _):
        return os.pread(handle, size, at)


def make_last(path: str) -> None:
    """Make a file's new name durable."""
    with naming_file(path):
        sync_folder(path)


def sync_folder(path: str) -> None:
    """Make the names in a file's folder last."""
    handle = os.open(os.path.dirname(path) or ".", os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def append_line(path: str, line: bytes, *, sync: bool = True) -> None:
    """Append one line, whole or not at all."""
    assert b"\n" not in line
    with open_regular(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT) as (handle, info):
        try:
            written = os.write(handle, line + b"\n")
            if written <= len(line):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        except OSError:
            os.ftruncate(handle, info.st_size)
            raise
        if sync:
            os.fsync(handle)
            if not info.st_size:
                sync_folder(path)


def truncate(path: str, size: int) -> None:
    with open_regular(path, os.O_WRONLY) as (handle, _):
        os.ftruncate(handle, size)
        os.fsync(handle)


def size(path: str) -> int:
    """Return the size of a file in bytes; one that does not exist has none."""
    if not is_there(path):
        return 0
    with open_regular(path) as (_, info):
        return info.st_size


def last_line(path: str, limit: int) -> tuple[bytes, int, bool]:
    """Return the last line, where it starts, and whether it ends; only the end of the file is read."""
    if not is_there(path):
        return b"", 0, True
    with open_regular(path) as (handle, info):
        start = max(0, info.st_size - limit - 2)
        tail = os.pread(handle, info.st_size - start, start)
    whole = not tail or tail.endswith(b"\n")
    body = tail.removesuffix(b"\n")
    line = body[body.rfind(b"\n") + 1 :]
    check_line(line, path, limit)
    return line, start + len(body) - len(line), whole


def each_line(path: str, limit: int) -> Iterator[bytes]:
    """Yield the lines without their line feeds; a torn last line comes too."""
    with open_regular(path) as (handle, _), open(handle, "rb", closefd=False) as stream:
        while line := stream.readline(limit + 2):
            line = line.removesuffix(b"\n")
            check_line(line, path, limit)
            yield line


def check_line(line: bytes, path: str, limit: int) -> None:
    """Refuse a line of a log that is too long, or that git put there."""
    if len(line) > limit:
        raise too_large(path, limit)
    if formats.is_marker(line):
        raise formats.conflict_failure().in_file(path)


def modified_time(path: str) -> float:
    """Return when a file was last written, in seconds; 0 if there is none."""
    try:
        return os.lstat(path).st_mtime
    except OSError:
        return 0.0


def arrival_time(path: str) -> float:
    """Return when a file got its name or content here, in seconds, whatever date it claims itself."""
    with naming_file(path):
        return os.lstat(path).st_ctime


def free_space(path: str) -> tuple[int, int]:
    """Return the number of the file system that a path is on, and how many bytes it has left for us.

    None are left if all inodes are in use; file systems without a fixed number of inodes report a total of 0.
    """
    with naming_file(path):
        room = os.statvfs(path)
        full = bool(room.f_files) and not room.f_favail
        return os.stat(path).st_dev, 0 if full else room.f_bavail * room.f_frsize


def mode_of(path: str, follow: bool = False) -> int:
    """Return the mode of what is there, 0 for nothing. A disk that does not answer is a failure, not a missing file."""
    with naming_file(path):
        try:
            return os.stat(path, follow_symlinks=follow).st_mode
        except (FileNotFoundError, NotADirectoryError):
            return 0


def is_there(path: str) -> bool:
    """Return whether anything is there, even a link that leads nowhere."""
    return mode_of(path) != 0


def is_file(path: str) -> bool:
    """Return whether this is an ordinary file, not a link."""
    return S_ISREG(mode_of(path))


def is_odd(path: str) -> bool:
    """Return whether something is there that is not an ordinary file."""
    return (mode := mode_of(path)) != 0 and not S_ISREG(mode)


def is_folder(path: str) -> bool:
    """Return whether this is a folder, or a link to one."""
    return S_ISDIR(mode_of(path, follow=True))


def move(path: str, other: str) -> None:
    """Give a file another name in the same file system, if it is still there."""
    with naming_file(path), suppress(FileNotFoundError):
        os.replace(path, other)


def remove(path: str) -> None:
    with naming_file(path), suppress(FileNotFoundError):
        os.unlink(path)


def discard(path: str) -> None:
    """Remove a file or an empty folder that was only just made, if that is possible."""
    with suppress(OSError):
        try:
            os.unlink(path)
        except (IsADirectoryError, PermissionError):
            os.rmdir(path)
