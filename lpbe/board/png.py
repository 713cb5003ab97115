"""Draw boards as PNG with resvg, if it is installed, for mail programs that show no SVG."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from ..kernel.base.errors import Misused
from .png_palette import reduce_colours
from .svg.style import level_of, plain_css

MAX_WIDTH_PIXELS = 4096
VIEW = re.compile(r'viewBox="\S+ \S+ (\S+) ')
LEVEL = re.compile(r'data-(tiny|wee|far|mid|near)="(\S+)"')
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


def png(
    svg: str, width: int, fonts: Sequence[str] = (), system_fonts: bool = True, *, shown_px: int | None = None
) -> bytes:
    """Draw the picture in its daylight colours, with fonts of these folders and, if wanted, of the system.

    Its letters are those of a picture shown `shown_px` wide, by default its own width.
    """
    folders = tuple(fonts)
    plain = with_plain_style(svg, shown_px or min(width, MAX_WIDTH_PIXELS))
    return reduce_colours(render(plain, width, folders, system_fonts, find_family(folders, system_fonts)))


def with_plain_style(svg: str, shown_px: float) -> str:
    """Return a board with a style sheet that resvg understands."""
    head = svg.partition(">")[0]
    view = VIEW.search(head)
    units = float(view[1]) if view else shown_px
    levels = {level: float(end) for level, end in LEVEL.findall(head)}
    style = plain_css(level_of(shown_px / units, levels), units / shown_px)
    return STYLE.sub(lambda _: f"<style>{style}</style>", svg, count=1)


@cache
def find_family(fonts: tuple[str, ...], system_fonts: bool) -> str:
    """Return a font family that draws letters.

    Without any font, resvg silently leaves letters out, so a letter is drawn and compared with an empty picture. For an
    unknown family resvg may use another installed font, which draws letters too.
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
