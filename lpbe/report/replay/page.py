"""Render a replay as one HTML file: the story step by step beside the board, with charts and a slider."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

import msgspec
from msgspec import Struct

from ...kernel.chain.genesis import names_of
from ...kernel.chain.records import GameFile
from ...kernel.chain.sealed_state import public_state
from ...kernel.content.packs import Words
from ...kernel.language.sentences import phrase
from ..content.public_page import page_after
from ..document import Block, Drawing, Grid, Page, Paragraph, Section
from ..render import html
from ..render.assets import script, styles
from ..render.charts import Chart, step_chart
from .steps import Replay
from .svg_sharing import SharedDrawing, SharedParts

LABELS = ("public", "first", "previous", "next", "last", "play", "pause", "slider", "speed", "scenes", "scene")
REPLAY_STYLES = ("tokens", "base", "header", "news", "motion")
REPLAY_SCRIPTS = ("theme", "replay")
SPEEDS = (("½", 2400), ("1", 1200), ("2", 600), ("4", 300))
"""The speeds as factors, and their milliseconds per step."""


class Piece(Struct, frozen=True):
    """A block beside the story; the first of a section carries its title."""

    number: int
    title: str
    block: Block


class Frame(Struct, frozen=True):
    """One step: its news, and the board and pieces that no earlier step has shown."""

    seq: int
    turn: int
    place: str
    joins: bool
    """Whether it continues the last paragraph of the step before."""
    news: list[Block]
    board: int
    drawing: SharedDrawing | None
    pieces: str
    fresh: list[Piece]


class Tick(Struct, frozen=True):
    """Where a turn begins on the slider."""

    at: float
    seq: int
    turn: int


class Scene(Struct, frozen=True):
    """A kind of event to jump to: its name, and the steps in which it happens."""

    name: str
    steps: list[int]


class Progress(Struct):
    """What the steps have shown so far."""

    shared: SharedParts
    boards: dict[str, int] = {}
    pieces: dict[bytes, int] = {}
    last_title: str = ""
    """The title of the paragraph in which the last step ended."""


def render_replay(replay: Replay, report_progress: Callable[[int], None]) -> str:
    """Return one file that needs no other; without scripts it shows the steps one below the other."""
    from markupsafe import Markup

    words = replay.words
    shared = SharedParts()
    frames = list(make_frames(replay, shared, report_progress))
    labels = {key: words.terms[f"report.replay.{key}"] for key in LABELS}
    labels |= {"theme": words.terms["report.ui.theme"], "clock": words.terms.get(replay.clock, "")}
    context = {
        "page": Page(title(replay, words), replay.lang, []),
        "brand": words.terms.get(replay.rules.game.name, replay.rules.game.name),
        "front": None,
        "labels": labels,
        "frames": frames,
        "first": first_shown(replay),
        "ticks": list(turn_ticks(replay)),
        "scenes": find_scenes(replay),
        "charts": make_charts(replay),
        "speeds": SPEEDS,
        "numeric": numeric_columns(frames),
        "grid_class": grid_class,
        "draw_board": lambda drawing: Markup(shared.svg(drawing)),
        "store": Markup(shared.definitions),
        "descriptions": Markup(shared.descriptions),
        "styles": Markup(styles((*REPLAY_STYLES, "replay"))),
        "script": Markup(script(REPLAY_SCRIPTS)),
    }
    return html.render_template("page/replay.html.j2", context)


def title(replay: Replay, words: Words) -> str:
    name = words.terms.get(replay.rules.game.name, replay.rules.game.name)
    text = phrase(words, "replay.title", game=name)
    return f"{text} · {phrase(words, 'file', id=replay.steps[0].state.game[:12])}"


def make_frames(replay: Replay, shared: SharedParts, report_progress: Callable[[int], None]) -> Iterator[Frame]:
    progress = Progress(shared)
    before: GameFile | None = None
    for step in replay.steps:
        page = page_after(replay.rules, before, step, replay.lang)
        yield make_frame(replay, step, page, progress)
        before = step
        report_progress(step.state.seq)


def make_frame(replay: Replay, step: GameFile, page: Page, progress: Progress) -> Frame:
    news = [block for section in page.sections if section.key == "news" for block in section.blocks]
    titles = [block.title for block in news if isinstance(block, Paragraph)]
    joins = bool(titles) and titles[0] == progress.last_title
    progress.last_title = titles[-1] if titles else ""
    svg = board_svg(page)
    drawing = progress.shared.add(svg) if svg and svg not in progress.boards else None
    pieces, fresh = pieces_beside(page.sections, progress.pieces)
    return Frame(
        seq=step.state.seq,
        turn=replay.turn(step),
        place=replay.place(step),
        joins=joins,
        news=news,
        board=progress.boards.setdefault(svg, len(progress.boards) + 1) if svg else 0,
        drawing=drawing,
        pieces=" ".join(map(str, pieces)),
        fresh=fresh,
    )


def board_svg(page: Page) -> str:
    return next(((block.frame or block.svg)() for block in page.blocks if isinstance(block, Drawing)), "")


def pieces_beside(sections: Sequence[Section], known: dict[bytes, int]) -> tuple[list[int], list[Piece]]:
    """Return the numbers of the pieces of a step, and which of them are new."""
    numbers: list[int] = []
    fresh: list[Piece] = []
    for section in sections:
        if section.key in ("news", "board"):
            continue
        for nth, block in enumerate(section.blocks):
            heading = "" if nth else section.title
            key = msgspec.json.encode([heading, type(block).__name__, block])
            if key not in known:
                known[key] = len(known) + 1
                fresh.append(Piece(known[key], heading, block))
            numbers.append(known[key])
    return numbers, fresh


def numeric_columns(frames: Sequence[Frame]) -> dict[str, list[int]]:
    """Return the columns of numbers for each kind of grid, to be styled once instead of in every cell."""
    grids = [piece.block for frame in frames for piece in frame.fresh if isinstance(piece.block, Grid)]
    return {grid_class(grid): [n for n, number in enumerate(grid.numeric, 1) if number] for grid in grids}


def grid_class(grid: Grid) -> str:
    """Return the CSS class of grids with the same columns of numbers."""
    return "n" + "".join(str(int(number)) for number in grid.numeric)


def make_charts(replay: Replay) -> list[Chart]:
    """Return a chart of everything that the game follows; none before the first turn."""
    samples = [sample_numbers(replay, step) for step in replay.steps]
    keys = dict.fromkeys(key for sample in samples for key in sample)
    names = names_of(replay.steps[-1].state)
    return [step_chart(replay.words, key, names, [sample.get(key, {}) for sample in samples]) for key in keys]


def sample_numbers(replay: Replay, step: GameFile) -> Mapping[str, Mapping[str, int]]:
    """Return the numbers that the game follows after one step."""
    sample = replay.rules.game.presentation().curves
    table = step.state.table
    return sample(public_state(replay.rules.book, table)) if sample and table and replay.turn(step) else {}


def turn_ticks(replay: Replay) -> Iterator[Tick]:
    last = max(len(replay.steps) - 1, 1)
    before = 0
    for n, step in enumerate(replay.steps):
        if (turn := replay.turn(step)) != before:
            yield Tick(n / last, step.state.seq, turn)
            before = turn


def first_shown(replay: Replay) -> int:
    """Return the step to start with: the first one of a turn, since before that there is nothing to see."""
    return next((tick.seq for tick in turn_ticks(replay)), replay.steps[0].state.seq)


def find_scenes(replay: Replay) -> list[Scene]:
    """Return the events that the game names as something to jump to, the most frequent first."""
    found: dict[str, list[int]] = {}
    for step in replay.steps:
        names = (replay.words.terms.get(f"scene.{event['event']}") for event in step.last.public.events)
        for name in dict.fromkeys(filter(None, names)):
            found.setdefault(name, []).append(step.state.seq)
    return sorted((Scene(name, steps) for name, steps in found.items()), key=lambda scene: -len(scene.steps))
