"""People who play by mail: a host, players with keys, one who only answers e-mails; and the post between them."""

from __future__ import annotations

import re
import shlex
import smtplib
import socket
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP as SMTP_POLICY
from email.policy import default
from html import unescape
from pathlib import Path
from typing import Any, cast
from urllib.parse import parse_qs, urlsplit

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from lpbe.kernel.chain.deadlines import TIME_FORMAT

from ..cli.world.club import HOST, NONCE, OUTSIDER, PEOPLE, Answer, Club, run_here

REFEREE = "lpbe@example.org"
ADDRESSES = {"red": "dan@example.org", "blue": "ben@example.org", "green": "cleo@example.org"}
PLAYERS = {"red": "dan", "blue": "ben", "green": "cleo"}


def read(data: bytes) -> EmailMessage:
    return cast(EmailMessage, message_from_bytes(data, policy=default))


def text_of(mail: EmailMessage) -> str:
    body = mail.get_body(("plain",))
    assert body is not None
    return str(body.get_content()).replace("\r\n", "\n")


def html_of(mail: EmailMessage) -> str:
    body = mail.get_body(("html",))
    return "" if body is None else str(body.get_content())


def kind_of(mail: EmailMessage) -> str:
    """Return what one of our e-mails is for: ask, soon, grace, refused, invite, end, answer."""
    return str(mail["X-LPBE"] or "").partition(" ")[0]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Office:
    """A post office on this machine: a Maildir for everybody."""

    def __init__(self, root: Path) -> None:
        self.root, self.count = root, 0
        self.port = free_port()
        for address in (REFEREE, *ADDRESSES.values()):
            for part in ("tmp", "new", "cur"):
                (self.box(address) / part).mkdir(parents=True)

    def box(self, address: str) -> Path:
        return self.root / address.partition("@")[0]

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        for address in envelope.rcpt_tos:
            if not self.box(address).is_dir():
                return "550 nobody of that name"
            self.count += 1
            assert isinstance(envelope.content, bytes)
            (self.box(address) / "new" / f"{self.count:06}").write_bytes(envelope.content)
        return "250 taken"

    def new(self, address: str) -> list[EmailMessage]:
        """Return what has arrived since the last look."""
        found = sorted((self.box(address) / "new").iterdir())
        mails = [read(path.read_bytes()) for path in found]
        for path in found:
            path.rename(self.box(address) / "cur" / f"{path.name}:2,S")
        if address == REFEREE:  # the host also reads what was seen
            for path in (self.box(address) / "cur").iterdir():
                path.unlink()
        return mails

    def empty(self) -> None:
        (self.box(REFEREE) / "lpbe-processed.json").unlink(missing_ok=True)
        for address in (REFEREE, *ADDRESSES.values()):
            self.new(address)

    def settle(self) -> None:
        """Wait until nothing is on its way, which it never is here."""

    @property
    def sending(self) -> list[str]:
        """Return how the host sends."""
        return ["--to", f"smtp://127.0.0.1:{self.port}"]

    @property
    def reading(self) -> list[str]:
        """Return where the host reads."""
        return ["--maildir", str(self.box(REFEREE))]

    def send(self, sender: str, data: bytes) -> None:
        with smtplib.SMTP("127.0.0.1", self.port) as line:
            line.sendmail(sender, [REFEREE], data)


@contextmanager
def office(root: Path) -> Iterator[Office]:
    made = Office(root)
    controller = Controller(made, hostname="127.0.0.1", port=made.port)
    controller.start()
    try:
        yield made
    finally:
        controller.stop()


