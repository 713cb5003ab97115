"""The words orders are typed in: complete in both languages, for every game."""

from __future__ import annotations

import pytest
from msgspec import structs

from lpbe.games import GAMES, book_of, game_of
from lpbe.kernel.content import packs
from lpbe.kernel.engine.chance import Rng
from lpbe.kernel.engine.dry_run import gauges
from lpbe.kernel.engine.model import Plan
from lpbe.kernel.engine.rulebook import Rulebook
from lpbe.kernel.engine.table import Table, start
from lpbe.kernel.language.templates import pieces, slots

LANGUAGES = ("en", "fr")
everywhere = pytest.mark.parametrize(("game", "lang"), [(game, lang) for game in GAMES for lang in LANGUAGES])


def whole_book(game: str) -> Rulebook:
    return book_of(game, list(game_of(game).expansions))


def slot_names(template: str) -> list[str]:
    return [slot.name for slot in slots(pieces(template))]


@everywhere
def test_every_order_has_a_template_with_all_its_fields(game: str, lang: str) -> None:
    templates = packs.words(game, lang).orders
    kinds = {**whole_book(game).orders, "plan": Plan}
    assert templates.keys() == kinds.keys()
    for tag, kind in kinds.items():
        assert sorted(slot_names(templates[tag])) == sorted(field.name for field in structs.fields(kind)), tag


@everywhere
def test_what_may_be_left_out_stands_in_a_group(game: str, lang: str) -> None:
    templates = packs.words(game, lang).orders
    for tag, kind in whole_book(game).orders.items():
        always = {part.name for part in pieces(templates[tag]) if hasattr(part, "name")}
        assert always == {field.name for field in structs.fields(kind) if field.required}, tag


@everywhere
def test_every_order_says_what_it_is_for_and_every_slot_what_belongs_there(game: str, lang: str) -> None:
    words = packs.words(game, lang)
    assert words.about.keys() == words.orders.keys()
    fields = {name for template in (*words.orders.values(), *words.parts.values()) for name in slot_names(template)}
    assert fields - words.slots.keys() == set()
    assert {name for name in words.slots if "." not in name} == fields
    assert not [line for line in words.about.values() if "{" in line or line.endswith(".")]


@everywhere
def test_no_two_orders_are_told_apart_by_nothing(game: str, lang: str) -> None:
    templates = list(packs.words(game, lang).orders.values())
    assert len(set(templates)) == len(templates)


@pytest.mark.parametrize("game", GAMES)
def test_parts_are_in_the_same_order_in_every_language(game: str) -> None:
    english, french = (packs.words(game, lang).parts for lang in LANGUAGES)
    assert {key: slot_names(text) for key, text in english.items()} == {
        key: slot_names(text) for key, text in french.items()
    }


@everywhere
def test_every_gauge_has_words(game: str, lang: str) -> None:
    book, seats = whole_book(game), list(game_of(game).seats[:2])
    table = Table(book.blank(seats, {}), Rng(bytes(32)))
    start(table)
    assert packs.words(game, lang).gauges.keys() == gauges(table.state.seen_by(seats[0]), seats[0]).keys()
