"""Tables of a page on a phone."""

from __future__ import annotations

from pathlib import Path

from ..kernel.party import Party
from ..report.readers import COLOURS
from .chosen import positions
from .complaints import LOOKING
from .conftest import PHONE, Open
from .test_composing import may_turn_a_hex, page_of


def test_no_word_of_a_table_is_broken_on_a_phone(show: Open, tmp_path: Path) -> None:
    """Of hexes in hand, dice, cards and scores."""
    explorer = Party(COLOURS[:3], game_name="living-planet", options={}).start().play_on(5, may_turn_a_hex)
    planet = next(positions("planet", 1, 3))
    for n, (party, seat) in enumerate([(explorer, explorer.waiting[0]), (planet.party, planet.seat)]):
        seen = show(page_of(party, seat, "fr", tmp_path / f"{n}.html"), size=PHONE)
        seen.page.evaluate(LOOKING)
        seen.page.locator("#menu-button").click()
        seen.page.locator("[data-do=words]").click()
        assert seen.page.evaluate("looking.broken()") == [] and seen.page.locator(".stacked").count()
