"""A board of land, sea and boats in a browser: whatever the font, no text lies over another one of its hex."""

from __future__ import annotations

from pathlib import Path

import pytest

from lpbe.board.svg import svg_board
from lpbe.games.living_planet.presentation.board_view import picture
from lpbe.kernel.content import packs

from ..board.wild_seas import seas
from ..living_planet.extensions.sights import sights_state, words
from .conftest import Open, screens

COLLIDING = """() => {
  const found = [];
  for (const hex of document.querySelectorAll('[data-kind="hex"]')) {
    const texts = [...hex.querySelectorAll("text")].filter((text) => getComputedStyle(text).visibility === "visible");
    const boxes = texts.map((text) => [text.textContent, text.getBoundingClientRect()]);
    boxes.forEach(([name, box], n) => {
      for (const [other, next] of boxes.slice(n + 1)) {
        const across = Math.min(box.right, next.right) - Math.max(box.left, next.left);
        const down = Math.min(box.bottom, next.bottom) - Math.max(box.top, next.top);
        if (across > 2 && down > 0.45 * Math.min(box.height, next.height)) found.push([hex.dataset.name, name, other]);
      }
    });
  }
  return found;
}"""
"""The boxes of texts have room above and below their letters: a little of it may be shared."""


@pytest.fixture(scope="module", params=["sights", "seas"])
def page(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a picture in French, whose words are longer, as a file of its own on a page."""
    file = tmp_path_factory.mktemp("board") / "board.html"
    board = picture(sights_state().seen_by(None), None) if request.param == "sights" else seas()
    drawn = svg_board.draw_file(board, words("fr") if request.param == "sights" else packs.words("living-planet", "fr"))
    head = (
        '<!doctype html><meta charset="utf-8"><title>board</title><meta name="viewport" content="width=device-width">'
    )
    file.write_text(f"{head}<style>svg {{ max-width: 100%; height: auto }}</style>{drawn}", encoding="utf-8")
    return file


@screens
def test_nothing_collides_wide_or_on_a_phone(show: Open, page: Path, size: tuple[int, int], scheme: str) -> None:
    seen = show(page, size=size, scheme=scheme)
    assert seen.overflow <= 0
    assert seen.page.evaluate(COLLIDING) == []
    assert seen.page.locator('[data-kind="hex"]').count() in (11, 12)
