"""Mails from an IMAP account: new ones are read without being marked, and marked as seen once they are dealt with."""

from __future__ import annotations

import imaplib
import re
import ssl
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from urllib.parse import unquote, urlsplit

from msgspec import Struct

from ..kernel.base.errors import Busy, Malformed, Misused
from ..kernel.base.text import quote
from ..kernel.disk import files
from .boxes import Letterbox
from .parse import LARGEST

PATIENCE = 60.0
"""Seconds that a server may be silent."""
MOST = 500
"""So many mails are taken at a time; the rest the next time."""
SIZE = re.compile(rb"RFC822\.SIZE (\d+)")
WRITE = "write it so: imaps://ana@imap.example.org/INBOX"


class Account(Struct, frozen=True):
    host: str
    port: int
    user: str
    folder: str
    tls: bool
    """From the first byte on; else STARTTLS comes before the password."""


def account_of(url: str) -> Account:
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise Misused("E_USAGE", "'{url}' is no IMAP account", WRITE, url=quote(url)) from None
    if parts.scheme not in ("imap", "imaps") or not parts.hostname or not parts.username or parts.query:
        raise Misused("E_USAGE", "'{url}' is no IMAP account", WRITE, url=quote(url))
    if parts.password:
        told = "a password does not belong into the command line, where others see it"
        raise Misused("E_USAGE", told, "give it: LPBE_IMAP_PASSWORD, or --password-file FILE")
    tls = parts.scheme == "imaps"
    folder = unquote(parts.path.strip("/")) or "INBOX"
    return Account(parts.hostname, port or (993 if tls else 143), unquote(parts.username), folder, tls)


def password_for(file: str | None) -> str:
    """From a file that nobody else can read, or from the environment; a child does not inherit it."""
    given = files.read_key_text(file) if file else files.environment("LPBE_IMAP_PASSWORD", pop=True)
    if not given.strip():
        told = "there is no password for the IMAP account"
        raise Malformed("E_KEY_MISSING", told, "give it: LPBE_IMAP_PASSWORD, or --password-file FILE")
    return given.strip("\r\n")


def from_imap(account: Account, password: str) -> Iterator[Letterbox]:
    with speaking_imap(account):
        server = connect(account)
        try:
            sign_in(server, account, password)
            yield from unseen(server, account)
        finally:
            with suppress(imaplib.IMAP4.error, OSError):
                server.logout()


@contextmanager
def speaking_imap(account: Account) -> Iterator[None]:
    """A server that cannot be reached or breaks off is asked again later."""
    try:
        yield
    except (OSError, imaplib.IMAP4.abort) as error:
        told = "the IMAP server {host} cannot be reached: {error}"
        raise Busy("E_BUSY", told, "try again later", host=account.host, error=quote(str(error))) from None
    except imaplib.IMAP4.error as error:
        told = "the IMAP server {host} refuses: {error}"
        raise Malformed(
            "E_IMAP", told, "look at user, folder and password", host=account.host, error=quote(said(error))
        ) from None


def said(error: Exception) -> str:
    first = error.args[0] if error.args else ""
    return first.decode("utf-8", "replace") if isinstance(first, bytes) else str(first)


class Wary(imaplib.IMAP4):
    """Takes no more at once than was asked for, whatever a server says will come."""

    def read(self, size: int) -> bytes:
        if size > 2 * LARGEST:
            raise self.abort(f"it sends {size} bytes")
        return super().read(size)


class WaryTls(Wary, imaplib.IMAP4_SSL):
    pass


def connect(account: Account) -> imaplib.IMAP4:
    safe = ssl.create_default_context()
    if account.tls:
        return WaryTls(account.host, account.port, ssl_context=safe, timeout=PATIENCE)
    server = Wary(account.host, account.port, timeout=PATIENCE)
    try:
        server.starttls(safe)
    except BaseException:
        server.shutdown()
        raise
    return server


def sign_in(server: imaplib.IMAP4, account: Account, password: str) -> None:
    server.login(account.user, password)
    status, told = server.select(quoted(account.folder))
    if status != "OK":
        raise imaplib.IMAP4.error(told[0])


def quoted(folder: str) -> str:
    """A folder's name as IMAP takes it: other letters than ASCII in its own UTF-7."""
    plain = folder if folder.isascii() else "".join(map(in_utf7, re.split(r"([^\x20-\x7e]+)", folder)))
    escaped = plain.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def in_utf7(part: str) -> str:
    from base64 import b64encode

    if part.isascii():
        return part.replace("&", "&-")
    return f"&{b64encode(part.encode('utf-16-be')).rstrip(b'=').replace(b'/', b',').decode()}-"


def unseen(server: imaplib.IMAP4, account: Account) -> Iterator[Letterbox]:
    status, found = server.uid("SEARCH", "UNSEEN")
    if status != "OK":
        raise imaplib.IMAP4.error(found[0])
    for uid in list(filter(bytes.isdigit, (found[0] or b"").split()))[:MOST]:
        if (mail := fetched(server, uid.decode())) is not None:
            yield mail


def fetched(server: imaplib.IMAP4, uid: str) -> Letterbox | None:
    """So much of a mail as is read; one that is gone in the meantime is none."""
    status, parts = server.uid("FETCH", uid, f"(RFC822.SIZE BODY.PEEK[]<0.{LARGEST}>)")
    if status != "OK":
        return None
    for part in parts:
        if isinstance(part, tuple):
            size = SIZE.search(part[0])
            whole = size is None or int(size.group(1)) <= LARGEST
            return Letterbox(part[1], whole, lambda: mark_seen(server, uid))
    return None


def mark_seen(server: imaplib.IMAP4, uid: str) -> None:
    server.uid("STORE", uid, "+FLAGS.SILENT", "(\\Seen)")
