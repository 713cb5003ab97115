"""At real terminals: colours where they are wanted, and a saved game however it is left."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from .test_hot_seat import LPBE, SEED, play_lines

COLOURED = re.compile(rb"\x1b\[[\d;]*m")
WITHOUT_LIBRARY = "import sys; sys.modules['prompt_toolkit'] = None; from lpbe.__main__ import main; sys.exit(main())"
PATIENCE_SECONDS = 5
MAX_SECONDS = 60


class Terminal:
    """A program at the other end of a terminal."""

    def __init__(self, process: int, handle: int) -> None:
        self.process = process
        self.handle = handle
        self.code: int | None = None
        self.left = b""
        """What came after the text that was last waited for."""

    def read(self, wanted: str, again: str = "") -> bytes:
        """Return what is shown up to a text, and that text. While nothing is shown, `again` is typed again."""
        mark = wanted.encode()
        waited = 0
        while mark not in self.left:
            if select.select([self.handle], [], [], PATIENCE_SECONDS)[0]:
                self.left += os.read(self.handle, 65536)
                continue
            waited += PATIENCE_SECONDS
            assert waited < MAX_SECONDS, f"{wanted!r} never came after {self.left[-300:]!r}"
            self.type(again)
        before, _, self.left = self.left.partition(mark)
        return before + mark

    def type(self, text: str) -> None:
        os.write(self.handle, text.encode())

    def wait(self) -> int:
        if self.code is None:
            self.code = os.waitstatus_to_exitcode(os.waitpid(self.process, 0)[1])
        return self.code


@contextmanager
def playing(folder: Path, *args: str, python: list[str] = LPBE, **env: str) -> Iterator[Terminal]:
    process, handle = pty.fork()
    if not process:
        os.chdir(folder)
        os.environ.pop("NO_COLOR", None)
        os.environ.update({"TERM": "xterm-256color"} | env)
        os.execv(sys.executable, [*python, "play", *args, *SEED])
    terminal = Terminal(process, handle)
    try:
        yield terminal
    finally:
        if terminal.code is None:
            os.kill(process, signal.SIGKILL)
            terminal.wait()
        os.close(handle)


def test_a_screen_has_colours_and_replaces_the_one_before(tmp_path: Path) -> None:
    with playing(tmp_path) as terminal:
        first = terminal.read("Red>")
        assert b"\x1b[2J" in first and COLOURED.search(first)
        terminal.type("\r")
        second = terminal.read("\x1b[2J") + terminal.read("Red>")
        assert b"You reveal planet card" in COLOURED.sub(b"", second)
        terminal.type("market\r")
        assert b"\x1b[2J" not in terminal.read("in the bank"), "what is asked for comes below the screen"
        terminal.read("Red>")
        terminal.type("\x04")
        terminal.read("To continue it")
        assert terminal.wait() == 0


def test_the_tab_key_completes_an_order(tmp_path: Path) -> None:
    with playing(tmp_path) as terminal:
        terminal.read("Red>")
        terminal.type("sel\t\t3\r")
        seen = terminal.read("\x1b[2J") + terminal.read("Red>")
        assert b"You reveal planet card 3" in COLOURED.sub(b"", seen)


@pytest.mark.parametrize(
    ("python", "env"),
    [(LPBE, {"NO_COLOR": "1"}), (LPBE, {"TERM": "dumb"}), ([sys.executable, "-c", WITHOUT_LIBRARY], {})],
)
def test_without_colours_or_without_the_library_the_output_is_that_of_a_pipe(
    tmp_path: Path, python: list[str], env: dict[str, str]
) -> None:
    piped = play_lines(tmp_path, "quit\n", "piped").stdout
    assert "\x1b" not in piped
    with playing(tmp_path, "shown", python=python, **env) as terminal:
        shown = terminal.read("Red>")
    assert not COLOURED.search(shown)
    plain = shown.decode().replace("\r\n", "\n")
    assert plain.split("Your turn: ")[0].strip() == piped.split("Your turn: ")[0].strip()


@pytest.mark.parametrize("env", [{}, {"NO_COLOR": "1"}])
def test_an_interrupted_game_is_saved(tmp_path: Path, env: dict[str, str]) -> None:
    with playing(tmp_path, **env) as terminal:
        terminal.read("Red>")
        terminal.type("select card 4\r")
        terminal.read("Your turn: order the dice")
        terminal.read("Red>")
        terminal.type("\x03")
        # Python misses a Ctrl+C that comes just before it waits for a line
        terminal.read("interrupted; nothing was lost", again="\x03")
        assert terminal.wait() == 130
    assert "Your turn: order the dice" in play_lines(tmp_path, "quit\n").stdout
    assert "Your turn: order the dice" in play_lines(tmp_path, "").stdout, (
        "the end of the input leaves it saved as well"
    )
