"""What the client says of a bad link, file, server or past: in words, and without signing anything."""

from __future__ import annotations

import json
import os
import shutil
import time
from pathlib import Path

from playwright.sync_api import Browser, expect

from ..cli.conftest import start_game
from ..cli.world.club import HOST, Club, secret_line
from ..kernel.party import Party
from ..report.folders import write
from .phone import Phone
from .static_site import StaticSite

SIGNED = """async () => {
  const open = indexedDB.open("lpbe");
  const database = await new Promise((done) => (open.onsuccess = () => done(open.result)));
  const get = database.transaction("pins").objectStore("pins").getAll();
  const pins = await new Promise((done) => (get.onsuccess = () => done(get.result)));
  database.close();
  return pins.flatMap((pin) => pin.sent.map((one) => [one.kind, one.rev, Boolean(one.text)]));
}"""


def test_a_wrong_code_is_found_before_anything_is_signed(phone: Phone, site: StaticSite, tmp_path: Path) -> None:
    club = Club.begin(tmp_path / "club")
    codes = club.do(HOST, "invite", "mars")["invitations"]
    site.show("codes", club.mars)
    phone.take_key(secret_line("cleo"))
    signed = phone.page.evaluate(SIGNED)
    phone.open(f"#join=codes&seat=green&code={codes['blue']}")
    phone.page.fill("#join-name", "Cleo")
    phone.page.click("#join")
    expect(phone.page.locator("form .notice")).to_contain_text("E_TERMS")
    phone.page.check("#join-accept")
    phone.page.click("#join")
    expect(phone.page.locator("form .notice")).to_contain_text("E_ORDER_INVITE")
    assert phone.page.evaluate(SIGNED) == signed
    phone.open("#join=codes&seat=mauve")
    expect(phone.page.locator("#trouble-text")).to_contain_text("E_ORDER_SEAT")


def test_files_that_are_no_games(phone: Phone, site: StaticSite, tmp_path: Path) -> None:
    """Nothing there, a page in place of the game, a damaged one, half a log, an address that is not one."""
    club = start_game(tmp_path / "club")
    good = (club.mars / "game.toml").read_text()
    cases = {
        "missing": (None, "E_GAME_MISSING"),
        "page": ("<!doctype html><title>404</title>", "E_FILE_SYNTAX"),
        "json": ("{}", "E_SCHEMA"),
        "damaged": (good.replace("blue", "bleu", 1), "E_"),
        "cut": (good[: len(good) // 2], "E_"),
        "format": (good.replace("format = 2", "format = 3"), "E_FORMAT"),
    }
    for name, (text, code) in cases.items():
        folder = tmp_path / name
        folder.mkdir()
        if text is not None:
            (folder / "game.toml").write_text(text)
        phone.open(site.show(f"bad-{name}", folder))
        expect(phone.page.locator("#trouble-text")).to_contain_text(code)
    phone.open("#game=http://example.org/mars/")
    expect(phone.page.locator("#trouble-text")).to_contain_text("E_ADDRESS")


def test_a_game_that_was_put_back_is_not_signed_for(phone: Phone, site: StaticSite, tmp_path: Path) -> None:
    club = start_game(tmp_path / "club")
    older = tmp_path / "older"
    shutil.copytree(club.mars, older)
    club.order("red", "bid coins=1")
    club.run()
    phone.take_key(secret_line("ben"))
    fragment = site.show("put-back", club.mars)
    phone.open(fragment)
    phone.wait_for_page()
    for file in older.glob("*.*"):
        os.utime(file, (time.time() + 60, time.time() + 60))  # browsers ask whether a file is newer than their copy
    (site.folder / "games" / "put-back").unlink()
    site.show("put-back", older)
    phone.open()
    phone.open(fragment)
    expect(phone.page.locator("#trouble-text")).to_contain_text("E_ROLLBACK")
    phone.page.click("#reset-pin")
    phone.wait_for_page()


def test_a_server_that_answers_nonsense(browser: Browser, site: StaticSite, tmp_path: Path) -> None:
    """The letter is signed once, kept, shown as not sent, and sent again; a refusal is shown with its reason."""
    club = start_game(tmp_path / "club")
    site.show("nonsense", club.mars)
    games = [{"name": "nonsense", "open": [], "over": False}, 7, {"name": 7}]
    site.answers["/games.json"] = (200, json.dumps({"games": games, "server": {"accepts": True}}))
    site.answers["/games/nonsense/inbox"] = (200, "<html>welcome to the hotel</html>")
    phone = Phone(browser, site.base)
    phone.take_key(secret_line("ben"))
    phone.open("#game=nonsense")
    phone.wait_for_page()
    phone.menu("note")
    phone.page.fill("#note-text", "hello")
    phone.page.click("#send-note")
    expect(phone.page.locator("#toast")).to_contain_text("makes no sense")
    phone.dismiss()
    phone.expect_status("not sent yet")
    posted = site.posted[-1]
    said = {"ok": False, "code": "E_ORDER_MANY", "text": "<b>too many</b>", "hint": ""}
    site.answers["/games/nonsense/inbox"] = (422, json.dumps(said))
    phone.menu("refresh")
    phone.expect_status("<b>too many</b>")
    assert site.posted[-1] == posted and phone.page.evaluate(SIGNED) == [["note", 0, True]]
    assert phone.page.locator("#status-text b").count() == 0
    site.answers.clear()
    phone.close()


def test_rules_of_another_version_are_named(phone: Phone, site: StaticSite, tmp_path: Path) -> None:
    party = Party(changes={"rules_sha256": "0" * 64, "engine": "9.1"}).start()
    phone.open(site.show("later", write(party, tmp_path / "later")))
    expect(phone.page.locator("#trouble-text")).to_contain_text("E_RULES_VERSION")
    expect(phone.page.locator("#trouble-text")).to_contain_text("9.1")
