"""A game step by step: the public page of every step of its log."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from ..kernel.audit.verdict import Progress
from ..kernel.audit.verify import verify
from ..kernel.chain.records import GameFile
from ..kernel.content import packs
from ..kernel.content.packs import Words
from ..kernel.folder.folder import Place
from ..kernel.folder.reports import Reports
from ..kernel.play.rulebook import Rules
from ..kernel.words.sentences import phrase
from .page import Page, Section
from .telling import step_page
from .text import render

STORIES = ("news", "head", "end")
"""The sections that a page begins with; on a terminal they come last, nearest to the prompt."""


class Watched(Reports):
    """Every step as the log tells it, kept to be shown."""

    shown: list[GameFile] = []

    def compare(self, game: GameFile) -> None:
        self.shown.append(game)


class Replay(Struct, frozen=True):
    """The steps of a game that was found true, or some of them; the clock is the component that counts turns."""

    rules: Rules
    steps: list[GameFile]
    lang: str
    last: int
    clock: str = ""

    @property
    def words(self) -> Words:
        return packs.words(self.rules.game.name, self.lang)

    def turn(self, step: GameFile) -> int:
        """Which turn a step belongs to; none before the first has begun."""
        number = step.state.table.get(self.clock, {}).get("number", 0)
        return int(number)

    def place(self, step: GameFile) -> str:
        """Where a step stands: its number, and its turn."""
        told = phrase(self.words, "replay.place", seq=step.state.seq, last=self.last)
        return f"{told} · {self.words.terms[self.clock]} {turn}" if (turn := self.turn(step)) else told

    def page(self, step: GameFile) -> Page:
        return step_page(self.rules, step, step.last, self.lang)


def watch(rules: Rules, place: Place, game: GameFile, lines: list[bytes], progress: Progress) -> list[GameFile]:
    """The game after each step, as the log tells it; a log that is false in anything is refused as a whole."""
    watched = Watched(place, str, set(range(len(lines))))
    verify(rules, game, lines, progress=progress, reports=watched)
    return watched.shown


def as_text(replay: Replay, step: GameFile, ascii: bool = False) -> str:
    return render(replay.page(step), ascii)


def on_screen(replay: Replay, step: GameFile, ascii: bool = False) -> str:
    page = replay.page(step)
    told, laid = stories(page), [section for section in page.sections if section.key not in STORIES]
    return render(replace(page, sections=[*laid, *reversed(told)]), ascii)


def stories(page: Page) -> list[Section]:
    return [section for key in STORIES for section in page.sections if section.key == key]
