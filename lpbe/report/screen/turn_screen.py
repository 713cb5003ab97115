"""The screen of a player who is asked: news, board, own things, what may be done, and the question."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import zip_longest

from msgspec import Struct

from ...kernel.base.wrapping import columns, pad, wrap
from ...kernel.content.packs import Words
from ...kernel.engine.foresight import Brief, Fact
from ...kernel.engine.model import Seat
from ...kernel.language.sentences import fact_text, fill
from ..content.panels import join_sentences
from ..document import Block, Choices, Drawing, Grid, Lines, Page, Paragraph, Section, capital
from .compose import Part, compose, first_lines, last_lines
from .model import NO_COLOURS, Line, PlayerColours, Screen, Style, clip
from .option_lines import fit_options

IMPORTANCE = (
    "title",
    "task",
    "question",
    "suggestion",
    "threats",
    "own-news",
    "options",
    "board",
    "own",
    "places",
    "table",
    "news",
    "standing",
    "turn",
)
"""What keeps its lines longest when a screen is low."""
MAX_TABLE_LINES = 3
"""A table that is higher is only shown on request."""
MAX_OPTION_LINES = 9
"""How many lines the options take before the board gets its own."""
MIN_BOARD_LINES = 8
MAX_NEWS_LINES = 9
MAX_PLACE_LINES = 10
MIN_TITLED_LINES = 3
"""Fewer sentences follow their title on one line."""


class Asked(Struct, frozen=True, kw_only=True):
    """A player who is asked something: their page, the position in brief, and what they are offered."""

    words: Words
    page: Page
    names: Mapping[Seat, str]
    title: str
    question: str
    brief: Brief | None = None
    head: Sequence[Block] = ()
    """What the head of the page says beside the brief: the dice, say."""
    suggestion: str = ""
    task: Sequence[str] = ()
    """What a lesson says."""
    colours: PlayerColours = NO_COLOURS

    def section(self, key: str) -> Section | None:
        return next((section for section in self.page.sections if section.key == key), None)


def turn_screen(asked: Asked, width: int, rows: int) -> Screen:
    """Return what a player sees who is asked, in at most so many columns and lines."""
    parts = [
        title_part(asked, width),
        news_part(asked, width),
        own_news_part(asked, width),
        threat_part(asked, width),
        board_part(asked, width),
        places_part(asked, width),
        turn_part(asked, width),
        table_part(asked, width),
        standing_part(asked, width),
        own_part(asked, width),
        options_part(asked, width),
        *task_parts(asked, width),
        suggestion_part(asked, width),
        question_part(asked, width),
    ]
    return Screen(compose(parts, IMPORTANCE, rows), asked.colours)


def title_part(asked: Asked, width: int) -> Part:
    """Return the game and how far it is; whose page it is, the prompt says."""
    clock = [fact_text(asked.words, fact, asked.names) for fact in (asked.brief.clock if asked.brief else ())]
    text = " ".join([asked.title, *map(capital, clock)])
    lines = [Line(line, "title") for line in wrap(text, "", "  ", width)]
    return Part("title", first_lines(lines, more("other", asked)), least=min(len(lines), 2), most=2)


def news_part(asked: Asked, width: int) -> Part:
    """Return what everybody did, the latest last."""
    section = asked.section("news")
    lines = list(story_lines(section.blocks if section else (), width))
    return Part("news", last_lines(lines, more("news", asked)), least=min(len(lines), 3), most=MAX_NEWS_LINES)


def own_news_part(asked: Asked, width: int) -> Part:
    """Return what happened to the player, the bad first: what was refused, lost or answered for them."""
    section = asked.section("mine")
    blocks = [block for block in (section.blocks if section else ()) if isinstance(block, Lines) and block.private]
    told = [(tone, text) for block in blocks for text, tone in zip_longest(block.lines, block.tones, fillvalue="")]
    bad_first = sorted(told, key=lambda one: one[0] != "bad")
    lines = [line for tone, text in bad_first for line in own_lines(text, tone == "bad", width)]
    return Part("own-news", first_lines(lines, more("other", asked)), least=min(len(lines), 2), most=5)


def own_lines(text: str, bad: bool, width: int) -> Iterator[Line]:
    return (Line(line, "bad" if bad else "") for line in wrap(text, "! " if bad else "", "  ", width))


def story_lines(blocks: Iterable[Block], width: int) -> Iterator[Line]:
    """Yield each paragraph of the story: who did it, and what, without the numbers of the steps."""
    for block in blocks:
        if isinstance(block, Paragraph):
            title = block.title if block.steps else ""  # otherwise it only numbers the steps
            yield from (Line(line, "heading") for line in wrap(title, "", "  ", width) if title)
            yield from (Line(line) for line in wrap(" ".join(block.lines), "  ", "  ", width) if block.lines)
            yield from (Line(line) for quote in block.quotes for line in wrap(quote, "  ", "    ", width))
        elif isinstance(block, Lines):
            yield from (Line(line) for text in block.lines for line in wrap(text, "", "  ", width))


def threat_part(asked: Asked, width: int) -> Part:
    threats = asked.brief.threats if asked.brief else ()
    lines = list(fact_lines(asked, threats, width, "! ", "bad"))
    return Part("threats", first_lines(lines, more("other", asked)), least=min(len(lines), 2), most=3)


def fact_lines(asked: Asked, facts: Sequence[Fact], width: int, mark: str = "", style: Style = "") -> Iterator[Line]:
    for fact in facts:
        text = capital(fact_text(asked.words, fact, asked.names))
        yield from (Line(line, style) for line in wrap(text, mark, "  ", width))


def board_part(asked: Asked, width: int) -> Part:
    """Return the map, in the largest size that there is room for."""
    drawing = board_drawing(asked)

    def fit(count: int) -> list[Line]:
        lines = drawing.map(width, count - 1) if drawing and drawing.map and count > 1 else []
        return [*map(Line, lines), Line("")] if lines else []

    return Part("board", fit, least=MIN_BOARD_LINES if drawing else 0)


def places_part(asked: Asked, width: int) -> Part:
    """Return what is where on the board, in words, if that is short; a long list only fills what room is left."""
    drawing = board_drawing(asked)
    places = drawing.text_parts()[1] if drawing else []
    lines = [Line(line) for text in places for line in (wrap(text, "", "  ", width) if text else [""])]
    most = len(lines) if len(lines) <= MAX_PLACE_LINES else 0
    return Part("places", first_lines(lines, more("board", asked)), most=most)


def board_drawing(asked: Asked) -> Drawing | None:
    section = asked.section("board")
    return next((block for block in section.blocks if isinstance(block, Drawing)), None) if section else None


def turn_part(asked: Asked, width: int) -> Part:
    """Return what belongs to the turn: the order of the dice, what is left of an action."""
    lines = [line for block in asked.head for line in block_lines(asked.words, block, width)]
    return Part("turn", first_lines(lines, more("other", asked)), most=5)


def table_part(asked: Asked, width: int) -> Part:
    """Return the first table of what everybody sees, if it is small: the market, say."""
    section = asked.section("table")
    first = section.blocks[0] if section and section.blocks else None
    lines = list(block_lines(asked.words, first, width)) if isinstance(first, Grid) else []
    shown = lines if len(lines) <= MAX_TABLE_LINES else []
    return Part("table", lambda count: shown if len(shown) <= count else [])


def standing_part(asked: Asked, width: int) -> Part:
    text = " ".join(
        capital(fact_text(asked.words, fact, asked.names)) for fact in (asked.brief.standing if asked.brief else ())
    )
    lines = [Line(line) for line in wrap(text, "", "  ", width)] if text else []
    return Part("standing", first_lines(lines, more("standing", asked)), least=min(len(lines), 2), most=4)


def own_part(asked: Asked, width: int) -> Part:
    """Return what is behind the player's screen."""
    section = asked.section("screen")
    lines = [line for block in (section.blocks if section else ()) for line in block_lines(asked.words, block, width)]
    return Part("own", first_lines(lines, more("own", asked)), least=min(len(lines), 4), most=10)


