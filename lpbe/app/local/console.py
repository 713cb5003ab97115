"""The keyboard and screen of a game at one terminal, and what the Tab key completes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Protocol

from ...kernel.language.template_matcher import plain_spelling

if TYPE_CHECKING:
    from ...report.screen.model import Screen


class Console(Protocol):
    """The keyboard and screen that the players share."""

    def ask(self, prompt: str, choices: Iterable[str]) -> str | None:
        """Return the line that is typed, or None at the end of the input; the choices complete it."""

    def show(self, text: str) -> None: ...

    def draw(self, screen: Screen) -> None:
        """Show a composed screen, in place of what was there where that is possible."""

    def size(self) -> tuple[int, int]:
        """Return how many columns and lines there are."""

    def clear(self) -> None:
        """Clear the screen and the history, so that nobody can read what another player has seen or typed."""


def complete_words(text: str, lines: Iterable[str]) -> list[str]:
    """Return what may be typed up to the end of the next word."""
    lead = text[: len(text) - len(text.lstrip())]
    begun = plain_spelling(text.lstrip())
    fitting = [line for line in lines if plain_spelling(line).startswith(begun)]
    return list(dict.fromkeys(lead + next_word(line, len(begun)) for line in fitting))


def next_word(line: str, length: int) -> str:
    """Return the line up to the end of the word that is being typed, with the space after it."""
    end = line.find(" ", length)
    return line if end < 0 else line[: end + 1]
