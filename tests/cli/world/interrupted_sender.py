"""One person's command in a game that waits for it: interrupted, repeated, and carried out by the host."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from lpbe.kernel.chain.letter import letter_id
from lpbe.kernel.gamedir.inbox import read_letter

from .forked_commands import Done, Server, Trace
from .interrupted_run import Club, tree

BROKEN = ("EIO", "ENOSPC", "EACCES")
LATE = {"E_ORDER_REV", "E_ORDER_STALE"}
"""The message for the one of two such letters that comes too late."""


@dataclass(frozen=True)
class Sender:
    """A root with the game `mars` and the sender's `home`, pins included; the host's key is elsewhere."""

    server: Server
    host: Path
    root: Path
    words: tuple[str, ...]
    filed: str
    """The file that exists when it is done, relative to the root."""

    @property
    def folder(self) -> Path:
        return self.root / "mars"

    @property
    def home(self) -> Path:
        return self.root / "home"

    @property
    def key(self) -> Path:
        return self.home / "lpbe" / "key"

    def copy(self, to: Path) -> Sender:
        return replace(self, root=Path(shutil.copytree(self.root, to)))

    def call(self, **how: Any) -> Done:
        return self.server.call(self.home, *self.command, "--json", pins=True, **how)

    @property
    def command(self) -> list[str]:
        name, *rest = self.words
        return [name, str(self.folder), *rest]

    def trace(self, work: Path, way: str = "die") -> Trace:
        copy = self.copy(work / f"undisturbed-{way}")
        trace = self.server.trace(copy.home, *copy.command, way=way, pins=True)
        assert (copy.root / self.filed).is_file()
        return trace

    def files(self) -> dict[str, bytes]:
        return tree(self.root)

    def there(self) -> bool:
        return (self.root / self.filed).is_file()

    def check_halfway(self, before: dict[str, bytes]) -> None:
        """Check that the game is unchanged, nothing is half written, and a new key is there if its letter is."""
        now = self.files()
        own = ("home/state/", "home/lpbe/")
        assert {name for name in now if not name.startswith(own)} - {self.filed} == before.keys() - {
            name for name in before if name.startswith(own)
        }
        assert all(now[name] == before[name] for name in before if not name.startswith("home/state/"))
        if self.there() and self.filed.startswith("mars/inbox"):
            read_letter(str(self.root / self.filed))

    def check_clear(self, done: Done) -> None:
        """Check that the disk is named as the cause, or did no harm."""
        if done.code:
            payload = done.json()
            assert (done.code, payload["code"][:7], done.err) == (6, "E_FILE_", ""), done

    def complete(self) -> None:
        """Check that the command succeeds when repeated, as does the host's next run, and the game is valid."""
        again = self.call()
        assert again.code == 0 and self.there(), again
        if self.filed.startswith("mars/inbox"):
            self.check_run()
        assert self.server.call(self.host, "verify", self.folder).code in (0, 3)

    def check_run(self) -> None:
        """What was sent is carried out, once. Given again, a command makes the same letter for the same window;
        of the others each has a number of its own, and one of two is told that it comes too late."""
        waiting = {path: letter_id(read_letter(str(path)).letter) for path in (self.folder / "inbox").glob("*.toml")}
        wanted = waiting[self.root / self.filed]
        ran = self.server.do(self.host, "run", self.folder)
        applied = [item["order"] for item in ran["applied"] if item["order"] in waiting.values()]
        assert applied == [wanted] or (applied and not Path(self.filed).name[0].isdigit()), ran
        assert {item["code"] for item in ran["refused"]} <= LATE, ran


def prepare(table: Club, work: Path, home: Path | None, folder: Path, words: tuple[str, ...], filed: str) -> Sender:
    """Return a root of their own."""
    root = work / "root"
    shutil.copytree(folder, root / "mars")
    shutil.copytree(home, root / "home") if home else (root / "home").mkdir()
    return Sender(table.server, table.host, root, words, filed)


def copy_with_empty_inbox(table: Club, work: Path) -> Path:
    """Copy the game with an empty inbox."""
    folder = table.copy(work / "playing")
    for path in (folder / "inbox").iterdir():
        path.unlink()
    return folder


def begin(table: Club, work: Path) -> tuple[Path, str]:
    """Return a game for two, and the invitation to it."""
    folder = work / "early"
    begun = table.server.do(table.host, "new", folder, "--game", "pebbles", "--seats", "red,green", "--as", "red")
    table.server.do(table.host, "run", folder)
    return folder, begun["invitations"]["green"]


def gather_players(table: Club, work: Path) -> Path:
    """Everybody has joined and nobody is ready."""
    folder, code = begin(table, work)
    table.server.do(table.host.parent / "cleo", "join", folder, "--seat", "green", "--code", code)
    table.server.do(table.host, "run", folder)
    return folder


def prepare_join(table: Club, work: Path, key: bool) -> Sender:
    folder, code = begin(table, work)
    home = table.host.parent / "cleo" if key else None
    return prepare(table, work, home, folder, ("join", "--seat", "green", "--code", code), "mars/inbox/0-green-0.toml")


def sender_of(*words: str, filed: str) -> Callable[[Club, Path], Sender]:
    def make(table: Club, work: Path) -> Sender:
        cleo = table.host.parent / "cleo"
        return prepare(table, work, cleo, copy_with_empty_inbox(table, work), words, filed)

    return make


def prepare_ready(table: Club, work: Path) -> Sender:
    cleo = table.host.parent / "cleo"
    return prepare(table, work, cleo, gather_players(table, work), ("ready",), "mars/inbox/1-green-0.toml")


def handing_over(table: Club, work: Path) -> Sender:
    folder = copy_with_empty_inbox(table, work)
    offer = table.server.do(table.host.parent / "ben", "handover", folder, "--offer")["offer"]
    words = ("handover", "--to", offer)
    return prepare(table, work, table.host, folder, words, "mars/inbox/free-referee-0.toml")


def changing_mind(table: Club, work: Path) -> Sender:
    """Return a club where an earlier order of the same window waits: its number must not be used twice."""
    cleo, folder = table.host.parent / "cleo", copy_with_empty_inbox(table, work)
    table.server.do(cleo, "order", folder, "bid coins=2")
    return prepare(table, work, cleo, folder, ("order", "bid coins=3"), "mars/inbox/2-green-1.toml")


SENDERS: dict[str, Callable[[Club, Path], Sender]] = {
    "order": sender_of("order", "bid coins=3", filed="mars/inbox/2-green-0.toml"),
    "order again": changing_mind,
    "join": lambda table, work: prepare_join(table, work, True),
    "join without a key": lambda table, work: prepare_join(table, work, False),
    "ready": prepare_ready,
    "policy": sender_of("policy", "pebbles.keep=lowest", filed="mars/inbox/standing-green-0.toml"),
    "plans": sender_of("order", "plan bid coins=1", filed="mars/inbox/standing-green-0.toml"),
    "note": sender_of("note", "Well met", filed="mars/inbox/note-green-0.toml"),
    "resign": sender_of("resign", "--yes", filed="mars/inbox/free-green-0.toml"),
    "copy": sender_of("copy", "-o", "copy.toml", filed="home/copy.toml"),
    "handover": handing_over,
}
