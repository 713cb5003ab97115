"""A replay as one HTML file: its story step by step beside the board, with curves and a slider."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from ..kernel.chain.records import GameFile
from ..kernel.content.packs import Words
from ..kernel.disk import files
from ..kernel.words.sentences import phrase
from . import html
from .blocks import Drawing, Grid
from .marks import Drawn, Marks
from .page import Lines, Page, Paragraph, Section
from .replay import Replay
from .replay_curves import charts
from .telling import told_after

if TYPE_CHECKING:
    from jinja2 import Template

SAYS = ("public", "first", "previous", "next", "last", "play", "pause", "slider", "speed", "scenes", "scene")
SPEEDS = (("½", 2400), ("1", 1200), ("2", 600), ("4", 300))
"""How fast it plays: how many times the usual pace, and the milliseconds a step."""


class Piece(Struct, frozen=True):
    """A block beside the story, under the title of its section where it is the first there."""

    number: int
    title: str
    block: Any


class Frame(Struct, frozen=True):
    """A step: what it tells, and those of its boards and pieces that no step before it has shown."""

    seq: int
    turn: int
    place: str
    joins: bool
    """Whether it goes on with the paragraph that the step before has left."""
    told: list[Any]
    board: int
    drawn: Drawn | None
    pieces: str
    fresh: list[Piece]


class Tick(Struct, frozen=True):
    """Where on the slider a turn begins."""

    at: float
    seq: int
    turn: int


class Scene(Struct, frozen=True):
    """What one may jump to: what it is called, and the steps it happens in."""

    name: str
    steps: list[int]


class Kept(Struct):
    """What steps have shown so far."""

    marks: Marks
    boards: dict[str, int] = {}
    pieces: dict[bytes, int] = {}
    left: str = ""
    """The paragraph in which the last step ended."""


def as_html(replay: Replay, progress: Callable[[int], None]) -> str:
    """One file that needs nothing else; without scripts it shows the steps one below the other."""
    from markupsafe import Markup

    words, marks = replay.words, Marks()
    shown = list(frames(replay, marks, progress))
    says = {key: words.terms[f"report.replay.{key}"] for key in SAYS}
    says |= {"theme": words.terms["report.ui.theme"], "clock": words.terms.get(replay.clock, "")}
    made = template().render(
        page=Page(title(replay, words), replay.lang, []),
        says=says,
        frames=shown,
        first=opening(replay),
        ticks=list(ticks(replay)),
        scenes=scenes(replay),
        charts=charts(replay),
        speeds=SPEEDS,
        numeric=numeric(shown),
        colours=colours(shown),
        picture=lambda drawn: Markup(marks.drawing(drawn)),
        store=Markup(marks.store),
        described=Markup(marks.words),
    )
    return html.sealed("\n".join(line for line in made.splitlines() if line) + "\n")


def title(replay: Replay, words: Words) -> str:
    name = words.terms.get(replay.rules.game.name, replay.rules.game.name)
    told = phrase(words, "replay.title", game=name)
    return f"{told} · {phrase(words, 'file', id=replay.steps[0].state.game[:12])}"


def frames(replay: Replay, marks: Marks, progress: Callable[[int], None]) -> Iterator[Frame]:
    kept, before = Kept(marks), None
    for step in replay.steps:
        page = told_after(replay.rules, before, step, replay.lang)
        yield frame(replay, step, page, kept)
        before = step
        progress(step.state.seq)


def frame(replay: Replay, step: GameFile, page: Page, kept: Kept) -> Frame:
    told = [block for section in page.sections if section.key == "news" for block in section.blocks]
    titles = [block.title for block in told if isinstance(block, Paragraph)]
    joins, kept.left = bool(titles) and titles[0] == kept.left, titles[-1] if titles else ""
    svg = drawing(page)
    drawn = kept.marks.take(svg) if svg and svg not in kept.boards else None
    board = kept.boards.setdefault(svg, len(kept.boards) + 1) if svg else 0
    pieces, fresh = beside(page.sections, kept.pieces)
    place = (step.state.seq, replay.turn(step), replay.place(step))
    return Frame(*place, joins, told, board, drawn, " ".join(map(str, pieces)), fresh)


def drawing(page: Page) -> str:
    blocks: Iterable[Any] = (block for section in page.sections for block in section.blocks)
    return next(((block.bare or block.svg)() for block in blocks if isinstance(block, Drawing)), "")


def beside(sections: Sequence[Section], known: dict[bytes, int]) -> tuple[list[int], list[Piece]]:
    """The pieces of a step by their numbers, and those that are new."""
    numbers, fresh = list[int](), list[Piece]()
    for section in sections:
        for nth, shown in enumerate(section.blocks if section.key not in ("news", "board") else ()):
            heading, block = "" if nth else section.title, without_picture(shown)
            key = msgspec.json.encode([heading, type(block).__name__, block])
            if key not in known:
                known[key] = len(known) + 1
                fresh.append(Piece(known[key], heading, block))
            numbers.append(known[key])
    return numbers, fresh


def without_picture(block: Any) -> Any:
    """Words and numbers alone: the tracks of every step would be too many pictures, and the curves tell more."""
    return msgspec.structs.replace(block, svg=None) if isinstance(block, Lines | Grid) and block.svg else block


def numeric(shown: Sequence[Frame]) -> dict[str, list[int]]:
    """Which columns hold numbers, for each kind of grid there is: said once, not in every cell."""
    grids = [piece.block for frame in shown for piece in frame.fresh if isinstance(piece.block, Grid)]
    return {kind_of(grid): [n for n, number in enumerate(grid.numeric, 1) if number] for grid in grids}


def colours(shown: Sequence[Frame]) -> list[str]:
    """Whose paragraphs there are: their style is said once."""
    told = (block for frame in shown for block in frame.told if isinstance(block, Paragraph))
    return sorted({block.colour for block in told if html.paint(block.colour)})


def kind_of(grid: Grid) -> str:
    return "n" + "".join(str(int(number)) for number in grid.numeric)


def ticks(replay: Replay) -> Iterator[Tick]:
    far, before = max(len(replay.steps) - 1, 1), 0
    for n, step in enumerate(replay.steps):
        if (turn := replay.turn(step)) != before:
            yield Tick(n / far, step.state.seq, turn)
            before = turn


def opening(replay: Replay) -> int:
    """The step to begin with: the first of a turn, for before that there is nothing to see."""
    return next((tick.seq for tick in ticks(replay)), replay.steps[0].state.seq)


def scenes(replay: Replay) -> list[Scene]:
    """The events that the game has a word for as something to jump to, by that word; the most first."""
    found: dict[str, list[int]] = {}
    for step in replay.steps:
        names = (replay.words.terms.get(f"scene.{event['event']}") for event in step.last.public.events)
        for name in dict.fromkeys(filter(None, names)):
            found.setdefault(name, []).append(step.state.seq)
    return sorted((Scene(name, steps) for name, steps in found.items()), key=lambda scene: -len(scene.steps))


@cache
def template() -> Template:
    """Built on the page of a report: its style, its paragraphs, its switch for the dark."""
    from jinja2 import FunctionLoader

    loader = FunctionLoader(lambda name: files.packaged(f"../report/{name}").decode())
    environment = html.template().environment.overlay(loader=loader)
    environment.filters["columns"] = kind_of
    return environment.get_template("replay.html.j2")
