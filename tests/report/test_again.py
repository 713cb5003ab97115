"""Pages made one after the other in one process: what is kept from the last page never shows on the next."""

from __future__ import annotations

from itertools import islice

from lpbe.board.model import KEPT_NAMES
from lpbe.board.queries import NAME_SETS
from lpbe.board.text.hex_map import FACES, HEXES, LEGENDS, sheet
from lpbe.games.living_planet.presentation.board_view import HEXES as HEXES_DRAWN
from lpbe.games.living_planet.presentation.board_view import LAID
from lpbe.games.living_planet.presentation.panels import ON_MAP, RULES
from lpbe.kernel.chain.records import GameFile
from lpbe.kernel.engine.rulebook import Rules
from lpbe.report import public_report
from lpbe.report.content.panels import BLOCKS, BOARDS
from lpbe.report.render.text import GRIDS

from ..golden.games import replay


def afresh(rules: Rules, game: GameFile, lang: str) -> str:
    for kept in (
        HEXES,
        FACES,
        LEGENDS,
        KEPT_NAMES,
        NAME_SETS,
        BLOCKS,
        BOARDS,
        GRIDS,
        LAID,
        HEXES_DRAWN,
        ON_MAP,
        RULES,
    ):
        kept.entries.clear()
    sheet.cache_clear()
    return public_report(rules, game, lang)


def test_pages_in_any_order_are_as_if_made_afresh() -> None:
    steps = [(party.rules, party.game) for party in islice(replay("living-planet-two"), 20, 120, 3)]
    other = [(party.rules, party.game) for party in islice(replay("living-planet-four"), 60, 90, 3)]
    walk = (*steps, *reversed(other), *reversed(steps))
    pages = [(*step, "en") for step in walk] + [(*step, lang) for step in other for lang in ("fr", "en")]
    assert [public_report(*page) for page in pages] == [afresh(*page) for page in pages]
    assert len(steps) > 20 and len(other) == 10
