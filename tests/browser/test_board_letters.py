"""Boards in a browser at the widths of phones, tablets and desks: no visible letter is too small."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from lpbe.board.model import HexMap, Picture
from lpbe.board.svg import svg_board
from lpbe.board.svg.style import BOARD_CSS
from lpbe.games import game_of
from lpbe.games.living_planet.presentation.board_view import picture
from lpbe.kernel.content import packs
from lpbe.kernel.content.packs import Words

from ..board.boards import exploring_state, full, public
from ..board.wild_seas import seas
from ..board.worlds import words as world_words
from ..board.worlds import world
from ..contract.contract_config import Case, cases
from ..contract.playouts import Transition, playout
from .conftest import Open

WIDTHS = (390, 768, 1280)
MIN_LETTER_PX = 11
STRIDE = 40
CASES = list(
    {(case.game, case.expansions): case for case in cases() if game_of(case.game).presentation().picture}.values()
)
"""Each game that has a board, with each set of expansions."""
SHOW = """([drawings, css, width, smallest]) => {
  document.body.innerHTML = `<style>${css}</style>` + drawings.join("");
  const small = [];
  for (const svg of document.querySelectorAll("svg.board")) {
    svg.style.width = `${width}px`;
    const scale = width / svg.viewBox.baseVal.width, d = svg.dataset;
    const levels = [["wee", d.wee || 0], ["far", d.far], ["mid", d.mid], ["", d.near]];
    const [level] = levels.find(([, end]) => scale < +end) || ["close"];
    svg.setAttribute("class", `board ${level}`);
    svg.style.setProperty("--k", 1 / scale);
    for (const text of svg.querySelectorAll("text")) {
      const style = getComputedStyle(text);
      if (style.visibility !== "visible" || style.display === "none") continue;
      const size = parseFloat(style.fontSize) * Math.hypot(text.getScreenCTM().a, text.getScreenCTM().b);
      if (size < smallest) small.push([text.textContent, size, level]);
    }
  }
  return small;
}"""
"""Show drawings in a width as the script of a page does, and return the letters that are too small."""


def positions() -> Iterator[tuple[Picture, Words]]:
    for case in CASES:
        draw, words = game_of(case.game).presentation().picture, packs.words(case.game, "fr")
        assert draw
        for transition in sample(case):
            yield draw(transition.table.state.seen_by(None), None), words
    french = packs.words("living-planet", "fr")
    yield from ((board, french) for board in (public(full()), seas(), picture(exploring_state(), "red")))
    yield world("human-2"), world_words("fr")


def sample(case: Case) -> list[Transition]:
    """Return a few steps of a random game, the last one among them."""
    game = playout(case, 0)
    return [*game[::STRIDE], game[-1]]


@pytest.mark.parametrize("width", WIDTHS)
def test_no_visible_letter_is_too_small(show: Open, tmp_path_factory: pytest.TempPathFactory, width: int) -> None:
    file = tmp_path_factory.mktemp("letters") / "board.html"
    file.write_text('<!doctype html><meta charset="utf-8"><title>boards</title><body></body>', encoding="utf-8")
    drawings = [svg_board.draw_board(board, words) for board, words in positions()]
    page = show(file, size=(width, 900)).page
    assert len(drawings) > 10 and page.evaluate(SHOW, [drawings, BOARD_CSS, width, MIN_LETTER_PX]) == []
    assert page.locator("svg.board").count() == len(drawings)
    names = [hex.name for board, _ in positions() if isinstance(board, HexMap) for hex in board.hexes]
    seen = page.locator('g[data-kind="hex"] > text').evaluate_all("all => all.map((text) => text.textContent)")
    assert seen == [name for name in seen if name in names] and len(seen) >= len(names)


def test_a_board_can_be_read_before_a_script_has_run(show: Open, tmp_path_factory: pytest.TempPathFactory) -> None:
    file = tmp_path_factory.mktemp("letters") / "board.html"
    drawn = svg_board.draw_board(seas(), packs.words("living-planet", "fr"))
    head = '<!doctype html><meta charset="utf-8"><title>board</title><body style="margin:0">'
    file.write_text(f"{head}<style>{BOARD_CSS} svg {{ width: 390px }}</style>{drawn}", encoding="utf-8")
    page = show(file, size=(390, 844), scripts=False).page
    sizes = page.locator("svg text").evaluate_all(
        "all => all.filter((text) => getComputedStyle(text).visibility === 'visible')"
        ".map((text) => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a)"
    )
    assert sizes and min(sizes) >= MIN_LETTER_PX
