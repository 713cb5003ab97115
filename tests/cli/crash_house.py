"""A game that can be interrupted: a folder with a full inbox, and processes that fail at a chosen instant.

Run as a program, this is a server: it imports the commands once and forks a process for each one asked for. What
changes a file goes through a few functions of `os`; in the forked process they count themselves, and at the chosen
number the process is killed, interrupted, or told that the disk is full or broken:

    die        killed before the change          full       no room for it or for any later one
    tear       killed in the middle of a write   once       no room for this one only
    interrupt  Ctrl-C instead of the change      unread     this reading (not change) fails
"""

from __future__ import annotations

import errno
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any

from lpbe.kernel.chain.letters import letter_id
from lpbe.kernel.chain.step import authenticate
from lpbe.kernel.crypto.keys import Identity, key_text
from lpbe.kernel.folder.folder import dump_game, load, locate
from lpbe.kernel.folder.inbox import letter_name, read_letter
from lpbe.kernel.folder.log import log_line

LPBE = [sys.executable, "-m", "lpbe"]
NONCE = "ab" * 32
KILLED = -signal.SIGKILL

CHANGES = ("open", "write", "fsync", "replace", "rename", "link", "unlink", "remove", "ftruncate", "truncate", "mkdir")
CHANGED = {
    "open": "open",
    "replace": "os.rename",
    "rename": "os.rename",
    "link": "os.link",
    "unlink": "os.remove",
    "remove": "os.remove",
    "ftruncate": "os.truncate",
    "truncate": "os.truncate",
    "mkdir": "os.mkdir",
}
OTHERS = ("os.rmdir", "os.symlink", "os.chmod", "os.utime", "os.system", "subprocess.Popen", "shutil.copyfile")
NEEDS_ROOM = ("open", "write", "fsync", "replace", "rename", "link", "mkdir")
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT


