"""Letters beside the orders, written by taps and carried out by the host; and every way in which a letter can leave."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import expect

from lpbe.kernel.chain.letter import kind_of

from ..cli.conftest import start_game
from ..cli.world.club import HOST, Club, secret_line
from .phone import Phone
from .static_site import StaticSite

START = "2026-11-17T00:00:00Z"
SHARING = """() => {
  navigator.canShare = () => true;
  navigator.share = async ({ files }) => (window.shared = await files[0].text());
}"""
"""A phone that can share files with other programs; Chromium can do so on some systems only."""
NOT_SHARING = "() => { delete navigator.canShare; delete navigator.share; }"


@pytest.fixture
def device(phone: Phone) -> Iterator[Phone]:
    """A phone with a clipboard and other programs."""
    phone.context.grant_permissions(["clipboard-read", "clipboard-write"])
    phone.page.evaluate(SHARING)
    yield phone
    phone.page.evaluate(NOT_SHARING)
    phone.context.clear_permissions()


def test_one_letter_leaves_by_every_way(device: Phone, site: StaticSite, tmp_path: Path) -> None:
    """Shared, copied, mailed, put on the page of a repository: it is the same letter, and the host carries it out."""
    club = start_game(tmp_path / "club")
    page = device.page
    device.take_key(secret_line("ben"))
    device.open(site.show("ways", club.mars))
    device.wait_for_page()
    device.menu("note")
    page.fill("#note-text", "hello everybody")
    page.click("#send-note")
    page.click(".ways button:has-text('Share')")
    page.wait_for_function("() => window.shared")
    page.click(".ways button:has-text('Copy')")
    expect(page.locator("dialog .notice").last).to_contain_text("opied")
    letter = page.input_value("#letter-text")
    assert page.evaluate("window.shared") == page.evaluate("navigator.clipboard.readText()") == letter
    page.fill("#way-mail", "ana@example.org")
    page.fill("#way-repository", "https://github.com/ana/mars")
    page.press("#way-repository", "Tab")
    mail = urlsplit(page.get_attribute("a.way[href^=mailto]", "href") or "")
    forge = urlsplit(page.get_attribute("a.way[href^='https://github.com/ana/mars/new/']", "href") or "")
    assert mail.path == "ana@example.org"
    assert parse_qs(forge.query)["filename"] == ["inbox/note-blue-0.toml"]
    assert parse_qs(forge.query)["value"] == [letter]
    (club.inbox / "mailed.txt").write_text(parse_qs(mail.query)["body"][0])
    ran = club.run()
    assert (len(ran["applied"]), ran["refused"]) == (1, [])
    assert "hello everybody" in club.lpbe("eve", "report", "mars").out
    device.dismiss()
    device.menu("letters")
    expect(page.locator("#letter-list li").first).to_contain_text("Note")
    device.dismiss()


def handed(phone: Phone, club: Club, action: Any, *now: str) -> None:
    """Hand the letter that an action signs over as a file; the host carries it out."""
    phone.saved_letter(action, club.inbox)
    ran = club.run(*now)
    assert (len(ran["applied"]), ran["refused"]) == (1, [])


def open_again(phone: Phone, fragment: str) -> None:
    """Open a game as it is now."""
    phone.open()
    phone.open(fragment)
    phone.wait_for_page()


def test_a_new_key_takes_the_seat_and_leaves_the_game(phone: Phone, site: StaticSite, tmp_path: Path) -> None:
    club = start_game(tmp_path / "club")
    page = phone.page
    phone.take_key(secret_line("ben"))
    fragment = site.show("rekey", club.mars)
    open_again(phone, fragment)
    before = next(seat.sign for seat in club.game.state.seats if seat.id == "blue")
    phone.menu("newkey")
    handed(phone, club, phone.make_key)
    assert next(seat.sign for seat in club.game.state.seats if seat.id == "blue") != before
    open_again(phone, fragment)
    phone.menu("leave")
    page.click("#resign")
    expect(page.locator("dialog .notice")).to_be_visible()
    page.check("#resign-sure")
    handed(phone, club, lambda: page.click("#resign"))
    assert [kind_of(entry.letter) for entry in club.entries if entry.letter][-2:] == ["rekey", "resign"]


def test_a_pace_and_a_replacement_are_agreed_to(phone: Phone, site: StaticSite, tmp_path: Path) -> None:
    now = ("--now", START)
    club = start_game(tmp_path / "club", "--pace", "2d")
    page = phone.page
    phone.take_key(secret_line("ben"))
    fragment = site.show("agree", club.mars)
    open_again(phone, fragment)
    phone.menu("agree")
    page.fill("#pace", "1d")
    handed(phone, club, lambda: page.click("form:has(#pace) button"), *now)
    assert [one.endorsed for one in club.game.state.agreed] == [["blue"]]
    line = club.lpbe("eve", "key", "show", "--for", "mars", "--seat", "green").out.strip()
    club.do(HOST, "replace", "mars", "green", "--to", line)
    club.run(*now)
    open_again(phone, fragment)
    phone.menu("agree")
    handed(phone, club, lambda: page.click("dialog section:has-text('green') button"), *now)
    club.do(HOST, "endorse", "mars")
    club.run(*now)
    assert club.lpbe("eve", "show", "mars").status == 0