def block_lines(words: Words, block: Block, width: int) -> Iterator[Line]:
    """Yield a block in few lines: a table without its title and rule, one of a single row in one line."""
    if isinstance(block, Grid):
        yield from row_line(words, block, width) if len(block.rows) == 1 else grid_lines(block, width)
    elif isinstance(block, Lines) and len(block.lines) < MIN_TITLED_LINES:
        text = labelled(words, block.title, join_sentences(block.lines))
        yield from (Line(line) for line in wrap(text, "", "  ", width) if text)
    elif isinstance(block, Lines):
        yield from titled_lines(block, width)


def labelled(words: Words, title: str, text: str) -> str:
    return words.grammar["label"].format(label=title, value=text) if title else text


def titled_lines(block: Lines, width: int) -> Iterator[Line]:
    yield from (Line(block.title, "heading"),) if block.title else ()
    yield from (Line(line) for text in block.lines for line in wrap(text, "  ", "    ", width))


def row_line(words: Words, block: Grid, width: int) -> Iterator[Line]:
    """Yield the only row of a table as names with values."""
    pairs = (f"{name} {value}" for name, value in zip(block.head, block.rows[0], strict=True))
    yield from (Line(line) for line in wrap(labelled(words, block.title, ", ".join(pairs)), "", "  ", width))


def grid_lines(block: Grid, width: int) -> Iterator[Line]:
    table = [block.head, *block.rows]
    sizes = [max(map(columns, column)) for column in zip(*table, strict=True)]
    for n, row in enumerate(table):
        cells = [pad(*cell) for cell in zip(row, sizes, block.numeric, strict=True)]
        yield Line(clip("  ".join(cells).rstrip(), width), "" if n else "heading")


def options_part(asked: Asked, width: int) -> Part:
    section = asked.section("choices")
    choices = next((block for block in section.blocks if isinstance(block, Choices)), None) if section else None
    if choices is None:
        return Part("options", lambda count: [])
    kinds = len(choices.groups)
    return Part("options", fit_options(asked.words, choices, width), least=min(kinds + 1, 6), most=MAX_OPTION_LINES)


def suggestion_part(asked: Asked, width: int) -> Part:
    text = fill(asked.words, asked.words.terms["play.suggested"], {}, {})
    lines = [Line(line, "good") for line in wrap(f"{text} {asked.suggestion}", "", "  ", width)]
    shown = lines if asked.suggestion else []
    return Part("suggestion", first_lines(shown, more("suggestion", asked)), least=min(len(shown), 2), most=2)


def question_part(asked: Asked, width: int) -> Part:
    lines = [Line(line, "title") for line in wrap(asked.question, "", "  ", width)]
    return Part("question", first_lines(lines, more("other", asked)), least=len(lines), most=len(lines))


def task_parts(asked: Asked, width: int) -> Iterator[Part]:
    """Yield what a lesson says, where the eye is: right above the prompt."""
    lines = [Line(line) for text in asked.task for line in wrap(text, "", "  ", width)]
    if lines:
        yield Part("task", first_lines([Line(""), *lines], more("other", asked)), least=len(lines) + 1)


def more(key: str, asked: Asked) -> Callable[[int], str]:
    """Return what says how many lines are not shown, and the word that shows them."""
    return partial(more_text, asked.words, key)


def more_text(words: Words, key: str, count: int) -> str:
    return fill(words, words.terms[f"play.more.{key}"], {"count": count}, {})
