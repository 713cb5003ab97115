"""A short game by e-mail, played again: everything that players sent, and every reply of the host's commands.

    python3 examples/by-mail/play.py NEW-FOLDER

Ana hosts, Dan has a key, Ben has a mail address and nothing else. Keys, chance and times are given, so that the e-mails
are the same to the byte whoever plays it; NEW-FOLDER/mails holds them, numbered as they were sent.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import cast

LPBE = shlex.split(os.environ.get("LPBE", "lpbe"))
HOST, BEN, DAN = "games@example.org", "ben@example.org", "dan@example.org"
KEYS = Path(__file__).parent / "keys"


class Table:
    """The folder of everybody: homes, the host's boxes and her game, and what was saved from e-mails."""

    def __init__(self, root: Path) -> None:
        self.root, self.number = root, 0
        self.newest: dict[str, EmailMessage] = {}
        """The last report of each player."""
        for part in ("mails", "in/new", "in/cur", "in/tmp", "out", "dan/saved"):
            (root / part).mkdir(parents=True)
        for who in ("ana", "dan"):
            (root / who / "lpbe").mkdir(parents=True)
            shutil.copy(KEYS / who, root / who / "lpbe" / "key")
            (root / who / "lpbe" / "key").chmod(0o600)
        (root / "ana" / "state" / "lpbe" / "mail").mkdir(parents=True, mode=0o700)
        (root / "ana" / "state" / "lpbe" / "mail" / "secret").write_bytes(b"the same secret at every playing")

    def lpbe(self, who: str, *args: str, where: str = ".") -> str:
        """A command, printed and done; what it says."""
        print(f"{who}$ lpbe {shlex.join(args)}", flush=True)
        home = str(self.root / who)
        env = {**os.environ, "XDG_CONFIG_HOME": home, "XDG_STATE_HOME": f"{home}/state", "LANG": "C.UTF-8"}
        return subprocess.run(
            [*LPBE, *args], cwd=self.root / where, env=env, stdout=subprocess.PIPE, text=True, check=True
        ).stdout

    def keep(self, name: str, data: bytes) -> None:
        self.number += 1
        print(f"   {self.number:02}-{name}")
        (self.root / "mails" / f"{self.number:02}-{name}.eml").write_bytes(data)

    def send(self, name: str, mail: str) -> None:
        """A player's mail arrives in the box that Ana's commands read."""
        self.keep(f"in-{name}", mail.encode())
        (self.root / "in" / "new" / f"{self.number:02}").write_bytes(mail.encode())

    def tick(self, now: str) -> None:
        """What Ana's timer does: read, run, send."""
        print(self.lpbe("ana", "mail", "in", "mars", "--maildir", "in", "--now", now), end="")
        self.lpbe("ana", "run", "mars", "--now", now)
        print(self.lpbe("ana", "mail", "out", "mars", "--to", "maildir:out", "--now", now), end="")
        for data in sorted(self.sent(), key=lambda one: (read(one)["To"], read(one)["Message-ID"])):
            mail = read(data)
            who, kind = str(mail["To"]).partition("@")[0], str(mail["X-LPBE"]).partition(" ")[0]
            if kind != "answer":
                self.newest[who] = mail
            self.keep(f"out-{who}-{kind}", data)

    def sent(self) -> Iterator[bytes]:
        for path in list((self.root / "out" / "new").iterdir()):
            yield path.read_bytes()
            path.unlink()


def read(data: bytes) -> EmailMessage:
    return cast(EmailMessage, message_from_bytes(data, policy=policy.default))


def text_of(mail: EmailMessage) -> str:
    plain = mail.get_body(("plain",))
    assert plain
    return str(plain.get_content()).replace("\r\n", "\n")


def quoted(mail: EmailMessage) -> str:
    return "".join(f"> {line}".rstrip() + "\n" for line in text_of(mail).splitlines())


def headers(sender: str, subject: str, date: str, *more: str) -> str:
    ident = f"<{date[12:16]}{date[17:25].replace(':', '')}.{sender.partition('<')[2]}"
    kind = ["MIME-Version: 1.0", "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: 8bit"]
    head = [f"From: {sender}", f"To: {HOST}", f"Subject: {subject}", f"Date: {date}", f"Message-ID: {ident}"]
    return "\n".join([*head, *more, *kind, "", ""])


# what Ben writes: he has no program but his mail


