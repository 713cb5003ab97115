"""A player's report in a browser: readable light and dark, wide and on a phone, with its orders to be copied."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from .conftest import Open, screens


def test_a_report_shows_story_board_table_and_what_may_be_done(show: Open, pages: Path) -> None:
    page = show(pages / "report.html").page
    for section in ("head", "news", "board", "table", "screen", "choices", "reply"):
        expect(page.locator(f"section#{section}")).to_be_visible()
    drawn = page.locator("#board figure.full svg").bounding_box()
    assert drawn and drawn["width"] > 300


def test_the_orders_ready_to_send_are_copied_with_a_click(show: Open, pages: Path) -> None:
    page = show(pages / "report.html").page
    expect(page.locator("#copy")).to_have_text("Copy")
    page.locator("#copy").click()
    expect(page.locator("#copy")).to_have_text("Copied")


@screens
def test_it_can_be_light_or_dark_and_fits_a_phone(
    show: Open, pages: Path, tmp_path: Path, size: tuple[int, int], scheme: str
) -> None:
    seen = show(pages / "report.html", size=size, scheme=scheme)
    assert seen.overflow <= 0
    paper = seen.colour
    seen.page.screenshot(path=tmp_path / "page.png", full_page=True)
    seen.page.locator("#theme").click()
    assert seen.colour != paper
