"""A page on paper: few sheets, what matters on the first of them, and the orders that may be given."""

from __future__ import annotations

import re
from pathlib import Path

from ..report.readers import midgame
from .conftest import Open
from .test_composing import page_of

SHEET, SHEETS = (718, 1046), 5
"""What a sheet of A4 has room for between its margins, in pixels; and how many of them a page in mid-game takes."""


def test_the_board_is_on_the_first_sheet_and_the_orders_are_printed(show: Open, tmp_path: Path) -> None:
    party = midgame()
    page = show(page_of(party, party.waiting[0], "fr", tmp_path / "page.html"), size=SHEET).page
    page.emulate_media(media="print")
    board = page.locator(".stage svg.board").bounding_box()
    assert board and board["y"] + board["height"] <= SHEET[1]
    orders = page.locator("#choices th[scope=row]")
    assert orders.count() > 10 and all(orders.nth(n).inner_text().strip() for n in range(orders.count()))
    for part in (".tools", ".tray", ".tabs", "header button", ".playing"):
        assert not page.locator(part).first.is_visible(), part
    sheets = re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4"))
    assert 1 < len(sheets) <= SHEETS
