"""Completion in real shells, and the man pages: both made from the commands themselves."""

from __future__ import annotations

import os
import pty
import select
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from lpbe.cli.group import COMMANDS

from ..conftest import Stages
from .test_json_answers import fits

TOOL = Path(__file__).parents[3] / "tools" / "build_man.py"
PROMPT = b"@ready@"
PATIENCE = 60
START = {
    "bash": ["bash", "--norc", "--noprofile", "-i"],
    "zsh": ["zsh", "-f", "-i"],
}
PREPARE = {
    "bash": "bind 'set enable-bracketed-paste off'; source lpbe.bash; PS1=@re''ady@\n",
    "zsh": "autoload -U compinit; compinit -D -u; source lpbe.zsh; PS1=@re''ady@\n",
}
CASES = [
    ("lpbe ver", "verify"),
    ("lpbe show ma", "show mars"),
    ("lpbe show mars --as bl", "show mars --as blue"),
    ("lpbe verify --js", "verify --json"),
]


def require_program(program: str) -> None:
    if not shutil.which(program):
        pytest.skip(f"{program} is not installed")


@pytest.fixture
def work(stages: Stages, tmp_path: Path) -> Path:
    """Return a folder with a game, the scripts, and a program lpbe that completes words or records its arguments."""
    shutil.copytree(stages("bidding").mars, tmp_path / "mars")
    program = tmp_path / "bin" / "lpbe"
    program.parent.mkdir()
    program.write_text(
        f'#!/bin/sh\n[ -n "$_LPBE_COMPLETE" ] && exec {sys.executable} -m lpbe "$@"\necho "$@" >> "{tmp_path}/called"\n'
    )
    program.chmod(0o755)
    for shell in ("bash", "zsh", "fish"):
        (tmp_path / f"lpbe.{shell}").write_text(stages("bidding").lpbe("eve", "completion", shell).out)
    return tmp_path


def surroundings(work: Path) -> dict[str, str]:
    path = f"{work / 'bin'}{os.pathsep}{os.environ['PATH']}"
    home = {"HOME": str(work), "XDG_CONFIG_HOME": str(work / "config"), "XDG_DATA_HOME": str(work / "data")}
    return {"PATH": path, "TERM": "dumb", "LANG": "C.UTF-8", **home}


def read_until(terminal: int, mark: bytes) -> bytes:
    """Return what a shell prints up to a mark, or to its end."""
    heard = b""
    while mark not in heard:
        ready, _, _ = select.select([terminal], [], [], PATIENCE)
        assert ready, f"the shell is silent after {heard!r}"
        try:
            more = os.read(terminal, 4096)
        except OSError:  # the shell has left its terminal
            return heard
        if not more:
            return heard
        heard += more
    return heard


def complete_line(shell: str, work: Path, line: str) -> str:
    """Return the arguments with which lpbe is called when somebody types this, then Tab, then Enter."""
    terminal, inner = pty.openpty()
    running = subprocess.Popen(
        START[shell],
        cwd=work,
        env=surroundings(work),
        stdin=inner,
        stdout=inner,
        stderr=inner,
        start_new_session=True,
    )
    os.close(inner)
    try:
        os.write(terminal, PREPARE[shell].encode())
        read_until(terminal, PROMPT)
        os.write(terminal, line.encode() + b"\t\n")
        read_until(terminal, PROMPT)
        os.write(terminal, b"exit\n")
        read_until(terminal, b"never said")
        running.wait(PATIENCE)
    finally:
        running.kill()
        running.wait()
        os.close(terminal)
    return (work / "called").read_text().strip().removesuffix("/")  # some shells drop it at Enter


@pytest.mark.parametrize(("line", "wanted"), CASES)
@pytest.mark.parametrize("shell", list(START))
def test_tab_completes_commands_files_seats_and_options(shell: str, line: str, wanted: str, work: Path) -> None:
    require_program(shell)
    assert complete_line(shell, work, line) == wanted


@pytest.mark.parametrize(("line", "wanted"), CASES)
def test_fish_completes_the_same(line: str, wanted: str, work: Path) -> None:
    require_program("fish")
    asked = f"source lpbe.fish; complete -C '{line}'"
    done = subprocess.run(
        ["fish", "-N", "-c", asked], cwd=work, env=surroundings(work), capture_output=True, text=True, check=True
    )
    assert [word.split("\t")[0].removesuffix("/") for word in done.stdout.splitlines()] == [wanted.split()[-1]]


def test_an_unknown_command_is_completed_with_nothing_and_no_complaint(work: Path) -> None:
    env = {**surroundings(work), "_LPBE_COMPLETE": "bash_complete", "COMP_WORDS": "lpbe nonsense x", "COMP_CWORD": "2"}
    done = subprocess.run(["lpbe"], cwd=work, env=env, capture_output=True, text=True, check=True)
    assert (done.stdout.strip(), done.stderr) == ("", "")


def test_an_unreadable_game_completes_no_seat_and_no_complaint(work: Path) -> None:
    (work / "mars" / "game.toml").write_text("nonsense")
    env = {**surroundings(work), "_LPBE_COMPLETE": "bash_complete", "COMP_WORDS": "lpbe show mars --as b"}
    done = subprocess.run(
        ["lpbe"], cwd=work, env={**env, "COMP_CWORD": "4"}, capture_output=True, text=True, check=True
    )
    assert (done.stdout.strip(), done.stderr) == ("", "")


def test_the_script_comes_as_json_too(stages: Stages) -> None:
    answer = stages("bidding").do("eve", "completion", "zsh")
    fits(answer, "answer-completion")
    assert answer["script"].startswith("#compdef lpbe")
    assert stages("bidding").lpbe("eve", "completion", "tcsh").status == 2


def man_pages(folder: Path) -> dict[str, str]:
    subprocess.run([sys.executable, "-W", "error", str(TOOL), str(folder)], check=True)
    return {path.stem: path.read_text() for path in folder.iterdir()}


def test_every_command_has_a_man_page(tmp_path: Path) -> None:
    pages = man_pages(tmp_path / "man")
    assert pages.keys() >= {"lpbe", "lpbe-key-new", *(f"lpbe-{name}" for name in COMMANDS)}
    for name, page in pages.items():
        for section in ("NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXIT STATUS", "EXAMPLES", "SEE ALSO"):
            assert f".SH {section}\n" in page, (name, section)
    assert man_pages(tmp_path / "man") == pages


def test_a_man_page_reads_as_the_help_does(tmp_path: Path) -> None:
    require_program("groff")
    man_pages(tmp_path)
    pages = sorted(tmp_path.iterdir())
    checked = subprocess.run(
        ["groff", "-man", "-Tutf8", "-ww", "-z", *pages], capture_output=True, text=True, check=True
    )
    assert checked.stderr == ""
    format_page = ["groff", "-man", "-Tascii", "-P-c", "-P-b", "-P-u", str(tmp_path / "lpbe-run.1")]
    shown = subprocess.run(format_page, capture_output=True, text=True, check=True).stdout
    assert "lpbe run [OPTIONS] [GAME]..." in shown and "--now TIME" in shown
    assert "LPBE_KEY=... lpbe run . --json" in shown and "75 busy" in shown
