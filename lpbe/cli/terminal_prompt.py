"""A prompt with colours, whose screens replace each other: the extra lpbe[terminal]."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from prompt_toolkit import PromptSession, print_formatted_text
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.formatted_text import FormattedText
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.output.vt100 import Vt100_Output
from prompt_toolkit.shortcuts import CompleteStyle
from prompt_toolkit.styles import Style

from ..app.local.console import complete_words
from ..app.session.answers import terminal_text
from .output import print_line
from .prompt import CLEAR, Prompt

if TYPE_CHECKING:
    from ..report.screen.model import Screen, Span

STYLE = Style.from_dict(
    {
        "title": "bold",
        "heading": "bold",
        "dim": "ansibrightblack",
        "bad": "ansired bold",
        "good": "ansigreen bold",
        "red": "ansibrightred bold",
        "blue": "ansibrightblue bold",
        "yellow": "ansiyellow bold",
        "green": "ansigreen bold",
    }
)
"""By the styles of a screen and the colours of players; what is not here has no style."""


class LineOutput(Vt100_Output):
    """Never asks the terminal where its cursor is: one line needs no answer, and not every terminal gives one."""

    @property
    def responds_to_cpr(self) -> bool:
        return False


class WordCompleter(Completer):
    """Completes the order that is being typed by a word."""

    def __init__(self) -> None:
        self.choices: list[str] = []

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterator[Completion]:
        text = document.text_before_cursor.rpartition(";")[2]
        for found in complete_words(text, self.choices):
            yield Completion(found, start_position=-len(text))


class TerminalPrompt(Prompt):
    """Shows each screen in place of the one before, in colours, and edits lines."""

    __slots__ = ("completer", "session")

    def listen(self) -> None:
        self.completer = WordCompleter()
        self.session = self.new_session()

    def new_session(self) -> PromptSession[str]:
        """Return a line editor without a past. It keeps no room for a menu, because the screen is full."""
        return PromptSession(
            output=LineOutput.from_pty(sys.stdout),
            history=InMemoryHistory(),
            completer=self.completer,
            complete_while_typing=False,
            complete_style=CompleteStyle.READLINE_LIKE,
            reserve_space_for_menu=0,
        )

    def draw(self, screen: Screen) -> None:
        self.wipe()
        for spans in screen.spans():
            print_formatted_text(formatted(spans), style=STYLE)

    def clear(self) -> None:
        self.wipe()
        self.session = self.new_session()

    def wipe(self) -> None:
        print(CLEAR, end="", flush=True)

    def ask(self, prompt: str, choices: Iterable[str]) -> str | None:
        self.completer.choices = list(choices)
        try:
            return self.session.prompt(FormattedText([("bold", terminal_text(prompt))])).strip()
        except EOFError:
            print_line("")
            return None


def formatted(spans: Iterable[Span]) -> FormattedText:
    return FormattedText([(f"class:{style}" if style else "", terminal_text(text)) for style, text in spans])
