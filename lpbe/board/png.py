"""Draw boards as PNG with resvg, if it is installed, for mail programs that show no SVG."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from ..kernel.base.errors import Misused

MAX_WIDTH_PIXELS = 4096
STYLE = re.compile(r"<style>.*?</style>")
PROBE = '<svg xmlns="http://www.w3.org/2000/svg" width="32" height="32">{}</svg>'
LETTER = '<text x="4" y="24" font-size="24" font-family="sans-serif">M</text>'
FAMILIES = (
    "DejaVu Sans",
    "Verdana",
    "Noto Sans",
    "Liberation Sans",
    "Helvetica",
    "Arial",
    "Segoe UI",
    "Roboto",
    "Inter",
)
"""Font families that common systems have."""


def png(svg: str, width: int, fonts: Sequence[str] = (), system_fonts: bool = True) -> bytes:
    """Draw the picture in its daylight colours, with fonts of these folders and, if wanted, of the system."""
    folders = tuple(fonts)
    return render(STYLE.sub("", svg), width, folders, system_fonts, find_family(folders, system_fonts))


@cache
def find_family(fonts: tuple[str, ...], system_fonts: bool) -> str:
    """Return a font family that draws letters.

    Without any font resvg leaves letters out and reports nothing, so a letter is drawn and compared with an empty
    picture. For a family that it does not know resvg may use another installed font: that draws letters too.
    """
    empty = render(PROBE.format(""), 32, fonts, system_fonts, FAMILIES[0])
    for name in FAMILIES:
        if render(PROBE.format(LETTER), 32, fonts, system_fonts, name) != empty:
            return name
    message = "none of the known fonts can draw letters"
    raise Misused("E_USAGE", message, "install DejaVu Sans, or name a folder that contains it: --fonts DIR")


def render(svg: str, width: int, fonts: tuple[str, ...], system_fonts: bool, family: str) -> bytes:
    """Draw an SVG with resvg."""
    try:
        from resvg_py import svg_to_bytes
    except ImportError:
        message = "PNG pictures need resvg-py, which is not installed"
        raise Misused("E_USAGE", message, "install it: pip install 'lpbe[picture]'; or use --format svg") from None
    return svg_to_bytes(
        svg,
        width=min(width, MAX_WIDTH_PIXELS),
        font_dirs=[*fonts],
        skip_system_fonts=not system_fonts,
        sans_serif_family=family,
        background="#ffffff",
    )
