"""The steps of a game one by one: the public page of each step of its log."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from ...kernel.audit.findings import Progress
from ...kernel.audit.verify import verify
from ...kernel.chain.records import GameFile
from ...kernel.content import packs
from ...kernel.content.packs import Words
from ...kernel.engine.rulebook import Rules
from ...kernel.gamedir.gamedir import Place, Reports
from ...kernel.language.sentences import phrase
from ..content.public_page import step_page
from ..document import Page
from ..render.text import render

STORY_SECTIONS = ("news", "head", "end")
"""The sections at the beginning of a page; on a terminal they come last, nearest to the prompt."""


class StepCollector(Reports):
    """Collects the game after every step instead of comparing its report."""

    games: list[GameFile] = []

    def compare(self, game: GameFile) -> None:
        self.games.append(game)


class Replay(Struct, frozen=True):
    """The steps of a verified game, or some of them; the clock is the component that counts turns."""

    rules: Rules
    steps: list[GameFile]
    lang: str
    last: int
    clock: str = ""

    @property
    def words(self) -> Words:
        return packs.words(self.rules.game.name, self.lang)

    def turn(self, step: GameFile) -> int:
        """Return the turn that a step belongs to; 0 before the first has begun."""
        number = step.state.table.get(self.clock, {}).get("number", 0)
        return int(number)

    def place(self, step: GameFile) -> str:
        """Describe where a step is in the game: its number and its turn."""
        text = phrase(self.words, "replay.place", seq=step.state.seq, last=self.last)
        return f"{text} · {self.words.terms[self.clock]} {turn}" if (turn := self.turn(step)) else text

    def page(self, step: GameFile) -> Page:
        return step_page(self.rules, step, step.last, self.lang)


def collect_steps(rules: Rules, place: Place, game: GameFile, lines: list[bytes], progress: Progress) -> list[GameFile]:
    """Return the game after each step of its log; a log with anything false in it is refused as a whole."""
    collector = StepCollector(place, str, set(range(len(lines))))
    verify(rules, game, lines, progress=progress, reports=collector)
    return collector.games


def step_text(replay: Replay, step: GameFile, ascii: bool = False) -> str:
    """Return the page of one step as text."""
    return render(replay.page(step), ascii)


def step_screen(replay: Replay, step: GameFile, ascii: bool = False) -> str:
    """Return the page of one step for a terminal, where the end is read first."""
    page = replay.page(step)
    stories = [section for key in STORY_SECTIONS for section in page.sections if section.key == key]
    others = [section for section in page.sections if section.key not in STORY_SECTIONS]
    return render(replace(page, sections=[*others, *reversed(stories)]), ascii)
