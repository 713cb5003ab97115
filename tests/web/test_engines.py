"""The client in browsers other than Chromium, by their own drivers: join, be ready, answer in secret."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from lpbe.kernel.chain.letter import kind_of

from ..cli.world.club import HOST
from .firefox import firefox
from .served import serving
from .test_shell import planet_club

LINE = "return [...document.querySelectorAll('#secret-line span')].map((one) => one.lastChild.textContent)"

TICK = "document.getElementById('ready-accept').click()"


@pytest.mark.soak
def test_firefox_joins_is_ready_and_answers_in_secret(client_site: Path, tmp_path: Path) -> None:
    program = shutil.which("firefox-esr") or shutil.which("firefox")
    if not program:
        pytest.skip("no firefox here")
    club = planet_club(tmp_path / "club")
    code = club.do(HOST, "invite", "mars")["invitations"]["blue"]
    with serving(club, client_site, HOST) as base, firefox(program, tmp_path / "firefox") as browser:
        browser.go(f"{base}#join=mars&seat=blue&code={code}")
        browser.click("#make-key")
        browser.see("#secret-line")
        browser.type("#last-group", browser.run(LINE)[-1])
        browser.click("#use-key")
        browser.type("#join-name", "Ben")
        browser.click("#join-accept")
        browser.click("#join")
        browser.until(lambda: club.game.state.window.kind == "ready" and club.game.state.window.waiting == ["blue"])
        browser.see("#ready")
        browser.run(TICK)
        browser.click("#ready")
        browser.until(lambda: club.game.state.window.kind == "play")
        browser.enter("iframe.page")
        browser.click("#cards [data-value='2']")
        browser.click("#send")
        browser.leave()
        browser.until(lambda: club.game.state.window.waiting == ["red"])
        letters = [entry.letter for entry in club.entries if entry.letter]
        assert [kind_of(one) for one in letters if one.seat == "blue"] == ["join", "ready", "play"]
        assert club.lpbe("eve", "verify", "mars").status == 3, "right so far, and not over"
