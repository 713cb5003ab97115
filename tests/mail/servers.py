"""Real mail servers on loopback, as in Debian: OpenSMTPD accepts and delivers, Dovecot hands out."""

from __future__ import annotations

import getpass
import os
import shutil
import smtplib
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from . import dovecot
from .dovecot import Account
from .post import Office

PROGRAM = shutil.which("smtpd") or next(iter(map(str, Path("/usr/sbin").glob("smtpd"))), "")
ROOT = [] if os.getuid() == 0 else ["sudo", "-n"]
CONTROL = shutil.which("smtpctl") or "/usr/sbin/smtpctl"

SETTINGS = """
table people {{ "@example.org" = {user} }}
listen on 127.0.0.1 port {port} hostname localhost
action "host" maildir "{host}" virtual <people>
action "boxes" maildir "{boxes}/%{{rcpt.user}}" virtual <people>
match from any for rcpt-to "lpbe@example.org" action "host"
match from any for domain "example.org" action "boxes"
"""


class Servers(Office):
    """The same office, of programs that others have written."""

    def __init__(self, root: Path, account: Account) -> None:
        super().__init__(root)
        self.account = account
        self.host = account.root / "home" / "Maildir"
        for path in (root, *root.rglob("*")):
            os.chown(path, *dovecot.owner())

    @property
    def reading(self) -> list[str]:
        return ["--imap", f"imaps://lpbe@localhost:{self.account.tls}/INBOX"]

    def empty(self) -> None:
        """Empty the queue of what an aborted run left there."""
        for path in [*self.root.glob("*/new/*"), *self.host.glob("new/*")]:
            path.unlink()

    def settle(self) -> None:
        """Wait until nothing is on its way."""
        for _ in range(200):
            queue = subprocess.run([*ROOT, CONTROL, "show", "queue"], capture_output=True, text=True, check=False)
            if not queue.stdout.strip():
                return
            time.sleep(0.05)
        raise AssertionError("mails are stuck")


def settings(office: Servers) -> str:
    user = getpass.getuser() if os.getuid() else "nobody"
    return SETTINGS.format(port=office.port, host=office.host, boxes=office.root, user=user)


@contextmanager
def servers() -> Iterator[Servers]:
    assert PROGRAM and dovecot.PROGRAM, "install opensmtpd and dovecot-imapd"
    with dovecot.running() as account:
        office = Servers(account.root / "boxes", account)
        config, log = account.root / "smtpd.conf", account.root / "smtpd.log"
        subprocess.run(
            [*ROOT, "tee", str(config)], input=settings(office).encode(), check=True, stdout=subprocess.DEVNULL
        )
        command = [*ROOT, PROGRAM, "-d", "-f", str(config)]
        with log.open("w") as answer, subprocess.Popen(command, stdout=answer, stderr=answer) as server:
            try:
                wait_for(office.port, server, log)
                office.settle()
                office.empty()
                yield office
            finally:
                server.terminate()
                server.wait(20)


def wait_for(port: int, server: subprocess.Popen[bytes], log: Path) -> None:
    until = time.monotonic() + 30
    while time.monotonic() < until:
        assert server.poll() is None, log.read_text()
        with suppress(OSError, smtplib.SMTPException), smtplib.SMTP("127.0.0.1", port, timeout=5):
            return
        time.sleep(0.2)
    raise AssertionError(log.read_text())
