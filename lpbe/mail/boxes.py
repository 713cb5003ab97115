"""Where mails come from: standard input, an mbox, a Maildir. None of them is changed but for what a Maildir is for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from os.path import join

from msgspec import Struct

from ..kernel.base.errors import Failure, Malformed
from ..kernel.disk import files
from .parse import LARGEST


class Letterbox(Struct, frozen=True):
    """One mail of a box: its bytes, whether they are all, and what is to be done when it is dealt with."""

    data: bytes
    whole: bool = True
    done: Callable[[], None] = lambda: None


def from_stdin() -> Iterator[Letterbox]:
    """One message; what is too much of it is read and forgotten, so that whoever hands it over is not stopped."""
    data, whole = files.read_some_stdin(LARGEST)
    if data.strip():
        yield Letterbox(data, whole)


def from_mbox(path: str) -> Iterator[Letterbox]:
    """RFC 4155: a line that begins with From and a space begins a mail; such lines in mails have a > before them.

    Nobody adds to it meanwhile: half a mail would be known, and the rest of it never read.
    """
    part: list[bytes] = []
    size, begun, blank = 0, False, True
    for line in files.each_piece(path, hold=True):
        if blank and line.startswith(b"From "):
            if begun:
                yield mbox_mail(part, size)
            part, size, begun = [], 0, True
        elif begun:
            size += len(line)
            if size <= LARGEST:
                part.append(unescaped(line))
        blank = not line.strip()
    if begun:
        yield mbox_mail(part, size)
    elif files.size(path):
        raise Malformed("E_FILE_SYNTAX", "this is no mbox", "one message is read from standard input").in_file(path)


def unescaped(line: bytes) -> bytes:
    return line[1:] if line.startswith(b">") and line.lstrip(b">").startswith(b"From ") else line


def mbox_mail(part: list[bytes], size: int) -> Letterbox:
    return Letterbox(b"".join(part).removesuffix(b"\n"), size <= LARGEST)


def from_maildir(path: str) -> Iterator[Letterbox | Failure]:
    """What is new; what is dealt with is moved to cur/ as seen. What cannot be read stops nothing else."""
    if not all(files.is_folder(join(path, part)) for part in ("new", "cur")):
        raise Malformed("E_FILE_TYPE", "this is no Maildir: it has no new/ and cur/").in_file(path)
    for name in files.names(join(path, "new")):
        try:
            yield maildir_mail(path, name)
        except Malformed as fault:
            if fault.code != "E_FILE_MISSING":  # somebody else has taken it in the meantime
                yield fault


def maildir_mail(path: str, name: str) -> Letterbox:
    there = join(path, "new", name)
    data, whole = files.read_some(there, LARGEST)
    seen = join(path, "cur", f"{name.partition(':')[0]}:2,S")
    return Letterbox(data, whole, lambda: files.move(there, seen))
