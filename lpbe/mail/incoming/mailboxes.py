"""Read e-mails from standard input, an mbox or a Maildir."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import datetime
from os.path import join, realpath

import msgspec
from msgspec import Struct

from ...app.session.pins import RESTORE_HINT
from ...kernel.base.errors import Failure, FileFailure, Malformed, MissingFile, Unauthentic, WrongFileType
from ...kernel.disk import files, folders
from .message import MAX_MAIL_BYTES
from .read_marks import ReadMarks, load_marks, new_reader, save_marks

AHEAD = "e-mails were processed here that this computer does not remember, so an old backup has been restored"
SERIALS_FILE = "lpbe-processed.json"
"""In a Maildir, beside the e-mails: how many e-mails each reader has processed."""
MAX_SERIALS_BYTES = 64 << 10


class RawMail(Struct, frozen=True):
    """One e-mail of a mailbox: its bytes, whether they are complete, and what to do when it has been processed."""

    data: bytes
    whole: bool = True
    done: Callable[[bool], None] = lambda ours: None
    """Called once the mail is processed, with whether it concerns a game; other e-mails stay unread for people."""
    renew: Callable[[], None] | None = None
    """If the mailbox says that this computer has processed the e-mail before: mark e-mails differently from now on."""


class MailboxAhead(Unauthentic):
    """A mailbox in which more e-mails were processed than this computer remembers (`E_ROLLBACK`)."""

    renew: Callable[[], None] = staticmethod(lambda: None)


def mailbox_ahead(renew: Callable[[], None]) -> MailboxAhead:
    """Return the failure for a mailbox that knows more than this computer; `renew` ends that once it has been noted."""
    hint = RESTORE_HINT
    fault = MailboxAhead("E_ROLLBACK", AHEAD, hint)
    fault.renew = renew
    return fault


def from_stdin() -> Iterator[RawMail]:
    """Yield one e-mail; one that is too long is read and dropped, so that the program that writes it is not stopped."""
    data, whole = files.read_some_stdin(MAX_MAIL_BYTES)
    if data.strip():
        yield RawMail(data, whole)


def from_mbox(path: str) -> Iterator[RawMail]:
    """Yield the e-mails of an mbox (RFC 4155), which is not changed: each begins with a line "From ".

    The mbox is locked meanwhile: half an e-mail would be remembered as processed, and the rest of it never read.
    """
    hint = "name an mbox file after --mbox; to read a single message, use standard input"
    if not files.is_there(path):
        raise MissingFile("E_FILE_MISSING", "'{path}': no such file or folder", hint, path=path)
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
        raise FileFailure("E_FILE_SYNTAX", "'{path}' is not an mbox file", hint, path=path)


def unescape_from(line: bytes) -> bytes:
    """Remove the > before a line of the e-mail that begins with From."""
    return line[1:] if line.startswith(b">") and line.lstrip(b">").startswith(b"From ") else line


def mbox_mail(part: list[bytes], size: int) -> RawMail:
    return RawMail(b"".join(part).removesuffix(b"\n"), size <= MAX_MAIL_BYTES)


def from_maildir(path: str, now: datetime) -> Iterator[RawMail | Failure]:
    """Yield the unprocessed e-mails of a Maildir, whoever has looked at them; a broken one stops no other.

    The part of a file name before the colon stays the same when a mail program moves an e-mail to cur/ or flags it.
    """
    if not all(files.is_folder(join(path, part)) for part in ("new", "cur")):
        hint = "name the folder that your mail server delivers to: lpbe mail in GAMES --maildir DIR"
        raise WrongFileType("E_FILE_TYPE", "'{path}' is not a Maildir: new/ and cur/ are missing", hint, path=path)
    mailbox = f"maildir {realpath(path)}"
    marks = load_marks(mailbox)
    there = [(base_name(name), part, name) for part in ("new", "cur") for name in folders.file_names(join(path, part))]
    known = set(marks.names) if marks else old_names(path, there, now)
    reader, serial = (marks.reader or new_reader(mailbox), marks.serial) if marks else (new_reader(mailbox), 0)
    before = len(known)

    def renew() -> None:
        nonlocal reader
        reader = new_reader(mailbox)

    try:
        if serials_in(path).get(reader, 0) > serial:
            yield mailbox_ahead(renew)
        for base, part, name in sorted(there):
            if base not in known:
                yield from maildir_mail(path, part, name, known)
    finally:
        serial += len(known) - before
        names = sorted(known & {base for base, _, _ in there})
        save_marks(mailbox, ReadMarks(names=names, at=int(now.timestamp()), reader=reader, serial=serial))
        if len(known) > before:
            note_serial(path, reader, serial)


def serials_in(path: str) -> dict[str, int]:
    """Return how many e-mails each reader has processed, as the Maildir itself remembers it."""
    try:
        return msgspec.json.decode(files.read(join(path, SERIALS_FILE), MAX_SERIALS_BYTES), type=dict[str, int])
    except (Failure, msgspec.DecodeError):
        return {}


def note_serial(path: str, reader: str, serial: int) -> None:
    """Write the number into the Maildir, after recording it here; do without if the Maildir is not writable."""
    with suppress(Failure):
        serials = {**serials_in(path), reader: serial}
        files.write(join(path, SERIALS_FILE), msgspec.json.encode(serials), 0o600)


def base_name(name: str) -> str:
    return name.partition(":")[0]


def old_names(path: str, there: list[tuple[str, str, str]], now: datetime) -> set[str]:
    """Return the e-mails that are skipped the first time: those in cur/ that arrived long ago."""
    since = ReadMarks().since(now).timestamp()
    return {base for base, part, name in there if part == "cur" and files.modified_time(join(path, part, name)) < since}


def maildir_mail(path: str, part: str, name: str, known: set[str]) -> Iterator[RawMail | Failure]:
    """Yield one e-mail; when it has been processed, add its name to the known ones."""
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
