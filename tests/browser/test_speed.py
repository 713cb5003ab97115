"""How long a page takes to appear and to answer a tap: printed only, because a clock tells of a machine, too."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page as Sheet

from ..size_limits import soak_sizes
from .chosen import KINDS, positions
from .conftest import PHONE, Open
from .test_composing import page_of

PAINT = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"
GHOST = """async () => {
  const drawn = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const tapped = document.querySelector("#cards button:not(:disabled)");
  const began = performance.now();
  tapped.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
  tapped.click();
  await drawn();
  return performance.now() - began;
}"""
"""Tap the first card, and wait until what it lights up is drawn."""


def milliseconds(sheet: Sheet) -> tuple[float, float]:
    sheet.wait_for_function(PAINT)
    return float(sheet.evaluate(PAINT)), float(sheet.evaluate(GHOST))


@soak_sizes("count", 3)
@pytest.mark.parametrize("name", KINDS)
def test_a_page_appears_and_answers(
    show: Open, tmp_path: Path, name: str, count: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """The aims are 500 ms and 100 ms on a machine that does nothing else."""
    for seed, position in enumerate(positions(name, count, 7)):
        paint, ghost = milliseconds(show(page_of(*position, tmp_path / f"{seed}.html"), size=PHONE).page)
        with capsys.disabled():
            print(f"\n{name} {position.question}: first paint {paint:.0f} ms, tap to ghost {ghost:.0f} ms", end="")
        assert paint and ghost
