"""A real IMAP server on loopback, if Dovecot is installed: one account, TLS with a certificate of its own."""

from __future__ import annotations

import getpass
import imaplib
import os
import shutil
import socket
import ssl
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

PROGRAM = shutil.which("dovecot") or next(iter(map(str, Path("/usr/sbin").glob("dovecot"))), "")
OPENSSL = shutil.which("openssl") or ""
PASSWORD = "for-tests-only"
NOBODY = 65534

SETTINGS = """
protocols = imap
listen = 127.0.0.1
base_dir = {root}/run
state_dir = {root}/state
log_path = {root}/log
mail_location = maildir:{root}/home/Maildir
mail_uid = {uid}
mail_gid = {gid}
first_valid_uid = 0
first_valid_gid = 0
{users}
ssl = required
ssl_cert = <{root}/cert.pem
ssl_key = <{root}/key.pem
disable_plaintext_auth = yes
auth_mechanisms = plain login
passdb {{
  driver = static
  args = password={password}
}}
userdb {{
  driver = static
  args = uid={uid} gid={gid} home={root}/home
}}
service imap-login {{
  {chroot}
  inet_listener imap {{
    port = {plain}
  }}
  inet_listener imaps {{
    port = {tls}
    ssl = yes
  }}
}}
service anvil {{
  {chroot}
}}
service stats {{
  {chroot}
}}
"""


@dataclass(frozen=True)
class Account:
    root: Path
    plain: int
    tls: int

    @property
    def environment(self) -> dict[str, str]:
        return {"SSL_CERT_FILE": str(self.root / "cert.pem"), "LPBE_IMAP_PASSWORD": PASSWORD}

    @contextmanager
    def signed_in(self) -> Iterator[imaplib.IMAP4_SSL]:
        safe = ssl.create_default_context(cafile=str(self.root / "cert.pem"))
        with imaplib.IMAP4_SSL("localhost", self.tls, ssl_context=safe, timeout=20) as server:
            server.login("lpbe", PASSWORD)
            yield server

    def deliver(self, *mails: bytes) -> None:
        with self.signed_in() as server:
            for mail in mails:
                server.append("INBOX", "", "", mail)

    def empty(self) -> None:
        with self.signed_in() as server:
            if int(server.select("INBOX")[1][0]):
                server.store("1:*", "+FLAGS", "(\\Deleted)")
            server.expunge()

    def flags(self) -> list[bytes]:
        with self.signed_in() as server:
            server.select("INBOX", readonly=True)
            return [part for part in server.fetch("1:*", "(FLAGS)")[1] if isinstance(part, bytes)]


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def certificate(root: Path) -> None:
    command = (
        f"{OPENSSL} req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost"
    )
    files = ["-keyout", str(root / "key.pem"), "-out", str(root / "cert.pem")]
    subprocess.run([*command.split(), *files], check=True, capture_output=True)


def owner() -> tuple[int, int]:
    """Return whose e-mails they are: the server gives root none."""
    return (os.getuid(), os.getgid()) if os.getuid() else (NOBODY, NOBODY)


def settings(account: Account) -> str:
    """Root starts it as Debian does, with the server's own users; anybody else is all of them."""
    uid, gid = owner()
    group = subprocess.run(["id", "-gn"], check=True, capture_output=True, text=True).stdout.strip()
    own = f"default_internal_user = {getpass.getuser()}\ndefault_login_user = {getpass.getuser()}\n"
    users, chroot = ("", "") if os.getuid() == 0 else (f"{own}default_internal_group = {group}", "chroot =")
    ports = {"plain": account.plain, "tls": account.tls}
    return SETTINGS.format(root=account.root, users=users, chroot=chroot, uid=uid, gid=gid, password=PASSWORD, **ports)


@contextmanager
def running() -> Iterator[Account]:
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)  # the server's own users must be able to get in
        account = Account(Path(folder), free_port(), free_port())
        certificate(account.root)
        (account.root / "home").mkdir()
        os.chown(account.root / "home", *owner())
        (account.root / "dovecot.conf").write_text(settings(account))
        command = [PROGRAM, "-F", "-c", str(account.root / "dovecot.conf")]
        with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server:
            try:
                wait_for(account, server)
                yield account
            finally:
                server.terminate()
                server.wait(20)


def wait_for(account: Account, server: subprocess.Popen[str]) -> None:
    until = time.monotonic() + 30
    while time.monotonic() < until:
        assert server.poll() is None, server.stderr.read() if server.stderr else ""
        with suppress(OSError), socket.create_connection(("127.0.0.1", account.plain), 1) as one:
            if one.recv(100).startswith(b"* OK"):
                return
        time.sleep(0.2)
    log = account.root / "log"
    raise AssertionError(log.read_text() if log.exists() else "no server")