@dataclass
class Post:
    """A game by mail: the host, the post office, the time, and everything that was written."""

    club: Club
    office: Office
    time: datetime | None = None
    counts: Counter[str] = field(default_factory=Counter)
    heard: dict[str, list[EmailMessage]] = field(default_factory=lambda: {seat: [] for seat in ADDRESSES})
    number: int = 0
    env: dict[str, str] = field(default_factory=dict)

    @classmethod
    def begin(
        cls,
        root: Path,
        office: Office,
        game: str,
        *options: str,
        time: datetime | None = None,
        env: dict[str, str] | None = None,
    ) -> Post:
        """Start a game that Ana hosts without playing; blue has no key."""
        club = Club(root, ("red", "blue", "green"))
        for who in (*PEOPLE.values(), OUTSIDER):
            club.give_key(who)
        post = cls(club, office, time, env=env or {})
        office.empty()
        asked = ["--game", game, "--seats", "red,blue,green", "--mail", "blue", "--nonce", NONCE]
        post.host("new", "mars", *asked, *options, *post.now)
        for seat, address in ADDRESSES.items():
            wish = {"green": ["--clear", "--lang", "fr"], "red": ["--format", "text"]}.get(seat, [])
            post.host("mail", "address", "mars", seat, address, *wish)
        post.host("mail", "address", "mars", "referee", REFEREE)
        return post

    @property
    def now(self) -> list[str]:
        return ["--now", self.time.strftime(TIME_FORMAT)] if self.time else []

    def pass_time(self, **span: float) -> None:
        assert self.time
        self.time += timedelta(**span)

    # the host

    def host(self, *args: str) -> dict[str, Any]:
        answer = self.club.lpbe(HOST, *args, "--json", env=self.env)
        assert answer.status == 0, (args, answer)
        return answer.payload

    def tick(self) -> None:
        """Do what a timer does: read, run, send."""
        self.office.settle()
        came = self.host("mail", "in", "mars", *self.office.reading, *self.now)
        self.counts.update(f"in, {mail['did']}" for mail in came["mails"])
        self.host("run", "mars", *self.now)
        sent = self.host("mail", "out", "mars", *self.office.sending, *self.now)
        self.counts.update(f"out, {one['kind']}" for one in sent["made"])
        self.counts["out"] += sent["sent"]
        assert not sent["waits"] and not sent["failed"]

    @property
    def over(self) -> bool:
        return self.club.game.state.window.kind == "over"

    def copy(self, root: Path) -> Post:
        """Copy the game, to be changed without harm; forget what is in mailboxes."""
        self.office.empty()
        heard = {seat: list(mails) for seat, mails in self.heard.items()}
        return Post(self.club.copy(root), self.office, self.time, Counter(), heard, self.number, self.env)

    def seat_all(self) -> None:
        """Follow the invitations and get everybody ready, with the commands in the e-mails."""
        for word in ("join", "ready"):
            self.tick()
            for seat in ("red", "green"):
                (mail,) = [one for one in self.collect(seat) if kind_of(one) != "answer"]
                assert kind_of(mail) == {"join": "invite", "ready": "ask"}[word]
                self.obey(seat, mail, word, NAME=seat.capitalize(), NOM=seat.capitalize())
        self.tick()
        for seat in ADDRESSES:
            self.collect(seat)

    def asked(self, seat: str) -> EmailMessage:
        """Return the last question that a seat was mailed."""
        return [mail for mail in self.heard[seat] if kind_of(mail) == "ask"][-1]

    # players

    def collect(self, seat: str) -> list[EmailMessage]:
        self.office.settle()
        came = self.office.new(ADDRESSES[seat])
        self.heard[seat] += came
        return came

    def downloads(self, seat: str) -> Path:
        folder = self.club.root / "downloads" / seat
        folder.mkdir(parents=True, exist_ok=True)
        return folder

    def save(self, seat: str, mail: EmailMessage) -> None:
        for part in mail.iter_attachments():
            (self.downloads(seat) / str(part.get_filename())).write_bytes(part.get_content())

    def command(self, seat: str, *args: str) -> Answer:
        """Run a command as a player, where the e-mails are saved."""
        env = self.club.environment(PLAYERS[seat])
        return self.club.heard(run_here(list(args), self.downloads(seat), env, b""))

    def obey(self, seat: str, mail: EmailMessage, word: str, **changes: str) -> None:
        """Run the command in an e-mail, and send what it prints."""
        self.save(seat, mail)
        (line,) = [line for line in text_of(mail).splitlines() if line.strip().startswith(f"lpbe {word} ")]
        words = [changes.get(part, part) for part in shlex.split(line)[1:]]
        self.signed(seat, self.command(seat, *words).out)

    def signed(self, seat: str, printed: str) -> None:
        head, _, body = printed.partition("\n\n")
        assert f"To: {REFEREE}" in head and "BEGIN LPBE ORDER" in body, printed
        self.write(seat, body)

    def bot(self, seat: str, mail: EmailMessage) -> None:
        """Answer as a player with a key who lets a bot choose."""
        self.save(seat, mail)
        (file,) = [str(part.get_filename()) for part in mail.iter_attachments()]
        done = self.command(seat, "bot", file, "--mail-to", REFEREE)
        assert done.status == 0, done
        self.signed(seat, done.out)

    def write(self, seat: str, body: str, **headers: str) -> bytes:
        """Write an e-mail as a player, in the form of a plain program."""
        self.number += 1
        made = EmailMessage()
        made["From"], made["To"] = ADDRESSES[seat], REFEREE
        made["Message-ID"] = f"<{self.number}.{seat}@example.org>"
        for name, value in {"Subject": "Re: the game", **headers}.items():
            made[name.replace("_", "-")] = value
        made.set_content(body)
        data = made.as_bytes(policy=SMTP_POLICY)
        self.counts["written"] += 1
        self.office.send(ADDRESSES[seat], data)
        return data

    def send_again(self, seat: str, data: bytes) -> None:
        self.counts["written"] += 1
        self.office.send(ADDRESSES[seat], data)

    def answer(self, seat: str, mail: EmailMessage, way: Callable[[EmailMessage], str]) -> bytes:
        return self.write(seat, way(mail), In_Reply_To=str(mail["Message-ID"]))


