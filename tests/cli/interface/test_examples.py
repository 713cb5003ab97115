"""The examples are run, every command of them."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from socketserver import StreamRequestHandler, UnixStreamServer
from tempfile import TemporaryDirectory

import pytest

from ..world.forked_commands import Server, clean_environment, forks

ROOT = Path(__file__).parents[3]
NO_PIN = {
    "no pin is kept for this game here",
    "No pin is kept. If you have already sent an order for this question, send this one with a higher --rev.",
}
"""What a server and players without pins are warned of."""
CALLER = Path(__file__).parents[1] / "world" / "remote_program.py"


class CommandServer(UnixStreamServer):
    """Answers a script, one command after the other."""

    def __init__(self, path: str, program: Server) -> None:
        super().__init__(path, Ask)
        self.program = program


class Ask(StreamRequestHandler):
    """One command of a script."""

    def handle(self) -> None:
        assert isinstance(self.server, CommandServer)
        ask = json.loads(self.rfile.readline())
        done = self.server.program.call(Path(ask["home"]), *ask["args"], cwd=Path(ask["cwd"]), pins=ask["pins"])
        self.wfile.write(json.dumps({"out": done.out, "err": done.err, "code": done.code}).encode())


@contextmanager
def command_line(program: Server | None = None) -> Iterator[str]:
    """Return what to call instead of lpbe, so that its modules are not imported for each command."""
    with TemporaryDirectory() as folder, CommandServer(f"{folder}/socket", program or forks()) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.05,))
        thread.start()
        try:
            yield shlex.join([sys.executable, "-I", "-S", str(CALLER), f"{folder}/socket"])
        finally:
            server.shutdown()
            thread.join()


def play(work: Path, lpbe: str) -> set[str]:
    """Return the game of the script; what was complained about."""
    env = {**clean_environment(), "LPBE_NO_PIN": "", "LPBE": lpbe, "PYTHON": shlex.join([sys.executable, "-I", "-S"])}
    script = ROOT / "examples" / "by-file" / "play.sh"
    done = subprocess.run(["sh", str(script), str(work / "play")], env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, (done.stdout[-2000:], done.stderr)
    verdict = done.stdout.split("stranger$ lpbe verify mars\n")[1]
    assert verdict.startswith("verified: level 2, ")
    return set(done.stderr.splitlines())


def test_the_game_by_file_is_played_to_its_end(tmp_path: Path) -> None:
    """Nobody keeps pins, and everybody is warned of that."""
    with command_line() as lpbe:
        assert {complaint.partition(":")[0] for complaint in play(tmp_path, lpbe)} == NO_PIN


@pytest.mark.soak
def test_the_game_by_file_is_played_by_the_program_as_it_is_installed(tmp_path: Path) -> None:
    """Whoever got a new key signs with it for the first time and is warned; nothing else is."""
    (answer,) = play(tmp_path, shlex.join([sys.executable, "-m", "lpbe"]))
    assert answer.startswith("votre clé signe ici pour la première fois")


def play_by_git(work: Path, lpbe: str) -> str:
    """Play the game between clones; return the warnings."""
    alone = {"GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null", "LPBE_NO_PIN": "", "SERVER_PINS": "1"}
    env = {**clean_environment(), **alone, "LPBE": lpbe, "PYTHON": shlex.join([sys.executable, "-I", "-S"])}
    script = ROOT / "examples" / "by-git" / "play.sh"
    done = subprocess.run(["sh", str(script), str(work / "play")], env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, (done.stdout[-2000:], done.stderr)
    assert done.stderr == "" and "E_" not in done.stdout
    return done.stdout


def check_by_git(answer: str) -> None:
    """The game is also played with lpbe installed from its wheel."""
    history, verdict = answer.split("blue is short of coins\n")[1].split("stranger$ lpbe verify stranger\n")
    commits = history.splitlines()
    assert all(line.startswith("* ") for line in commits) and commits[-1].endswith("a game begins")
    assert verdict.startswith("verified: level 2, ")


@pytest.mark.soak
def test_the_game_by_git_is_played_by_the_program_as_it_is_installed(tmp_path: Path) -> None:
    check_by_git(play_by_git(tmp_path, shlex.join([sys.executable, "-m", "lpbe"])))


BY_MAIL = ROOT / "examples" / "by-mail"


def play_by_mail(work: Path, lpbe: str) -> None:
    """The e-mails are exactly those in the example, in and out; its story says what each is for."""
    env = {**clean_environment(), "LPBE_NO_PIN": "", "SERVER_PINS": "1", "LPBE": lpbe}
    script = [sys.executable, "-I", "-S", str(BY_MAIL / "play.py"), str(work / "play")]
    done = subprocess.run(script, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0 and "E_" not in done.stderr, (done.stdout[-2000:], done.stderr)
    assert done.stderr.startswith("game "), "terms are printed beside the mail, so that the mail can be piped"
    made = {path.name: path.read_bytes() for path in (work / "play" / "mails").iterdir()}
    kept = {path.name: path.read_bytes() for path in (BY_MAIL / "mails").iterdir()}
    other = [name for name in sorted({*made, *kept}) if made.get(name) != kept.get(name)]
    assert not other, f"if these are right, copy them: cp {work}/play/mails/* examples/by-mail/mails"
    assert done.stdout.split("stranger$ lpbe verify mars\n")[1].startswith("verified: level 2, ")
    assert sum(map(len, kept.values())) < 600_000


def test_the_game_by_mail_is_the_same_to_the_byte(tmp_path: Path) -> None:
    with command_line() as lpbe:
        play_by_mail(tmp_path, lpbe)


@pytest.mark.soak
def test_the_game_by_mail_is_played_by_the_program_as_it_is_installed(tmp_path: Path) -> None:
    play_by_mail(tmp_path, shlex.join([sys.executable, "-m", "lpbe"]))


def referee(work: Path) -> subprocess.CompletedProcess[str]:
    """Run the job over all games below a folder, with the installed program."""
    env = {**clean_environment(), "XDG_CONFIG_HOME": str(work), "LPBE": shlex.join([sys.executable, "-m", "lpbe"])}
    script = str(ROOT / "examples" / "by-script" / "referee.py")
    return subprocess.run(
        [sys.executable, script, "games"], cwd=work, env=env, capture_output=True, text=True, check=False
    )


def test_the_job_by_script_referees_what_it_can_and_names_what_is_broken(tmp_path: Path) -> None:
    for name, more in (("over", ("--bot", "red=greedy")), ("open", ("--as", "red"))):
        new = ("new", f"games/{name}", "--game", "pebbles", "--seats", "red,blue", "--bot", "blue=greedy", *more)
        assert forks().call(tmp_path, *new, cwd=tmp_path).code == 0
    done = referee(tmp_path)
    *lines, last = done.stdout.splitlines()
    assert done.returncode == 0, done
    answer = dict(line.split(": ", 1) for line in lines)
    assert answer["games/open"].endswith("Red is asked: bid") and answer["games/over"].endswith("verified at level 2")
    assert json.loads(last) == {"games": 2, "over": 1, "broken": 0}
    (tmp_path / "games" / "over" / "game.toml").write_text("<<<<<<< mine\n")
    done = referee(tmp_path)
    assert done.returncode == 1 and "games/over: E_" in done.stderr and "games/open" in done.stdout
