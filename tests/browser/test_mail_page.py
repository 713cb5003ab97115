"""The HTML of an e-mail in a browser: no wider than its window, readable as sent and as mail programs leave it."""

from __future__ import annotations

from base64 import b64encode
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from ..report.mails import HOST, Stripped, html_of, leaf, mail
from ..report.readers import midgame
from .conftest import PATIENCE

MIN_FONT_PX = 11
"""Pixels of a letter."""
SMALLEST = """Math.min(...[...document.querySelectorAll("body *")]
  .filter((one) => one.innerText && !one.children.length)
  .map((one) => parseFloat(getComputedStyle(one).fontSize)))"""


@pytest.fixture(scope="module")
def mail_with_page() -> bytes:
    party = midgame()
    return mail(party, party.waiting[0], "fr", HOST)


@pytest.fixture(scope="module")
def whole(mail_with_page: bytes) -> str:
    """With the picture where a mail program puts it."""
    picture = leaf(mail_with_page, "image/png")
    data = f"data:image/png;base64,{b64encode(picture.get_content()).decode()}"
    return html_of(mail_with_page).replace(f"cid:{picture['Content-ID'][1:-1]}", data)


def open_page(browser: Browser, path: Path, html: str, width: int) -> Page:
    path.write_text(html, encoding="utf-8")
    page = browser.new_page(viewport={"width": width, "height": 900})
    page.set_default_timeout(PATIENCE)
    page.goto(path.as_uri())
    return page


@pytest.mark.parametrize("width", [640, 390])
def test_a_mail_fits_its_window_and_can_be_read(browser: Browser, whole: str, tmp_path: Path, width: int) -> None:
    page = open_page(browser, tmp_path / "mail.html", whole, width)
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert page.evaluate(SMALLEST) >= MIN_FONT_PX
    picture = page.locator("img").bounding_box()
    assert picture and width - 40 < picture["width"] <= width
    asked = page.get_by_text("À vous : faire vos actions").bounding_box()
    assert asked and asked["y"] < 300
    page.close()


@pytest.mark.parametrize("width", [640, 390])
def test_stripped_it_can_be_read_too(browser: Browser, whole: str, tmp_path: Path, width: int) -> None:
    plain = f'<meta name="viewport" content="width=device-width">{Stripped(whole).html}'
    page = open_page(browser, tmp_path / "stripped.html", plain, width)
    for answer in ("La description du plateau", "Bourse", "Ce que vous pouvez faire"):
        assert page.get_by_role("heading", name=answer, exact=True).is_visible()
    assert page.locator("table table").count() > 1 and page.locator("li a").count() > 3
    page.close()
