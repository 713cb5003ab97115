"""A page as one HTML file that needs nothing else: no network, no other file."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from msgspec import json, to_builtins

from ..kernel.base.text import printable
from ..kernel.content.packs import Words
from ..kernel.disk import files
from ..kernel.words.typography import typeset
from .blocks import Choices, Curve, Drawing, Grid, Reply, Series
from .board import Board, board_of
from .page import Lines, Page, Section

if TYPE_CHECKING:
    from jinja2 import Environment, Template
    from jinja2.runtime import Context

UI = ("theme", "copy", "copied", "private", "order", "effect", "undo", "clear", "again", "answer", "tap")
UI_MORE = ("more", "none", "done", "unknown", "mailto", "first", "whole")
DO, SEE = ("head", "end", "refused", "mine", "choices", "reply"), ("board", "screen")
"""On a wide screen, side by side; a narrow one has what the reader sees before what he may do, as text has."""
SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)
ANY_SCRIPT = "script-src 'unsafe-inline'"


@cache
def environment() -> Environment:
    from jinja2 import Environment, FunctionLoader, pass_context

    def shown(context: Context, text: str) -> str:
        return typeset(printable(text), context["page"].lang)

    loader = FunctionLoader(lambda name: files.packaged(f"../report/{name}").decode())
    made = Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True, loader=loader)
    made.filters |= {
        "safe_text": printable,
        "shown": pass_context(shown),
        "paint": paint,
        "ink": ink,
        "letter": lambda colour: colour[:1].upper(),
        "kind": lambda block: type(block).__name__,
    }
    return made


@cache
def template() -> Template:
    return environment().get_template("page.html.j2")


def render(page: Page, words: Words, reply_to: str = "") -> str:
    says = {key: words.terms[f"report.ui.{key}"] for key in (*UI, *UI_MORE)}
    parts = {"do": sections(page, DO), "see": sections(page, SEE), "rest": others(page)}
    made = template().render(
        page=page,
        says=says,
        picture=picture,
        curved=curved,
        parts=parts,
        act=act(page, reply_to),
        reply_to=reply_to,
        board=board(page),
    )
    return sealed(made)


def board(page: Page) -> Board | None:
    blocks = (block for section in page.sections for block in section.blocks)
    return next((board_of(block) for block in blocks if isinstance(block, Drawing)), None)


def sections(page: Page, keys: tuple[str, ...]) -> list[Section]:
    return [section for key in keys for section in page.sections if section.key == key]


def others(page: Page) -> list[Section]:
    return [section for section in page.sections if section.key not in (*DO, *SEE)]


def act(page: Page, reply_to: str) -> dict[str, Any] | None:
    """What the script needs to write an answer: orders, what follows them, what stands there first; nothing if none."""
    blocks = [block for section in page.sections for block in section.blocks]
    reply = next((block for block in blocks if isinstance(block, Reply)), None)
    choices = next((block for block in blocks if isinstance(block, Choices)), None)
    if reply is None or choices is None or choices.clicks is None:
        return None
    data = {"clicks": choices.clicks(), "ready": reply.orders, "where": reply.where, "to": reply_to}
    return {"data": embedded(data | {"subject": page.title})}


def embedded(data: object) -> Any:
    """JSON that ends no script and begins no comment, of text that the page may show as it is."""
    from markupsafe import Markup

    text = json.encode(all_printable(to_builtins(data))).decode()
    return Markup(text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026"))


def all_printable(data: Any) -> Any:
    if isinstance(data, dict):
        return {key: all_printable(value) for key, value in data.items()}
    if isinstance(data, list):
        return [all_printable(value) for value in data]
    return printable(data) if isinstance(data, str) else data


def sealed(text: str) -> str:
    """The page with a policy that runs its own scripts and no other: they are named by their hashes."""
    from base64 import b64encode
    from hashlib import sha256

    found = (b64encode(sha256(script.encode()).digest()).decode() for script in SCRIPT.findall(text))
    return text.replace(ANY_SCRIPT, " ".join(["script-src", *(f"'sha256-{each}'" for each in found)]), 1)


def picture(drawing: Lines | Grid) -> Any:
    """The SVG as it is: our own drawing, which has escaped what it shows."""
    from markupsafe import Markup

    return Markup(drawing.svg() if drawing.svg else "")


def paint(colour: str) -> str:
    """A colour of the palette, as boards have it."""
    from ..board.shapes import PALETTE  # saves the board for pages without colours

    return PALETTE.get(colour, "")


def ink(colour: str) -> str:
    from ..board.shapes import ink_on  # saves the board for pages without colours

    return ink_on(colour)


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
