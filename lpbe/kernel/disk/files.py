"""Guarded reading and atomic writing: the only module that touches the file system."""

from __future__ import annotations

import errno
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from stat import S_ISDIR, S_ISLNK, S_ISREG
from typing import Any

from ..base.errors import Busy, Malformed
from ..base.text import quote
from . import formats
from .formats import GAME_LINES, GAME_WIDTH, ORDER_LINES, ORDER_WIDTH, decode
from .formats import dump as dump

ORDER, GAME, LOG_LINE, KEY, POLICY = 64 << 10, 2 << 20, 128 << 10, 4 << 10, 16 << 10
PAUSE = 0.05

SAFE = os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK
NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | SAFE
CONTENT = os.path.join(os.path.abspath(__file__).removesuffix(os.path.join("kernel", "disk", "files.py")), "content")

MISSING = ("E_FILE_MISSING", "there is no '{path}'")
ACCESS = ("E_FILE_ACCESS", "'{path}' may not be opened or written")
KIND = ("E_FILE_TYPE", "'{path}' is not an ordinary file")
OTHER = ("E_FILE_IO", "'{path}' cannot be read or written: {why}")
CAUSES = {
    **dict.fromkeys([errno.ENOENT, errno.ENOTDIR], MISSING),
    **dict.fromkeys([errno.EACCES, errno.EPERM, errno.EROFS], ACCESS),
    **dict.fromkeys([errno.ELOOP, errno.EISDIR, errno.ENXIO], KIND),
    errno.EEXIST: ("E_FILE_EXISTS", "'{path}' is there already"),
}


def refusal(cause: tuple[str, str], path: str, why: str = "") -> Malformed:
    return Malformed(*cause, path=quote(path), why=why).in_file(path)


@contextmanager
def naming(path: str) -> Iterator[None]:
    """Whatever goes wrong inside is a failure that names its file."""
    try:
        yield
    except OSError as error:
        raise refusal(CAUSES.get(error.errno or 0, OTHER), path, error.strerror or "") from None
    except Malformed as error:
        error.file = error.file or path
        raise


@contextmanager
def regular(path: str, flags: int = os.O_RDONLY, mode: int = 0o644) -> Iterator[tuple[int, os.stat_result]]:
    """An open ordinary file: no link, pipe, device or folder."""
    with naming(path):
        handle = os.open(path, flags | SAFE, mode)
        try:
            info = os.fstat(handle)
            if not S_ISREG(info.st_mode):
                raise refusal(KIND, path)
            yield handle, info
        finally:
            done_with(handle, flags)


def done_with(handle: int, flags: int) -> None:
    """What was only read is read, whatever a disk says when it is closed."""
    try:
        os.close(handle)
    except OSError:
        if flags & (os.O_WRONLY | os.O_RDWR):
            raise


def too_large(path: str, limit: int) -> Malformed:
    told = "'{path}' holds more than {limit} bytes"
    return Malformed("E_FILE_SIZE", told, path=quote(path), limit=limit).in_file(path)


def read(path: str, limit: int) -> bytes:
    with regular(path) as (handle, _):
        return drain(handle, path, limit)


def drain(handle: int, path: str, limit: int) -> bytes:
    """All that is left to read, if it is not more than the limit."""
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
    """The beginning of a file of any size, and whether that is all of it."""
    with regular(path) as (handle, info):
        data = b""
        while len(data) < limit and (more := os.read(handle, limit - len(data))):
            data += more
        return data, info.st_size <= limit


def read_some_stdin(limit: int) -> tuple[bytes, bool]:
    """The same of standard input, which is read to its end."""
    data, whole = sys.stdin.buffer.read(limit), True
    while sys.stdin.buffer.read(1 << 20):
        whole = False
    return data, whole


def each_piece(path: str, limit: int = 1 << 20, *, hold: bool = False) -> Iterator[bytes]:
    """Line by line with the newlines, of a file of any size; a line that is too long comes in pieces.

    Held, nobody adds to it meanwhile who asks first, as mail servers do.
    """
    with regular(path) as (handle, _), open(handle, "rb", closefd=False) as stream:
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
    """A key file that only its owner can read, or a key on standard input."""
    if path == "-":
        return decode(read_stdin(KEY))
    with regular(path) as (handle, info):
        if os.name == "posix" and info.st_mode & 0o077:
            hint = "close it: chmod 600 {path}"
            raise Malformed("E_KEY_PERMS", "others can read the key '{path}'", hint, path=quote(path)).in_file(path)
        return decode(drain(handle, path, KEY))


def read_order_text(path: str) -> str:
    """A file of orders, or orders on standard input, as text."""
    with naming(path):
        return decode(read_stdin(ORDER) if path == "-" else read(path, ORDER))


def read_letter_data(path: str) -> dict[str, Any]:
    return parse_order(read_stdin(ORDER) if path == "-" else read(path, ORDER), path)


def parse(data: bytes, name: str, *, width: int, lines: int) -> dict[str, Any]:
    with naming(name):
        return formats.parse(data, name, width=width, lines=lines)


def parse_order(data: bytes, name: str) -> dict[str, Any]:
    return parse(data, name, width=ORDER_WIDTH, lines=ORDER_LINES)


