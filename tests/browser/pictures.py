"""The pictures among the examples: pages of recorded games as a screen shows them first.

Run from the root of the checkout to take them again, where Chromium and Pillow are installed:
python -m tests.browser.pictures
"""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from playwright.sync_api import Browser, ViewportSize, sync_playwright

from lpbe.board.svg.palette import PALETTE
from lpbe.kernel.content import packs
from lpbe.report.render import html

from ..conftest import EXAMPLES, QUIET, chromium
from ..report.readers import own_page
from .conftest import PHONE
from .moments import Position, positions

FOLDER = EXAMPLES / "pages"
TABLET, DESK = (768, 1024), (1280, 800)
MOST = 110_000
"""Bytes that a picture may have."""
CAMERA_MS = 400
"""How long the camera may move, in milliseconds."""
ALIKE = 16
"""Colours that are no further apart than this are one."""


class Shot(NamedTuple):
    """A picture by its name: whose page it shows, on which screen, and what was tapped before."""

    game: str
    moment: str
    size: tuple[int, int]
    scheme: str = "light"
    taps: tuple[str, ...] = ()


SHOTS = {
    "wide": Shot("both", "middle", DESK, "dark", ('[data-kind="move"]', '#cards [data-value="AQ13.L1"]', "#question")),
    "wide-light": Shot("four", "middle", DESK, taps=('[data-kind="move"]', "#cards [data-value]")),
    "tablet": Shot("arboria", "middle", TABLET),
    "phone": Shot("three", "middle", PHONE),
    "phone-placing": Shot("aquarius", "placing", PHONE, "dark", ('[data-kind="place-hex"]', "#cards [data-value]")),
    "phone-end": Shot("four", "end", PHONE),
    "2116-planet": Shot("2116-capitals", "last", DESK),
    "2116-phone": Shot("2116-heat", "middle", PHONE, "dark", ("#cards [data-kind]:not(:disabled)",)),
}


def taken(browser: Browser, shot: Shot, position: Position, file: Path) -> bytes:
    words = packs.words(position.party.rules.game.name, position.lang)
    file.write_text(html.render(own_page(position.party, position.seat, position.lang), words), encoding="utf-8")
    size: ViewportSize = {"width": shot.size[0], "height": shot.size[1]}
    context = browser.new_context(viewport=size, color_scheme="dark" if shot.scheme == "dark" else "light")
    page = context.new_page()
    page.goto(file.as_uri())
    for tap in shot.taps:
        target = page.locator(tap).first
        if target.count():
            target.click()
    page.wait_for_timeout(CAMERA_MS)
    picture = page.screenshot()
    context.close()
    return picture


def small(picture: bytes, most: int = MOST) -> bytes:
    """In as many of its own colours as fit: those of players, then those that cover most, none twice."""
    from PIL import Image

    whole = Image.open(BytesIO(picture)).convert("RGB")
    named = {tuple(bytes.fromhex(colour[1:])) for colour in PALETTE.values()}
    counted = whole.getcolors(whole.width * whole.height) or []
    found = sorted(counted, key=lambda each: (each[1] not in named, -each[0]))
    for count in (128, 96, 80, 64, 48, 40, 32, 24):
        chosen: list[tuple[int, ...]] = []
        for _, colour in found:
            assert isinstance(colour, tuple)
            if len(chosen) < count and all(sum(map(abs, map(int.__sub__, colour, one))) > ALIKE for one in chosen):
                chosen.append(colour)
        palette = Image.new("P", (1, 1))
        palette.putpalette([part for colour in chosen for part in colour])
        out = BytesIO()
        whole.quantize(palette=palette, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
        if out.tell() <= most:
            break
    return out.getvalue()


def main(kept: Callable[[bytes], bytes] = small) -> None:
    FOLDER.mkdir(exist_ok=True)
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=QUIET)
        for name, shot in SHOTS.items():
            position = next(one for one in positions(shot.game) if one.moment == shot.moment)
            (FOLDER / f"{name}.png").write_bytes(kept(taken(browser, shot, position, Path(folder) / "page.html")))
        browser.close()


if __name__ == "__main__":
    main()
