"""Read mail from an IMAP account: what lpbe has not processed yet, whoever else has looked at it."""

from __future__ import annotations

import imaplib
import re
import ssl
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from urllib.parse import unquote, urlsplit

from msgspec import Struct

from ...kernel.base.errors import Busy, Malformed, MissingKey, Misused
from ...kernel.base.safe_text import quote
from ...kernel.disk import environment, files
from .mailboxes import RawMail
from .message import MAX_MAIL_BYTES
from .read_marks import ReadMarks, load_marks, new_reader, save_marks

TIMEOUT_SECONDS = 60.0
"""How long a server may be silent."""
MAX_MAILS = 500
"""How many new e-mails are read at a time; the rest is read the next time."""
MAX_RETRIES = 100
"""How many e-mails that failed before are retried at a time, starting with those that have waited longest."""
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
"""As IMAP writes them, in any locale."""
SIZE = re.compile(rb"RFC822\.SIZE (\d+)")
URL_HINT = "write it like imaps://ana@imap.example.org/INBOX"


class Account(Struct, frozen=True):
    """An IMAP account and a folder in it."""

    host: str
    port: int
    user: str
    folder: str
    tls: bool
    """Whether the connection begins with TLS; otherwise STARTTLS comes before the password."""


def parse_account(url: str) -> Account:
    """Parse imaps://USER@HOST/FOLDER."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise Misused("E_USAGE", "'{url}' is not an IMAP account", URL_HINT, url=quote(url)) from None
    if parts.scheme not in ("imap", "imaps") or not parts.hostname or not parts.username or parts.query:
        raise Misused("E_USAGE", "'{url}' is not an IMAP account", URL_HINT, url=quote(url))
    if parts.password:
        message = "do not put a password on the command line, where others can see it"
        raise Misused("E_USAGE", message, "set LPBE_IMAP_PASSWORD, or use --password-file FILE")
    tls = parts.scheme == "imaps"
    folder = unquote(parts.path.strip("/")) or "INBOX"
    return Account(
        host=parts.hostname,
        port=port or (993 if tls else 143),
        user=unquote(parts.username),
        folder=folder,
        tls=tls,
    )


def password_for(file: str | None) -> str:
    """Read the password from a private file, or from the environment, where children do not inherit it."""
    given = files.read_key_text(file) if file else environment.get_variable("LPBE_IMAP_PASSWORD", pop=True)
    if not given.strip():
        message = "the password for the IMAP account is missing"
        raise MissingKey("E_KEY_MISSING", message, "set LPBE_IMAP_PASSWORD, or use --password-file FILE")
    return given.strip("\r\n")


def from_imap(account: Account, password: str, now: datetime) -> Iterator[RawMail]:
    """Yield the e-mails of an account that have not been processed yet."""
    with translate_errors(account):
        server = connect(account)
        try:
            sign_in(server, account, password)
            yield from unprocessed_mails(server, account, now)
        finally:
            with suppress(imaplib.IMAP4.error, OSError):
                server.logout()


@contextmanager
def translate_errors(account: Account) -> Iterator[None]:
    """Translate the errors of imaplib into our own failures; one that may go away becomes Busy."""
    try:
        yield
    except (OSError, imaplib.IMAP4.abort) as error:
        message = "the IMAP server {host} cannot be reached: {error}"
        raise Busy("E_BUSY", message, "try again later", host=account.host, error=quote(str(error))) from None
    except imaplib.IMAP4.error as error:
        message = "the IMAP server {host} refuses: {error}"
        raise Malformed(
            "E_IMAP", message, "check user, folder and password", host=account.host, error=quote(error_text(error))
        ) from None


def error_text(error: Exception) -> str:
    first = error.args[0] if error.args else ""
    return first.decode("utf-8", "replace") if isinstance(first, bytes) else str(first)


class BoundedImap(imaplib.IMAP4):
    """Accepts no more data than was requested, whatever size the server announces."""

    def read(self, size: int) -> bytes:
        if size > 2 * MAX_MAIL_BYTES:
            raise self.abort(f"it sends {size} bytes")
        return super().read(size)


class BoundedImapTls(BoundedImap, imaplib.IMAP4_SSL):
    """A BoundedImap with TLS from the start."""


def connect(account: Account) -> imaplib.IMAP4:
    context = ssl.create_default_context()
    if account.tls:
        return BoundedImapTls(account.host, account.port, ssl_context=context, timeout=TIMEOUT_SECONDS)
    server = BoundedImap(account.host, account.port, timeout=TIMEOUT_SECONDS)
    try:
        server.starttls(context)
    except BaseException:
        server.shutdown()
        raise
    return server


def sign_in(server: imaplib.IMAP4, account: Account, password: str) -> None:
    server.login(account.user, password)
    status, message = server.select(quote_folder(account.folder))
    if status != "OK":
        raise imaplib.IMAP4.error(message[0])


def quote_folder(folder: str) -> str:
    """Return the name of a folder as IMAP takes it, characters beyond ASCII in its own UTF-7."""
    plain = folder if folder.isascii() else "".join(map(encode_utf7, re.split(r"([^\x20-\x7e]+)", folder)))
    escaped = plain.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def encode_utf7(part: str) -> str:
    from base64 import b64encode

    if part.isascii():
        return part.replace("&", "&-")
    return f"&{b64encode(part.encode('utf-16-be')).rstrip(b'=').replace(b'/', b',').decode()}-"


def unprocessed_mails(server: imaplib.IMAP4, account: Account, now: datetime) -> Iterator[RawMail]:
    """Yield the e-mails above the last UID that was read, then those below it that could not be processed.

    New e-mails come first, however many have failed: a broken game, or an e-mail that makes the server hang up, does
    not stop the others.
    """
    mailbox = f"imap {account.user}@{account.host}/{account.folder}"
    marks = current_marks(server, load_marks(mailbox), now)
    new = [uid for uid in search(server, f"UID {marks.last + 1}:*") if uid > marks.last]
    left = dict.fromkeys(marks.pending)
    last = marks.last
    reader = marks.reader or new_reader(mailbox)

    def renew() -> None:
        nonlocal reader
        reader = new_reader(mailbox)

    try:
        for uid in (*new[:MAX_MAILS], *marks.pending[:MAX_RETRIES]):
            left.pop(uid, None)
            left[uid] = None  # after those that were not tried this time
            last = max(last, uid)
            yield from fetch_mail(server, uid, left, f"lpbe-{reader}", renew)
    finally:
        at = int(now.timestamp())
        save_marks(mailbox, ReadMarks(validity=marks.validity, last=last, pending=list(left), at=at, reader=reader))


def current_marks(server: imaplib.IMAP4, marks: ReadMarks | None, now: datetime) -> ReadMarks:
    """Return how far the folder has been read; for a new or renumbered one, up to the e-mails that arrived recently."""
    validity = response_number(server, "UIDVALIDITY")
    if marks and marks.validity == str(validity):
        return marks
    since = (marks or ReadMarks()).since(now)
    recent = search(server, f"SINCE {since.day}-{MONTHS[since.month - 1]}-{since.year}")
    first = min(recent, default=response_number(server, "UIDNEXT"))
    return ReadMarks(validity=str(validity), last=max(first - 1, 0), reader=marks.reader if marks else "")


def response_number(server: imaplib.IMAP4, name: str) -> int:
    """Return a number that the server gave when the folder was opened; 0 if it gave none."""
    values = server.response(name)[1]
    return int(values[-1]) if values and values[-1] else 0


def search(server: imaplib.IMAP4, criteria: str) -> list[int]:
    status, found = server.uid("SEARCH", criteria)
    if status != "OK":
        raise imaplib.IMAP4.error(found[0])
    return sorted(map(int, filter(bytes.isdigit, (found[0] or b"").split())))


def fetch_mail(
    server: imaplib.IMAP4, uid: int, left: dict[int, None], keyword: str, renew: Callable[[], None]
) -> Iterator[RawMail]:
    """Yield as much of an e-mail as is read; it counts as pending until it is processed or gone.

    The keyword of this reader marks what it has processed, so that an old backup of this computer is noticed.
    """
    status, parts = server.uid("FETCH", str(uid), f"(FLAGS RFC822.SIZE BODY.PEEK[]<0.{MAX_MAIL_BYTES}>)")
    part = next((part for part in parts if isinstance(part, tuple)), None)
    if part is None:
        if status == "OK":
            left.pop(uid, None)
        return

    def done(ours: bool) -> None:
        left.pop(uid, None)
        if ours:
            server.uid("STORE", str(uid), "+FLAGS.SILENT", "(\\Seen)")
        with suppress(imaplib.IMAP4.error):  # not every server stores keywords
            server.uid("STORE", str(uid), "+FLAGS.SILENT", f"({keyword})")

    size = SIZE.search(part[0])
    whole = size is None or int(size.group(1)) <= MAX_MAIL_BYTES
    marked = any(keyword.encode() in (piece[0] if isinstance(piece, tuple) else piece) for piece in parts if piece)
    yield RawMail(part[1], whole, done, renew if marked else None)
