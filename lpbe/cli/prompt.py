"""Read lines from a prompt, with completion and history if there is a terminal."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

from ..app.local.console import complete_words
from ..app.local.play_screen import USUAL_SIZE
from .output import print_line

if TYPE_CHECKING:
    from ..report.screen.model import Screen

MIN_COLUMNS = 60
"""A narrower terminal wraps the lines itself."""
CLEAR = "\x1b[2J\x1b[3J\x1b[H"


class Prompt:
    """Asks for lines, and completes words from the lines it knows."""

    __slots__ = ("choices", "found")

    def __init__(self) -> None:
        self.choices: list[str] = []
        self.found: list[str] = []
        if sys.stdin.isatty():
            self.listen()

    def listen(self) -> None:
        import readline

        readline.set_completer_delims(";")
        readline.set_completer(self.complete)
        readline.parse_and_bind("tab: complete")
        readline.parse_and_bind("set completion-ignore-case on")

    def show(self, text: str) -> None:
        print_line(text)

    def draw(self, screen: Screen) -> None:
        print_line(f"\n{screen.text}")

    def size(self) -> tuple[int, int]:
        """Return the columns and lines of the terminal, or the usual ones if this is none."""
        try:
            columns, lines = os.get_terminal_size(sys.stdout.fileno())
        except OSError:
            return USUAL_SIZE
        return (max(columns, MIN_COLUMNS), lines) if columns and lines else USUAL_SIZE

    def clear(self) -> None:
        """Clear the screen, the scrollback and the input history."""
        if sys.stdout.isatty():
            sys.stdout.write(CLEAR)
            sys.stdout.flush()
        if sys.stdin.isatty():
            import readline

            readline.clear_history()

    def complete(self, text: str, state: int) -> str | None:
        """Return the completions that readline asks for, one at a time."""
        if state == 0:
            self.found = complete_words(text, self.choices)
        return self.found[state] if state < len(self.found) else None

    def ask(self, prompt: str, choices: Iterable[str]) -> str | None:
        """Return the typed line, or None at the end of the input."""
        self.choices = list(choices)
        try:
            return input(prompt).strip()
        except EOFError:
            return None
