"""Read mails from standard input, an mbox or a Maildir."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from os.path import join, realpath

from msgspec import Struct

from ...kernel.base.errors import Failure, FileFailure, Malformed, MissingFile, WrongFileType
from ...kernel.disk import files, folders
from .message import MAX_MAIL_BYTES
from .read_marks import ReadMarks, load_marks, save_marks


class RawMail(Struct, frozen=True):
    """One mail of a mailbox: its bytes, whether they are all, and what to do when it is processed."""

    data: bytes
    whole: bool = True
    done: Callable[[bool], None] = lambda ours: None
    """Called once the mail is processed, with whether it concerns a game; other mails stay unread for people."""


def from_stdin() -> Iterator[RawMail]:
    """Yield one mail; what is too long is read and dropped, so that the program that writes it is not stopped."""
    data, whole = files.read_some_stdin(MAX_MAIL_BYTES)
    if data.strip():
        yield RawMail(data, whole)


def from_mbox(path: str) -> Iterator[RawMail]:
    """Yield the mails of an mbox (RFC 4155), which is not changed: each begins with a line "From ".

    The mbox is locked meanwhile: half a mail would be remembered as processed, and the rest of it never read.
    """
    hint = "name an mbox after --mbox; one message alone is read from standard input"
    if not files.is_there(path):
        raise MissingFile("E_FILE_MISSING", "there is no '{path}'", hint, path=path)
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
        raise FileFailure("E_FILE_SYNTAX", "'{path}' is not an mbox", hint, path=path)


def unescape_from(line: bytes) -> bytes:
    """Remove the > before a line that begins with From in the mail itself."""
    return line[1:] if line.startswith(b">") and line.lstrip(b">").startswith(b"From ") else line


def mbox_mail(part: list[bytes], size: int) -> RawMail:
    return RawMail(b"".join(part).removesuffix(b"\n"), size <= MAX_MAIL_BYTES)


def from_maildir(path: str, now: datetime) -> Iterator[RawMail | Failure]:
    """Yield the unprocessed mails of a Maildir, whoever has looked at them; a broken one stops no other.

    The part of a file name before the colon stays the same when a mail program moves a mail to cur/ or flags it.
    """
    if not all(files.is_folder(join(path, part)) for part in ("new", "cur")):
        hint = "name the folder that your mail server delivers to: lpbe mail in GAMES --maildir DIR"
        raise WrongFileType("E_FILE_TYPE", "'{path}' is not a Maildir: it has no new/ and cur/", hint, path=path)
    mailbox = f"maildir {realpath(path)}"
    marks = load_marks(mailbox)
    there = [(base_name(name), part, name) for part in ("new", "cur") for name in folders.file_names(join(path, part))]
    known = set(marks.names) if marks else old_names(path, there, now)
    try:
        for base, part, name in sorted(there):
            if base not in known:
                yield from maildir_mail(path, part, name, known)
    finally:
        names = sorted(known & {base for base, _, _ in there})
        save_marks(mailbox, ReadMarks(names=names, at=int(now.timestamp())))


def base_name(name: str) -> str:
    return name.partition(":")[0]


def old_names(path: str, there: list[tuple[str, str, str]], now: datetime) -> set[str]:
    """Return the mails that are passed over the first time: those in cur/ that arrived long ago."""
    since = ReadMarks().since(now).timestamp()
    return {base for base, part, name in there if part == "cur" and files.modified_time(join(path, part, name)) < since}


def maildir_mail(path: str, part: str, name: str, known: set[str]) -> Iterator[RawMail | Failure]:
    """Yield one mail, and note its name in the known ones when it is processed."""
    file = join(path, part, name)

    def done(ours: bool) -> None:
        if ours and part == "new":
            files.move(file, join(path, "cur", f"{base_name(name)}:2,S"))
        known.add(base_name(name))

    try:
        data, whole = files.read_some(file, MAX_MAIL_BYTES)
    except MissingFile:
        return  # somebody has moved it in the meantime: it is read the next time
    except Malformed as fault:
        yield fault
        return
    yield RawMail(data, whole, done)
