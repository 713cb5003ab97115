"""The home of somebody who hosts as in the examples: games in a tree, a Maildir, addresses, the program and a tick."""

from __future__ import annotations

import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

from .club import HOST, Club

ROOT = Path(__file__).parents[3]
EXAMPLES = ROOT / "examples" / "hosting"
SENDMAIL = '#!/bin/sh\ncat > "{home}/sent.$$"\n'
"""Takes every mail, as the mail server of a machine does."""


@dataclass(frozen=True)
class Home:
    """Blue's order waits in the Maildir, green has not received an e-mail; one of the games can be broken."""

    path: Path

    @classmethod
    def of(
        cls,
        club: Club,
        path: Path,
        config: str = ".config",
        state: str = ".local/state",
        mail: str = "Maildir",
        broken: bool = False,
    ) -> Home:
        for seat, address in {"referee": "lpbe@example.org", "green": "cleo@example.org"}.items():
            club.do(HOST, "mail", "address", "mars", seat, address)
        head, _, body = club.lpbe("ben", "order", "mars", "bid coins=1", "--mail").out.partition("\n\n")
        shutil.copytree(club.mars, path / "games" / "first" / "mars")
        shutil.copytree(club.home(HOST) / "lpbe", path / config / "lpbe")
        shutil.copytree(club.home(HOST) / "state", path / state)
        for part in ("new", "cur", "tmp"):
            (path / mail / part).mkdir(parents=True)
        text = f"From: ben@example.org\nMessage-ID: <1@example.org>\n{head}\n\n{body}"
        (path / mail / "new" / "1").write_text(text)
        if broken:
            (path / "games" / "a-broken-one").mkdir()
            (path / "games" / "a-broken-one" / "game.toml").write_text("this is no game\n")
        home = cls(path)
        home.install()
        return home

    def install(self) -> None:
        """Install it as a person does."""
        bin = self.path / ".local" / "bin"
        bin.mkdir(parents=True, exist_ok=True)
        (bin / "lpbe").symlink_to(Path(sys.executable).parent / "lpbe")
        shutil.copy(EXAMPLES / "tick.sh", bin)
        (bin / "sendmail").write_text(SENDMAIL.format(home=self.path))
        (bin / "sendmail").chmod(0o755)

    @property
    def log(self) -> str:
        return (self.path / "games" / "first" / "mars" / "log.jsonl").read_text()

    def sent(self, *below: str) -> list[str]:
        """Return the e-mails that were sent: to a Maildir, or to sendmail."""
        found = (self.path.joinpath(*below) / "new").iterdir() if below else self.path.glob("sent.*")
        return [path.read_text() for path in found]


def check_ticked(home: Home, steps: int, mails: list[str]) -> None:
    """Check that the order was read, applied and answered, and that awaited players were sent their question."""
    assert len(home.log.splitlines()) == steps + 1
    assert sorted(line for mail in mails for line in mail.splitlines() if line.startswith("To: ")) == [
        "To: ben@example.org",
        "To: cleo@example.org",
    ]
