"""Transports for outgoing mail: Maildir, mbox, standard output, sendmail, SMTP. Each sends an e-mail whole or fails.

If the outcome of an interrupted delivery could not be found out otherwise, a note is stored before it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from os.path import abspath, join

from ...kernel.base.errors import Message, Misused
from ...kernel.base.safe_text import quote
from ...kernel.disk import environment, files, folders
from ..state_dir import check_private
from . import spool
from .spool import OutgoingMail, Transport, Undelivered, try_later, unreachable

TARGETS = "maildir:DIR, mbox:FILE, - for standard output, sendmail, smtp://HOST or smtps://USER@HOST"

STDOUT = "-"
SENDMAIL = "sendmail"
SMTP_SCHEMES = ("smtp", "smtps")


class MailboxKind(StrEnum):
    """A mailbox in the file system, as targets and delivery notes name it."""

    MAILDIR = "maildir"
    MBOX = "mbox"


@contextmanager
def open_transport(to: str, password_file: str | None) -> Iterator[Transport]:
    """Open the transport to a target, and close it afterwards."""
    kind, _, rest = to.partition(":")
    if to == STDOUT:
        yield send_to_stdout
    elif kind == MailboxKind.MAILDIR and rest:
        yield Maildir(rest)
    elif kind == MailboxKind.MBOX and rest:
        yield Mbox(rest)
    elif kind == SENDMAIL:
        yield Sendmail(rest or SENDMAIL)
    elif kind in SMTP_SCHEMES:
        from .smtp import smtp_transport  # saves ssl for other transports

        with smtp_transport(to, password_file) as transport:
            yield transport
    else:
        raise Misused(
            "E_USAGE",
            "'{to}' is not a place to send e-mails to",
            "use one of: {forms}",
            to=quote(to),
            forms=Message(TARGETS),
        )


def was_delivered(mail: OutgoingMail) -> bool:
    """Return whether an interrupted delivery was completed; remove the remains of one that was not."""
    stored = spool.delivery_note(mail.name)
    if not stored:
        return False
    try:
        note = json.loads(stored)
        kind = MailboxKind(note["kind"])
        path = str(note["path"])
        at = int(note.get("at", 0))
    except (ValueError, TypeError, LookupError, AttributeError):
        spool.remove_delivery_note(mail.name)
        damaged = "the record of an e-mail to {to} is damaged, so it is unknown whether it was sent"
        hint = "ask whether it arrived; if not: lpbe mail out --again"
        raise Undelivered("E_MAIL_REFUSED", damaged, hint, to=mail.to) from None
    return is_in_maildir(path) if kind is MailboxKind.MAILDIR else is_in_mbox(path, at, mail)


# Maildir


class Maildir:
    """Writes an e-mail into tmp/ and then moves it to new/, which is atomic."""

    def __init__(self, path: str) -> None:
        self.path = abspath(path)
        check_private(join(self.path, "."))
        for part in ("", "tmp", "new", "cur"):
            folders.make_folder(join(self.path, part), 0o700)

    def __call__(self, mail: OutgoingMail) -> None:
        scratch = join(self.path, "tmp", f"{mail.name}.lpbe")
        files.write(scratch, mail.data, 0o600)
        spool.write_delivery_note(mail.name, json.dumps({"kind": MailboxKind.MAILDIR, "path": scratch}).encode())
        place = join(self.path, "new", f"{mail.name}.lpbe")
        files.move(scratch, place)
        files.make_last(place)


def is_in_maildir(path: str) -> bool:
    """Return whether the e-mail has moved from tmp/ to new/, wherever its reader has moved it since."""
    arrived = not files.is_there(path)
    files.remove(path)
    return arrived


# mbox


class Mbox:
    """Appends e-mails to a file; where an e-mail begins is stored before it is written."""

    def __init__(self, path: str) -> None:
        self.path = abspath(path)
        check_private(self.path)

    def __call__(self, mail: OutgoingMail) -> None:
        with files.lock_for_append(self.path) as (at, append):
            note = {"kind": MailboxKind.MBOX, "path": self.path, "at": at}
            spool.write_delivery_note(mail.name, json.dumps(note).encode())
            append(mbox_entry(mail.data))


def is_in_mbox(path: str, at: int, mail: OutgoingMail) -> bool:
    """Return whether the whole e-mail is in the mbox; cut off the beginning of one that is not."""
    data = mbox_entry(mail.data)
    written = files.read_from(path, at, len(data))
    if written != data and written and data.startswith(written):
        files.truncate(path, at)
    return written == data


def mbox_entry(data: bytes) -> bytes:
    """Return an e-mail as an entry of an mbox (RFC 4155), with lines that begin with From escaped."""
    lines = data.replace(b"\r\n", b"\n").split(b"\n")
    body = b"\n".join(b">" + line if line.lstrip(b">").startswith(b"From ") else line for line in lines)
    return b"From lpbe@localhost Thu Jan  1 00:00:00 1970\n" + body.rstrip(b"\n") + b"\n\n"


def send_to_stdout(mail: OutgoingMail) -> None:
    """Write an e-mail to standard output as an mbox, so that several e-mails can be separated."""
    files.write_stdout(mbox_entry(mail.data))


# sendmail

SENDMAIL_TIMEOUT_SECONDS = 120
SENDMAIL_PERMANENT = (64, 65, 67, 68, 77)
"""Exit codes of sysexits.h: usage, data, unknown user, unknown host, no permission."""


class Sendmail:
    """Sends through the sendmail program, which every mail server on Unix has."""

    def __init__(self, program: str) -> None:
        self.program = program

    def __call__(self, mail: OutgoingMail) -> None:
        """Hand over the e-mail; nothing but the e-mail itself and a plain environment reaches the program."""
        import subprocess  # saves it for other transports

        try:
            done = subprocess.run(
                [self.program, "-i", "-f", mail.sender, "--", mail.to],
                input=mail.data.replace(b"\r\n", b"\n"),
                capture_output=True,
                timeout=SENDMAIL_TIMEOUT_SECONDS,
                check=False,
                env=environment.child_environment(),
            )
        except FileNotFoundError:
            raise unreachable("there is no program {program}", program=quote(self.program)) from None
        except (OSError, subprocess.TimeoutExpired) as error:
            message = "{program} does not work: {error}"
            raise unreachable(message, program=quote(self.program), error=quote(str(error))) from None
        if done.returncode:
            why = quote(done.stderr.decode("utf-8", "replace").strip()[:300] or str(done.returncode))
            if done.returncode in SENDMAIL_PERMANENT:
                raise Undelivered("E_MAIL_REFUSED", "the e-mail to {to} was rejected: {why}", to=mail.to, why=why)
            raise try_later("the e-mail to {to} was rejected for now: {why}", to=mail.to, why=why)
