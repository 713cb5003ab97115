"""Ways to send: each takes a mail whole, or fails; what cannot be told afterwards is noted before it is done."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from os.path import abspath, join

from ..kernel.base.errors import Misused
from ..kernel.base.text import quote
from ..kernel.disk import files
from . import spool
from .home import check_apart
from .parcel import Carrier, Parcel, Undelivered

FORMS = "maildir:DIR, mbox:FILE, - for standard output, sendmail, smtp://HOST or smtps://USER@HOST"


@contextmanager
def carrier_for(to: str, password_file: str | None) -> Iterator[Carrier]:
    """What sends there, as long as there is something to send."""
    kind, _, rest = to.partition(":")
    if to == "-":
        yield to_stdout
    elif kind == "maildir" and rest:
        yield Maildir(rest)
    elif kind == "mbox" and rest:
        yield Mbox(rest)
    elif kind == "sendmail":
        from .sendmail import through_sendmail  # saves other programs for who needs none

        yield through_sendmail(rest or "sendmail")
    elif kind in ("smtp", "smtps"):
        from .smtp import through_smtp  # saves TLS for who sends otherwise

        with through_smtp(to, password_file) as carry:
            yield carry
    else:
        raise Misused("E_USAGE", "'{to}' is no place to send mails to", "one of: {forms}", to=quote(to), forms=FORMS)


def has_arrived(parcel: Parcel) -> bool:
    """Whether a delivery that was cut off had ended; what is left of one that had not is taken away."""
    note = spool.note_of(parcel.name)
    if not note:
        return False
    try:
        told = json.loads(note)
        kind, path, at = str(told["kind"]), str(told["path"]), int(told.get("at", 0))
    except (ValueError, TypeError, LookupError, AttributeError):
        spool.forget_note(parcel.name)
        damaged = "what was noted of a mail to {to} is damaged: whether it was sent nobody knows"
        raise Undelivered("E_MAIL_REFUSED", damaged, "look there, then: lpbe mail out --again", to=parcel.to) from None
    return in_maildir(path) if kind == "maildir" else in_mbox(path, at, parcel)


# a Maildir


class Maildir:
    """A mail is written in tmp/ and then given its place in new/, which is one change."""

    def __init__(self, path: str) -> None:
        self.path = abspath(path)
        check_apart(join(self.path, "."))
        for part in ("", "tmp", "new", "cur"):
            files.make_folder(join(self.path, part), 0o700)

    def __call__(self, parcel: Parcel) -> None:
        there = join(self.path, "tmp", f"{parcel.name}.lpbe")
        files.write(there, parcel.data, 0o600)
        spool.mark_going(parcel.name, json.dumps({"kind": "maildir", "path": there}).encode())
        place = join(self.path, "new", f"{parcel.name}.lpbe")
        files.move(there, place)
        files.make_last(place)


def in_maildir(path: str) -> bool:
    """What is no longer in tmp/ was given its place, wherever its reader has put it since."""
    arrived = not files.is_there(path)
    files.remove(path)
    return arrived


# an mbox


class Mbox:
    """Mails one after the other; where one begins is noted before it is written."""

    def __init__(self, path: str) -> None:
        self.path = abspath(path)
        check_apart(self.path)

    def __call__(self, parcel: Parcel) -> None:
        with files.appending(self.path) as (at, append):
            told = {"kind": "mbox", "path": self.path, "at": at}
            spool.mark_going(parcel.name, json.dumps(told).encode())
            append(mbox_form(parcel.data))


def in_mbox(path: str, at: int, parcel: Parcel) -> bool:
    data = mbox_form(parcel.data)
    there = files.read_from(path, at, len(data))
    if there != data and there and data.startswith(there):
        files.truncate(path, at)
    return there == data


def mbox_form(data: bytes) -> bytes:
    """RFC 4155 with the lines that begin as a mail does marked."""
    lines = data.replace(b"\r\n", b"\n").split(b"\n")
    body = b"\n".join(b">" + line if line.lstrip(b">").startswith(b"From ") else line for line in lines)
    return b"From lpbe@localhost Thu Jan  1 00:00:00 1970\n" + body.rstrip(b"\n") + b"\n\n"


def to_stdout(parcel: Parcel) -> None:
    """As an mbox, so that several can be told apart."""
    files.write_stdout(mbox_form(parcel.data))