def read_game_data(path: str) -> dict[str, Any]:
    return parse_game(read(path, GAME), path)


def parse_game(data: bytes, name: str) -> dict[str, Any]:
    return parse(data, name, width=GAME_WIDTH, lines=GAME_LINES)


def write(path: str, data: bytes, mode: int = 0o644, *, sync: bool = True) -> None:
    """All or nothing: a reader finds the old file or the new one."""
    with naming(path):
        if is_odd(path):
            raise refusal(KIND, path)
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
    """A fresh file beside the path; what a dead run left behind is passed over."""
    folder, name = os.path.split(path)
    count = 0
    while True:
        scratch = os.path.join(folder, f".{name}.{os.getpid()}.{count}.tmp")
        try:
            return os.open(scratch, NEW, mode), scratch
        except FileExistsError:
            count += 1


def create(path: str, data: bytes, mode: int = 0o600) -> None:
    """A file that was not there before, all or nothing; what does not last is taken away again."""
    with naming(path):
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
    """As `os.replace`, but never over another file; nearly so where there are no hard links."""
    try:
        os.link(scratch, path)
    except OSError as error:
        if error.errno not in (errno.EPERM, errno.ENOTSUP, errno.ENOSYS) or is_there(path):
            raise
        os.replace(scratch, path)


def sweep(folder: str, *names: str) -> None:
    """Remove what dead writers left of these files, or of all; where nobody else writes them now."""
    if not S_ISDIR(mode_of(folder)):
        return
    starts = tuple(f".{name}" for name in names or [""])
    with naming(folder), os.scandir(folder) as entries:
        for entry in [entry for entry in entries if entry.name.startswith(starts) and is_scratch(entry)]:
            remove(entry.path)


def is_scratch(entry: os.DirEntry[str]) -> bool:
    parts = entry.name.split(".")
    named = len(parts) > 4 and parts[-1] == "tmp" and parts[-2].isdecimal() and parts[-3].isdecimal()
    return named and entry.is_file(follow_symlinks=False)


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
def appending(path: str) -> Iterator[tuple[int, Callable[[bytes], None]]]:
    """A file that others add to as well: held against them, how long it is, and what adds to it for good."""
    from fcntl import LOCK_EX, lockf

    with regular(path, os.O_RDWR | os.O_CREAT, 0o600) as (handle, _):
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
    """So many bytes from there on; less where the file ends, none where there is none."""
    if not is_there(path):
        return b""
    with regular(path) as (handle, _):
        return os.pread(handle, size, at)


def make_last(path: str) -> None:
    """A name that was given to a file is not forgotten."""
    with naming(path):
        sync_folder(path)


