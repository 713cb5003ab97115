"""Pages of recorded games as they are seen: nothing small, faint or cut, nothing a finger would miss, on any screen."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page as Sheet

from lpbe.kernel.content import packs
from lpbe.report.render import html

from ..report.readers import own_page
from ..size_limits import Soak
from .complaints import LARGEST_PACKED, complaints, most_bytes, prepare
from .conftest import PHONE, WIDE, Open
from .moments import GAMES, Position, positions

SIZES = (WIDE, PHONE, (768, 1024), (320, 640), (1920, 1080))
SCREENS = [(size, scheme) for size in SIZES for scheme in ("light", "dark")]
Screen = tuple[tuple[int, int], str]


def look(sheet: Sheet, screen: Screen) -> dict[str, Any]:
    """What there is to complain about: first as the page opens, then in each step of composing and in each tab."""
    (wide, high), scheme = screen
    sheet.set_viewport_size({"width": wide, "height": high})
    sheet.emulate_media(color_scheme="dark" if scheme == "dark" else "light", reduced_motion="reduce")
    found = complaints(sheet)
    if sheet.locator(".end.open").count():
        sheet.locator("[data-do=end-close]").click()
        found |= {f"{what} behind the end": each for what, each in complaints(sheet).items()}
    for tab in sheet.locator(".tabs button:visible").all():
        tab.click()
        found |= {f"{what} in {tab.get_attribute('data-tab')}": each for what, each in complaints(sheet).items()}
    first = sheet.locator("#cards button:not(:disabled)")
    if sheet.locator('.tabs [data-tab="act"]:visible').count():
        sheet.locator('.tabs [data-tab="act"]').click()
    if first.count() and not sheet.locator(".back").count():
        first.first.click()
        found |= {f"{what} after a tap": each for what, each in complaints(sheet).items()}
        sheet.locator("#undo").click()
    return found


def seen(show: Open, position: Position, file: Path, screens: list[Screen]) -> None:
    words = packs.words(position.party.rules.game.name, position.lang)
    text = html.render(own_page(position.party, position.seat, position.lang), words).encode()
    file.write_bytes(text)
    assert len(text) <= most_bytes(position.party) and len(gzip.compress(text)) <= LARGEST_PACKED
    sheet = show(file).page
    prepare(sheet)
    answer = {screen: look(sheet, screen) for screen in screens}
    assert {screen: found for screen, found in answer.items() if found} == {}, (position.moment, position.seat)
    sheet.close()


@pytest.mark.soak
def test_a_game_from_its_first_question_to_its_end(show: Open, tmp_path: Path) -> None:
    """Every day one game, at each moment on another screen."""
    for n, position in enumerate(positions("two")):
        seen(show, position, tmp_path / f"{n}.html", [SCREENS[(2 * n + 5) % len(SCREENS)]])


@pytest.mark.parametrize(("game", "screen"), [("aquarius", SCREENS[2]), ("2116-heat", SCREENS[1])])
def test_the_first_question_of_other_games(show: Open, tmp_path: Path, game: str, screen: Screen) -> None:
    seen(show, next(positions(game)), tmp_path / "page.html", [screen])


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES)
def test_every_game_at_every_moment_on_every_screen(show: Open, tmp_path: Path, game: str) -> None:
    stride = round(1 / (Soak.share or 1))
    for n, position in enumerate(positions(game)):
        screens = [screen for m, screen in enumerate(SCREENS) if (n * len(SCREENS) + m) % stride == 0]
        if screens:
            seen(show, position, tmp_path / f"{n}.html", screens)
