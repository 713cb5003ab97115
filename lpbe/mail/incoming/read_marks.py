"""How far a mailbox has been read: lpbe keeps that itself, so that people may look into the same account."""

from __future__ import annotations

from datetime import datetime, timedelta
from os import getpid
from os.path import join
from time import time_ns

import msgspec
from msgspec import Struct

from ...kernel.disk import files, folders
from ..state_dir import file_name_for, open_folder, state_folder

FIRST_DAYS = 14
"""The first time a mailbox is read, opened e-mails that arrived longer ago than this are skipped."""
MAX_STATE_BYTES = 64 << 20


class ReadMarks(Struct, frozen=True, omit_defaults=True):
    """How far a mailbox has been read. E-mails that could not be processed are read again the next time."""

    validity: str = ""
    """The UIDVALIDITY of an IMAP folder: if it changes, the old numbers of its e-mails mean nothing."""
    last: int = 0
    """The highest UID that was read."""
    pending: list[int] = []
    """Lower UIDs that are still to be processed, those tried most recently at the end."""
    names: list[str] = []
    """The names of the e-mails of a Maildir that need not be read again."""
    at: int = 0
    """When the mailbox was last read, in seconds."""
    reader: str = ""
    """The name under which this computer marks the e-mails of the mailbox that it has processed."""
    serial: int = 0
    """How many e-mails were processed; the mailbox keeps that number too, where it can."""

    def since(self, now: datetime) -> datetime:
        """Return the time from which e-mails count if nothing else is known: two weeks ago, or the last reading."""
        first = now - timedelta(days=FIRST_DAYS)
        last = datetime.fromtimestamp(self.at, now.tzinfo) - timedelta(days=1) if self.at else first
        return min(first, last)


def new_reader(mailbox: str) -> str:
    """Return a name with which no other computer, and no earlier state of this one, marks e-mails of the mailbox."""
    return file_name_for(f"{mailbox} {state_folder()} {getpid()} {time_ns()}")[:16]


def marks_path(mailbox: str) -> str:
    return join(open_folder("read"), file_name_for(mailbox))


def load_marks(mailbox: str) -> ReadMarks | None:
    """Return how far a mailbox has been read; nothing if it never was."""
    path = marks_path(mailbox)
    if not files.is_there(path):
        return None
    try:
        return msgspec.json.decode(files.read(path, MAX_STATE_BYTES), type=ReadMarks)
    except msgspec.DecodeError:
        return None  # it is read as if for the first time: e-mails are also known by their ids


def forget_marks() -> None:
    """Have every mailbox read as if for the first time: known e-mails are not processed again."""
    folder = open_folder("read")
    for name in folders.file_names(folder):
        files.remove(join(folder, name))


def save_marks(mailbox: str, marks: ReadMarks) -> None:
    files.write(marks_path(mailbox), msgspec.json.encode(marks), 0o600)