# ways to answer a mail without a key


def quoted(mail: EmailMessage) -> str:
    return "".join(f"> {line}\n" for line in text_of(mail).splitlines())


def agreed(mail: EmailMessage) -> str:
    """Return the lines unchanged."""
    return f"ok\n\nOn Monday lpbe wrote:\n{quoted(mail)}"


def clicked(mail: EmailMessage, which: int = 0) -> str:
    """Follow a link of the page, and send the e-mail."""
    links = [unescape(link) for link in re.findall(r'href="(mailto:[^"]*)"', html_of(mail))]
    (body,) = parse_qs(urlsplit(links[which]).query)["body"]
    return body


def block_in(mail: EmailMessage) -> list[str]:
    lines = text_of(mail).splitlines()
    begin = next(n for n, line in enumerate(lines) if "BEGIN LPBE REPLY" in line)
    return lines[begin : next(n for n, line in enumerate(lines) if "END LPBE REPLY" in line) + 1]


def ready_orders(mail: EmailMessage) -> list[str]:
    return [line.strip() for line in block_in(mail)[1:-1] if line.strip() and not line.strip().startswith("#")]


def typed(mail: EmailMessage) -> str:
    """Type the first suggested order above the quoted text."""
    return f"{ready_orders(mail)[0]}\n\nOn Monday lpbe wrote:\n{quoted(mail)}"


def changed(mail: EmailMessage, orders: str) -> str:
    """Put another order into the quoted block."""
    ready = {line for line in block_in(mail) if line.strip() in ready_orders(mail)}
    first = next(iter(ready))
    lines = [line if line not in ready else line.replace(first.strip(), orders) for line in text_of(mail).splitlines()]
    kept = [line for line in lines if line not in ready]
    return "".join(f"> {line}\n" for line in kept)
