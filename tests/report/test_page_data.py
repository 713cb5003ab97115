"""The data of a page: news that point at the board, the question, and nothing that others hide."""

from __future__ import annotations

import pytest
from msgspec import json

from lpbe.games import GAMES, game_of
from lpbe.kernel.content import packs
from lpbe.kernel.engine.action_cards import hints_of
from lpbe.kernel.engine.rulebook import Rulebook
from lpbe.kernel.schemas.page_data import PageData
from lpbe.report.content.action_data import drawn_names, gauge_name
from lpbe.report.content.kind_views import value_title
from lpbe.report.document import Page, Paragraph

from ..contract.contract_config import config_of
from .readers import begin_game, midgame, own_page, stages, step_page

SHIPPED = ("living-planet", "pebbles", "planet-2116")


def data_of(page: Page) -> PageData:
    assert page.data is not None
    return page.data()


def test_the_question_is_one_sentence_with_a_count_of_actions() -> None:
    party = midgame()
    seat = party.waiting[0]
    for lang, start in (("en", "Your die shows "), ("fr", "Votre dé montre ")):
        question = data_of(own_page(party, seat, lang)).question
        assert question.title.startswith(start) and question.title.endswith(".")
        assert (question.actions, question.spent) == (2, 0)
        assert question.context


def test_the_data_says_when_and_how_to_answer() -> None:
    party = begin_game("pebbles", 2)
    page = own_page(party, "red", "en")
    data = data_of(page)
    reply = next(block for section in page.sections if section.key == "reply" for block in section.blocks)
    assert data.ready == reply.orders and data.send.command == reply.command  # type: ignore[union-attr]
    assert (data.seat, data.game, data.lang) == ("red", "pebbles", "en")
    assert data.window == party.game.state.window.number


def test_pages_for_everybody_have_no_data() -> None:
    assert step_page(midgame(), "en").data is None


def test_who_is_asked_nothing_has_gauges_and_news_only() -> None:
    party = midgame()
    idle = next(seat for seat in party.seats if seat not in party.waiting)
    data = data_of(own_page(party, idle, "en"))
    assert data.gauges and data.news
    assert (data.orders, data.after, data.kinds, data.question.title) == ([], {}, {}, "")


@pytest.mark.parametrize("lang", ("en", "fr"))
@pytest.mark.parametrize("game", ("pebbles", "living-planet"))
def test_news_are_the_lines_of_the_story(game: str, lang: str) -> None:
    """The same sentences in the same order, each with an icon; places are on the board."""
    for party in stages(game, 2, 5, 40):
        for seat in party.seats:
            page = own_page(party, seat, lang)
            story = [block for section in page.sections if section.key == "news" for block in section.blocks]
            lines = [line for block in story if isinstance(block, Paragraph) for line in (*block.lines, *block.quotes)]
            data = data_of(page)
            assert sorted(entry.text for entry in data.news) == sorted(lines)
            assert all(entry.icon for entry in data.news)
            assert [entry.step for entry in data.news] == sorted(entry.step for entry in data.news)
            drawn = drawn_names(party.rules.game.presentation(), party.state(seat), seat)
            assert {name for entry in data.news for name in entry.at} <= drawn


def test_what_was_drawn_in_secret_is_news_to_its_owner_only() -> None:
    """Red digs: red's page names the pebbles, blue's page does not."""
    party = begin_game("pebbles", 2)
    party.give("red", {"order": "bid", "coins": 3})
    party.give("blue", {"order": "bid", "coins": 0})
    party.give("red", {"order": "dig"})
    drawn = party.screen("red")["hand"]["drawn"]
    assert drawn
    own, other = (json.encode(data_of(own_page(party, seat, "en"))).decode() for seat in ("red", "blue"))
    assert all(name in own for name in drawn)
    assert not any(name in other for name in drawn)


def test_losses_are_bad_news_for_who_suffers_them() -> None:
    hints = hints_of(config_of("living-planet").whole)
    assert hints.tone
    event = {"event": "chip-lost", "seat": "red", "place": "H16.1"}
    assert (hints.tone(event, "red"), hints.tone(event, "blue")) == ("bad", "")


@pytest.mark.parametrize("game", SHIPPED)
def test_our_own_games_bring_cards_for_every_order(game: str) -> None:
    book: Rulebook = config_of(game).whole
    cards = hints_of(book).cards
    assert {name for name, kind in book.orders.items() if kind not in cards} <= {"plan"}
    assert game in GAMES and game_of(game).name == game


@pytest.mark.parametrize(
    ("lang", "slot", "value", "title"),
    [
        ("en", "building", "myc_plant 5", "Mycelium plant 5"),
        ("fr", "count", "3", "3 cubes"),
        ("en", "count", "1", "1 cube"),
        ("en", "deal", "sell oil", "Sell oil"),
        ("en", "card", "oil+2", "Oil +2"),
        ("fr", "deal", "", "Aucun échange"),
    ],
)
def test_values_have_names(lang: str, slot: str, value: str, title: str) -> None:
    assert value_title(packs.words("living-planet", lang), "settle-trade", slot, value) == title


@pytest.mark.parametrize(
    ("game", "lang", "gauge", "name"),
    [
        ("living-planet", "en", "points", "points"),
        ("living-planet", "en", "money", "MC"),
        ("living-planet", "en", "price.oil", "price of oil"),
        ("planet-2116", "fr", "heat", "degrés"),
    ],
)
def test_gauges_are_named_without_numbers(game: str, lang: str, gauge: str, name: str) -> None:
    assert gauge_name(packs.words(game, lang), gauge) == name
