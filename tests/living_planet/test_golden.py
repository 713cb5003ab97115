"""Golden games: what people read in a whole game, in both languages, as it was when it was last read and approved."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

from lpbe.app.reading.history import history
from lpbe.app.reading.pages import page_of
from lpbe.app.reading.report_mail import Parties, file_name, mail_of
from lpbe.app.session.open_game import OpenGame
from lpbe.app.session.seat_view import SeatView
from lpbe.board.svg import svg_board
from lpbe.games.living_planet.actions.actions import Act
from lpbe.kernel.chain.sealed_state import public_state
from lpbe.kernel.content import packs
from lpbe.kernel.engine.table import top
from lpbe.kernel.gamedir.gamedir import locate
from lpbe.kernel.language.order_parser import parse_orders
from lpbe.report.content.public_page import public_page
from lpbe.report.document import Page, Reply
from lpbe.report.render import html, markdown
from lpbe.report.render.text import render

from ..golden.games import finish_game, replay
from ..kernel.party import Party
from ..report.folders import write
from ..report.readers import own_page

GAMES = {"two, merged": "living-planet-two", "three, fr": "living-planet-three", "four, en": "living-planet-four"}
TURNS = (1, 6, 12)
LANGUAGES = ("en", "fr")


class HtmlPage(SingleFileSnapshotExtension):
    """A snapshot that can be opened in a browser."""

    file_extension = "html"
    _write_mode = WriteMode.TEXT


@cache
def party_before_actions(turn: int) -> Party:
    """Return a game of four, where in this turn the second seat to act is asked for its actions."""
    asked: dict[str, None] = {}

    def there(party: Party) -> bool:
        state = party.state(party.waiting[0])
        if party.game.state.table["turn"]["number"] != turn or not isinstance(top(state), Act):
            return False
        asked[party.waiting[0]] = None
        return len(asked) == 2

    return next(party for party in replay("living-planet-merged") if there(party))


@pytest.mark.parametrize("name", GAMES)
def test_the_story_of_a_whole_game(name: str, snapshot: SnapshotAssertion) -> None:
    party = finish_game(GAMES[name])
    lang = party.genesis.lang
    page = public_page(party.rules, party.game, [game.last for game in party.steps], lang)
    (story,) = [section for section in page.sections if section.key == "news"]
    assert render(Page(page.title, lang, [story])) == snapshot


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", ["living-planet-aquarius", "living-planet-terra"])
def test_the_story_of_a_game_with_water(name: str, lang: str, snapshot: SnapshotAssertion) -> None:
    """A game on the island and one on Terra-H2O, of three who like boats."""
    party = finish_game(name)
    page = public_page(party.rules, party.game, [game.last for game in party.steps], lang)
    (story,) = [section for section in page.sections if section.key == "news"]
    assert render(Page(page.title, lang, [story])) == snapshot


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_story_of_a_game_of_arboria(lang: str, snapshot: SnapshotAssertion) -> None:
    """A short game of three in which nearly everything of it happens."""
    party = finish_game("living-planet-arboria")
    page = public_page(party.rules, party.game, [game.last for game in party.steps], lang)
    (story,) = [section for section in page.sections if section.key == "news"]
    assert render(Page(page.title, lang, [story])) == snapshot


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_story_of_a_game_with_both_expansions(lang: str, snapshot: SnapshotAssertion) -> None:
    """A short game of three on Terra-H2O: fires, floods and lava beside boats, waves and the Maelstrom."""
    party = finish_game("living-planet-both")
    page = public_page(party.rules, party.game, [game.last for game in party.steps], lang)
    (story,) = [section for section in page.sections if section.key == "news"]
    assert render(Page(page.title, lang, [story])) == snapshot


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("turn", TURNS)
def test_what_everybody_and_the_acting_seat_read(turn: int, lang: str, snapshot: SnapshotAssertion) -> None:
    party = party_before_actions(turn)
    public = render(public_page(party.rules, party.game, [party.game.last], lang))
    assert public + "\n" + render(own_page(party, party.waiting[0], lang)) == snapshot


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("turn", TURNS)
def test_the_page_of_the_acting_seat(turn: int, lang: str, snapshot: SnapshotAssertion) -> None:
    party = party_before_actions(turn)
    page = own_page(party, party.waiting[0], lang)
    whole = html.render(page, packs.words("living-planet", lang))
    assert whole == snapshot(extension_class=HtmlPage)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("turn", TURNS)
def test_the_reply_of_the_acting_seat_is_an_order(turn: int, lang: str) -> None:
    party = party_before_actions(turn)
    page = own_page(party, party.waiting[0], lang)
    (reply,) = [block for section in page.sections for block in section.blocks if isinstance(block, Reply)]
    assert parse_orders(party.rules, "\n".join(reply.orders))


def test_the_picture_of_the_readme_is_what_the_board_draws(example: Callable[[str, str], None]) -> None:
    party = party_before_actions(6)
    shown = party.rules.game.presentation().picture
    assert shown
    board = shown(public_state(party.rules.book, party.game.state.table), None)
    example("board.svg", svg_board.draw_file(board, packs.words("living-planet", "en")))


def sample(name: str) -> str:
    """Return what the acting seat reads in the sixth turn."""
    lang = "fr" if ".fr." in name else "en"
    page = own_page(party_before_actions(6), party_before_actions(6).waiting[0], lang)
    if name.endswith(".html"):
        return html.render(page, packs.words("living-planet", lang))
    return markdown.render(page) if name.endswith(".md") else render(page)


REPORTS = ["report.txt", "report.fr.txt", "report.md", "report.html"]


@pytest.mark.parametrize("name", REPORTS)
def test_the_reports_among_the_examples_are_what_is_written(name: str, example: Callable[[str, str], None]) -> None:
    example(f"reports/{name}", sample(name))


def test_the_mail_among_the_examples_is_what_is_written(
    example: Callable[[str, str], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the form without pictures: the bytes of a picture depend on what draws it."""
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    party, place = party_before_actions(6), locate(str(write(party_before_actions(6), tmp_path / "mars")))
    opened = OpenGame(place, party.game, party.rules)
    seat_view = SeatView(opened, party.people[party.waiting[0]], party.waiting[0])
    entries = history(opened, seat_view.seat, None)
    page = page_of(opened, seat_view, entries, "en", where=file_name(opened))
    parties = Parties("", "ben@example.org", "ana@example.org")
    mail = mail_of(opened, seat_view, page, entries, "2026-11-16T08:30:00Z", parties)
    example("reports/report.eml", mail.decode().replace("\r\n", "\n"))
