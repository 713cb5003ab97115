"""The page that everybody may read: what happened in some steps, and the position after them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from ...kernel.base.canonical import Plain, to_plain
from ...kernel.chain.genesis import names_of
from ...kernel.chain.records import Entry, GameFile
from ...kernel.chain.sealed_state import public_state
from ...kernel.content import packs
from ...kernel.content.packs import Words
from ...kernel.engine.model import Seat, State
from ...kernel.engine.rulebook import Rules
from ...kernel.language.sentences import phrase, thing_fields, value_text
from ..document import Block, Lines, Page, Section, capital
from .headline import Viewpoint, head_section
from .messages import chat_section
from .past_states import courses, public_events, state_before
from .story import StoryContext, tell_story

if TYPE_CHECKING:
    from ..graphics import Front

BOOKKEEPING_COMPONENTS = ("agenda", "roster")
Names = Mapping[Seat, str]
GameBlocks = Mapping[str, list[Block]]
"""The blocks that a game builds itself, by the part of the page they belong to."""


def step_page(rules: Rules, game: GameFile, entry: Entry, lang: str) -> Page:
    """Return what happened in one step, and the position after it."""
    return public_page(rules, game, [entry], lang)


def public_page(
    rules: Rules,
    game: GameFile,
    entries: Sequence[Entry],
    lang: str,
    whole: bool = True,
    earlier: Sequence[Entry] = (),
) -> Page:
    """Return what happened in these steps; the steps before them show what was on the table.

    If the log is incomplete, the page says so.
    """
    before = state_before(rules, game, earlier, entries) if earlier or len(entries) > 1 else None
    return build_page(rules, before, game, entries, lang, whole, earlier)


def page_after(rules: Rules, before: GameFile | None, game: GameFile, lang: str) -> Page:
    """Return what happened in one step, given the game before it."""
    return build_page(rules, current_state(rules, before) if before else None, game, [game.last], lang)


def build_page(
    rules: Rules,
    before: State | None,
    game: GameFile,
    entries: Sequence[Entry],
    lang: str,
    whole: bool = True,
    earlier: Sequence[Entry] = (),
) -> Page:
    """Return the public page of these steps, given the table before them."""
    words = packs.words(rules.game.name, lang)
    now = current_state(rules, game)
    story = tell_story(StoryContext(rules, game, words=words, entries=entries, reader=None, before=before, now=now), [])
    events = public_events(headline_entries(game, entries, earlier))
    blocks = game_blocks(rules, game, words, now, events)
    return Page(
        page_title(rules, game, words),
        words.grammar["lang"],
        sections=[
            head_section(rules, game, words, blocks.get("game", ()), Viewpoint(now, None, events)),
            *result_sections(rules, game, words, [*earlier, *entries]),
            Section("news", phrase(words, "happened"), [*story, *missing_steps(words, whole, entries)]),
            *board_sections(words, blocks),
            *table_sections(game, words, blocks),
        ],
        chat=chat_section(game, words, [*earlier, *entries]),
        front=front_of(rules, game, words, Viewpoint(now, None, events), [*earlier, *entries]),
    )


def front_of(
    rules: Rules, game: GameFile, words: Words, viewpoint: Viewpoint, entries: Sequence[Entry]
) -> Callable[[], Front] | None:
    """Return what a page draws beside the board, worked out by formats with graphics once the game has started."""
    if viewpoint.state is None:
        return None

    def front() -> Front:
        from .front import build_front  # saves it for text

        return build_front(rules, game, words, viewpoint, partial(courses, rules, game, entries))

    return front


def headline_entries(game: GameFile, entries: Sequence[Entry], earlier: Sequence[Entry]) -> Sequence[Entry]:
    """Return the steps that the head of a page is about; at the end all steps, since secrets may be disclosed later."""
    return [*earlier, *entries] if game.state.window.is_over else entries


def current_state(rules: Rules, game: GameFile) -> State | None:
    """Return the public state, if the game has started and shows something of it."""
    if not game.state.table:
        return None
    show = rules.game.presentation()
    wanted = show.panels or show.picture or show.story or show.brief or show.graphics
    return public_state(rules.book, game.state.table) if wanted else None


def game_blocks(rules: Rules, game: GameFile, words: Words, now: State | None, events: Sequence[Plain]) -> GameBlocks:
    """Return the panels and the board of a game, if it has any."""
    if now is None:
        return {}
    show = rules.game.presentation()
    if not (show.panels or show.picture):
        return {}
    from .panels import position_blocks  # saves panels and boards for games that have none

    return position_blocks(rules, game, words, now, None, events)


def page_title(rules: Rules, game: GameFile, words: Words, reader: Seat | None = None) -> str:
    """Return the title of a page: the game, its step, its id, and the reader's seat, if any."""
    name = words.terms.get(rules.game.name, rules.game.name)
    parts = [phrase(words, "title", game=name, seq=game.state.seq), phrase(words, "file", id=game.state.game[:12])]
    return " · ".join([*parts, *([phrase(words, "reader", names_of(game.state), seat=reader)] if reader else [])])


