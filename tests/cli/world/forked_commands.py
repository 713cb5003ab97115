"""Commands in processes of their own, without the wait for their imports.

Run as a program, this is a server: it imports the commands once and forks a process for each one that is requested.
"""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import tempfile
from atexit import register
from contextlib import redirect_stdout
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

LPBE = [sys.executable, "-m", "lpbe"]
KILLED = -signal.SIGKILL
WARM_UP = (["run"], ["show"], ["legal"], ["bot"], ["run"], ["report"], ["verify"])


def perform(ask: dict[str, Any]) -> None:
    os.environ["XDG_CONFIG_HOME"] = ask["home"]
    os.chdir(ask["cwd"])
    if ask["state"]:
        os.environ["XDG_STATE_HOME"] = ask["state"]
    if ask["pins"]:
        os.environ["XDG_STATE_HOME"] = f"{ask['home']}/state"
        del os.environ["LPBE_NO_PIN"]
    if ask["limit"] is not None:
        import resource

        resource.setrlimit(resource.RLIMIT_FSIZE, (ask["limit"], ask["limit"]))
    if ask["at"] or ask["trace"]:
        from crash_points import Instants

        Instants(ask["at"], ask["way"], ask["trace"])
    from lpbe.__main__ import main

    sys.argv = ["lpbe", *ask["args"]]
    main()


def fork_command(ask: dict[str, Any]) -> dict[str, Any]:
    out, into_out = os.pipe()
    err, into_err = os.pipe()
    child = os.fork()
    if not child:
        try:
            os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
            os.dup2(into_out, 1)
            os.dup2(into_err, 2)
            perform(ask)
        finally:
            os._exit(99)
    os.close(into_out)
    os.close(into_err)
    with open(out, encoding="utf-8") as output, open(err, encoding="utf-8") as complaint:
        reply = {"out": output.read(), "err": complaint.read()}
    _, status = os.waitpid(child, 0)
    return {**reply, "code": os.waitstatus_to_exitcode(status)}


def warm_up() -> None:
    """Do once what every process would do again: start, view and continue a game of each kind."""
    from lpbe.cli.entry import run
    from lpbe.cli.group import COMMANDS
    from lpbe.games import GAMES, game_of

    for module, _ in COMMANDS.values():
        import_module(f"lpbe.cli.commands.{module}")
    with tempfile.TemporaryDirectory() as work, redirect_stdout(io.StringIO()):
        os.environ["XDG_CONFIG_HOME"] = work
        for game in GAMES:
            folder = f"{work}/{game}"
            first, *others = game_of(game).first_seats()
            bots = [part for seat in others for part in ("--bot", seat)]
            run(["new", folder, "--game", game, "--seats", ",".join([first, *others]), "--as", first, *bots])
            for words in WARM_UP:
                assert run([words[0], folder, *words[1:]]) in (0, 3), words


def serve() -> None:
    warm_up()
    sys.path.insert(0, str(Path(__file__).parent))
    for line in iter(sys.stdin.readline, ""):
        reply = json.dumps(fork_command(json.loads(line)))
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
    """Return an environment without pins, if nobody wants them: one key continues copies of a game again and again."""
    plain = {name: value for name, value in os.environ.items() if not name.startswith("LPBE_")}
    return {**plain, "LPBE_NO_PIN": "1"}


class Server:
    """The program that answers, seen from the tests."""

    def __init__(
        self, python: str = sys.executable, env: dict[str, str] | None = None, cwd: Path | None = None
    ) -> None:
        """Start the program as these tests have it, or as it is installed elsewhere."""
        self.process = subprocess.Popen(
            [python, "-B", __file__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=env or clean_environment(),
            cwd=cwd,
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
        pins: bool = False,
        state: Path | None = None,
    ) -> Done:
        """Run a command: with pins beside the keys, or else in the given state folder or that of these tests."""
        assert self.process.stdin and self.process.stdout
        ask = {"home": str(home), "cwd": str(cwd or home), "args": list(map(str, args)), "pins": pins}
        ask["state"] = str(state or "")
        self.process.stdin.write(json.dumps({**ask, "at": at, "way": way, "limit": limit, "trace": trace}) + "\n")
        self.process.stdin.flush()
        return Done(**json.loads(self.process.stdout.readline()))

    def do(self, home: Path, *args: str | Path, code: int = 0, pins: bool = False) -> dict[str, Any]:
        done = self.call(home, *args, "--json", pins=pins)
        assert done.code == code, (args, done)
        return done.json()

    def trace(
        self, home: Path, *args: str | Path, way: str = "die", pins: bool = False, state: Path | None = None
    ) -> Trace:
        """Return the changes or all the calls of a command, in order, and those that the interpreter has reported."""
        with tempfile.TemporaryDirectory() as folder:
            trace = Path(folder, "trace")
            done = self.call(home, *args, trace=str(trace), way=way, pins=pins, state=state)
            assert done.code == 0, done
            lines = [json.loads(line) for line in trace.read_text().splitlines()]
        seen = [(name, path) for kind, name, path in lines if kind == "seen"]
        return Trace(seen, [(name, path) for kind, name, path in lines if kind == "heard"])


@cache
def forks() -> Server:
    """Return one server for all tests of this process."""
    server = Server()
    register(server.close)
    return server


@dataclass(frozen=True)
class Trace:
    seen: list[tuple[str, str]]
    heard: list[tuple[str, str]]

    @property
    def instants(self) -> list[tuple[int, str]]:
        """Return every instant at which a process can die: before each change, and in the middle of each write."""
        torn = [(at, "tear") for at, (name, _) in enumerate(self.seen, 1) if name == "write"]
        return sorted([*((at, "die") for at in range(1, len(self.seen) + 1)), *torn])

    def where(self, name: str, ending: str) -> int:
        """Return the instant right before the first change of this kind to this file."""
        return next(at for at, (done, path) in enumerate(self.seen, 1) if done == name and path.endswith(ending))


def start(home: Path, *args: str | Path) -> subprocess.Popen[str]:
    """Start a real command, from its first import on."""
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


if __name__ == "__main__":
    serve()
