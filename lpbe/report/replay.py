"""A game step by step: the public page of every step of its log, as text, or all of them in one HTML file."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from ..kernel.audit.verdict import Progress
from ..kernel.audit.verify import verify
from ..kernel.chain.records import GameFile
from ..kernel.content import packs
from ..kernel.content.packs import Words
from ..kernel.disk import files
from ..kernel.folder.folder import Place
from ..kernel.folder.reports import Reports
from ..kernel.play.rulebook import Rules
from ..kernel.words.sentences import phrase
from .blocks import Drawing
from .page import Page, Section
from .telling import step_page
from .text import render

if TYPE_CHECKING:
    from jinja2 import Template

STORIES = ("news", "head", "end")
"""The sections that a page begins with; on a terminal they come last, nearest to the prompt."""
SAYS = ("public", "first", "previous", "next", "last", "play", "pause", "slider")
MOVED = re.compile(r'<g transform="translate\(([-\d.]+) ([-\d.]+)\)">(.*)</g>')
EDGE = re.compile(r'<polygon points="[^"]*" fill="url[^>]*/><circle [^>]*/><text [^>]*>[^<]*</text>')
PATTERN = re.compile(r'<pattern id="([^"]+)".*?</pattern>')
HEAD, DEFS, END = ("<svg ", "<title ", "<desc "), "<defs>", "</svg>"


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


class Frame(Struct, frozen=True):
    """A step of the page with the slider; board and table where they are not those of the step before."""

    seq: int
    turn: int
    place: str
    told: list[Section]
    board: Any
    table: list[Section]
    boards: int
    tables: int
    """How many boards and tables there are up to this step: the last of them are its own."""


class Tick(Struct, frozen=True):
    """Where on the slider a turn begins."""

    at: float
    seq: int
    turn: int


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


class Marks(Struct):
    """What boards are drawn with: every mark and pattern once, however many boards show it."""

    known: dict[str, int] = {}
    patterns: dict[str, str] = {}

    def board(self, svg: str, nth: int) -> str:
        """A drawing made of references to marks, its ids its own."""
        head, parts, run = [], [], ""
        for line in svg.splitlines():
            if line.startswith(HEAD):
                tag, end, inside = line.partition(">")
                head.append(tag.replace("board-", f"board-{nth}-") + end + inside)
            elif line.startswith(DEFS):
                self.patterns |= {match[1]: match[0] for match in PATTERN.finditer(line)}
            elif moved := MOVED.fullmatch(line):
                hexagon = EDGE.sub(lambda edge: self.used(edge[0]), moved[3])
                parts += [self.used(run), self.used(hexagon, f' x="{moved[1]}" y="{moved[2]}"')]
                run = ""
            elif line != END:
                run += line
        return "".join([*head, *parts, self.used(run), END])

    def used(self, mark: str, where: str = "") -> str:
        return f'<use href="#mark-{self.known.setdefault(mark, len(self.known))}"{where}/>' if mark else ""

    @property
    def kept(self) -> str:
        from ..board.night import style  # saves it for games without a board

        marks = (f'<g id="mark-{n}">{mark}</g>' for mark, n in self.known.items())
        body = "".join([*self.patterns.values(), *marks])
        return f'{style(body)}<g class="board">{body}</g>'


def as_html(replay: Replay, progress: Callable[[int], None]) -> str:
    """One file that needs nothing else; without scripts it shows the steps one below the other."""
    from markupsafe import Markup

    words, marks = replay.words, Marks()
    shown = list(frames(replay, marks, progress))
    says = {key: words.terms[f"report.replay.{key}"] for key in SAYS}
    says |= {"theme": words.terms["report.ui.theme"], "clock": words.terms.get(replay.clock, "")}
    cover = Page(title(replay, words), replay.lang, [])
    return template().render(page=cover, says=says, frames=shown, ticks=list(ticks(replay)), marks=Markup(marks.kept))


def title(replay: Replay, words: Words) -> str:
    name = words.terms.get(replay.rules.game.name, replay.rules.game.name)
    told = phrase(words, "replay.title", game=name)
    return f"{told} · {phrase(words, 'file', id=replay.steps[0].state.game[:12])}"


def frames(replay: Replay, marks: Marks, progress: Callable[[int], None]) -> Iterator[Frame]:
    from markupsafe import Markup

    drawn, laid = "", list[Section]()
    boards = tables = 0
    for step in replay.steps:
        page = replay.page(step)
        svg, table = drawing(page), [section for section in page.sections if section.key not in (*STORIES, "board")]
        new_board, new_table = bool(svg) and svg != drawn, bool(table) and table != laid
        boards, tables = boards + new_board, tables + new_table
        board = Markup(marks.board(svg, boards)) if new_board else ""
        where = (step.state.seq, replay.turn(step), replay.place(step))
        yield Frame(
            *where, stories(page), board, table if new_table else [], boards if svg else 0, tables if table else 0
        )
        drawn, laid = svg, table
        progress(step.state.seq)


def drawing(page: Page) -> str:
    blocks: Iterable[Any] = (block for section in page.sections for block in section.blocks)
    return next((block.svg() for block in blocks if isinstance(block, Drawing)), "")


def ticks(replay: Replay) -> Iterator[Tick]:
    far, before = max(len(replay.steps) - 1, 1), 0
    for n, step in enumerate(replay.steps):
        if (turn := replay.turn(step)) != before:
            yield Tick(n / far, step.state.seq, turn)
            before = turn


@cache
def template() -> Template:
    """Built on the page of a report: its style, its tables, its switch for the dark."""
    from jinja2 import FunctionLoader

    from . import html  # saves jinja2 for text

    loader = FunctionLoader(lambda name: files.packaged(f"../report/{name}").decode())
    return html.template().environment.overlay(loader=loader).get_template("replay.html.j2")
