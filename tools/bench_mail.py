"""A host of many games by mail: what reading and sending cost with nothing to do, and with some orders and mails."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Sequence
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path

import bench_engine as engine
import bench_folders as folders
import bench_games as games
from bench_clock import cold, note
from bench_engine import Host
from bench_games import Deed

REFEREE = "lpbe@example.org"


class Post:
    """The host's folders: a tree of games, the mails that came, and those that go out."""

    def __init__(self, lpbe: str, desk: Path, count: int) -> None:
        self.lpbe, self.count = lpbe, count
        self.tree, self.came, self.gone = desk / "posted", desk / "came", desk / "gone"
        for part in ("new", "cur", "tmp"):
            (self.came / part).mkdir(parents=True)
        self.tree.mkdir()

    def place(self, number: int) -> Path:
        """Where a game of the tree lies."""
        return self.tree / f"{number // 100}" / f"{number:04}"

    def do(self, *args: str) -> None:
        subprocess.run([self.lpbe, *args], stdout=subprocess.DEVNULL, check=True)

    def read(self) -> float:
        return cold([self.lpbe, "mail", "in", str(self.tree), "--maildir", str(self.came)])

    def send(self, *of: Path) -> float:
        return cold([self.lpbe, "mail", "out", *map(str, of or [self.tree]), "--to", f"maildir:{self.gone}"])

    def sent(self) -> list[EmailMessage]:
        """What has gone out since this was last asked."""
        mails = []
        for path in sorted((self.gone / "new").iterdir()):
            mails.append(message_from_bytes(path.read_bytes(), policy=default))
            path.unlink()
        return mails

    def address(self, folder: Path, seat: str) -> None:
        """Somebody else at each table."""
        self.do("mail", "address", str(folder), seat, f"{seat}.{folder.name}@example.org")

    def put(self, name: str, sender: str, text: str) -> None:
        """A mail of a player."""
        mail = EmailMessage()
        mail["From"], mail["To"], mail["Message-ID"] = sender, REFEREE, f"<{name}@example.org>"
        mail.set_content(text)
        (self.came / "new" / name).write_bytes(mail.as_bytes())


def measure(lpbe: str, table: Host, deeds: Sequence[Deed], desk: Path, many: int, busy: int) -> dict[str, float]:
    """Half of the busy games have a player with a key, in the middle of the game; half one who only answers mails.

    The others are copies of one game, whose players have all been written to.
    """
    note(f"mails of {many} games, {busy} of them to be sent, {busy} orders come")
    post = Post(lpbe, desk, many)
    first = folders.filled(table, deeds, desk / "one-by-mail")
    for number in range(many - busy):
        shutil.copytree(first, post.place(number), copy_function=shutil.copyfile)
    for seat in table.people:
        post.address(first, seat)
    post.do("mail", "address", str(first), "referee", REFEREE)
    post.send(first)
    post.sent()
    letters = [keyed(post, number, len(deeds)) for number in range(many - busy, many - busy // 2)]
    for number in range(many - busy // 2, many):
        mailed(post, number)
    figures = {"mail_out_orders_s": post.send()}
    mails = post.sent()
    assert len(mails) == busy, len(mails)
    figures |= {"mail_out_s": post.send(), "mail_in_s": post.read()}
    assert not post.sent()
    for number, letter in enumerate(letters):
        post.put(f"signed{number}", f"somebody{number}@example.org", letter)
    for number, mail in enumerate(mail for mail in mails if "BEGIN LPBE REPLY" in text_of(mail)):
        post.put(f"typed{number}", str(mail["To"]), f"ok\n\nOn Monday lpbe wrote:\n{quoted(text_of(mail))}")
    figures["mail_in_orders_s"] = post.read()
    filed = len(list(post.tree.glob("*/*/inbox/*.toml")))
    assert filed == busy, filed
    shutil.rmtree(post.tree)
    return figures


def keyed(post: Post, number: int, steps: int) -> str:
    """A game in its middle, whose asked player is written to; and the letter she will send."""
    table = engine.host("living-planet", nonce=f"{number:064x}")
    played = games.play(table, number)
    deeds = [next(played) for _ in range(steps + 1)]
    folder = folders.filled(table, deeds[:-1], folder_for(post, number))
    post.address(folder, deeds[-1].envelope.order.seat)
    return engine.armoured(deeds[-1].envelope)


def mailed(post: Post, number: int) -> None:
    """A game that has begun; of its players one reads and answers mails alone."""
    folder = folder_for(post, number)
    post.do("new", str(folder), "--game", "living-planet", "--seats", "red,blue", "--as", "red", "--mail", "blue")
    post.do("run", str(folder))
    post.address(folder, "blue")


def folder_for(post: Post, number: int) -> Path:
    folder = post.place(number)
    folder.parent.mkdir(exist_ok=True)
    return folder


def text_of(mail: EmailMessage) -> str:
    body = mail.get_body(("plain",))
    assert body
    return str(body.get_content())


def quoted(text: str) -> str:
    return "".join(f"> {line}{os.linesep}" for line in text.splitlines())
