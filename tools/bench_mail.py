"""Measure a host of many games by mail: reading and sending with nothing to do, and with some orders and e-mails."""

from __future__ import annotations

import os
import shutil
import subprocess
import tomllib
from collections.abc import Sequence
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path
from typing import cast

import bench_engine as engine
import bench_folders as folders
import bench_games as games
from bench_clock import cold, note
from bench_engine import Host
from bench_games import Deed

REFEREE = "lpbe@example.org"
NEW = ("--game", "living-planet", "--seats", "red,blue", "--as", "red", "--mail", "blue")


class Post:
    """The host's folders: a tree of games, and the e-mails received and sent."""

    def __init__(self, lpbe: str, desk: Path) -> None:
        self.lpbe = lpbe
        self.tree, self.came, self.gone = desk / "posted", desk / "came", desk / "gone"
        for part in ("new", "cur", "tmp"):
            (self.came / part).mkdir(parents=True)
        self.players = [f'host = {{address = "{REFEREE}"}}']

    def place(self, number: int) -> Path:
        """Return where in the tree a game is."""
        folder = self.tree / f"{number // 100}" / f"{number:04}"
        folder.parent.mkdir(parents=True, exist_ok=True)
        return folder

    def do(self, *args: str) -> None:
        subprocess.run([self.lpbe, *args], stdout=subprocess.DEVNULL, check=True)

    def read(self) -> float:
        return cold([self.lpbe, "mail", "in", str(self.tree), "--maildir", str(self.came)])

    def send(self, of: Path) -> float:
        return cold([self.lpbe, "mail", "out", str(of), "--to", f"maildir:{self.gone}"])

    def sent(self) -> list[EmailMessage]:
        """Return what has been sent since the last call."""
        found = sorted((self.gone / "new").iterdir())
        mails = [cast(EmailMessage, message_from_bytes(path.read_bytes(), policy=default)) for path in found]
        for path in found:
            path.unlink()
        return mails

    def note_addresses(self, folder: Path, *seats: str) -> None:
        """Record different addresses for each game."""
        game = tomllib.loads((folder / "game.toml").read_text())["state"]["game"][:12]
        self.players += [f'games.{game}.{seat}.address = "{seat}.{game}@example.org"' for seat in seats]
        with open(Path(os.environ["XDG_CONFIG_HOME"], "lpbe", "players.toml"), "w", opener=private) as file:
            file.write("\n".join(self.players))

    def put(self, name: str, sender: str, text: str) -> None:
        """Deliver an e-mail from a player."""
        mail = EmailMessage()
        mail["From"], mail["To"], mail["Message-ID"] = sender, REFEREE, f"<{name}@example.org>"
        mail.set_content(text)
        (self.came / "new" / name).write_bytes(mail.as_bytes())


def private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def measure(lpbe: str, table: Host, deeds: Sequence[Deed], desk: Path, many: int, busy: int) -> dict[str, float]:
    """Measure busy games in their middle: half have a player with a key, half one who only replies to e-mails.

    The others are copies of one game, whose players have all been sent their e-mails.
    """
    note(f"mails of {many} games, {busy} of them due, {busy} orders come")
    post = Post(lpbe, desk)
    first = folders.fill_folder(table, deeds, desk / "one-by-mail")
    for number in range(many - busy):
        shutil.copytree(first, post.place(number), copy_function=shutil.copyfile)
    post.note_addresses(first, *table.people)
    post.send(first)
    post.sent()
    letters = [prepare_game(post, number, len(deeds)) for number in range(many - busy, many - busy // 2)]
    mail_games(post, range(many - busy // 2, many))
    figures = {"mail_out_due_s": post.send(post.tree)}
    mails = post.sent()
    assert len(mails) == busy, len(mails)
    figures |= {"mail_out_s": post.send(post.tree), "mail_in_s": post.read()}
    assert not post.sent()
    signed = [("somebody@example.org", letter) for letter in letters]
    typed = [(str(mail["To"]), quote_mail(mail)) for mail in mails if "BEGIN LPBE REPLY" in text_of(mail)]
    for number, (sender, text) in enumerate([*signed, *typed]):
        post.put(f"player{number}", sender, text)
    figures["mail_in_orders_s"] = post.read()
    filed = len(list(post.tree.glob("*/*/inbox/*.toml")))
    assert filed == busy, filed
    shutil.rmtree(post.tree)
    return figures


def prepare_game(post: Post, number: int, steps: int) -> str:
    """Prepare a game in its middle, whose awaited player has been sent the question, and the letter she will send."""
    table = engine.host("living-planet", nonce=f"{number:064x}")
    played = games.play(table, number)
    deeds = [next(played) for _ in range(steps + 1)]
    folder = folders.fill_folder(table, deeds[:-1], post.place(number))
    post.note_addresses(folder, deeds[-1].envelope.letter.seat)
    return engine.armor_letter(deeds[-1].envelope)


def mail_games(post: Post, numbers: range) -> None:
    """Start games that each have one player who only reads and answers e-mails."""
    places = [post.place(number) for number in numbers]
    for folder in places:
        post.do("new", str(folder), *NEW)
    post.do("run", *map(str, places))
    for folder in places:
        post.note_addresses(folder, "blue")


def text_of(mail: EmailMessage) -> str:
    body = mail.get_body(("plain",))
    assert body
    return str(body.get_content())


def quote_mail(mail: EmailMessage) -> str:
    """Quote the lines of an e-mail unchanged."""
    quoted = "".join(f"> {line}\n" for line in text_of(mail).splitlines())
    return f"ok\n\nOn Monday lpbe wrote:\n{quoted}"
