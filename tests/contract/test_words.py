"""Every game speaks both languages: events, orders, questions, options, pieces, and everything that can be typed."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest
from msgspec import Struct, structs, to_builtins

from lpbe.games import GAMES, game_of
from lpbe.kernel.content import packs
from lpbe.kernel.engine.events import KERNEL_EVENTS
from lpbe.kernel.engine.model import Order, Plan, Question, State, Visibility, kebab
from lpbe.kernel.engine.rulebook import Rules, tag
from lpbe.kernel.engine.table import answers_wanted
from lpbe.kernel.language.order_parser import parse_orders
from lpbe.kernel.language.sentences import drop_absent, sentence
from lpbe.kernel.language.sentences import slots as slots_of
from lpbe.kernel.language.templates import order_text, pieces, verb_length
from lpbe.kernel.language.templates import slots as order_slots

from ..size_limits import by_turns, sizes
from .contract_config import Case, Reader, cases, config_of
from .playouts import Transition, legal, playout

LANGUAGES = ("en", "fr")
LONGEST = 140
"""What everybody reads fits on a line or two of an e-mail; what was drawn in private may be a longer list."""
every_game = pytest.mark.parametrize("game", GAMES)
languages = pytest.mark.parametrize("lang", LANGUAGES)


@cache
def events(game: str) -> dict[str, type[Struct]]:
    modules = config_of(game).whole.modules
    return {tag(kind): kind for kind in (*KERNEL_EVENTS, *(event for module in modules for event in module.events))}


def slots(template: str) -> set[str]:
    return set(slots_of(template))


def counted_slots(template: str) -> set[str]:
    return {slot.partition(":")[0] for slot in template.split("{")[1:] if ":" in slot.partition("}")[0]}


def fields(kind: type[Struct], required: bool = False) -> set[str]:
    return {field.name for field in structs.fields(kind) if field.required or not required}


@every_game
def test_all_is_said_in_french_as_well(game: str) -> None:
    """English stands in for what is missing; our own games lack nothing."""
    content = Path(packs.FOLDERS[game])
    texts = [*content.glob("*/words.en.toml"), *content.glob("*/told.en.toml")]
    assert texts
    for file in texts:
        english, french = (
            tomllib.loads((file.parent / file.name.replace("en", lang)).read_text()) for lang in LANGUAGES
        )
        assert keys(english) - keys(french) == set(), file
    for file in (*content.glob("*/rules.toml"), *content.glob("*/chapters.toml"), *content.glob("*/yours.toml")):
        assert [key for key, text in tomllib.loads(file.read_text()).items() if not text.get("fr")] == [], file
    for lesson in tomllib.loads(text_of(content / "base" / "lessons.toml")).get("lessons", []):
        phrases = [lesson["title"], *(task[part] for task in lesson["tasks"] for part in ("told", "hint", "done"))]
        assert [one for one in phrases if not one.get("fr")] == []


def keys(table: dict[str, Any]) -> set[str]:
    """Return the names of all texts of a file."""
    return {*table, *(f"{name}.{key}" for name, part in table.items() if isinstance(part, dict) for key in part)}


def text_of(file: Path) -> str:
    return file.read_text() if file.exists() else ""


# Events


@every_game
@languages
def test_every_event_has_words_or_is_silent(game: str, lang: str) -> None:
    words, kinds = packs.words(game, lang), events(game)
    assert {form.split(".")[0] for form in (*words.events, *words.silent)} == kinds.keys()
    assert [name for name in kinds if name not in words.events and name not in words.silent] == []


@every_game
@languages
def test_templates_name_fields_that_exist(game: str, lang: str) -> None:
    for form, template in packs.words(game, lang).events.items():
        assert slots(template) <= fields(events(game)[form.split(".")[0]]) | added_slots(game, form), form


def added_slots(game: str, form: str) -> set[str]:
    """Return what the story of a game adds to an event; a sentence must also work without it."""
    return set(game_of(game).presentation().asides.get(form.split(".")[0], ()))


@every_game
def test_a_sentence_does_without_what_a_story_adds(game: str) -> None:
    """The names of things are in parts that can be left out, or in a form of their own."""
    assert game_of(game).presentation().asides.keys() <= events(game).keys()
    for lang in LANGUAGES:
        for form, template in packs.words(game, lang).events.items():
            bare = dict.fromkeys(fields(events(game)[form.split(".")[0]]), 1)
            if form.count(".") == 0:
                assert slots(drop_absent(template, bare)) <= bare.keys(), form


@every_game
@languages
def test_special_forms_are_of_fields_that_exist(game: str, lang: str) -> None:
    """An own form needs a seat, a form of a kind a kind, one for a seat or a goal its id, that of a true field it."""
    own = events(game).keys() - {tag(kind) for kind in KERNEL_EVENTS}
    for form in packs.words(game, lang).events:
        name, _, special = form.partition(".")
        if name in own and special not in ("", "empty"):
            have = fields(events(game)[name]) | added_slots(game, form)
            first, _, own_too = special.partition(".")
            assert own_too in ("", "own") and ("seat" in have or "own" not in (first, own_too)), form
            of_one = "to" in have or ("seat" in have and first in game_of(game).seats)
            assert first == "own" or first in have or "kind" in have or of_one, form


@every_game
@languages
def test_what_is_counted_is_always_there(game: str, lang: str) -> None:
    """A default is left out of files, so a number with a default has no words for how many."""
    for form, template in packs.words(game, lang).events.items():
        have = fields(events(game)[form.split(".")[0]], required=True)
        assert counted_slots(template) <= have | added_slots(game, form), form


@every_game
def test_both_languages_say_the_same_things(game: str) -> None:
    english, french = (packs.words(game, lang) for lang in LANGUAGES)
    for section in ("events", "orders", "terms", "grammar", "parts", "about", "slots", "gauges"):
        assert getattr(english, section).keys() == getattr(french, section).keys()
    assert english.silent == french.silent
    for section in ("events", "orders", "parts", "gauges"):
        templates = getattr(english, section), getattr(french, section)
        assert [form for form in templates[0] if slots(templates[0][form]) != slots(templates[1][form])] == []


@every_game
def test_highlights_of_a_replay_are_events(game: str) -> None:
    named = [key.removeprefix("scene.") for key in packs.words(game, "en").terms if key.startswith("scene.")]
    assert "ended" in named and sorted(set(named) - events(game).keys()) == []


# Names


@every_game
@languages
def test_every_seat_question_and_module_has_a_name(game: str, lang: str) -> None:
    terms, book = packs.words(game, lang).terms, config_of(game).whole
    questions = {f"ask.{tag(kind)}" for module in book.modules for kind in module.steps if issubclass(kind, Question)}
    assert sorted({*config_of(game).seats, *questions, game} - terms.keys()) == []


@every_game
@languages
def test_every_order_and_what_belongs_into_it_is_explained(game: str, lang: str) -> None:
    words, orders = packs.words(game, lang), {*config_of(game).whole.orders, tag(Plan)}
    assert words.orders.keys() == orders == words.about.keys()
    wanted = {(name, slot) for name in orders for slot in typed_slots(words, name)}
    assert sorted(slot for name, slot in wanted if not {slot, f"{name}.{slot}"} & words.slots.keys()) == []


def typed_slots(words: packs.Words, order: str) -> set[str]:
    parts = [template for name, template in words.parts.items() if name.partition(".")[0] == order]
    return set().union(*(slots(template) for template in (words.orders[order], *parts)))


@every_game
@languages
def test_every_gauge_has_words(game: str, lang: str) -> None:
    words = packs.words(game, lang)
    for transition in some_transitions(game):
        for seat in answers_wanted(transition.table.state):
            watched = [
                module.gauges(transition.table.state.seen_by(seat), seat) for module in transition.table.book.modules
            ]
            assert {name for one in watched for name in one} <= words.gauges.keys()


def literals(hint: Any) -> Iterator[str]:
    """Yield the words that a type allows, however deep."""
    if get_origin(hint) is Literal:
        yield from (value for value in get_args(hint) if isinstance(value, str))
    else:
        yield from chain.from_iterable(map(literals, get_args(hint)))


@every_game
@languages
def test_every_value_of_an_order_or_option_has_a_name(game: str, lang: str) -> None:
    book = config_of(game).whole
    kinds = [*book.orders.values(), *(module.options for module in book.modules if module.options)]
    values = {value for kind in kinds for hint in get_type_hints(kind).values() for value in literals(hint)}
    assert sorted(values - packs.words(game, lang).terms.keys()) == []


@every_game
@languages
def test_every_component_and_field_has_a_name(game: str, lang: str) -> None:
    """Reports use words to describe what is on the table and behind a screen."""
    words = packs.words(game, lang)
    for kind in config_of(game).whole.components:
        if kind.visibility is not Visibility.HIDDEN:
            name = kebab(kind.__name__)
            labels = [name, *(f"{name}.{field.encode_name}" for field in structs.fields(kind))]
            assert [label for label in labels if label not in words.terms] == []


# Whole games


def sentences(transition: Transition, game: str, lang: str, reader: Reader) -> Iterator[str]:
    words = packs.words(game, lang)
    for event in transition.table.events:
        if seen := event.seen_by(reader):
            plain = to_builtins(seen)
            if plain["event"] not in words.silent:
                yield sentence(words, plain, reader, {"red": "Ana"})


def is_well_written(line: str) -> bool:
    ends = line.endswith((".", "!"))
    return line[:1] == line[:1].upper() and ends and "{" not in line and "()" not in line and "  " not in line


@by_turns("lang, case", LANGUAGES, [case for case in cases() if case.players != 3], stride=2)
def test_whole_games_can_be_told(lang: str, case: Case) -> None:
    for transition in playout(case, 1):
        for reader in (None, *case.config.seats[: case.players]):
            for line in filter(None, sentences(transition, case.game, lang, reader)):
                assert is_well_written(line) and (reader or len(line) <= LONGEST), line


def some_transitions(game: str) -> Iterator[Transition]:
    """Return one game of each kind, of the fewest players."""
    fewest = min(config_of(game).players)
    return chain.from_iterable(playout(case, 0) for case in cases() if case.game == game and case.players == fewest)


def candidates(state: State, random: Random, count: int) -> Iterator[Order]:
    """Yield some of what each seat may answer now."""
    for seat in answers_wanted(state):
        orders = legal(state, seat)
        yield from random.sample(orders, min(count, len(orders)))


@every_game
@sizes("count", 3, 20, 20)
def test_what_is_printed_of_an_order_is_what_can_be_typed(game: str, count: int) -> None:
    random, known = Random(game), dict[Order, None]()
    for transition in some_transitions(game):
        for order in candidates(transition.table.state, random, count):
            if order not in known:
                known[order] = None
                say_again(game, transition.table.state, order)
    assert known


def say_again(game: str, state: State, order: Order) -> None:
    for lang in LANGUAGES:
        line = order_text(packs.words(game, lang), to_builtins(order))
        assert line and "{" not in line and "[" not in line, line
        raw = parse_orders(Rules(game_of(game), state.book), line)
        assert state.book.read_orders(list(raw)) == [order], line


@every_game
@languages
def test_what_else_may_be_written_has_the_same_slots(game: str, lang: str) -> None:
    words = packs.words(game, lang)
    for name, templates in words.also.items():
        known = {slot.name for slot in order_slots(pieces(words.orders[name]))}
        for template in templates:
            assert {slot.name for slot in order_slots(pieces(template))} <= known, template
            assert verb_length(pieces(template)) > 0, template