def missing_steps(words: Words, whole: bool, entries: Sequence[Entry]) -> list[Lines]:
    """Return a note that older steps are missing, unless the log is complete."""
    if whole:
        return []
    return [Lines([phrase(words, "short") if len(entries) < 2 else phrase(words, "cut", seq=entries[0].head.seq)])]


def board_sections(words: Words, blocks: GameBlocks) -> list[Section]:
    return [Section("board", phrase(words, "board"), blocks["board"])] if blocks.get("board") else []


def table_sections(game: GameFile, words: Words, blocks: GameBlocks) -> list[Section]:
    """Return the panels of a game, or its components if it has none."""
    table = blocks["table"] if "table" in blocks else table_components(game, words)
    return [Section("table", phrase(words, "table"), table)] if table else []


def result_sections(rules: Rules, game: GameFile, words: Words, entries: Sequence[Entry]) -> list[Section]:
    """Return ranks and curves, if the game is over."""
    if not game.state.window.is_over:
        return []
    from .result import result_sections  # saves it for games that are not over

    return result_sections(rules, game, words, entries)


def table_components(game: GameFile, words: Words) -> Sequence[Block]:
    """Return the public components, sorted, because a file does not keep the order of its keys."""
    parts = {name: part for name, part in to_plain(game.state.table).items() if name not in BOOKKEEPING_COMPONENTS}
    return component_blocks(words, parts, names_of(game.state))


def component_blocks(words: Words, parts: Mapping[str, Any], names: Names, private: bool = False) -> list[Lines]:
    """Return components as lines: the name of each, then its fields."""
    return [
        Lines(list(field_lines(words, name, part, names)), capital(words.terms.get(name, name)), private)
        for name, part in parts.items()
    ]


def field_lines(words: Words, name: str, part: Mapping[str, Any], names: Names) -> Iterator[str]:
    """Yield one line per field; a field of things with fields of their own gets one line for each of them."""
    for field, value in part.items():
        field_names = {} if field in thing_fields(words) else names
        label = words.terms.get(f"{name}.{field}", field)
        if isinstance(value, Mapping) and any(isinstance(item, Mapping | list | tuple) for item in value.values()):
            yield words.grammar["label"].format(label=label, value="").rstrip()
            yield from (f"  {line}" for line in nested_lines(words, value, field_names))
        else:
            yield words.grammar["label"].format(label=label, value=value_text(words, value, field_names))


def nested_lines(words: Words, value: Mapping[str, Any], names: Names) -> Iterator[str]:
    for key, item in value.items():
        inside = item.items() if isinstance(item, Mapping) else ()
        parts = [nested_field(words, field, each, names) for field, each in inside]
        text = "; ".join(parts) if inside else value_text(words, item, names)
        yield words.grammar["label"].format(label=value_text(words, key, names), value=text)


def nested_field(words: Words, key: str, value: Any, names: Names) -> str:
    """Return one field of a thing; a field that is simply true is shown without a value."""
    name = words.terms.get(key, key)
    return name if value is True else f"{name} {value_text(words, value, names)}"
