"""A game that can be interrupted: a folder with a full inbox, as it waits and as an undisturbed command leaves it."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from lpbe.kernel.chain.letter import letter_id
from lpbe.kernel.chain.transition import authenticate
from lpbe.kernel.crypto.keys import Identity, key_text
from lpbe.kernel.gamedir.gamedir import dump_game, load, locate
from lpbe.kernel.gamedir.inbox import read_letter
from lpbe.kernel.gamedir.log import log_line
from lpbe.kernel.gamedir.receipts import read_receipt_file

from .forked_commands import KILLED, Done, Server, Trace, start

NONCE = "ab" * 32
BEGIN = ["--game", "pebbles", "--seats", "red,blue,green", "--as", "red", "--bot", "blue", "--nonce", NONCE]


def tree(folder: Path) -> dict[str, bytes]:
    """Return every file but the hidden ones, by name."""
    found = (path for path in sorted(folder.rglob("*")) if path.is_file() and not path.name.startswith("."))
    return {str(path.relative_to(folder)): path.read_bytes() for path in found}


def is_answer(name: str) -> bool:
    """Return what a run says of what it refused: under the number of the step that it had come to when it ended."""
    return re.fullmatch(r"refused/\d{6}\.(toml|txt)", name) is not None


def lasting_files(files: dict[str, bytes]) -> dict[str, bytes]:
    """Return all that does not depend on how often a run was interrupted."""
    return {name: data for name, data in files.items() if not is_answer(name)}


def refused_ids(folder: Path) -> set[str]:
    """Return the orders of which a receipt says that they were refused."""
    paths = [folder / name for name in tree(folder) if is_answer(name) and name.endswith(".toml")]
    return {refusal.letter_id for path in paths for refusal in read_receipt_file(str(path)).receipt.refused}


def unreported_files(folder: Path) -> list[str]:
    """Return what was put aside without a receipt."""
    files = tree(folder)
    words = b"".join(data for name, data in files.items() if is_answer(name) and name.endswith(".txt")).decode()
    kept = [name.removeprefix("refused/") for name in lasting_files(files) if name.startswith("refused/")]
    return [name for name in kept if f"({name}): E_" not in words]


def leftovers(folder: Path) -> list[str]:
    return [str(path.relative_to(folder)) for path in sorted(folder.rglob(".*"))]


def fingerprint(folder: Path) -> dict[str, tuple[int, int, int]]:
    """Return what changes even if a file is written again with the same content."""
    return {
        str(path.relative_to(folder)): (path.stat().st_ino, path.stat().st_mtime_ns, path.stat().st_size)
        for path in [folder, *sorted(folder.rglob("*"))]
    }


def log_orders(folder: Path) -> list[str]:
    """Return the ids of the orders in the log."""
    entries = map(json.loads, (folder / "log.jsonl").read_bytes().splitlines())
    return [entry["head"]["order"] for entry in entries if "order" in entry["head"]]


def own_state(folder: Path) -> Path:
    """Return where a copy of a game keeps the record of its runs: if there is a record, the next run writes less."""
    return folder.with_name(f"{folder.name}-state")


def make_key(home: Path, number: int) -> Path:
    path = home / "lpbe" / "key"
    path.parent.mkdir(parents=True)
    path.write_text(key_text(Identity(bytes([number]) * 32), home.name, "2026-01-01", ""))
    path.chmod(0o600)
    return home


@dataclass
class Club:
    """A game folder as it waits for a command, and as the command leaves it if nothing disturbs it."""

    server: Server
    host: Path
    folder: Path
    order: Path | None = None
    orders: dict[str, str] = field(default_factory=dict)
    after: dict[str, bytes] = field(default_factory=dict)
    answered: set[str] = field(default_factory=set)
    trace: Trace = field(default_factory=lambda: Trace([], []))

    def settle(self, work: Path) -> Club:
        """Let the command finish, in a copy."""
        if not self.order:
            inbox = self.folder / "inbox"
            self.orders = {name: letter_id(read_letter(str(inbox / name)).letter) for name in self.readable()}
        copy = self.copy(work / f"{self.folder.name}-undisturbed")
        self.trace = self.trace_in(copy)
        self.after, self.answered = tree(copy), refused_ids(copy)
        assert self.server.call(self.host, "verify", copy).code in (0, 3)
        return self

    def words(self, folder: Path) -> list[Path | str]:
        """Return the command: a run of all that waits, or one order applied in place."""
        return ["apply", folder, self.order, "--json"] if self.order else ["run", folder, "--json"]

    def readable(self) -> list[str]:
        return [path.name for path in sorted((self.folder / "inbox").glob("*.toml"))]

    def copy(self, to: Path, of: Path | None = None) -> Path:
        return Path(shutil.copytree(of or self.folder, to))

    def halfway(self, folder: Path) -> Club:
        """Return the same, from the state that a folder is in."""
        copy = self.copy(folder.with_name(f"{folder.name}-copy"), folder)
        return replace(self, folder=folder, trace=self.trace_in(copy))

    def call(self, folder: Path, **how: Any) -> Done:
        return self.server.call(self.host, *self.words(folder), state=own_state(folder), **how)

    def trace_in(self, folder: Path) -> Trace:
        """Return the changes of the command, as `call` makes and numbers them in a copy of this folder."""
        return self.server.trace(self.host, *self.words(folder), state=own_state(folder))

    def start(self, folder: Path) -> subprocess.Popen[str]:
        return start(self.host, *self.words(folder))

    def trace_all(self) -> list[tuple[str, str]]:
        """Return every call of the command, with a pin."""
        words = self.words(self.host.parent / "mars")
        return self.server.trace(self.host, *words, way="EIO", pins=True).seen

    def check_halfway(self, folder: Path) -> None:
        """Check, whatever happened, that the game file is complete, the log leads to it, and no order is lost."""
        before, now = tree(self.folder), tree(folder)
        game = load(locate(str(folder)))
        authenticate(game)
        assert now["game.toml"] == dump_game(game, "game.toml")
        reached = self.after["log.jsonl"].splitlines()
        assert reached[game.state.seq] == log_line(game)
        assert now["log.jsonl"].startswith(before["log.jsonl"])
        assert self.after["log.jsonl"].startswith(now["log.jsonl"])
        assert now["log.jsonl"].count(b"\n") in (game.state.seq, game.state.seq + 1)
        self.check_nothing_lost(folder)
        for name in lasting_files(now).keys() - {"game.toml", "log.jsonl"}:
            assert now[name] == (before if name.startswith("inbox/") else self.after)[name], name
        assert unreported_files(folder) == []
        assert refused_ids(folder) <= self.answered

    def check_nothing_lost(self, folder: Path) -> None:
        """Check that what is no longer in the inbox was carried out, or is kept unchanged under some name."""
        before, now = tree(self.folder), tree(folder)
        reached = self.after["log.jsonl"].splitlines()[: load(locate(str(folder))).state.seq + 1]
        applied = {json.loads(line)["head"].get("order") for line in reached}
        for name in before.keys() - now.keys():
            assert self.orders.get(name.removeprefix("inbox/")) in applied or before[name] in now.values(), name

    def check_complete(self, folder: Path, done: Done) -> None:
        """Check that everything is as if nothing had happened, except refusal times, and nothing is applied twice."""
        assert done.code == 0 or (self.order and done.code == 5 and "E_ORDER_STALE" in done.out), done
        assert lasting_files(tree(folder)) == lasting_files(self.after)
        assert (refused_ids(folder), unreported_files(folder)) == (self.answered, [])
        applied = log_orders(folder)
        assert len(applied) == len(set(applied))
        assert leftovers(folder) == []


def build_table(server: Server, work: Path) -> Club:
    """Build a game of three people and a bot in their first common window, with everything an inbox can contain."""
    ana, ben, cleo = [make_key(work / name, n) for n, name in enumerate(("ana", "ben", "cleo"), 1)]
    mars = work / "mars"
    seats = ["--seats", "red,blue,green,yellow", "--as", "red", "--bot", "yellow"]
    begun = server.do(ana, "new", mars, "--game", "pebbles", *seats, "--nonce", NONCE, "--set", "pebbles.rounds=1")
    for home, seat in ((ben, "blue"), (cleo, "green")):
        server.do(home, "join", mars, "--seat", seat, "--code", begun["invitations"][seat])
    server.do(ana, "run", mars)
    for home in (ben, cleo):
        server.do(home, "ready", mars)
    again = (mars / "inbox" / "1-blue-0.toml").read_bytes()
    server.do(ana, "run", mars)
    policy = cleo / "policy.toml"
    policy.write_text('[pebbles]\nkeep = "lowest"\n')
    server.do(cleo, "policy", mars, policy)
    server.do(cleo, "order", mars, "bid coins=0")
    server.do(ana, "order", mars, "bid coins=1")
    server.do(ben, "order", mars, "bid coins=2")
    server.do(ben, "order", mars, "bid coins=0")
    server.do(ben, "order", mars, "bid coins=4", "--rev", "1", "-o", mars / "inbox" / "other.toml")
    server.do(cleo, "order", mars, "bid coins=5", "--rev", "2", "--unsigned", "-o", mars / "inbox" / "unsigned.toml")
    (mars / "inbox" / "1-blue-0.toml").write_bytes(again)
    (mars / "inbox" / "shopping.txt").write_text("bread, tea\n")
    return Club(server, ana, mars).settle(work)


def build_single(table: Club, work: Path) -> Club:
    """Build the same game, to apply one order in place."""
    order = table.folder / "inbox" / "2-red-0.toml"
    return Club(table.server, table.host, table.folder, order).settle(work)


def build_bots(server: Server, work: Path) -> Club:
    """Build a whole game for one run: three seats that the referee plays."""
    host = make_key(work / "host", 9)
    bots = ["--bot", "red", "--bot", "blue", "--bot", "green"]
    server.do(host, "new", work / "venus", "--game", "pebbles", "--seats", "red,blue,green", *bots, "--nonce", NONCE)
    return Club(server, host, work / "venus").settle(work)


def pinned_club(club: Club, root: Path) -> Club:
    """Return the same club with a host of its own who remembers: a copy of the game is beside the home."""
    club.copy(root / "mars")
    return replace(club, host=Path(shutil.copytree(club.host, root / "host")))


def pinned_steps(club: Club) -> list[int]:
    """Return the step that the host's pin knows, if there is one."""
    paths = club.host.glob("state/lpbe/pins/*/*.json")
    return [int(json.loads(path.read_text())["head"]["seq"]) for path in paths]


