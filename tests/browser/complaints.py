"""What there is to complain about in a page as it is shown: small or cut letters, narrow targets, broken rules."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from playwright.sync_api import Page as Sheet

from ..kernel.party import Party

MIN_FONT_PX = 11
"""The minimum height of a letter, in pixels."""
MIN_TARGET_PX = 44
"""Pixels that anything to be tapped has at least, both ways."""
LARGEST = {"living-planet": 200_000, "planet-2116": 250_000, "pebbles": 150_000}
"""Bytes of a page."""
MORE_PER_EXPANSION = 15_000
"""Bytes more for what each expansion draws and asks."""
LARGEST_PACKED = 60_000
LOOKING = (Path(__file__).parent / "looking.js").read_text()
RULES = 'axe.run(document, {runOnly: ["wcag2a", "wcag2aa"], resultTypes: ["violations"]})'
BROKEN = f"{RULES}.then((result) => result.violations.map((each) => [each.id, each.nodes.map((node) => node.html)]))"
SETTLED = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


@cache
def axe() -> str:
    """The rules of readable pages, as axe-core checks them."""
    found = find_spec("axe_playwright_python")
    assert found and found.submodule_search_locations
    return Path(found.submodule_search_locations[0], "axe.min.js").read_text()


def prepare(sheet: Sheet) -> None:
    """Load what looks at a page into it."""
    sheet.evaluate(LOOKING)
    sheet.evaluate(axe())


def complaints(sheet: Sheet) -> dict[str, Any]:
    sheet.evaluate(SETTLED)
    found = {
        "small": sheet.evaluate(f"looking.small({MIN_FONT_PX})"),
        "cut": sheet.evaluate("looking.cut()"),
        "narrow": sheet.evaluate(f"looking.narrow({MIN_TARGET_PX})"),
        "wider than the window": max(0, sheet.evaluate("document.documentElement.scrollWidth - innerWidth")),
        "rules": sheet.evaluate(BROKEN),
    }
    return {what: answer for what, answer in found.items() if answer}


def most_bytes(party: Party) -> int:
    return LARGEST[party.rules.game.name] + MORE_PER_EXPANSION * len(party.expansions)
