"""A game by mail played with an installed program; only the mail connects host and players."""

from __future__ import annotations

import mailbox
from collections.abc import Iterator
from contextlib import closing
from email.message import EmailMessage
from pathlib import Path
from typing import Any, ClassVar

from ..cli.world.club import HOST, Answer
from ..cli.world.forked_commands import Server
from ..mail.post import ADDRESSES, PLAYERS, REFEREE, Office, Post, agreed, kind_of, read


class ByMaildir(Office):
    """E-mails that are sent stay in a Maildir until they are carried to their recipients."""

    @property
    def sending(self) -> list[str]:
        return ["--to", f"maildir:{self.root / 'out'}"]

    def settle(self) -> None:
        for data in self.outgoing():
            self.put(str(read(data)["To"]), data)

    def outgoing(self) -> Iterator[bytes]:
        for path in sorted((self.root / "out" / "new").glob("*")):
            yield path.read_bytes()
            path.unlink()

    def put(self, address: str, data: bytes) -> None:
        self.count += 1
        (self.box(address.strip("<>")) / "new" / f"{self.count:06}").write_bytes(data)

    def send(self, sender: str, data: bytes) -> None:
        self.put(REFEREE, data)


class ByMbox(ByMaildir):
    """The host reads one file and writes another."""

    def __init__(self, root: Path) -> None:
        super().__init__(root)
        self.carried = 0
        (root / "in.mbox").touch()

    @property
    def sending(self) -> list[str]:
        return ["--to", f"mbox:{self.root / 'out.mbox'}"]

    @property
    def reading(self) -> list[str]:
        return ["--mbox", str(self.root / "in.mbox")]

    def outgoing(self) -> Iterator[bytes]:
        if (self.root / "out.mbox").exists():
            with closing(mailbox.mbox(self.root / "out.mbox")) as box:
                new = [mail.as_bytes() for mail in box][self.carried :]
            self.carried += len(new)
            yield from new

    def send(self, sender: str, data: bytes) -> None:
        with closing(mailbox.mbox(self.root / "in.mbox")) as box:
            box.add(data)


class Far(Post):
    """Everybody uses the commands of the installed program."""

    program: ClassVar[Server]

    def host(self, *args: str) -> dict[str, Any]:
        answer = self.far(HOST, self.club.root, *args, "--json")
        assert answer.status == 0, (args, answer)
        return answer.payload

    def command(self, seat: str, *args: str) -> Answer:
        return self.far(PLAYERS[seat], self.downloads(seat), *args)

    def far(self, who: str, cwd: Path, *args: str) -> Answer:
        done = self.program.call(self.club.home(who), *args, cwd=cwd, pins=True)
        return self.club.heard((done.code, done.out.encode(), done.err.encode()))

    def answer_all(self) -> None:
        """Let everybody who was asked since the last time answer, with a key or with an e-mail."""
        for seat in ADDRESSES:
            for mail in self.collect(seat):
                if kind_of(mail) == "ask":
                    self.react(seat, mail)

    def react(self, seat: str, mail: EmailMessage) -> None:
        if seat == "blue":
            self.answer(seat, mail, agreed)
        else:
            self.bot(seat, mail)

    def go_on(self, most: int) -> None:
        """Let everybody who was asked when the game began answer, and so on."""
        for seat in ADDRESSES:
            self.react(seat, self.asked(seat))
        for _ in range(most):
            self.tick()
            if self.over:
                return
            self.answer_all()
