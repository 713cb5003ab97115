"""The people of a recorded game: each has a recorded key file and plays by commands."""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from lpbe.app.session.key_files import read_identity
from lpbe.kernel.chain.letter_checks import referee_keys
from lpbe.kernel.chain.player_view import own_seats
from lpbe.kernel.chain.records import GameFile, read_entry
from lpbe.kernel.crypto.keys import Identity, b64
from lpbe.kernel.gamedir.gamedir import load, locate

from ..cli.world.club import Answer, run_here

HERE = Path(__file__).parent
KEYS = HERE / "keys"
HOST = "host"
PLAYERS = ("ana", "ben", "cleo", "dan")
OTHERS = ("eve", "finn", "gus")
"""Players who get a seat, the game or another key later."""
PEOPLE = (HOST, *PLAYERS, *OTHERS)
NOBODY = "somebody without a key"


@cache
def identity(who: str) -> Identity:
    return read_identity((KEYS / who).read_text(), str)


@dataclass(frozen=True)
class Table:
    """A folder with the game `mars` in it, and a home for everybody with their recorded key."""

    root: Path

    @classmethod
    def set_up(cls, root: Path, recorded: Path | None = None) -> Table:
        """Return a club with a copy of a recorded game, or without any."""
        table = cls(root)
        for who in PEOPLE:
            path = table.key(who)
            path.parent.mkdir(parents=True)
            shutil.copyfile(KEYS / who, path)
            path.chmod(0o600)
        if recorded:
            shutil.copytree(recorded, table.mars)
        return table

    # who is who

    def home(self, who: str) -> Path:
        return self.root / "homes" / who

    def key(self, who: str) -> Path:
        return self.home(who) / "lpbe" / "key"

    def player(self, seat: str) -> str:
        """Return whose key the seat has now."""
        return next(who for who in PEOPLE if seat in own_seats(self.game, identity(who)))

    @property
    def referee(self) -> str:
        """Return whose key signs now."""
        sign = referee_keys(self.game.genesis, self.game.state).sign
        return next(who for who in PEOPLE if b64(identity(who).sign_public) == sign)

    # the game

    @property
    def mars(self) -> Path:
        return self.root / "mars"

    @property
    def game(self) -> GameFile:
        return load(locate(str(self.mars)))

    @property
    def seats(self) -> list[str]:
        return [spec.id for spec in self.game.genesis.seats]

    @property
    def is_over(self) -> bool:
        return self.game.state.window.kind == "over"

    @property
    def kinds(self) -> set[str]:
        """Return which kinds of letters its log contains."""
        lines = (self.mars / "log.jsonl").read_bytes().splitlines()
        return {str(letter.__struct_config__.tag) for line in lines if (letter := read_entry(line).letter)}

    # commands

    def say(self, who: str, *args: str) -> Answer:
        """Run a command as this person."""
        plain = {"PATH": os.environ.get("PATH", ""), "LANG": "C.UTF-8"}
        homes = {"XDG_CONFIG_HOME": str(self.home(who)), "XDG_STATE_HOME": str(self.home(who) / "state")}
        status, out, err = run_here(list(args), self.root, {**plain, **homes}, b"")
        return Answer(status, out.decode(), err.decode())

    def do(self, who: str, *args: str, code: int = 0) -> dict[str, Any]:
        """Run a command that must end with this exit code, and return its answer to a program."""
        answer = self.say(who, *args, "--json")
        assert answer.status == code, (who, args, answer)
        return answer.payload

    def run(self, *now: str) -> dict[str, Any]:
        return self.do(self.referee, "run", "mars", *now)

    def sit(self, codes: dict[str, str], *now: str) -> None:
        """Let everybody take a seat, in the order of the keys, and get ready."""
        for who, seat in zip(PLAYERS, self.seats, strict=False):
            self.do(who, "join", "mars", "--seat", seat, "--name", who.capitalize(), "--code", codes[seat])
        self.run(*now)
        for seat in self.seats:
            self.do(self.player(seat), "ready", "mars")
        self.run(*now)

    def answer(self, seat: str, bot: str = "greedy") -> None:
        """Let a bot choose, and the player's own key sign."""
        self.do(self.player(seat), "bot", "mars", "--as", seat, "--bot", bot)

    def play(self, windows: int, *now: str, bot: str = "greedy") -> None:
        """Let everybody who is asked answer, this many times or to the end."""
        for _ in range(windows):
            if self.is_over:
                return
            for seat in self.game.state.window.waiting:
                self.answer(seat, bot)
            self.run(*now)
