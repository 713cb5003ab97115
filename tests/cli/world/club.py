"""A club of players: whole games through the command line, with a home and a key for everybody.

`House.begin` makes a game with fixed keys and a fixed nonce, so a game played twice has the same bytes. `lpbe` runs a
command as one person inside this process, `shell` runs the real program; both give the same `Answer`, and both require
that no output contains a traceback, a control character or a secret of the club.
"""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import subprocess
import sys
from base64 import b64encode
from collections.abc import Iterator, Mapping
from contextlib import chdir, contextmanager, redirect_stderr, redirect_stdout, suppress
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from lpbe.cli.entry import run
from lpbe.games import rules_of
from lpbe.kernel.base.errors import Failure
from lpbe.kernel.chain.genesis import first_secret
from lpbe.kernel.chain.records import Entry, GameFile, head_id, read_entry
from lpbe.kernel.crypto.keys import PLAIN_PREFIX, Identity, Secret, encode_line, key_text
from lpbe.kernel.engine.rulebook import Rules
from lpbe.kernel.gamedir.gamedir import load, locate

PEOPLE = {"red": "ana", "blue": "ben", "green": "cleo", "yellow": "dan"}
OUTSIDER = "eve"
HOST = "ana"
NONCE = "ab" * 32
LPBE = (sys.executable, "-m", "lpbe")
GAME_ID = re.compile(rb'^game = "([0-9a-f]{64})"$', re.MULTILINE)
"""How the state of a game file names its game."""


@cache
def identity(who: str) -> Identity:
    """The same person has the same key in every club."""
    return Identity(sha256(f"a key for tests: {who}".encode()).digest())


def secret_line(who: str) -> str:
    return encode_line(PLAIN_PREFIX, identity(who).seed)


@cache
def personal_secrets() -> frozenset[str]:
    """Return the keys of everybody, in all forms in which one could be printed."""
    people = (*PEOPLE.values(), OUTSIDER)
    forms = {form for who in people for form in printed_forms(identity(who).seed)}
    return frozenset({*forms, *map(secret_line, people)})


def printed_forms(secret: bytes) -> tuple[str, str]:
    return secret.hex(), b64encode(secret).decode()


@dataclass(frozen=True)
class Answer:
    """What a command said, and its exit code."""

    status: int
    out: str
    err: str

    @property
    def payload(self) -> dict[str, Any]:
        """Return the object that `--json` prints."""
        return dict(json.loads(self.out))

    @property
    def code(self) -> str:
        return str(self.payload.get("code", ""))

    @property
    def words(self) -> str:
        return self.out + self.err


NO_BREAK = "\xa0"
"""French uses it, and a page is printed unchanged."""


def printed_text(raw: bytes, secrets: frozenset[str]) -> str:
    """Return the printed text, after checking that it is fit for a terminal and for everybody."""
    text = raw.decode()
    odd = {char for char in text if char not in ("\n", NO_BREAK) and not char.isprintable()}
    assert not odd, f"raw control characters {odd} in {text!r}"
    assert "Traceback" not in text, text
    assert not [secret for secret in secrets if secret in text], f"a secret is printed: {text}"
    return text


@contextmanager
def surroundings(env: Mapping[str, str], stdin: bytes) -> Iterator[None]:
    """Environment and standard input of a command that runs in this process."""
    before, keyboard = dict(os.environ), sys.stdin
    os.environ.clear()
    os.environ.update(env)
    sys.stdin = io.TextIOWrapper(io.BytesIO(stdin))
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)
        sys.stdin = keyboard


def run_here(args: list[str], cwd: Path, env: Mapping[str, str], stdin: bytes) -> tuple[int, bytes, bytes]:
    out, err = io.BytesIO(), io.BytesIO()
    screen, side = io.TextIOWrapper(out, "utf-8"), io.TextIOWrapper(err, "utf-8", "backslashreplace")
    with chdir(cwd), surroundings({"HOME": str(cwd), **env}, stdin), redirect_stdout(screen), redirect_stderr(side):
        status = run(args)
    screen.flush()
    side.flush()
    return status, out.getvalue(), err.getvalue()


def run_outside(args: list[str], cwd: Path, env: Mapping[str, str], stdin: bytes) -> tuple[int, bytes, bytes]:
    done = subprocess.run([*LPBE, *args], cwd=cwd, env=env, input=stdin, capture_output=True, check=False)
    return done.returncode, done.stdout, done.stderr


