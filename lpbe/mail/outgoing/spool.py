"""The spool of outgoing mail: each e-mail is stored whole before it is sent, and marked afterwards.

An e-mail is a file in spool/, named by a hash of its Message-ID, until it is sent; then an empty mark in sent/ is left.
If there is a way to find out whether an interrupted delivery was completed, a note beside the e-mail says how.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC
from email.message import Message
from email.parser import BytesHeaderParser
from email.utils import parsedate_to_datetime
from os.path import join

from msgspec import Struct

from ...app.hosting.mail_status import UnsentMail
from ...kernel.base.errors import Busy, Failure, Malformed, Rejected
from ...kernel.chain.deadlines import format_time
from ...kernel.disk import files, folders
from ..address_book import bare_address
from ..incoming.autoreplies_and_bounces import OWN_HEADER
from ..state_dir import file_name_for, open_folder, state_folder

MAX_MAIL_BYTES = 8 << 20
MAX_NOTE_BYTES = 8 << 10
MAIL = ".eml"
DELIVERY_NOTE = ".going"
FAILED = ".failed"
KEPT = "it is kept and will be sent next time"


class OutgoingMail(Struct, frozen=True):
    """An e-mail to be sent: its name in the spool, its sender and recipient, its bytes."""

    name: str
    sender: str
    to: str
    data: bytes
    mark: str = ""
    """What it is for: kind, short id of the game, and seat."""
    follows: str = ""
    """The Message-ID of the question that it reminds of or answers."""
    since: str = ""
    """When it was written."""

    @property
    def game_and_seat(self) -> tuple[str, str]:
        """Return the short id of the game and the seat that the e-mail is for; empty if it is for none."""
        parts = self.mark.split()
        return (parts[1], parts[2]) if len(parts) == 3 else ("", "")


Transport = Callable[[OutgoingMail], None]
"""Sends one e-mail; raises Busy if it may succeed later, Undelivered if it never will, ServerFault if none will."""


class Undelivered(Rejected):
    """An e-mail will not be accepted, however often it is offered."""


class Unreachable(Busy):
    """No e-mail can be sent to anybody at the moment (`E_BUSY`)."""


class ServerFault(Malformed):
    """The server will not take any e-mail before somebody corrects the settings (`E_SMTP_LOGIN`, `E_SMTP_TLS`)."""


def try_later(message: str, **values: str) -> Busy:
    """Return the failure of an e-mail that stays in the spool."""
    return Busy("E_BUSY", message, KEPT, **values)


def unreachable(message: str, **values: str) -> Unreachable:
    """Return why no e-mail can be sent now."""
    return Unreachable("E_BUSY", message, KEPT, **values)


# putting in and reading


def put(message_id: str, data: bytes) -> str:
    """Store an e-mail and return its path; leave one with this Message-ID that was stored or sent before unchanged."""
    name = file_name_for(message_id)
    path = path_of(name, MAIL)
    if not files.is_there(path) and not is_sent(name):
        open_folder("spool")
        files.write(path, data, 0o600)
    return path


def was_put(message_id: str) -> bool:
    """Return whether an e-mail with this Message-ID was ever stored here."""
    name = file_name_for(message_id)
    return is_sent(name) or files.is_there(path_of(name, MAIL))


def is_waiting(name: str) -> bool:
    """Return whether an e-mail is stored but not sent."""
    return files.is_there(path_of(name, MAIL)) and not is_sent(name)


def load_mail(name: str) -> OutgoingMail:
    """Read an e-mail of the spool."""
    data = files.read(path_of(name, MAIL), MAX_MAIL_BYTES)
    headers = BytesHeaderParser().parsebytes(data)
    mail = OutgoingMail(
        name=name,
        sender=bare_address(str(headers["From"] or "")),
        to=bare_address(str(headers["To"] or "")),
        data=data,
        mark=str(headers[OWN_HEADER] or ""),
        follows=str(headers["In-Reply-To"] or "").strip(),
        since=date_of(headers),
    )
    if not mail.to:
        raise Undelivered("E_MAIL_REFUSED", "a waiting e-mail is damaged: it has no recipient")
    return mail


def date_of(headers: Message) -> str:
    """Return when an e-mail was written, in our own format; empty if it does not say."""
    try:
        return format_time(parsedate_to_datetime(str(headers["Date"])).astimezone(UTC).replace(tzinfo=None))
    except ValueError:
        return ""


def waiting_mails(again: bool = False) -> Iterator[str]:
    """Yield the names of unsent e-mails, oldest first; failed ones only if they are tried again."""
    folder = open_folder("spool")
    mails = [name for name in folders.file_names(folder) if name.endswith(MAIL)]
    for file in sorted(mails, key=lambda name: (files.modified_time(join(folder, name)), name)):
        name = file.removesuffix(MAIL)
        if again or not files.is_there(path_of(name, FAILED)):
            yield name


def unsent_mails() -> Iterator[UnsentMail]:
    """Yield every e-mail that is stored but not sent; skip those that cannot be read."""
    for name in waiting_mails(again=True) if files.is_there(join(state_folder(), "spool")) else ():
        with suppress(Failure):
            if not is_sent(name):
                mail = load_mail(name)
                game, seat = mail.game_and_seat
                refused = files.is_there(path_of(name, FAILED))
                yield UnsentMail(to=mail.to, since=mail.since, game=game, seat=seat, refused=refused)


def failed_mails() -> list[str]:
    """Return the names of e-mails that were refused for good."""
    names = folders.file_names(open_folder("spool"))
    return [name.removesuffix(FAILED) for name in names if name.endswith(FAILED)]


def path_of(name: str, ending: str) -> str:
    return join(state_folder(), "spool", f"{name}{ending}")


# marks of what has happened to an e-mail


def sent_path(name: str) -> str:
    """Return the path of the mark, in a folder named by its first characters: hosts may send many e-mails over time."""
    return join(state_folder(), "sent", name[:2], name)


def is_sent(name: str) -> bool:
    return files.is_there(sent_path(name))


def delivery_note(name: str) -> bytes:
    """Return how to find out whether a delivery that was started was completed; nothing if none was started."""
    path = path_of(name, DELIVERY_NOTE)
    return files.read(path, MAX_NOTE_BYTES) if files.is_there(path) else b""


def write_delivery_note(name: str, note: bytes) -> None:
    files.write(path_of(name, DELIVERY_NOTE), note, 0o600)


def remove_delivery_note(name: str) -> None:
    files.remove(path_of(name, DELIVERY_NOTE))


def mark_failed(name: str, reason: str) -> None:
    """Keep the e-mail, but do not try it again unless asked to."""
    files.write(path_of(name, FAILED), reason.encode()[:MAX_NOTE_BYTES], 0o600)


def forget(name: str) -> None:
    """Forget that this e-mail existed: if it is due, it is composed and sent again."""
    for path in (*(path_of(name, ending) for ending in (MAIL, DELIVERY_NOTE, FAILED)), sent_path(name)):
        files.remove(path)


def mark_sent(name: str) -> None:
    """Write the mark before the e-mail is removed, so that nothing is sent twice."""
    open_folder("sent", name[:2])
    files.write(sent_path(name), b"", 0o600)
    for ending in (MAIL, DELIVERY_NOTE, FAILED):
        files.remove(path_of(name, ending))


def remove_leftovers() -> None:
    """Remove temporary files of runs that were killed; the caller holds the lock."""
    folders.sweep(open_folder("spool"))
