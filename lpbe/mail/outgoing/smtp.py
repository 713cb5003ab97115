"""Send mail through an SMTP server: always encrypted over a network, and never a password before TLS."""

from __future__ import annotations

import smtplib
import ssl
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from urllib.parse import unquote, urlsplit

from msgspec import Struct

from ...kernel.base.errors import Failure, MissingKey, Misused
from ...kernel.base.safe_text import quote
from ...kernel.disk import environment, files
from .spool import OutgoingMail, ServerFault, Transport, Undelivered, Unreachable, try_later, unreachable

TIMEOUT_SECONDS = 60.0
"""How long a server may be silent."""
MAX_BREAKS = 3
"""How often the connection may break before the remaining e-mails wait for the next time."""
LOCAL_HOSTS = ("localhost", "127.0.0.1", "::1")
LOGIN_REPLIES = (454, 530, 534, 535, 538)
"""Replies about the login (RFC 4954), whenever they come."""
URL_HINT = "write it like smtps://ana@smtp.example.org or smtp://localhost"
PASSWORD_VARIABLE = "LPBE_SMTP_PASSWORD"


class Server(Struct, frozen=True):
    """An SMTP server and the account there."""

    host: str
    port: int
    user: str
    tls: bool
    """Whether the connection begins with TLS; otherwise STARTTLS comes before anything else."""

    @property
    def is_local(self) -> bool:
        """Return whether the server is on this machine, where nobody can listen in."""
        return self.host in LOCAL_HOSTS


