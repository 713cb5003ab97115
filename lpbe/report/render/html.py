"""Render a report as one HTML file that needs neither the network nor any other file."""

from __future__ import annotations

import re
from functools import cache
from os.path import dirname, join
from typing import TYPE_CHECKING, Any

from msgspec import Struct, json, to_builtins

from ...board.svg.palette import PALETTE, ink_on
from ...kernel.base.safe_text import printable
from ...kernel.content.packs import Words
from ...kernel.language.translate import typeset
from ..document import Choices, Curve, Drawing, Grid, Lines, Page, Reply, Section

if TYPE_CHECKING:
    from jinja2 import Environment
    from jinja2.runtime import Context

TEMPLATES = join(dirname(dirname(__file__)), "templates")
LABELS = (
    "theme", "copy", "copied", "private", "order", "effect", "undo", "clear", "again", "answer", "tap",
    "more", "none", "done", "unknown", "copy_command", "first", "whole",
)  # fmt: skip
"""The labels of the page itself, below `report.ui` in the words."""
DO_SECTIONS = ("head", "end", "refused", "messages", "mine", "choices", "reply")
SEE_SECTIONS = ("board", "screen")
"""Side by side on a wide screen; on a narrow one what the reader sees comes before what they may do, as in text."""
SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)
ANY_SCRIPT_POLICY = "script-src 'unsafe-inline'"


class Board(Struct, frozen=True):
    """The drawing of a board as markup."""

    full: Any
    options: Any = ""
    """The hexes that may be placed, as they would lie."""
    options_lead: str = ""
    """How one of them is typed."""


@cache
def environment() -> Environment:
    """Return the environment in which the templates of all pages are rendered."""
    from jinja2 import Environment, FileSystemLoader, pass_context

    def typeset_text(context: Context, text: str) -> str:
        return typeset(printable(text), context["page"].lang)

    jinja = Environment(
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        loader=FileSystemLoader(TEMPLATES),
    )
    jinja.filters |= {
        "safe_text": printable,
        "typeset": pass_context(typeset_text),
        "colour_code": colour_code,
        "ink_colour": ink_on,
        "first_letter": lambda colour: colour[:1].upper(),
        "kind": lambda block: type(block).__name__,
    }
    return jinja


def render(page: Page, words: Words) -> str:
    """Return the page as HTML."""
    html = (
        environment()
        .get_template("report.html.j2")
        .render(
            page=page,
            labels={key: words.terms[f"report.ui.{key}"] for key in LABELS},
            draw_panel=draw_panel,
            draw_curve=draw_curve,
            parts=arrange_sections(page),
            act=answer_form(page),
            board=page_board(page),
        )
    )
    return restrict_scripts(html)


def arrange_sections(page: Page) -> dict[str, list[Section]]:
    """Return the sections of the two columns, and those below them."""

    def pick(keys: tuple[str, ...]) -> list[Section]:
        return [section for key in keys for section in page.sections if section.key == key]

    rest = [section for section in page.sections if section.key not in (*DO_SECTIONS, *SEE_SECTIONS)]
    chat = [page.chat] if page.chat else []
    return {"do": pick(DO_SECTIONS), "see": pick(SEE_SECTIONS), "rest": [*rest, *chat]}


def page_board(page: Page) -> Board | None:
    return next((draw_board(block) for block in page.blocks if isinstance(block, Drawing)), None)


def draw_board(drawing: Drawing) -> Board:
    """Draw a board for the page, and the hexes that may be placed."""
    from markupsafe import Markup

    from ...board.svg.style import BOARD_CSS  # saves it for pages without a board

    options, options_lead = drawing.options() if drawing.options else ("", "")
    return Board(
        full=Markup(f"<style>{BOARD_CSS}</style>{drawing.svg()}"),
        options=Markup(options),
        options_lead=options_lead,
    )


def answer_form(page: Page) -> dict[str, Any] | None:
    """Return what the script needs to write an answer: the orders, what may follow them, and the suggested ones."""
    blocks = page.blocks
    reply = next((block for block in blocks if isinstance(block, Reply)), None)
    choices = next((block for block in blocks if isinstance(block, Choices)), None)
    if reply is None or choices is None or choices.clicks is None:
        return None
    data = {"clicks": choices.clicks(), "ready": reply.orders, "where": reply.game_path, "option": reply.option}
    return {"data": embed_json(data), "option": reply.option}


def embed_json(data: object) -> Any:
    """Return JSON that cannot end a script or start a comment, with text that is safe to show."""
    from markupsafe import Markup

    text = json.encode(make_printable(to_builtins(data))).decode()
    return Markup(text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026"))


def make_printable(data: Any) -> Any:
    if isinstance(data, dict):
        return {key: make_printable(value) for key, value in data.items()}
    if isinstance(data, list):
        return [make_printable(value) for value in data]
    return printable(data) if isinstance(data, str) else data


def restrict_scripts(html: str) -> str:
    """Set the content security policy so that only the page's own scripts run, which are named by their hashes."""
    from base64 import b64encode
    from hashlib import sha256

    hashes = (b64encode(sha256(script.encode()).digest()).decode() for script in SCRIPT.findall(html))
    return html.replace(ANY_SCRIPT_POLICY, " ".join(["script-src", *(f"'sha256-{each}'" for each in hashes)]), 1)


def draw_panel(block: Lines | Grid) -> Any:
    """Return the drawing of a panel as markup; it has escaped its own text."""
    from markupsafe import Markup

    return Markup(block.svg() if block.svg else "")


def colour_code(colour: str) -> str:
    """Return a colour of the board's palette; empty if it has none of that name."""
    return PALETTE.get(colour, "")


def draw_curve(curve: Curve) -> dict[str, Any]:
    """Return a small picture of a curve, and the colour of each series for the table beside it."""
    from markupsafe import Markup

    from .charts import curve_svg, series_colours  # saves it for games that are not over

    colours = series_colours(curve.series)
    return {"svg": Markup(curve_svg(curve, colours)), "colours": colours}