def complete(club: Club, folder: Path) -> None:
    club.check_complete(folder, club.call(folder))


def kill(club: Club, folder: Path, at: int, way: str) -> None:
    assert club.call(folder, at=at, way=way).code == KILLED
    club.check_halfway(folder)


def check_clear(done: Done) -> None:
    """Check that the disk is named as the cause."""
    payload = done.json()
    assert (done.code, payload["code"], done.err) == (6, "E_FILE_IO", "")
    assert payload["message"].endswith(("No space left on device", "File too large", "Input/output error"))
    assert payload["file"]


def fill_disk(club: Club, work: Path, way: str, instants: range) -> None:
    """Fill the disk at these instants; one that deletes something works on a full disk as well."""
    failed = 0
    for at in instants:
        folder = club.copy(work / str(at))
        done = club.call(folder, at=at, way=way)
        if done.code != 0:
            check_clear(done)
            failed += 1
        assert leftovers(folder) == []
        club.check_halfway(folder)
        complete(club, folder)
    assert failed > len(instants) // 2


def begin_again(server: Server, host: Path, folder: Path) -> str:
    again = server.call(host, "new", folder, *BEGIN, "--json")
    if again.code == 0:
        return "begun"
    payload = again.json()
    assert (again.code, payload["code"]) == (6, "E_FILE_EXISTS")
    assert f"lpbe run {folder}" in payload["hint"]
    return "there"