def sync_folder(path: str) -> None:
    """Make the names in a file's folder last."""
    handle = os.open(os.path.dirname(path) or ".", os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def append_line(path: str, line: bytes, *, sync: bool = True) -> None:
    """One more line, whole or not at all."""
    assert b"\n" not in line
    with regular(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT) as (handle, info):
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
    with regular(path, os.O_WRONLY) as (handle, _):
        os.ftruncate(handle, size)
        os.fsync(handle)


def size(path: str) -> int:
    """In bytes; a file that is not there has none."""
    if not is_there(path):
        return 0
    with regular(path) as (_, info):
        return info.st_size


def last_line(path: str, limit: int) -> tuple[bytes, int, bool]:
    """The last line, where it starts, and whether it was finished; only the end of the file is read."""
    if not is_there(path):
        return b"", 0, True
    with regular(path) as (handle, info):
        start = max(0, info.st_size - limit - 2)
        tail = os.pread(handle, info.st_size - start, start)
    whole = not tail or tail.endswith(b"\n")
    body = tail.removesuffix(b"\n")
    line = body[body.rfind(b"\n") + 1 :]
    check_line(line, path, limit)
    return line, start + len(body) - len(line), whole


def each_line(path: str, limit: int) -> Iterator[bytes]:
    """Line by line, without the newlines; a torn last line comes too."""
    with regular(path) as (handle, _), open(handle, "rb", closefd=False) as stream:
        while line := stream.readline(limit + 2):
            line = line.removesuffix(b"\n")
            check_line(line, path, limit)
            yield line


def check_line(line: bytes, path: str, limit: int) -> None:
    """A line of a log is not too long, and none that git put there."""
    if len(line) > limit:
        raise too_large(path, limit)
    if formats.is_marker(line):
        raise formats.conflict().in_file(path)


@contextmanager
def lock(folder: str, wait: float = 30.0) -> Iterator[None]:
    """Hold a folder against every other process, by the folder itself: no file is left behind."""
    with naming(folder):
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        acquire(handle, folder, time.monotonic() + wait)
        yield
    finally:
        os.close(handle)


def acquire(handle: int, folder: str, until: float) -> None:
    while not try_lock(handle, folder):
        if time.monotonic() >= until:
            hint = "wait until it is done, then try again"
            raise Busy("E_BUSY", "another process works in '{folder}'", hint, folder=quote(folder)).in_file(folder)
        time.sleep(PAUSE)


def try_lock(handle: int, folder: str) -> bool:
    from fcntl import LOCK_EX, LOCK_NB, flock

    with naming(folder):
        try:
            flock(handle, LOCK_EX | LOCK_NB)
        except BlockingIOError:
            return False
        return True


def names(folder: str) -> list[str]:
    """The ordinary files of a folder, in order; hidden ones and links are passed over."""
    if not is_there(folder):
        return []
    check_real(folder)
    with naming(folder), os.scandir(folder) as entries:
        return sorted(entry.name for entry in entries if entry.name[0] != "." and entry.is_file(follow_symlinks=False))


def check_real(folder: str) -> None:
    """A folder of a game is never a link: what is done in it would be done elsewhere."""
    if S_ISLNK(mode_of(folder)):
        raise Malformed("E_FILE_TYPE", "this folder is a link to another place", "take the link away").in_file(folder)


def folders(folder: str) -> list[str]:
    """The folders in a folder, in order; hidden ones and links are passed over."""
    with naming(folder), os.scandir(folder) as entries:
        return sorted(entry.name for entry in entries if entry.name[0] != "." and entry.is_dir(follow_symlinks=False))


def changed(path: str) -> float:
    """When a file was written last, in seconds; never, where there is none."""
    try:
        return os.lstat(path).st_mtime
    except OSError:
        return 0.0


def came(path: str) -> float:
    """When a file got its name or content here, in seconds, whatever date it says itself."""
    with naming(path):
        return os.lstat(path).st_ctime


def mode_of(path: str, follow: bool = False) -> int:
    """What lies there, 0 for nothing. A disk that does not tell fails: no file is missing because of that."""
    with naming(path):
        try:
            return os.stat(path, follow_symlinks=follow).st_mode
        except (FileNotFoundError, NotADirectoryError):
            return 0


def is_there(path: str) -> bool:
    """Whether anything lies there, be it a link that leads nowhere."""
    return mode_of(path) != 0


def is_file(path: str) -> bool:
    """An ordinary file, no link."""
    return S_ISREG(mode_of(path))


def is_odd(path: str) -> bool:
    """Whether something is there that is no ordinary file."""
    return (mode := mode_of(path)) != 0 and not S_ISREG(mode)


def is_folder(path: str) -> bool:
    """A folder, or a link to one."""
    return S_ISDIR(mode_of(path, follow=True))


def make_folder(path: str, mode: int = 0o755) -> None:
    check_real(path)
    with naming(path):
        os.makedirs(path, mode, exist_ok=True)


def move(path: str, other: str) -> None:
    """Under another name in the same file system; what is no longer there need not be moved."""
    with naming(path), suppress(FileNotFoundError):
        os.replace(path, other)


def remove(path: str) -> None:
    with naming(path), suppress(FileNotFoundError):
        os.unlink(path)


def discard(path: str) -> None:
    """Take away a file or an empty folder, if that can be done: of what was only just made."""
    with suppress(OSError):
        try:
            os.unlink(path)
        except (IsADirectoryError, PermissionError):
            os.rmdir(path)


def remove_tree(path: str) -> None:
    """A folder of our own with all that is in it; links in it are taken away, not followed."""
    with naming(path), suppress(FileNotFoundError):
        with os.scandir(path) as entries:
            found = list(entries)
        for entry in found:
            if entry.is_dir(follow_symlinks=False):
                remove_tree(entry.path)
            else:
                os.unlink(entry.path)
        os.rmdir(path)


def tree_files(folder: str) -> Iterator[str]:
    """All ordinary files in a folder and its folders, as paths; hidden ones and links are passed over."""
    if is_folder(folder):
        yield from (os.path.join(folder, name) for name in names(folder))
        for name in folders(folder):
            yield from tree_files(os.path.join(folder, name))


def inside_git(path: str) -> bool:
    folder = os.path.realpath(path)
    while not os.path.lexists(os.path.join(folder, ".git")):
        folder, before = os.path.dirname(folder), folder
        if folder == before:
            return False
    return True


def is_packaged(name: str) -> bool:
    return os.path.isfile(os.path.join(CONTENT, name))


def packaged(name: str) -> bytes:
    """A data file of our own, shipped beside the code."""
    path = os.path.join(CONTENT, name)
    if not os.path.isfile(path):
        hint = "build it: python tools/build_content.py"
        raise Malformed("E_CONTENT", "the program has no content file '{path}'", hint, path=name)
    with open(path, "rb") as stream:
        return stream.read()


def set_environment(name: str, value: str) -> None:
    """A setting for libraries that ask the environment themselves."""
    os.environ[name] = value


def packaged_folder(name: str) -> str:
    """A folder of our own data, for libraries that read it themselves."""
    return os.path.join(CONTENT, name)


def surroundings() -> dict[str, str]:
    """The environment that another program gets: without our own settings, of which one may be a key."""
    return {name: value for name, value in os.environ.items() if not name.startswith("LPBE_")}


def environment(name: str, pop: bool = False) -> str:
    """A setting of the environment, or nothing; a popped one is not inherited by children."""
    return os.environ.pop(name, "") if pop else os.environ.get(name, "")
