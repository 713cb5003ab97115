"""How a game shows its position: its panels in words and numbers, and its board."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from typing import TYPE_CHECKING, Any

from msgspec import json

from ...kernel.base.canonical import Plain
from ...kernel.base.memo import Memo
from ...kernel.chain.genesis import names_of
from ...kernel.chain.records import GameFile
from ...kernel.content.packs import Words
from ...kernel.engine.model import Seat, State
from ...kernel.engine.panels import Panel
from ...kernel.engine.presentation import Presentation
from ...kernel.engine.rulebook import Rules
from ...kernel.language.sentences import fill, thing_fields, value_text
from ..document import Block, Drawing, Grid, Lines, capital

if TYPE_CHECKING:
    from ...board.model import Picture

ARROWS = {"up": "↑", "down": "↓", "moved": "↕"}
ABSENT = "\u2013"
BOARD_IDS = "b"
"""How the ids of a board on a page begin, and those of the hexes in hand, which share its definitions."""
PAGE_PARTS = ("game", "table", "screen")
Names = Mapping[Seat, str]
BLOCKS: Memo[Lines | Grid] = Memo()
BOARDS: Memo[list[str]] = Memo()


def position_blocks(
    rules: Rules,
    game: GameFile,
    words: Words,
    state: State,
    reader: Seat | None,
    events: Sequence[Plain],
) -> dict[str, list[Block]]:
    """Return the panels and the board of a game by the part of the page they belong to."""
    show = rules.game.presentation()
    names = names_of(game.state)
    blocks: dict[str, list[Block]] = {}
    picture = show.picture(state, reader) if show.picture else None
    if show.panels:
        panels = show.panels(state, reader, events)
        blocks = {part: panel_blocks(words, panels, part, names) for part in PAGE_PARTS}
    if picture:
        from ...board.queries import changed_names  # saves the board for games that have none

        threatened = partial(threatened_places, show, state, reader)
        blocks["board"] = [board_drawing(picture, words, changed_names(picture, events), names, threatened)]
    return blocks


def panel_blocks(words: Words, panels: Iterable[Panel], part: str, names: Names) -> list[Block]:
    """Return the panels of one part of the page."""
    return [panel_block(words, panel, names) for panel in panels if panel.part == part and panel.rows]


def panel_block(words: Words, panel: Panel, names: Names) -> Lines | Grid:
    """Return a panel in words, reused from the last page if it has not changed.

    Panels are compared as JSON, because in Python 1 equals True.
    """
    content = json.encode((panel.rows, panel.columns, panel.part, panel.short))
    return BLOCKS.get(panel.key, (content, words, names), lambda: build_block(words, panel, names))


def build_block(words: Words, panel: Panel, names: Names) -> Lines | Grid:
    title = words.terms.get(panel.key, "")
    private = panel.part == "screen"
    if not panel.rows:
        return Lines([])
    if not panel.columns:
        lines = [row_text(words, panel.key, name, value, names) for name, value in panel.rows]
        return Lines([join_sentences(lines)] if panel.short else lines, title, private)
    return Grid(
        title=title,
        head=[label(words, panel.key, column) for column in panel.columns],
        rows=[
            [cell_text(words, name, value, names) for name, value in zip(panel.columns, row, strict=True)]
            for row in panel.rows
        ],
        numeric=[all(is_number(value) for value in column) for column in zip(*panel.rows, strict=True)],
        private=private,
    )


def join_sentences(lines: Sequence[str]) -> str:
    return " ".join(line if line.endswith(".") or n == len(lines) else f"{line};" for n, line in enumerate(lines, 1))


def label(words: Words, key: str, name: str) -> str:
    return words.terms.get(f"{key}.{name}") or words.terms.get(name, name)


def is_number(value: Any) -> bool:
    return value is None or (not isinstance(value, bool) and hasattr(value, "way")) or type(value) is int


def row_text(words: Words, key: str, name: str, value: Any, names: Names) -> str:
    """Return a sentence of its own, if the words have one; otherwise a label and the value."""
    template = label(words, key, name)
    if value in ([], ()) and (none := words.terms.get(f"{key}.{name}.none")):
        return none
    if "{value}" in template:
        return capital(fill(words, template, template_values(words, key, value, names), names))
    return capital(words.grammar["label"].format(label=template, value=cell_text(words, name, value, names)))


def template_values(words: Words, key: str, value: Any, names: Names) -> Mapping[str, Any]:
    """Return the values of a sentence; things with parts of their own are each put into words by their template."""
    fields = value if isinstance(value, dict) else {"value": value}
    things = fields.get("value")
    item = words.terms.get(f"{key}.item", "")
    if not item or not isinstance(things, list):
        return fields
    return {**fields, "value": words.grammar["effect.next"].join(fill(words, item, one, names) for one in things)}


def cell_text(words: Words, name: str, value: Any, names: Names) -> str:
    if value is None:
        return ABSENT
    if hasattr(value, "way"):
        return f"{value.value} {ARROWS[value.way]}"
    if isinstance(value, list | tuple):
        return ", ".join(cell_text(words, name, item, names) for item in value) or ABSENT
    return value_text(words, value, {} if name in thing_fields(words) else names)


def threatened_places(show: Presentation, state: State, reader: Seat | None) -> frozenset[str]:
    """Return the places where something threatens the reader, which only pictures need."""
    from ...board.queries import places_in_danger  # saves the board for games that have none

    return places_in_danger(show.brief(state, reader, ()).threats) if show.brief and reader else frozenset()


def no_places() -> frozenset[str]:
    return frozenset()


def board_drawing(
    picture: Picture,
    words: Words,
    changed: frozenset[str],
    names: Names,
    threatened: Callable[[], frozenset[str]] = no_places,
) -> Drawing:
    """Return a board that is drawn when a format requests it."""
    threatened_now = cache(threatened)

    def text(ascii: bool) -> list[str]:
        from ...board.text import text_board  # saves it for HTML

        draw = partial(text_board.draw, picture, words, changed, names=names, ascii=ascii)
        return BOARDS.get(ascii, (picture, words, changed, names), draw)

    def text_parts() -> tuple[list[str], list[str], list[str]]:
        from ...board.text import text_board  # saves it for HTML

        return text_board.draw_parts(picture, words, changed, names=names)

    def map(width: int, height: int) -> list[str]:
        from ...board.text import text_board  # saves it for HTML

        return text_board.draw_map(picture, words, changed, names=names, width=width, height=height)

    def svg() -> str:
        from ...board.model import HexMap  # saves it for text
        from ...board.svg import svg_board  # saves it for text

        few = isinstance(picture, HexMap)  # rules on hundreds of tiles would be half of the page
        draw = partial(svg_board.draw_board, picture, words, changed, names=names, threatened=threatened_now())
        return draw(quote_rules=few)

    def file(complete: bool = True) -> str:
        from ...board.svg import svg_board  # saves it for text

        draw = partial(svg_board.draw_file, picture, words, changed, names=names, threatened=threatened_now())
        return draw(quote_rules=complete, legend=complete)

    def hand(hex: str, turn: int) -> str:
        from ...board.svg import svg_board  # saves it for text

        held = any(face.name == hex for face in getattr(picture, "faces", ()))
        return svg_board.hand_svg(picture, words, hex, turn, ids=BOARD_IDS) if held else ""

    def options() -> tuple[str, str]:
        from ...board.svg import svg_board  # saves it for text

        return svg_board.options(picture, words, names=names)

    return Drawing(
        text=text,
        svg=svg,
        text_parts=text_parts,
        file=file,
        hand=hand,
        options=options,
        map=map,
        frame=partial(file, False),
    )
