"""A prompt at a terminal: lines with completion and history where there is one, plain lines where there is none."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from ..kernel.words.matching import plain_spelling

CLEAR = "\x1b[2J\x1b[3J\x1b[H"


class Prompt:
    """Asks for lines; the words that may come next are those of the lines it knows."""

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

    def forget(self) -> None:
        """Nobody calls back what somebody else has typed."""
        if sys.stdin.isatty():
            import readline

            readline.clear_history()

    def complete(self, text: str, state: int) -> str | None:
        """What readline asks for, one by one."""
        if state == 0:
            self.found = onward(text, self.choices)
        return self.found[state] if state < len(self.found) else None

    def ask(self, prompt: str, choices: Iterable[str]) -> str | None:
        """The line that is typed; none at the end of the input."""
        self.choices = list(choices)
        try:
            return input(prompt).strip()
        except EOFError:
            return None


def onward(text: str, lines: Iterable[str]) -> list[str]:
    """What may be typed up to the end of the next word."""
    lead = text[: len(text) - len(text.lstrip())]
    begun = plain_spelling(text.lstrip())
    fitting = [line for line in lines if plain_spelling(line).startswith(begun)]
    return list(dict.fromkeys(lead + next_word(line, len(begun)) for line in fitting))


def next_word(line: str, length: int) -> str:
    """The line up to the end of the word that is being typed, with the space after it."""
    end = line.find(" ", length)
    return line if end < 0 else line[: end + 1]


def wipe() -> None:
    """Nobody reads the screen of somebody else: not above, not by scrolling back."""
    if sys.stdout.isatty():
        sys.stdout.write(CLEAR)
        sys.stdout.flush()
