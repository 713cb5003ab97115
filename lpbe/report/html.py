"""A page as one HTML file that needs nothing else: no network, no other file."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from ..kernel.base.text import printable
from ..kernel.content.packs import Words
from ..kernel.disk import files
from .blocks import Curve, Drawing, Series
from .page import Page

if TYPE_CHECKING:
    from jinja2 import Template

TEMPLATE = "../report/page.html.j2"
UI = ("theme", "copy", "copied", "private", "order", "effect")


@cache
def template() -> Template:
    from jinja2 import Environment

    environment = Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True)
    environment.filters["safe_text"] = printable
    environment.filters["paint"] = paint
    environment.filters["kind"] = lambda block: type(block).__name__
    return environment.from_string(files.packaged(TEMPLATE).decode())


def render(page: Page, words: Words) -> str:
    says = {key: words.terms[f"report.ui.{key}"] for key in UI}
    return template().render(page=page, says=says, picture=picture, curved=curved)


def picture(drawing: Drawing) -> Any:
    """The SVG as it is: our own drawing, which has escaped what it shows."""
    from markupsafe import Markup

    return Markup(drawing.svg())


def paint(colour: str) -> str:
    """A colour of the palette, as boards have it."""
    from ..board.shapes import PALETTE  # saves the board for pages without colours

    return PALETTE.get(colour, "")


PAINTS = ("orange", "sky", "purple", "green", "stone", "wood")
"""What lines are drawn in that have no colour of their own."""


def curved(curve: Curve) -> Any:
    """A small picture of a curve, and the colour of each of its lines for the table beside it."""
    from markupsafe import Markup

    from .curves import svg  # saves it for games under way

    painted = paints(curve.series)
    return {"svg": Markup(svg(curve, painted)), "paints": painted}


def paints(series: Sequence[Series]) -> list[str]:
    """The colour of each line: its own, or one that lines have which have none."""
    return [paint(one.colour) or paint(PAINTS[n % len(PAINTS)]) for n, one in enumerate(series)]
