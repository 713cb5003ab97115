"""Pages made one after the other in one process: what is kept from the last page never shows on the next."""

from __future__ import annotations

from itertools import islice

from lpbe.board.changes import DRAWN_NAMES
from lpbe.board.grid import HEXES, sheet
from lpbe.board.hex_text import FACES, LEGENDS
from lpbe.board.picture import KEPT_NAMES
from lpbe.games.living_planet.show.panels import ON_MAP, RULES
from lpbe.games.living_planet.show.picture import HEXES as HEXES_DRAWN
from lpbe.games.living_planet.show.picture import LAID
from lpbe.kernel.chain.records import GameFile
from lpbe.kernel.play.rulebook import Rules
from lpbe.report import public_report
from lpbe.report.laying import BLOCKS, BOARDS
from lpbe.report.layout import GRIDS

from ..golden.games import replayed


def afresh(rules: Rules, game: GameFile, lang: str) -> str:
    for kept in (
        HEXES,
        FACES,
        LEGENDS,
        KEPT_NAMES,
        DRAWN_NAMES,
        BLOCKS,
        BOARDS,
        GRIDS,
        LAID,
        HEXES_DRAWN,
        ON_MAP,
        RULES,
    ):
        kept.found.clear()
    sheet.cache_clear()
    return public_report(rules, game, lang)


def test_pages_in_any_order_are_as_if_made_afresh() -> None:
    steps = [(party.rules, party.game) for party in islice(replayed("living-planet-two"), 20, 120, 3)]
    other = [(party.rules, party.game) for party in islice(replayed("living-planet-four"), 60, 90, 3)]
    walk = (*steps, *reversed(other), *reversed(steps))
    pages = [(*step, "en") for step in walk] + [(*step, lang) for step in other for lang in ("fr", "en")]
    assert [public_report(*page) for page in pages] == [afresh(*page) for page in pages]
    assert len(steps) > 20 and len(other) == 10