class Instants:
    """In a forked process: every change to a file is an instant with a number; at one of them something happens."""

    def __init__(self, at: int, way: str, trace: str) -> None:
        self.at, self.way, self.count = at, way, 0
        self.paths: dict[int, str] = {}
        self.kept = os.open(trace, os.O_WRONLY | os.O_APPEND | os.O_CREAT) if trace else -1
        self.note = os.write
        if trace:
            sys.addaudithook(self.hear)
        for name in ("read",) if way == "unread" else CHANGES:
            setattr(os, name, self.counted(name, getattr(os, name)))

    def counted(self, name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **kwargs: Any) -> Any:
            if name == "open" and not args[1] & WRITING:
                result = real(*args, **kwargs)
            else:
                self.count += 1
                self.keep("seen", name, self.named(name, args))
                result = self.instant(name, real, args, kwargs)
            if name == "open":
                self.paths[result] = args[0]
            return result

        return call

    def named(self, name: str, args: tuple[Any, ...]) -> str:
        if name in ("replace", "rename", "link"):
            return str(args[1])
        return self.paths.get(args[0], "") if isinstance(args[0], int) else str(args[0])

    def instant(self, name: str, real: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        if self.count < self.at or not self.at:
            return real(*args, **kwargs)
        if self.way == "full" or (self.way == "once" and self.count == self.at):
            return self.no_room(name, real, args, kwargs)
        if self.count == self.at:
            if self.way == "unread":
                raise OSError(errno.EIO, os.strerror(errno.EIO))
            if self.way == "tear":
                real(args[0], bytes(args[1])[: len(args[1]) // 2])
            if self.way == "interrupt":
                raise KeyboardInterrupt
            os.kill(os.getpid(), signal.SIGKILL)
        return real(*args, **kwargs)

    def no_room(self, name: str, real: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """A full disk: first half a write still fits, then nothing does; taking away always works."""
        if name == "write" and self.way == "full" and self.count == self.at and len(args[1]) > 1:
            return real(args[0], bytes(args[1])[: len(args[1]) // 2])
        if name in NEEDS_ROOM and not (name in ("open", "mkdir") and os.path.lexists(args[0])):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return real(*args, **kwargs)

    def keep(self, kind: str, name: str, path: str) -> None:
        if self.kept >= 0:
            self.note(self.kept, json.dumps([kind, name, path]).encode() + b"\n")

    def hear(self, event: str, args: tuple[Any, ...]) -> None:
        """What the interpreter itself reports: nothing may be changed behind our back."""
        changes = args[2] & WRITING if event == "open" else event in CHANGED.values() or event in OTHERS
        if changes:
            self.keep("heard", event, str(args[0]))


def perform(ask: dict[str, Any]) -> None:
    os.environ["XDG_CONFIG_HOME"] = ask["home"]
    os.chdir(ask["cwd"])
    if ask["limit"] is not None:
        import resource

        resource.setrlimit(resource.RLIMIT_FSIZE, (ask["limit"], ask["limit"]))
    if ask["at"] or ask["trace"]:
        Instants(ask["at"], ask["way"], ask["trace"])
    from lpbe.__main__ import main

    sys.argv = ["lpbe", *ask["args"]]
    main()


def forked(ask: dict[str, Any]) -> dict[str, Any]:
    out, into_out = os.pipe()
    err, into_err = os.pipe()
    child = os.fork()
    if not child:
        try:
            os.dup2(into_out, 1)
            os.dup2(into_err, 2)
            perform(ask)
        finally:
            os._exit(99)
    os.close(into_out)
    os.close(into_err)
    with open(out, encoding="utf-8") as told, open(err, encoding="utf-8") as complaint:
        reply = {"out": told.read(), "err": complaint.read()}
    _, status = os.waitpid(child, 0)
    return {**reply, "code": os.waitstatus_to_exitcode(status)}


def serve() -> None:
    from lpbe.cli.main import COMMANDS

    for module, _ in COMMANDS.values():
        import_module(f"lpbe.cli.{module}")
    for line in iter(sys.stdin.readline, ""):
        reply = json.dumps(forked(json.loads(line)))
        sys.stdout.write(reply + "\n")
        sys.stdout.flush()


@dataclass(frozen=True)
class Done:
    """How a process ended and what it said."""

    code: int
    out: str
    err: str

    def json(self) -> dict[str, Any]:
        assert "Traceback" not in self.err, self.err
        return dict(json.loads(self.out))


def clean_environment() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if not name.startswith("LPBE_")}


class Server:
    """Commands in processes of their own, without the wait for their imports."""

    def __init__(self) -> None:
        command = [sys.executable, "-B", __file__]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=clean_environment()
        )

    def close(self) -> None:
        assert self.process.stdin and self.process.stdout
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()

    def call(
        self,
        home: Path,
        *args: str | Path,
        at: int = 0,
        way: str = "die",
        limit: int | None = None,
        trace: str = "",
        cwd: Path | None = None,
    ) -> Done:
        assert self.process.stdin and self.process.stdout
        ask = {"home": str(home), "cwd": str(cwd or home), "args": list(map(str, args))}
        self.process.stdin.write(json.dumps({**ask, "at": at, "way": way, "limit": limit, "trace": trace}) + "\n")
        self.process.stdin.flush()
        return Done(**json.loads(self.process.stdout.readline()))

    def do(self, home: Path, *args: str | Path, code: int = 0) -> dict[str, Any]:
        done = self.call(home, *args, "--json")
        assert done.code == code, (args, done)
        return done.json()

    def trace(self, home: Path, *args: str | Path) -> Trace:
        """The changes a command makes, in order; and those the interpreter has heard of."""
        with tempfile.TemporaryDirectory() as folder:
            kept = Path(folder, "trace")
            done = self.call(home, *args, trace=str(kept))
            assert done.code == 0, done
            lines = [json.loads(line) for line in kept.read_text().splitlines()]
        seen = [(name, path) for kind, name, path in lines if kind == "seen"]
        return Trace(seen, [(name, path) for kind, name, path in lines if kind == "heard"])


@dataclass(frozen=True)
class Trace:
    seen: list[tuple[str, str]]
    heard: list[tuple[str, str]]

    @property
    def instants(self) -> list[tuple[int, str]]:
        """Every instant at which a process can die: before each change, and in the middle of each write."""
        torn = [(at, "tear") for at, (name, _) in enumerate(self.seen, 1) if name == "write"]
        return sorted([*((at, "die") for at in range(1, len(self.seen) + 1)), *torn])

    def where(self, name: str, ending: str) -> int:
        """The instant right before the first change of this kind to this file."""
        return next(at for at, (done, path) in enumerate(self.seen, 1) if done == name and path.endswith(ending))


def start(home: Path, *args: str | Path) -> subprocess.Popen[str]:
    """A real command, from its first import on."""
    return subprocess.Popen(
        [*LPBE, *map(str, args)],
        cwd=home,
        env={**clean_environment(), "XDG_CONFIG_HOME": str(home)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def finish(process: subprocess.Popen[str]) -> Done:
    out, err = process.communicate()
    return Done(process.returncode, out, err)


def run_real(home: Path, *args: str | Path) -> Done:
    return finish(start(home, *args))


def tree(folder: Path) -> dict[str, bytes]:
    """Every file but the hidden ones, by name."""
    found = (path for path in sorted(folder.rglob("*")) if path.is_file() and not path.name.startswith("."))
    return {str(path.relative_to(folder)): path.read_bytes() for path in found}


def leftovers(folder: Path) -> list[str]:
    return [str(path.relative_to(folder)) for path in sorted(folder.rglob(".*"))]


def fingerprint(folder: Path) -> dict[str, tuple[int, int, int]]:
    """Would tell a file that was written again with the same content."""
    return {
        str(path.relative_to(folder)): (path.stat().st_ino, path.stat().st_mtime_ns, path.stat().st_size)
        for path in [folder, *sorted(folder.rglob("*"))]
    }


def log_orders(folder: Path) -> list[str]:
    """The ids of the orders in the log."""
    entries = map(json.loads, (folder / "log.jsonl").read_bytes().splitlines())
    return [entry["head"]["order"] for entry in entries if "order" in entry["head"]]


def make_key(home: Path, number: int) -> Path:
    path = home / "lpbe" / "key"
    path.parent.mkdir(parents=True)
    path.write_text(key_text(Identity(bytes([number]) * 32), home.name, "2026-01-01", ""))
    path.chmod(0o600)
    return home


@dataclass
class House:
    """A game folder as it waits for a command, and as that leaves it when nothing disturbs it."""

    server: Server
    host: Path
    folder: Path
    order: Path | None = None
    orders: dict[str, str] = field(default_factory=dict)
    after: dict[str, bytes] = field(default_factory=dict)
    trace: Trace = field(default_factory=lambda: Trace([], []))

    def settle(self, work: Path) -> House:
        """Let the command go through, in a copy."""
        if not self.order:
            inbox = self.folder / "inbox"
            self.orders = {name: letter_id(read_letter(str(inbox / name)).order) for name in self.readable()}
        copy = self.copy(work / f"{self.folder.name}-undisturbed")
        self.trace = self.server.trace(self.host, *self.words(copy))
        self.after = tree(copy)
        assert self.server.call(self.host, "verify", copy).code in (0, 3)
        return self

    def words(self, folder: Path) -> list[Path | str]:
        """The command: a run of all that waits, or one order applied in place."""
        return ["apply", folder, self.order, "--json"] if self.order else ["run", folder, "--json"]

    def readable(self) -> list[str]:
        return [path.name for path in sorted((self.folder / "inbox").glob("*.toml"))]

    def copy(self, to: Path, of: Path | None = None) -> Path:
        return Path(shutil.copytree(of or self.folder, to))

    def halfway(self, folder: Path) -> House:
        """The same, from the state that a folder is in."""
        copy = self.copy(folder.with_name(f"{folder.name}-copy"), folder)
        trace = self.server.trace(self.host, *self.words(copy))
        return House(self.server, self.host, folder, self.order, self.orders, self.after, trace)

    def call(self, folder: Path, **how: Any) -> Done:
        return self.server.call(self.host, *self.words(folder), **how)

    def start(self, folder: Path) -> subprocess.Popen[str]:
        return start(self.host, *self.words(folder))

    def check_halfway(self, folder: Path) -> None:
        """Whatever happened: the game file is whole and true, the log leads to it, no order is lost."""
        before, now = tree(self.folder), tree(folder)
        game = load(locate(str(folder)))
        authenticate(game)
        assert now["game.toml"] == dump_game(game, "game.toml")
        reached = self.after["log.jsonl"].splitlines()
        assert reached[game.state.seq] == log_line(game)
        assert now["log.jsonl"].startswith(before["log.jsonl"])
        assert self.after["log.jsonl"].startswith(now["log.jsonl"])
        assert now["log.jsonl"].count(b"\n") in (game.state.seq, game.state.seq + 1)
        applied = {json.loads(line)["head"].get("order") for line in reached[: game.state.seq + 1]}
        for name in self.lost_from(folder):
            assert self.orders[name] in applied or self.settled_by_others(now, name), name
        for name in now.keys() - {"game.toml", "log.jsonl"}:
            assert now[name] == (before if name.startswith("inbox/") else self.after)[name], name

    def lost_from(self, folder: Path) -> list[str]:
        return [name for name in self.orders if not (folder / "inbox" / name).exists()]

    def settled_by_others(self, now: dict[str, bytes], name: str) -> bool:
        """Refused with a receipt, or replaced by a newer order of the same seat that is still there."""
        letter = read_letter(str(self.folder / "inbox" / name)).order
        receipts = b"".join(data for file, data in now.items() if file.startswith("refused/"))
        newer = letter_name(letter).replace(f"-{letter.rev}.", f"-{letter.rev + 1}.")
        return self.orders[name].encode() in receipts or newer in self.orders

    def check_complete(self, folder: Path, done: Done) -> None:
        """As if nothing had happened, byte for byte; an order that was in already may be applied no second time."""
        assert done.code == 0 or (self.order and done.code == 5 and "E_ORDER_STALE" in done.out), done
        assert tree(folder) == self.after
        applied = log_orders(folder)
        assert len(applied) == len(set(applied))
        assert leftovers(folder) == []


def build_table(server: Server, work: Path) -> House:
    """Three people and a bot in their first simultaneous window; all that can lie in an inbox lies there."""
    ana, ben, cleo = people = [make_key(work / name, n) for n, name in enumerate(("ana", "ben", "cleo"), 1)]
    mars = work / "mars"
    seats = ["--seats", "red,blue,green,yellow", "--as", "red", "--bot", "yellow"]
    begun = server.do(ana, "new", mars, "--game", "pebbles", *seats, "--nonce", NONCE, "--set", "pebbles.rounds=1")
    for home, seat in ((ben, "blue"), (cleo, "green")):
        server.do(home, "join", mars, "--seat", seat, "--code", begun["invitations"][seat])
    server.do(ana, "run", mars)
    for home in people:
        server.do(home, "ready", mars)
    again = (mars / "inbox" / "1-red-0.toml").read_bytes()
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
    (mars / "inbox" / "1-red-0.toml").write_bytes(again)
    (mars / "inbox" / "shopping.txt").write_text("bread, tea\n")
    return House(server, ana, mars).settle(work)


def build_single(table: House, work: Path) -> House:
    """The same table; one order is applied in place."""
    order = table.folder / "inbox" / "2-red-0.toml"
    return House(table.server, table.host, table.folder, order).settle(work)


def build_bots(server: Server, work: Path) -> House:
    """A whole game in one run: three seats that the referee plays."""
    host = make_key(work / "host", 9)
    bots = ["--bot", "red", "--bot", "blue", "--bot", "green"]
    server.do(host, "new", work / "venus", "--game", "pebbles", "--seats", "red,blue,green", *bots, "--nonce", NONCE)
    return House(server, host, work / "venus").settle(work)


if __name__ == "__main__":
    serve()
