"""Open ordinary files only, and turn what the operating system says into failures that name the file."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from stat import S_ISREG

from ..base.errors import (
    DiskFailure,
    FileFailure,
    FileTooLarge,
    Malformed,
    MissingFile,
    NoAccess,
    StorageFailure,
    WrongFileType,
)
from ..base.safe_text import quote

SAFE_FLAGS = os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK
WRITE_FLAGS = os.O_WRONLY | os.O_RDWR

Cause = tuple[type[FileFailure], str, str]
"""A kind of failure: class, code and template."""

MISSING: Cause = (MissingFile, "E_FILE_MISSING", "'{path}': no such file or folder")
ACCESS: Cause = (NoAccess, "E_FILE_ACCESS", "you do not have permission to open or write '{path}'")
WRONG_TYPE: Cause = (WrongFileType, "E_FILE_TYPE", "'{path}' is not an ordinary file")
OTHER: Cause = (DiskFailure, "E_FILE_IO", "'{path}' cannot be read or written: {why}")
CAUSES: dict[int, Cause] = {
    **dict.fromkeys([errno.ENOENT, errno.ENOTDIR], MISSING),
    **dict.fromkeys([errno.EACCES, errno.EPERM, errno.EROFS], ACCESS),
    **dict.fromkeys([errno.ELOOP, errno.EISDIR, errno.ENXIO], WRONG_TYPE),
    errno.EEXIST: (StorageFailure, "E_FILE_EXISTS", "'{path}' already exists"),
}


def refusal(cause: Cause, path: str, why: str = "") -> FileFailure:
    """Return the failure of this kind for a file."""
    kind, code, template = cause
    return kind(code, template, path=quote(path), why=why).in_file(path)


def too_large(path: str, limit: int) -> FileTooLarge:
    template = "'{path}' is larger than {limit} bytes"
    return FileTooLarge("E_FILE_SIZE", template, path=quote(path), limit=limit).in_file(path)


@contextmanager
def naming_file(path: str) -> Iterator[None]:
    """Turn whatever goes wrong inside into a failure that names its file."""
    try:
        yield
    except OSError as error:
        raise refusal(CAUSES.get(error.errno or 0, OTHER), path, error.strerror or "") from None
    except Malformed as error:
        error.file = error.file or path
        raise


@contextmanager
def open_regular(path: str, flags: int = os.O_RDONLY, mode: int = 0o644) -> Iterator[tuple[int, os.stat_result]]:
    """Open an ordinary file: no link, pipe, device or folder."""
    with naming_file(path):
        handle = os.open(path, flags | SAFE_FLAGS, mode)
        try:
            info = os.fstat(handle)
            if not S_ISREG(info.st_mode):
                raise refusal(WRONG_TYPE, path)
            yield handle, info
        finally:
            close_handle(handle, flags)


def close_handle(handle: int, flags: int) -> None:
    """Close a file; what was only read has been read, whatever the disk says now."""
    try:
        os.close(handle)
    except OSError:
        if flags & WRITE_FLAGS:
            raise
