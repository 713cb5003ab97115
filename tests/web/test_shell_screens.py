"""How the client looks and lasts: readable, tappable, installable, without a network, in one file."""

from __future__ import annotations

import json
import re
import subprocess
from base64 import b64encode
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from ..browser.complaints import BROKEN, LOOKING, MIN_FONT_PX, MIN_TARGET_PX, axe
from ..browser.conftest import PHONE, WIDE
from ..cli.conftest import start_game
from ..cli.world.club import secret_line
from .conftest import ROOT
from .phone import Phone
from .static_site import StaticSite

SCREENS = [(PHONE, "light"), (PHONE, "dark"), (WIDE, "light"), (WIDE, "dark")]


def complaints(phone: Phone) -> dict[str, Any]:
    """What there is to complain about in the shell; the pages of games have tests of their own."""
    page = phone.page
    page.evaluate(LOOKING)
    page.evaluate(axe())
    found = {
        "small": page.evaluate(f"looking.small({MIN_FONT_PX})"),
        "narrow": page.evaluate(f"looking.narrow({MIN_TARGET_PX})"),
        "wide": max(0, page.evaluate("document.documentElement.scrollWidth - innerWidth")),
        "rules": page.evaluate(BROKEN.replace("axe.run(document, {", "axe.run(document, {iframes: false, ")),
    }
    return {what: answer for what, answer in found.items() if answer}


def look_around(phone: Phone, fragment: str) -> dict[str, Any]:
    """Every view and dialog of the shell that a player of a game can open."""
    found: dict[str, Any] = {}
    for view in ("", "#key", "#settings", "#about"):
        phone.open(view)
        found[view or "home"] = complaints(phone)
    phone.open("#key")
    phone.page.click("#make-key")
    found["backup"] = complaints(phone)
    phone.open(fragment)
    phone.wait_for_page()
    found["game"] = complaints(phone)
    phone.page.click("#game-menu")
    found["menu"] = complaints(phone)
    phone.dismiss()
    for item in ("typing", "policy", "note", "agree", "leave", "newkey", "letters"):
        phone.menu(item)
        phone.page.wait_for_selector("dialog h2")
        found[item] = complaints(phone)
        phone.dismiss()
    return {where: what for where, what in found.items() if what}


def test_every_view_is_readable_and_tappable(phone: Phone, site: StaticSite, tmp_path: Path) -> None:
    club = start_game(tmp_path / "club")
    phone.take_key(secret_line("ben"))
    assert look_around(phone, site.show("screens", club.mars)) == {}


@pytest.mark.soak
@pytest.mark.parametrize(("size", "scheme"), SCREENS[1:], ids=str)
def test_the_same_on_other_screens(
    size: tuple[int, int], scheme: str, browser: Browser, site: StaticSite, tmp_path: Path
) -> None:
    club = start_game(tmp_path / "club")
    phone = Phone(browser, site.base, size, scheme)
    phone.take_key(secret_line("ben"))
    assert look_around(phone, site.show(f"screens-{size[0]}-{scheme}", club.mars)) == {}
    phone.close()


def test_without_a_network_the_game_is_as_it_was_seen_last(phone: Phone, site: StaticSite, tmp_path: Path) -> None:
    club = start_game(tmp_path / "club")
    phone.take_key(secret_line("ben"))
    phone.open(site.show("offline", club.mars))
    phone.wait_for_page()
    phone.page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    phone.context.set_offline(True)
    phone.page.reload()
    phone.wait_for_page()
    phone.expect_status("No connection")
    phone.context.set_offline(False)


def test_a_newer_client_waits_until_it_is_taken(browser: Browser, client_site: Path, tmp_path: Path) -> None:
    """Both hashes are shown; the old one stays until the player says so."""
    with StaticSite(tmp_path / "site", client_site).serving() as site:
        phone = Phone(browser, site.base)
        phone.open("#about")
        before = phone.page.inner_text("#client-hash")
        phone.page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
        newer = before[::-1]
        for name in ("index.html", "service_worker.js"):
            file = site.folder / name
            text = file.read_text()
            if name == "index.html":
                old_hash = integrity(file)
                file.write_text(text.replace(before, newer))
                new_hash = integrity(file)
            else:
                file.write_text(text.replace(before, newer).replace(old_hash, new_hash))
        phone.page.reload()
        phone.page.wait_for_selector("#update")
        shown = phone.page.inner_text("#update")
        assert before[:16] in shown and newer[:16] in shown
        assert phone.page.inner_text("#client-hash") == before
        phone.page.click("#take-update")
        expect(phone.page.locator("#client-hash")).to_have_text(newer)
        phone.close()


def integrity(file: Path) -> str:
    return "sha256-" + b64encode(sha256(file.read_bytes()).digest()).decode()


def test_one_file_plays_from_a_disk(browser: Browser, client_site: Path, tmp_path: Path) -> None:
    """It opens files, shows the page, and asks no network for anything."""
    club = start_game(tmp_path / "club")
    phone = Phone(browser, (ROOT / "dist" / "lpbe.html").as_uri())
    phone.take_key(secret_line("ben"))
    phone.open()
    phone.page.set_input_files("input[type=file]", [str(club.mars / "game.toml"), str(club.mars / "log.jsonl")])
    phone.wait_for_page()
    assert [url for url in phone.requests if not re.match(r"file:|blob:|data:", url)] == []
    phone.close()


def test_the_site_can_be_installed(client_site: Path) -> None:
    manifest = json.loads((client_site / "manifest.webmanifest").read_text())
    assert manifest["display"] == "standalone"
    assert all((client_site / icon["src"]).stat().st_size for icon in manifest["icons"])
    page = (client_site / "index.html").read_text()
    policy = re.findall(r'Content-Security-Policy" content="([^"]*)"', page)[0]
    script = next(part for part in policy.split("; ") if part.startswith("script-src"))
    assert "default-src 'none'" in policy and "unsafe-inline" not in script and "'unsafe-eval'" not in script


@pytest.mark.soak
def test_two_builds_of_the_client_are_the_same(client_site: Path, tmp_path: Path) -> None:
    bundle, scripts = ROOT / "build" / "web-python" / "bundle", ROOT / "build" / "web-python" / "page_scripts.json"
    again = ["node", "web/build.mjs", str(bundle), str(scripts), str(tmp_path / "web"), str(tmp_path / "lpbe.html")]
    assert subprocess.run(again, cwd=ROOT, check=False).returncode == 0
    assert files_of(tmp_path / "web") == files_of(client_site)
    assert (tmp_path / "lpbe.html").read_bytes() == (ROOT / "dist" / "lpbe.html").read_bytes()


def files_of(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
