"""A board as PNG, for mail programs that show no SVG: drawn by resvg, where it is installed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from ..kernel.base.errors import Misused

WIDEST = 4096
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
"""Fonts that one or the other system has."""


def png(svg: str, width: int, fonts: Sequence[str] = ()) -> bytes:
    """The picture by day, so many pixels wide; letters in a font of the system, or of these folders."""
    return rendered(STYLE.sub("", svg), width, tuple(fonts), family(tuple(fonts)))


@cache
def family(fonts: tuple[str, ...]) -> str:
    """A font that is there: without one letters would vanish without a word, so one must make a difference."""
    empty = rendered(PROBE.format(""), 32, fonts, FAMILIES[0])
    for name in FAMILIES:
        if rendered(PROBE.format(LETTER), 32, fonts, name) != empty:
            return name
    told = "no font that is known here can draw letters"
    raise Misused("E_USAGE", told, "install DejaVu Sans, or name a folder that has it: --fonts DIR")


def rendered(svg: str, width: int, fonts: tuple[str, ...], name: str) -> bytes:
    try:
        from resvg_py import svg_to_bytes
    except ImportError:
        told = "PNG pictures need resvg-py, which is not installed"
        raise Misused("E_USAGE", told, "install it: pip install 'lpbe[picture]'; or take --format svg") from None
    wide = min(width, WIDEST)
    return svg_to_bytes(svg, width=wide, font_dirs=[*fonts], sans_serif_family=name, background="#ffffff")