def parse_server(url: str) -> Server:
    """Parse smtp://HOST or smtps://USER@HOST."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise not_a_server(url) from None
    if parts.scheme not in ("smtp", "smtps") or not parts.hostname or parts.query or parts.path.strip("/"):
        raise not_a_server(url)
    if parts.password:
        message = "do not put a password on the command line, where others can see it"
        raise Misused("E_USAGE", message, "set LPBE_SMTP_PASSWORD, or use --password-file FILE")
    tls = parts.scheme == "smtps"
    is_local = parts.hostname in LOCAL_HOSTS
    default_port = 465 if tls else 25 if is_local and not parts.username else 587
    return Server(host=parts.hostname, port=port or default_port, user=unquote(parts.username or ""), tls=tls)


def not_a_server(url: str) -> Misused:
    return Misused("E_USAGE", "'{url}' is not an SMTP server", URL_HINT, url=quote(url))


def password_for(server: Server, file: str | None) -> str:
    """Read the password from a private file, or from the environment, where children do not inherit it."""
    if not server.user:
        return ""
    given = files.read_key_text(file) if file else environment.get_variable(PASSWORD_VARIABLE, pop=True)
    if not given.strip():
        message = "the password for the SMTP server is missing"
        raise MissingKey("E_KEY_MISSING", message, "set LPBE_SMTP_PASSWORD, or use --password-file FILE")
    return given.strip("\r\n")


@contextmanager
def smtp_transport(url: str, password_file: str | None) -> Iterator[Transport]:
    """Yield a transport with one connection for all e-mails, opened for the first one and again after a break."""
    server = parse_server(url)
    connection = Connection(server, password_for(server, password_file))
    try:
        yield connection.send
    finally:
        connection.close()


class Connection:
    """A connection to a server, opened when it is needed."""

    def __init__(self, server: Server, password: str) -> None:
        self.server = server
        self.password = password
        self.open: smtplib.SMTP | None = None
        self.failure: Failure | None = None
        """Why there is no connection; then no other e-mail is tried."""
        self.breaks = 0
        """How often the connection broke: an e-mail that makes a server hang up does not stop those after it."""

    def send(self, mail: OutgoingMail) -> None:
        """Send an e-mail; raise if it cannot be sent."""
        if self.failure:
            raise self.failure
        connection = self.open = self.open or self.connect_or_close()
        try:
            connection.sendmail(mail.sender, [mail.to], mail.data)
        except smtplib.SMTPRecipientsRefused as error:
            [(code, why)] = error.recipients.values()
            raise self.refusal(mail, code, why) from None
        except smtplib.SMTPResponseException as error:
            raise self.refusal(mail, error.smtp_code, error.smtp_error) from None
        except (OSError, smtplib.SMTPException) as error:
            self.close()
            self.breaks += 1
            fault = self.out_of_reach(error)
            self.failure = fault if self.breaks >= MAX_BREAKS else None
            raise fault from None

    def connect_or_close(self) -> smtplib.SMTP:
        """Connect; if that fails, no more e-mails are tried, since it is not the fault of any one of them."""
        try:
            return connect(self.server, self.password)
        except smtplib.SMTPAuthenticationError as error:
            self.failure = self.login_refused(error.smtp_code, error.smtp_error)
        except smtplib.SMTPNotSupportedError as error:
            self.failure = self.login_refused(0, str(error))
        except ssl.SSLCertVerificationError as error:
            self.failure = self.untrusted(error)
        except (OSError, smtplib.SMTPException) as error:
            self.failure = self.out_of_reach(error)
        except Failure as fault:
            self.failure = fault
        raise self.failure

    def out_of_reach(self, error: Exception) -> Unreachable:
        message = "the SMTP server {host} cannot be reached: {error}"
        return unreachable(message, host=self.server.host, error=quote(str(error)))

    def login_refused(self, code: int, why: bytes | str) -> Failure:
        """Return why the login fails: for good, unless the server itself says that the problem is temporary (4xx)."""
        message = "the SMTP server {host} refuses the login of {user}: {why}"
        values = {"host": self.server.host, "user": quote(self.server.user), "why": reply_text(code, why)}
        if 400 <= code < 500:
            return unreachable(message, **values)
        return ServerFault("E_SMTP_LOGIN", message, "check user and password; e-mails are kept", **values)

    def untrusted(self, error: ssl.SSLCertVerificationError) -> ServerFault:
        message = "the certificate of the SMTP server {host} is not trusted: {error}"
        hint = "use the name on the certificate, or trust it with SSL_CERT_FILE; e-mails are kept"
        return ServerFault("E_SMTP_TLS", message, hint, host=self.server.host, error=quote(error.verify_message))

    def refusal(self, mail: OutgoingMail, code: int, why: bytes | str) -> Failure:
        """Return why an e-mail is refused: for good with 5xx, unless that is about the login. Closes the connection."""
        self.close()
        if code in LOGIN_REPLIES:
            self.failure = self.login_refused(code, why)
            return self.failure
        reply = reply_text(code, why)
        if 500 <= code < 600:
            hint = "correct the address (lpbe mail address), or try again: lpbe mail out --again"
            return Undelivered("E_MAIL_REFUSED", "the e-mail to {to} was rejected: {why}", hint, to=mail.to, why=reply)
        return try_later("the e-mail to {to} was rejected for now: {why}", to=mail.to, why=reply)

    def close(self) -> None:
        if self.open:
            with suppress(smtplib.SMTPException, OSError):
                self.open.quit()
            self.open = None


def reply_text(code: int, why: bytes | str) -> str:
    """Return what a server answered, safe to print."""
    words = why.decode("utf-8", "replace") if isinstance(why, bytes) else why
    return quote((f"{code} {words}" if code else words)[:300])


def connect(server: Server, password: str) -> smtplib.SMTP:
    """Connect with TLS, and log in if there is an account."""
    context = ssl.create_default_context()
    if server.tls:
        connection: smtplib.SMTP = smtplib.SMTP_SSL(server.host, server.port, timeout=TIMEOUT_SECONDS, context=context)
    else:
        connection = smtplib.SMTP(server.host, server.port, timeout=TIMEOUT_SECONDS)
        connection.ehlo_or_helo_if_needed()
        if connection.has_extn("starttls") and (server.user or not server.is_local):
            connection.starttls(context=context)
            connection.ehlo()
        elif not server.is_local:
            message = "the SMTP server {host} does not offer TLS"
            raise ServerFault("E_SMTP_TLS", message, "use a server that does: smtps://USER@HOST", host=server.host)
    if server.user:
        connection.login(server.user, password)
    return connection
