"""A player's report in a browser: readable light and dark, wide and on a phone, with its orders to be copied."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from .conftest import Open, screens
from .moments import positions
from .test_composing import page_of


def test_a_report_shows_board_question_players_and_everything_in_words(show: Open, pages: Path) -> None:
    page = show(pages / "report.html").page
    for part in (".stage svg.board", "#question", ".players", ".track", ".purse", ".timeline", "#send"):
        expect(page.locator(part).first).to_be_visible()
    expect(page.locator("#words")).not_to_be_visible()
    page.locator("#menu-button").click()
    page.locator("[data-do=words]").click()
    for section in ("head", "news", "board", "table", "screen", "choices", "reply"):
        expect(page.locator(f"section#{section}")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#words")).not_to_be_visible()


MOST_ENTRIES = 6
"""How many of the news are tapped."""


def test_news_point_at_the_board(show: Open, tmp_path: Path) -> None:
    position = next(each for each in positions("2116-greens") if each.moment == "middle")
    page = show(page_of(position.party, position.seat, position.lang, tmp_path / "page.html")).page
    entries = page.locator(".timeline [data-entry]")
    slider = page.locator("#news-slider")
    lit = 0
    for nth in range(min(entries.count(), MOST_ENTRIES)):
        entries.nth(nth).click()
        expect(slider).to_have_value(str(nth))
        expect(page.locator(".timeline [data-current]")).to_have_count(1)
        lit += page.locator(".spotlight").count()
        entries.nth(nth).click()
        expect(page.locator(".spotlight")).to_have_count(0)
    assert entries.count() and lit


@screens
def test_it_can_be_light_or_dark_and_fits_a_phone(
    show: Open, pages: Path, tmp_path: Path, size: tuple[int, int], scheme: str
) -> None:
    seen = show(pages / "report.html", size=size, scheme=scheme)
    assert seen.overflow <= 0
    paper = seen.colour
    seen.page.screenshot(path=tmp_path / "page.png", full_page=True)
    seen.page.locator("[data-do=theme]").click()
    assert seen.colour != paper
