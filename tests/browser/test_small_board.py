"""The board of a page where there is no room for a large one: an overview, and a list that says all of each place."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from lpbe.board.svg import svg_board
from lpbe.board.svg.minify import minify

from ..board.boards import full, public, words
from ..board.worlds import words as chart_words
from ..board.worlds import world
from ..kernel.party import Party
from ..report.readers import COLOURS, midgame
from .chosen import positions
from .conftest import PHONE, WIDE, Open
from .moments import positions as recorded
from .test_clicks import page_of, turning
from .test_first_screen import LOOKING


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    party = midgame()
    return page_of(party, party.waiting[0], "en", tmp_path_factory.mktemp("small") / "page.html")


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "none"])
def test_a_tap_on_a_hex_shows_it_in_full(show: Open, page: Path, scripts: bool) -> None:
    seen = show(page, size=PHONE, scripts=scripts).page
    expect(seen.locator("figure.full")).to_be_hidden()
    links = seen.locator("figure.small a")
    assert links.count() == len(midgame().game.state.table["map"]["hexes"])
    for link in (links.first, links.last):
        entry = seen.locator(link.get_attribute("href") or "")
        expect(entry).to_be_hidden()
        link.click()
        expect(entry).to_be_visible()
        assert entry.locator("li").count() >= 2


def test_the_large_board_is_a_link_away_on_a_phone_and_there_on_a_wide_screen(show: Open, page: Path) -> None:
    seen = show(page, size=PHONE)
    seen.page.get_by_text("The whole board, large").last.click()
    expect(seen.page.locator("figure.full")).to_be_visible()
    assert seen.overflow <= 0
    wide = show(page, size=WIDE).page
    expect(wide.locator("figure.full")).to_be_visible()


def test_between_phone_and_desk_the_board_stands_before_the_own_screen(show: Open, tmp_path: Path) -> None:
    """There it is too wide for a column, and narrow enough for the page."""
    party, seat = next((one.party, one.seat) for one in recorded("two") if one.moment == "placing")
    seen = show(page_of(party, seat, "en", tmp_path / "page.html"), size=(800, 1000)).page
    expect(seen.locator("#whole figure.full svg")).to_be_visible()
    board, screen = (seen.locator(at).bounding_box() for at in ("#whole", "#screen"))
    assert board and screen and board["y"] < screen["y"]
    expect(seen.locator("#whole figcaption")).to_be_hidden()


def test_no_word_of_a_table_is_broken_on_a_phone(show: Open, tmp_path: Path) -> None:
    """Of hexes in hand, dice, cards and scores."""
    explorer = Party(COLOURS[:3], game_name="living-planet", options={}).start().play_on(5, turning)
    planet = next(positions("planet", 1, 3))
    for n, (party, seat) in enumerate([(explorer, explorer.waiting[0]), (planet.party, planet.seat)]):
        seen = show(page_of(party, seat, "fr", tmp_path / f"{n}.html"), size=PHONE)
        seen.page.evaluate(LOOKING)
        assert seen.page.evaluate("looking.broken()") == [] and seen.page.locator(".stacked").count()


DRAWN = {
    "map": lambda: svg_board.draw(public(full()), words(), {"H01"}, threatened={"H02"}),
    "chart": lambda: svg_board.draw(world("human-2"), chart_words("en"), {"C05"}),
}


@pytest.mark.parametrize("name", DRAWN)
@pytest.mark.parametrize("scheme", [pytest.param(one, marks=pytest.mark.soak) for one in ("light", "dark")])
def test_a_drawing_made_small_for_a_page_looks_the_same(show: Open, tmp_path: Path, scheme: str, name: str) -> None:
    drawn = DRAWN[name]()
    shots = []
    for made, picture in (("plain", drawn), ("small", minify(drawn, "large"))):
        file = tmp_path / f"{made}.html"
        head = '<!doctype html><meta charset="utf-8"><style>:root { color-scheme: light dark }</style><title>x</title>'
        file.write_text(f"{head}{picture}", encoding="utf-8")
        shots.append(show(file, scheme=scheme).page.locator("svg.board").screenshot())
    assert shots[0] == shots[1]
