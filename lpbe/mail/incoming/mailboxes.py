"""Read mails from standard input, an mbox or a Maildir."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from os.path import join

from msgspec import Struct

from ...kernel.base.errors import Failure, FileFailure, Malformed, MissingFile, WrongFileType
from ...kernel.disk import files, folders
from .message import MAX_MAIL_BYTES


class RawMail(Struct, frozen=True):
    """One mail of a mailbox: its bytes, whether they are all, and what to do when it is processed."""

    data: bytes
    whole: bool = True
    done: Callable[[], None] = lambda: None


def from_stdin() -> Iterator[RawMail]:
    """Yield one mail; what is too long is read and dropped, so that the program that writes it is not stopped."""
    data, whole = files.read_some_stdin(MAX_MAIL_BYTES)
    if data.strip():
        yield RawMail(data, whole)


def from_mbox(path: str) -> Iterator[RawMail]:
    """Yield the mails of an mbox (RFC 4155), which is not changed: each begins with a line "From ".

    The mbox is locked meanwhile: half a mail would be remembered as processed, and the rest of it never read.
    """
    part: list[bytes] = []
    size = 0
    begun = False
    blank = True
    for line in files.each_piece(path, hold=True):
        if blank and line.startswith(b"From "):
            if begun:
                yield mbox_mail(part, size)
            part = []
            size = 0
            begun = True
        elif begun:
            size += len(line)
            if size <= MAX_MAIL_BYTES:
                part.append(unescape_from(line))
        blank = not line.strip()
    if begun:
        yield mbox_mail(part, size)
    elif files.size(path):
        raise FileFailure("E_FILE_SYNTAX", "this is no mbox", "one message is read from standard input").in_file(path)


def unescape_from(line: bytes) -> bytes:
    """Remove the > before a line that begins with From in the mail itself."""
    return line[1:] if line.startswith(b">") and line.lstrip(b">").startswith(b"From ") else line


def mbox_mail(part: list[bytes], size: int) -> RawMail:
    return RawMail(b"".join(part).removesuffix(b"\n"), size <= MAX_MAIL_BYTES)


def from_maildir(path: str) -> Iterator[RawMail | Failure]:
    """Yield the new mails of a Maildir; processed ones are moved to cur/ as seen. A broken one stops no other."""
    if not all(files.is_folder(join(path, part)) for part in ("new", "cur")):
        raise WrongFileType("E_FILE_TYPE", "this is no Maildir: it has no new/ and cur/").in_file(path)
    for name in folders.file_names(join(path, "new")):
        try:
            yield maildir_mail(path, name)
        except MissingFile:
            pass  # somebody else has taken it in the meantime
        except Malformed as fault:
            yield fault


def maildir_mail(path: str, name: str) -> RawMail:
    new = join(path, "new", name)
    data, whole = files.read_some(new, MAX_MAIL_BYTES)
    seen = join(path, "cur", f"{name.partition(':')[0]}:2,S")
    return RawMail(data, whole, lambda: files.move(new, seen))
