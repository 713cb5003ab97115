"""Sending through an SMTP server: never in clear over a network, and never a password before TLS."""

from __future__ import annotations

import smtplib
import ssl
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from urllib.parse import unquote, urlsplit

from msgspec import Struct

from ..kernel.base.errors import Busy, Malformed, Misused
from ..kernel.base.text import quote
from ..kernel.disk import files
from .parcel import Carrier, Parcel, Undelivered, not_now

PATIENCE = 60.0
"""Seconds that a server may be silent."""
PATIENT = 3
"""So often a connection may break off before the rest waits for another time."""
HERE = ("localhost", "127.0.0.1", "::1")
WRITE = "write it so: smtps://ana@smtp.example.org, or smtp://localhost"
PASSWORD = "LPBE_SMTP_PASSWORD"


class Server(Struct, frozen=True):
    host: str
    port: int
    user: str
    tls: bool
    """From the first byte on; else STARTTLS comes before anything is told."""

    @property
    def near(self) -> bool:
        """On this very machine, where nobody listens in between."""
        return self.host in HERE


def server_of(url: str) -> Server:
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise no_server(url) from None
    if parts.scheme not in ("smtp", "smtps") or not parts.hostname or parts.query or parts.path.strip("/"):
        raise no_server(url)
    if parts.password:
        told = "a password does not belong into the command line, where others see it"
        raise Misused("E_USAGE", told, "give it: LPBE_SMTP_PASSWORD, or --password-file FILE")
    tls, near = parts.scheme == "smtps", parts.hostname in HERE
    usual = 465 if tls else 25 if near and not parts.username else 587
    return Server(parts.hostname, port or usual, unquote(parts.username or ""), tls)


def no_server(url: str) -> Misused:
    return Misused("E_USAGE", "'{url}' is no SMTP server", WRITE, url=quote(url))


def password_for(server: Server, file: str | None) -> str:
    """From a file that nobody else can read, or from the environment; a child does not inherit it."""
    if not server.user:
        return ""
    given = files.read_key_text(file) if file else files.environment(PASSWORD, pop=True)
    if not given.strip():
        told = "there is no password for the SMTP server"
        raise Malformed("E_KEY_MISSING", told, "give it: LPBE_SMTP_PASSWORD, or --password-file FILE")
    return given.strip("\r\n")


@contextmanager
def through_smtp(url: str, password_file: str | None) -> Iterator[Carrier]:
    """One connection for all mails, made with the first and again where it broke off."""
    server = server_of(url)
    line = Line(server, password_for(server, password_file))
    try:
        yield line.carry
    finally:
        line.hang_up()


class Line:
    """A connection, as long as it lasts."""

    def __init__(self, server: Server, password: str) -> None:
        self.server, self.password = server, password
        self.open: smtplib.SMTP | None = None
        self.closed: Busy | None = None
        """Why there is no connection: the next mail need not find out again."""
        self.broken = 0
        """How often it broke off: one mail that a server cannot bear does not stop those behind it."""

    def carry(self, parcel: Parcel) -> None:
        if self.closed:
            raise self.closed
        line = self.open = self.open or self.connected()
        try:
            line.sendmail(parcel.sender, [parcel.to], parcel.data)
        except smtplib.SMTPRecipientsRefused as error:
            [(code, why)] = error.recipients.values()
            raise self.refusal(parcel, code, why) from None
        except smtplib.SMTPResponseException as error:
            raise self.refusal(parcel, error.smtp_code, error.smtp_error) from None
        except (OSError, smtplib.SMTPException) as error:
            self.hang_up()
            self.broken += 1
            self.closed = self.unreachable(error) if self.broken >= PATIENT else None
            raise self.unreachable(error) from None

    def connected(self) -> smtplib.SMTP:
        """Who cannot even begin sends nothing: that is no fault of a mail."""
        try:
            return connect(self.server, self.password)
        except (OSError, smtplib.SMTPException) as error:
            self.closed = self.unreachable(error)
        except Busy as fault:
            self.closed = fault
        raise self.closed

    def unreachable(self, error: Exception) -> Busy:
        told = "the SMTP server {host} cannot be reached: {error}"
        return not_now(told, host=self.server.host, error=quote(str(error)))

    def refusal(self, parcel: Parcel, code: int, why: bytes | str) -> Busy | Undelivered:
        """What a server refuses for good it refuses to whoever asks again; the connection begins anew either way."""
        self.hang_up()
        words = quote(f"{code} {why.decode('utf-8', 'replace') if isinstance(why, bytes) else why}"[:300])
        if 500 <= code < 600 and code not in (530, 534, 535, 538):
            return Undelivered("E_MAIL_REFUSED", "the mail to {to} is not taken: {why}", to=parcel.to, why=words)
        return not_now("the mail to {to} is not taken now: {why}", to=parcel.to, why=words)

    def hang_up(self) -> None:
        if self.open:
            with suppress(smtplib.SMTPException, OSError):
                self.open.quit()
            self.open = None


def connect(server: Server, password: str) -> smtplib.SMTP:
    """With TLS, and a name and a password where there are any."""
    safe = ssl.create_default_context()
    if server.tls:
        line: smtplib.SMTP = smtplib.SMTP_SSL(server.host, server.port, timeout=PATIENCE, context=safe)
    else:
        line = smtplib.SMTP(server.host, server.port, timeout=PATIENCE)
        line.ehlo_or_helo_if_needed()
        if line.has_extn("starttls") and not server.near:
            line.starttls(context=safe)
            line.ehlo()
        elif not server.near:
            raise not_now("the SMTP server {host} offers no TLS", host=server.host)
    if server.user:
        line.login(server.user, password)
    return line