@dataclass(frozen=True)
class Club:
    """A folder with the game `mars` in it and a home for each person; commands run here."""

    root: Path
    seats: tuple[str, ...] = ("red", "blue", "green")
    nonce: str = NONCE
    known_secrets: dict[bytes, bytes] = field(default_factory=dict)
    """The secrets of the games that were here, by the id of the game."""

    # building

    @classmethod
    def begin(cls, root: Path, *options: str, seats: tuple[str, ...] = ("red", "blue", "green")) -> Club:
        """Return a new game of one round, hosted by ana, who plays the first seat; nobody has joined yet."""
        nonce = options[options.index("--nonce") + 1] if "--nonce" in options else NONCE
        club = cls(root, seats, nonce)
        for who in (*PEOPLE.values(), OUTSIDER):
            club.give_key(who)
        own = [] if "--open" in options else ["--as", seats[0], "--name", HOST.capitalize()]
        asked = ["--game", "pebbles", "--seats", ",".join(seats), "--set", "pebbles.rounds=1", "--nonce", nonce]
        club.do(HOST, "new", "mars", *asked, *own, *options)
        return club

    def give_key(self, who: str) -> Path:
        """Put the person's key where lpbe looks for it."""
        path = self.home(who) / "lpbe" / "key"
        path.parent.mkdir(parents=True)
        path.write_text(key_text(identity(who), who, "2026-11-16"))
        path.chmod(0o600)
        return path

    def copy(self, root: Path) -> Club:
        """Return the same club elsewhere, to be changed without harm."""
        shutil.copytree(self.root, root)
        return Club(root, self.seats, self.nonce)

    # commands

    def lpbe(self, who: str, *args: str, stdin: bytes = b"", env: Mapping[str, str] | None = None) -> Answer:
        """Run a command as this person, in this process."""
        return self.heard(run_here(list(args), self.root, self.environment(who, env), stdin))

    def shell(self, who: str, *args: str, stdin: bytes = b"", env: Mapping[str, str] | None = None) -> Answer:
        """Run the real program as this person."""
        return self.heard(run_outside(list(args), self.root, self.environment(who, env), stdin))

    def do(self, who: str, *args: str) -> dict[str, Any]:
        """Run a command that must succeed, and return its answer to a program."""
        answer = self.lpbe(who, *args, "--json")
        assert answer.status == 0, (args, answer)
        return answer.payload

    def heard(self, answer: tuple[int, bytes, bytes]) -> Answer:
        status, out, err = answer
        secrets = self.secrets()
        return Answer(status, printed_text(out, secrets), printed_text(err, secrets))

    def environment(self, who: str, more: Mapping[str, str] | None = None) -> dict[str, str]:
        """Return what a person's shell hands on."""
        plain = {"PATH": os.environ.get("PATH", ""), "HOME": str(self.root), "LANG": "C.UTF-8"}
        homes = {"XDG_CONFIG_HOME": str(self.home(who)), "XDG_STATE_HOME": str(self.home(who) / "state")}
        return {**plain, **homes, **(more or {})}

    def secrets(self) -> frozenset[str]:
        """Return what nobody may ever read in the words of a command."""
        self.learn_game_secret()
        return personal_secrets().union(*map(printed_forms, self.known_secrets.values()))

    def learn_game_secret(self) -> None:
        """Remember the secret of the game that is here: tests begin others, and damage or remove the file.

        A game whose id was seen before is not read again, because that would take longer than most commands.
        """
        with suppress(OSError, Failure):
            found = GAME_ID.search((self.mars / "game.toml").read_bytes())
            if found and found[1] not in self.known_secrets and self.game.genesis.referee:
                self.known_secrets[found[1]] = self.secret.raw

    # playing

    def player(self, seat: str) -> str:
        return PEOPLE[seat]

    def run(self, *args: str) -> dict[str, Any]:
        """Let the host apply everything that waits; tests set the clock as they like."""
        return self.do(HOST, "run", "mars", "--clock-is-right", *args)

    def join_all(self, *now: str) -> None:
        for seat, code in self.do(HOST, "invite", "mars")["invitations"].items():
            who = self.player(seat)
            self.do(who, "join", "mars", "--seat", seat, "--name", who.capitalize(), "--code", code)
        self.run(*now)

    def ready_all(self, *now: str) -> None:
        for seat in self.game.state.window.waiting:
            self.do(self.player(seat), "ready", "mars")
        self.run(*now)

    def order(self, seat: str, orders: str, *options: str) -> str:
        """Sign and file orders; return where they went."""
        return str(self.do(self.player(seat), "order", "mars", orders, *options)["files"][0])

    def legal(self, seat: str) -> list[str]:
        """Return what the seat may type now."""
        return list(self.do(self.player(seat), "legal", "mars")["texts"])

    def play_on(self, steps: int, *now: str) -> None:
        """Let everybody who is asked answer, this many times or to the end, always in the same way."""
        for _ in range(steps):
            window = self.game.state.window
            if window.kind == "over":
                return
            for seat in window.waiting:
                choices = self.legal(seat)
                self.order(seat, choices[(7 * window.number + len(seat)) % len(choices)])
            self.run(*now)

    # looking

    def home(self, who: str) -> Path:
        return self.root / "homes" / who

    @property
    def mars(self) -> Path:
        return self.root / "mars"

    @property
    def log(self) -> Path:
        return self.mars / "log.jsonl"

    @property
    def inbox(self) -> Path:
        return self.mars / "inbox"

    def waiting(self) -> list[str]:
        """The names of the letters in the inbox."""
        return sorted(path.name for path in self.inbox.glob("*")) if self.inbox.exists() else []

    @property
    def game(self) -> GameFile:
        return load(locate(str(self.mars)))

    @property
    def head(self) -> str:
        return head_id(self.game.last.head)

    @property
    def rules(self) -> Rules:
        return rules_of(self.game.genesis)

    @property
    def secret(self) -> Secret:
        """Return the game's secret, which the host's key and the genesis give."""
        return first_secret(identity(HOST).seed, self.game.genesis)

    @property
    def entries(self) -> list[Entry]:
        return [read_entry(line) for line in self.log.read_bytes().splitlines()]

    def files(self, *below: str) -> dict[str, bytes]:
        """Return all files of the game folder, or of some parts of it."""
        parts = [self.mars / part for part in below] if below else [self.mars]
        found = [path for part in parts for path in (sorted(part.rglob("*")) if part.is_dir() else [part])]
        return {str(path.relative_to(self.mars)): path.read_bytes() for path in found if path.is_file()}

    @contextmanager
    def untouched(self, *below: str) -> Iterator[None]:
        """Check that not a byte of the game changes, whatever happens inside."""
        before = self.files(*below)
        yield
        assert self.files(*below) == before
