"""How a game shows itself: its panels in words, and its board."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from typing import TYPE_CHECKING, Any

from msgspec import json
from msgspec.structs import replace

from ..kernel.base.canon import Plain
from ..kernel.base.kept import Kept
from ..kernel.chain.records import Entry, GameFile
from ..kernel.chain.seating import names_of
from ..kernel.content.packs import Words
from ..kernel.play.panels import Panel
from ..kernel.play.rulebook import Rules
from ..kernel.play.rules import Game, Seat, State
from ..kernel.words.sentences import fill, text, things
from .blocks import Drawing, Grid, Place
from .page import Lines, capital

if TYPE_CHECKING:
    from ..board.picture import Look, Picture
    from .drawn import Courses

ARROWS = {"up": "↑", "down": "↓", "moved": "↕"}
ABSENT = "\u2013"
PARTS = ("game", "table", "screen")
Names = Mapping[Seat, str]
BLOCKS: Kept[Lines | Grid] = Kept()
BOARDS: Kept[list[str]] = Kept()


def position_blocks(
    rules: Rules,
    game: GameFile,
    words: Words,
    state: State,
    reader: Seat | None,
    told: Sequence[Plain],
    entries: Sequence[Entry] = (),
) -> dict[str, list[Any]]:
    """The blocks of each part of a page that the game has something of its own for; the log may be missing."""
    kind = rules.game
    names, out = names_of(game.state), dict[str, list[Any]]()
    picture = kind.picture(state, reader) if kind.picture else None
    if kind.panels:
        panels = kind.panels(state, reader, told)
        look = picture.look if picture else None
        past = partial(courses, rules, game, entries)
        out = {part: laid_out(words, panels, part, names, look, past) for part in PARTS}
    if picture:
        from ..board.changes import changed  # saves the board for games that have none

        out["board"] = [drawing(picture, words, changed(picture, told), names, partial(in_danger, kind, state, reader))]
    return out


def courses(rules: Rules, game: GameFile, entries: Sequence[Entry]) -> Courses:
    """How what the game follows went from turn to turn, where the whole log is there."""
    if rules.game.curves is None or rules.game.clock is None or game.state.window.kind == "over":
        return {}
    from .ending import sampled  # saves it for formats that draw nothing

    samples = list(sampled(rules, game, entries).values())
    keys = {key: list(at) for sample in samples for key, at in sample.items()}
    return {key: {name: [at.get(key, {}).get(name) for at in samples] for name in keys[key]} for key in keys}


def unknown() -> Courses:
    return {}


def laid_out(
    words: Words,
    panels: Iterable[Panel],
    part: str,
    names: Names,
    look: Look | None = None,
    past: Callable[[], Courses] = unknown,
) -> list[Any]:
    """The panels that belong under one heading."""
    shown = [panel for panel in panels if panel.part == part and (panel.rows or (look and panel.matrix))]
    return [with_picture(block(words, panel, names), words, panel, names, look, past) for panel in shown]


def block(words: Words, panel: Panel, names: Names) -> Lines | Grid:
    """Kept from the last page while the panel is the same, byte by byte: 1 is not yes, though Python thinks so."""
    same = json.encode((panel.rows, panel.columns, panel.part, panel.short))
    return BLOCKS.of(panel.key, (same, words, names), lambda: worded(words, panel, names))


def worded(words: Words, panel: Panel, names: Names) -> Lines | Grid:
    title, private = words.terms.get(panel.key, ""), panel.part == "screen"
    if not panel.rows:
        return Lines([])
    if not panel.columns:
        facts = [fact(words, panel.key, name, value, names) for name, value in panel.rows]
        return Lines([in_one_line(facts)] if panel.short else facts, title, private)
    head = [label(words, panel.key, column) for column in panel.columns]
    rows = [[cell(words, *pair, names) for pair in zip(panel.columns, row, strict=True)] for row in panel.rows]
    columns = zip(*panel.rows, strict=True)
    return Grid(title, head, rows, [all(number(value) for value in column) for column in columns], private)


def with_picture(
    made: Lines | Grid, words: Words, panel: Panel, names: Names, look: Look | None, past: Callable[[], Courses]
) -> Lines | Grid:
    """With what is drawn of it, where there is something: beside the words, or in their place."""
    if look is None or not (panel.strips or panel.matrix or panel.tableaux):
        return made
    picture = partial(drawn_of, words, panel, names, look, past)
    return replace(made, svg=picture, instead=bool(panel.matrix or panel.tableaux))


def drawn_of(words: Words, panel: Panel, names: Names, look: Look, past: Callable[[], Courses]) -> str:
    from .drawn import drawn  # saves it for text

    return drawn(words, panel, names, look, past)


def in_one_line(facts: Sequence[str]) -> str:
    return " ".join(fact if fact.endswith(".") or n == len(facts) else f"{fact};" for n, fact in enumerate(facts, 1))


def label(words: Words, key: str, name: str) -> str:
    return words.terms.get(f"{key}.{name}") or words.terms.get(name, name)


def number(value: Any) -> bool:
    return value is None or (not isinstance(value, bool) and hasattr(value, "way")) or type(value) is int


def fact(words: Words, key: str, name: str, value: Any, names: Names) -> str:
    """A sentence of its own, where the words have one; else a label and the value."""
    told = label(words, key, name)
    if value in ([], ()) and (none := words.terms.get(f"{key}.{name}.none")):
        return none
    if "{value}" in told:
        return capital(fill(words, told, listed(words, key, value, names), names))
    return capital(words.grammar["label"].format(label=told, value=cell(words, name, value, names)))


def listed(words: Words, key: str, value: Any, names: Names) -> Mapping[str, Any]:
    """What fills a sentence; several things with parts of their own, each by the template for one of them."""
    fields = value if isinstance(value, dict) else {"value": value}
    each, item = fields.get("value"), words.terms.get(f"{key}.item", "")
    if not item or not isinstance(each, list):
        return fields
    return {**fields, "value": words.grammar["effect.next"].join(fill(words, item, one, names) for one in each)}


def cell(words: Words, name: str, value: Any, names: Names) -> str:
    if value is None:
        return ABSENT
    if hasattr(value, "way"):
        return f"{value.value} {ARROWS[value.way]}"
    if isinstance(value, list | tuple):
        return ", ".join(cell(words, name, item, names) for item in value) or ABSENT
    return text(words, value, {} if name in things(words) else names)


def in_danger(kind: Game, state: State, reader: Seat | None) -> frozenset[str]:
    """The places where something threatens the reader, found out for pictures alone."""
    from ..board.changes import endangered  # saves the board for games that have none

    return endangered(kind.brief(state, reader, ()).threats) if kind.brief and reader else frozenset()


def nowhere() -> frozenset[str]:
    return frozenset()


def drawing(
    picture: Picture,
    words: Words,
    marked: frozenset[str],
    names: Mapping[Seat, str],
    threatened: Callable[[], frozenset[str]] = nowhere,
) -> Drawing:
    def as_text(ascii: bool) -> list[str]:
        from ..board import text  # saves it for HTML

        drawn = partial(text.draw, picture, words, marked, names=names, ascii=ascii)
        return BOARDS.of(ascii, (picture, words, marked, names), drawn)

    endangered = cache(threatened)

    def as_svg(overview: bool = False, ruled: bool = True) -> str:
        from ..board import svg  # saves it for text

        ids = "small" if overview else "board"
        drawn = partial(svg.draw, picture, words, marked, names=names, ids=ids, threatened=endangered())
        return drawn(overview=overview, ruled=ruled)

    def places() -> list[Place]:
        from ..board import svg  # saves it for text

        told = svg.listing(picture, words, marked, names=names, ids="small", threatened=endangered())
        return [Place(each.id, each.name, each.head, each.items) for each in told]

    def options() -> tuple[str, str]:
        from ..board import svg  # saves it for text

        return svg.options(picture, words, names=names)

    def in_parts() -> tuple[list[str], list[str], list[str]]:
        from ..board import text  # saves it for HTML

        return text.apart(picture, words, marked, names=names)

    return Drawing(as_text, as_svg, in_parts, partial(as_svg, True), places, options, partial(as_svg, ruled=False))