def ben(table: Table, name: str, typed: str, date: str, edit: tuple[str, str] = ("", "")) -> None:
    """An answer as a telephone writes it: what he types, then the mail that he answers; he may change a line of it."""
    mail = table.newest["ben"]
    head = headers(f"Ben <{BEN}>", f"Re: {mail['Subject']}", date, f"In-Reply-To: {mail['Message-ID']}")
    answered = f"> On {date[:11]}, lpbe <{HOST}> wrote:\n>\n{quoted(mail)}"
    mark = answered.index("-----BEGIN LPBE REPLY")
    changed = answered[:mark] + answered[mark:].replace(*edit, 1)
    table.send(f"ben-{name}", "\n\n".join(filter(None, [head.rstrip("\n"), typed, "Sent from my phone", changed])))


def away(table: Table, date: str) -> None:
    """His office answers for him."""
    mail = table.newest["ben"]
    more = [f"In-Reply-To: {mail['Message-ID']}", "Auto-Submitted: auto-replied", "X-Auto-Response-Suppress: All"]
    answer = "I am out of the office until Monday and read my mails now and then.\n"
    table.send("ben-away", headers(f"Ben <{BEN}>", f"Automatic reply: {mail['Subject']}", date, *more) + answer)


# what Dan writes: he saves the attached game, and sends what a command prints


def dan(table: Table, name: str, date: str, command: str, *args: str) -> None:
    mail = table.newest["dan"]
    (file,) = mail.iter_attachments()
    saved = str(file.get_filename())
    (table.root / "dan" / "saved" / saved).write_bytes(file.get_content())
    printed = table.lpbe("dan", command, saved, *args, "--mail-to", HOST, where="dan/saved")
    head, _, body = printed.partition("\n\n")
    (subject,) = [line.partition(": ")[2] for line in head.splitlines() if line.startswith("Subject: ")]
    table.send(f"dan-{name}", headers(f"Dan <{DAN}>", subject, date) + body)


def invitation(table: Table) -> str:
    """The code that the invitation tells Dan."""
    words = text_of(table.newest["dan"]).split()
    return words[words.index("--code") + 1]


def begin(table: Table) -> None:
    game = ["--game", "pebbles", "--seats", "red,blue", "--mail", "blue", "--set", "pebbles.rounds=1"]
    table.lpbe("ana", "new", "mars", *game, "--nonce", "5b" * 32, "--pace", "7d", "--now", "2026-01-05T08:00:00Z")
    table.lpbe("ana", "mail", "address", "mars", "referee", HOST)
    table.lpbe("ana", "mail", "address", "mars", "red", DAN, "--format", "text")
    table.lpbe("ana", "mail", "address", "mars", "blue", BEN)
    table.tick("2026-01-05T08:00:00Z")
    sits = ("--seat", "red", "--name", "Dan", "--code", invitation(table))
    dan(table, "join", "Mon, 05 Jan 2026 19:04:11 +0100", "join", *sits)
    table.tick("2026-01-05T18:10:00Z")
    dan(table, "ready", "Mon, 05 Jan 2026 20:31:40 +0100", "ready")
    table.tick("2026-01-05T19:40:00Z")


def bid(table: Table) -> None:
    """Both are asked at once: Dan signs; Ben is away, then errs, then types what he means."""
    away(table, "Mon, 05 Jan 2026 20:40:02 +0100")
    dan(table, "bid", "Mon, 05 Jan 2026 21:15:00 +0100", "order", "bid 1")
    table.tick("2026-01-05T20:20:00Z")
    ben(table, "mistake", "bid 77", "Tue, 06 Jan 2026 07:58:12 +0100")
    table.tick("2026-01-06T07:00:00Z")
    ben(table, "bid", "Oops, a slip of the thumb.\n\nbid 2", "Tue, 06 Jan 2026 08:20:45 +0100")
    table.tick("2026-01-06T07:30:00Z")


def play(table: Table) -> None:
    """Ben, who bid more, begins: ok to what is proposed, then another pebble in the block that he quotes; then Dan."""
    ben(table, "ok", "ok", "Tue, 06 Jan 2026 12:45:31 +0100")
    table.tick("2026-01-06T12:00:00Z")
    ben(table, "keep", "", "Tue, 06 Jan 2026 13:05:09 +0100", ("keep p17 under p09 p14", "keep p09 under p17 p14"))
    table.tick("2026-01-06T12:10:00Z")
    dan(table, "turn", "Tue, 06 Jan 2026 22:10:18 +0100", "order", "end turn")
    table.tick("2026-01-06T21:20:00Z")
    ben(table, "ok", "Ok, thanks!", "Wed, 07 Jan 2026 07:30:00 +0100")
    table.tick("2026-01-07T06:40:00Z")


def main(folder: str) -> None:
    table = Table(Path(folder).absolute())
    begin(table)
    bid(table)
    play(table)
    print(table.lpbe("stranger", "verify", "mars"), end="")


if __name__ == "__main__":
    main(sys.argv[1])
