"""Pages of recorded games as they are seen: first things on the first screen, nothing small, faint or cut, anywhere."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page as Sheet

from lpbe.kernel.content import packs
from lpbe.kernel.content.packs import Words
from lpbe.kernel.language.sentences import phrase
from lpbe.report.document import Grid, Lines, Page
from lpbe.report.render import html

from ..report.readers import own_page
from ..size_limits import Soak
from .conftest import PHONE, WIDE, Open
from .moments import GAMES, Position, positions

TABLET = (800, 1000)
SCREENS = [(size, scheme) for size in (WIDE, TABLET, PHONE) for scheme in ("light", "dark")]
MIN_FONT_PX = 11
"""Pixels that a letter has at least."""
LARGEST = {"living-planet": 150_000, "planet-2116": 200_000}
LOOKING = (Path(__file__).parent / "looking.js").read_text()
RULES = 'axe.run(document, {runOnly: ["wcag2a", "wcag2aa"], resultTypes: ["violations"]})'
BROKEN = f"{RULES}.then((result) => result.violations.map((each) => [each.id, each.nodes.map((node) => node.html)]))"
Screen = tuple[tuple[int, int], str]


def axe() -> str:
    """The rules of readable pages, as axe-core checks them."""
    found = find_spec("axe_playwright_python")
    assert found and found.submodule_search_locations
    return Path(found.submodule_search_locations[0], "axe.min.js").read_text()


def first_lines(page: Page, words: Words) -> Iterator[str]:
    """Who has won and the ranks; or turn, question, standing and threats."""
    head = next(section for section in page.sections if section.key == "head")
    end = next((section for section in page.sections if section.key == "end"), None)
    if end:
        yield from head.blocks[0].lines
        ranks = end.blocks[0]
        yield from (cell for row in ranks.rows for cell in row[:2]) if isinstance(ranks, Grid) else ()
        return
    for block in head.blocks:
        assert isinstance(block, Lines)
        yield from block.lines
        if block.title == phrase(words, "threats") or block.lines == [phrase(words, "threats.none")]:
            return
    raise AssertionError("nothing is said of threats")


def look(sheet: Sheet, screen: Screen, lines: list[str], choices: bool) -> dict[str, Any]:
    """What there is to complain about."""
    (wide, high), scheme = screen
    sheet.set_viewport_size({"width": wide, "height": high})
    sheet.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    low = sheet.evaluate("(lines) => lines.map((line) => [line, looking.below(line)])", lines)
    found = {
        "below the first screen": [(line, by) for line, by in low if by is None or by > 0],
        "small": sheet.evaluate(f"looking.small({MIN_FONT_PX})"),
        "cut": sheet.evaluate("looking.cut()"),
        "faint": sheet.evaluate("looking.faint()"),
        "wider than the window": max(0, sheet.evaluate("document.documentElement.scrollWidth - innerWidth")),
        "rules": sheet.evaluate(BROKEN),
    }
    if choices:
        offered = sheet.locator("#offers button").first.bounding_box()
        found["choices"] = [] if offered and offered["y"] + offered["height"] <= high else ["none to be seen"]
    return {what: answer for what, answer in found.items() if answer}


def seen(show: Open, position: Position, file: Path, screens: list[Screen]) -> None:
    words = packs.words(position.party.rules.game.name, position.lang)
    page = own_page(position.party, position.seat, position.lang)
    file.write_text(html.render(page, words), encoding="utf-8")
    assert file.stat().st_size <= LARGEST[position.party.rules.game.name]
    sheet = show(file).page
    sheet.evaluate(LOOKING)
    sheet.evaluate(axe())
    asked = position.seat in position.party.waiting
    wanted = list(first_lines(page, words))
    answer = {screen: look(sheet, screen, wanted, asked) for screen in screens}
    assert {screen: found for screen, found in answer.items() if found} == {}, (position.moment, position.seat)
    sheet.close()


@pytest.mark.soak
def test_a_game_from_its_first_question_to_its_end(show: Open, tmp_path: Path) -> None:
    """Every day one game, at each moment on another screen."""
    for n, position in enumerate(positions("two")):
        seen(show, position, tmp_path / f"{n}.html", [SCREENS[(2 * n + 5) % len(SCREENS)]])


@pytest.mark.parametrize("game", ["aquarius", "2116-heat"])
def test_the_first_question_of_other_games(show: Open, tmp_path: Path, game: str) -> None:
    seen(show, next(positions(game)), tmp_path / "page.html", [SCREENS[-1 - GAMES.index(game) % len(SCREENS)]])


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES)
def test_every_game_at_every_moment_on_every_screen(show: Open, tmp_path: Path, game: str) -> None:
    stride = round(1 / (Soak.share or 1))
    for n, position in enumerate(positions(game)):
        screens = [screen for m, screen in enumerate(SCREENS) if (n * len(SCREENS) + m) % stride == 0]
        if screens:
            seen(show, position, tmp_path / f"{n}.html", screens)
