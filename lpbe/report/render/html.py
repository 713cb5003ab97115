"""Render a report as a single HTML file that needs neither the network nor any other file."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from os.path import dirname, join
from typing import TYPE_CHECKING, Any

from msgspec import Struct, json, to_builtins
from msgspec.structs import replace

from ...board.svg.palette import PALETTE, ink_on
from ...kernel.base.safe_text import printable
from ...kernel.content.packs import Words
from ...kernel.language.translate import typeset
from ...kernel.schemas.page_data import PageData
from ..document import Curve, Drawing, Lines, Page, Section
from ..graphics import Front, Players, PodiumStep
from .assets import DOCUMENT_SCRIPTS, page_script, page_styles, plain_style, script
from .icons import DEFAULT, drawn_as, symbols, used_icons
from .packed_data import pack_orders, pack_rows

if TYPE_CHECKING:
    from jinja2 import Environment
    from jinja2.runtime import Context

TEMPLATES = join(dirname(dirname(__file__)), "templates")
LABELS = ("private", "order", "effect")
"""The labels of the report in words, under `report.ui` in the words."""
PAGE_LABELS = "report.page."
"""How the keys of the page's labels begin, in the words."""
FIRST_SECTIONS = ("head", "end", "refused", "messages", "mine", "choices", "reply", "board", "screen")
"""How the report in words begins; the rest follows in the order of the document."""
HEX_SLOTS = ("hex", "hexes")
"""The slots of an order that name hexes in hand."""
CONTROLS = ("order", "set", "count", "turn")
"""How a slot may be answered by a control that has a script of its own."""
DEFINITIONS = re.compile(r"<defs>.*?</defs>", re.DOTALL)
DEFINED_ID = re.compile(r' id="[^"]+"')
SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)
ANY_SCRIPT_POLICY = "script-src 'unsafe-inline'"
QUOTED_LABEL = re.compile(r"""["'`]([a-z][a-z.]*)""")
ICON_NAME = re.compile(r"[\w-]+")
PIPS = {
    "1": [(0, 0)],
    "2": [(-7, -7), (7, 7)],
    "3": [(-7, -7), (0, 0), (7, 7)],
    "4": [(-7, -7), (7, 7), (-7, 7), (7, -7)],
    "5": [(-7, -7), (7, 7), (-7, 7), (7, -7), (0, 0)],
    "6": [(-7, -8), (7, -8), (-7, 0), (7, 0), (-7, 8), (7, 8)],
}
"""Where the pips of a die are."""


class Board(Struct, frozen=True):
    """The drawing of a board as markup, and its places in words."""

    full: Any
    places: list[str]
    threats: bool
    hand: dict[str, str]
    """The hexes in hand by name, drawn without rotation."""


@cache
def environment() -> Environment:
    """Return the environment in which the templates of all pages are rendered."""
    from jinja2 import Environment, FileSystemLoader, pass_context

    from .template_cache import TemplateCache  # imports jinja2

    def typeset_text(context: Context, text: str) -> str:
        return typeset(printable(text), context["page"].lang)

    def colour_of(context: Context, seat: str) -> str:
        return seat_colours(context["front"]).get(seat, "none")

    jinja = Environment(
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        loader=FileSystemLoader(TEMPLATES),
        bytecode_cache=TemplateCache(TEMPLATES),
    )
    jinja.filters |= {
        "safe_text": printable,
        "typeset": pass_context(typeset_text),
        "colour_of": pass_context(colour_of),
        "colour_code": colour_code,
        "ink_colour": ink_on,
        "first_letter": lambda colour: colour[:1].upper(),
        "kind": lambda block: type(block).__name__,
        "pips": lambda value: PIPS.get(value, []),
        "podium_order": podium_order,
    }
    return jinja


def render(page: Page, words: Words) -> str:
    """Return the page as HTML."""
    from markupsafe import Markup

    data = page.data() if page.data else None
    front = page.front() if page.front else None
    board = page_board(page, data)
    hand = {"hands": {hex: svg for hex, svg in board.hand.items() if svg}} if board and board.hand else {}
    asked = bool(front and data and data.orders)
    labels = page_labels(words)
    used_script = page_script(asked, scripts_needed(data, hand)) if front else script(DOCUMENT_SCRIPTS)
    context = {
        "page": page,
        "labels": labels,
        "labels_json": embed_json(script_labels(labels, used_script)),
        "front": front,
        "data": data,
        "data_json": embed_json(page_fields(data) | hand) if data else "",
        "asked": asked,
        "board": board,
        "places": board.places if board else [],
        "parts": arrange_sections(page),
        "briefing": briefing(page, front, asked),
        "draw_curve": draw_curve,
        "styles": Markup(page_styles() + board_styles() if board else page_styles()),
        "plain_style": Markup(plain_style()),
        "script": Markup(used_script),
    }
    return render_template("page/page.html.j2", context, data)


def scripts_needed(data: PageData | None, hand: Mapping[str, Any]) -> list[str]:
    """Return the scripts for what is answered on a page in another way than on the board or by a card."""
    answers = {slot.on for kind in data.kinds.values() for slot in kind.slots} if data else set()
    return [f"{control}_control" for control in CONTROLS if control in answers] + [
        *(["hand"] if hand else []),
        *(["path"] if data and data.next else []),
    ]


def board_styles() -> str:
    from ...board.svg.style import BOARD_CSS  # saves it for pages without a board

    return BOARD_CSS


def render_template(name: str, context: dict[str, Any], data: PageData | None = None) -> str:
    """Render a page, define the icons it turns out to use, and allow only its own scripts to run."""
    from markupsafe import Markup

    template = environment().get_template(name)
    made = template.render(context | {"icons": Markup("<!--icons-->")})
    used = {*used_icons(made), *(data_icons(data) if data else ())}
    whole = made.replace("<!--icons-->", symbols(used), 1)
    return restrict_scripts("\n".join(filter(None, whole.split("\n"))) + "\n")


def page_fields(data: PageData) -> dict[str, Any]:
    """Return the data of a page as they are embedded: packed."""
    fields: dict[str, Any] = to_builtins(data)
    fields |= {"news": [{"at": entry.at} for entry in data.news]}  # its words are in the page already
    if "orders" not in fields:
        return fields
    return fields | {"orders": pack_orders(fields["orders"]), "after": pack_rows(fields.get("after", {}))}


def data_icons(data: PageData) -> Iterable[str]:
    """Yield the icons that the script draws; it knows what has none of its own by that."""
    yield from ("warn", "check", "send", "undo", "end", "fate", "dot")
    icons = [*(kind.icon for kind in data.kinds.values())]
    icons += [one.icon for values in data.values.values() for one in values.values()]
    yield from (icon for icon in icons if ICON_NAME.fullmatch(icon) and drawn_as(icon) != DEFAULT)


def page_labels(words: Words) -> dict[str, str]:
    """Return the labels of the page and of the report in words."""
    own = {key.removeprefix(PAGE_LABELS): text for key, text in words.terms.items() if key.startswith(PAGE_LABELS)}
    return own | {key: words.terms[f"report.ui.{key}"] for key in LABELS}


def script_labels(labels: Mapping[str, str], script: str) -> dict[str, str]:
    """Return the labels that a script names: as a whole, without their number, or by what they begin with."""
    named = set(QUOTED_LABEL.findall(script))
    beginnings = tuple(name for name in named if name.endswith("."))
    return {
        key: text
        for key, text in labels.items()
        if {key, key.removesuffix(".one"), key.removesuffix(".many")} & named or key.startswith(beginnings)
    }


def arrange_sections(page: Page) -> list[Section]:
    """Return the sections of the report in words: what is asked first, then the rest."""
    first = [section for key in FIRST_SECTIONS for section in page.sections if section.key == key]
    rest = [section for section in page.sections if section.key not in FIRST_SECTIONS]
    return [*first, *rest, *([page.chat] if page.chat else [])]


def briefing(page: Page, front: Front | None, asked: bool) -> list[Lines]:
    """Return how things stand, and what was refused; what the head and the question of a page say is left out."""
    blocks = [block for section in page.sections if section.key in ("head", "refused") for block in section.blocks]
    told = [block for block in blocks if isinstance(block, Lines)]
    if not (asked and front):
        return told
    waiting, *others = told[1:] if front.header.progress else told
    return [replace(waiting, lines=waiting.lines[1:], tones=waiting.tones[1:]), *others]


def page_board(page: Page, data: PageData | None) -> Board | None:
    drawing = next((block for block in page.blocks if isinstance(block, Drawing)), None)
    return draw_board(drawing, data) if drawing else None


def draw_board(drawing: Drawing, data: PageData | None) -> Board:
    """Draw a board and the hexes that may be placed, and list its places in words."""
    from markupsafe import Markup

    drawn = drawing.svg()
    hexes = hexes_in_hand(data) if data and drawing.hand else []
    return Board(
        full=Markup(drawn),
        places=drawing.text_parts()[1],
        threats='<g class="layer-threats"></g>' not in drawn,
        hand={hex: drawn_once(drawing.hand(hex, 0), drawn) for hex in hexes} if drawing.hand else {},
    )


def drawn_once(hand: str, board: str) -> str:
    """Return a hex in hand without the definitions that the board on the same page already has."""
    defined = DEFINITIONS.search(hand)
    if defined and all(name in board for name in DEFINED_ID.findall(defined[0])):
        return hand.replace(defined[0], "", 1)
    return hand


def hexes_in_hand(data: PageData) -> list[str]:
    """Return the hexes that some order places or buries."""
    named = (hex for order in data.orders for slot in HEX_SLOTS for hex in parts_of(order.v.get(slot, ())))
    return list(dict.fromkeys(named))


def parts_of(value: str | Sequence[str]) -> Sequence[str]:
    return [value] if isinstance(value, str) else value


def seat_colours(front: Front | None) -> dict[str, str]:
    """Return the colour of each player by name and by seat."""
    panels = [panel for panel in front.players if isinstance(panel, Players)] if front else []
    return {row.seat: row.chip.colour for panel in panels for row in panel.rows}


def podium_order(steps: Sequence[PodiumStep]) -> list[PodiumStep]:
    """Return the steps in the order of a podium: the first one between the second and the third."""
    return [*steps[1:2], *steps[:1], *steps[2:]]


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


def colour_code(colour: str) -> str:
    """Return a colour of the board's palette; empty if there is none with that name."""
    return PALETTE.get(colour, "")


def draw_curve(curve: Curve) -> dict[str, Any]:
    """Return a small picture of a curve, and the colour of each series for the table beside it."""
    from markupsafe import Markup

    from .charts import curve_svg, series_colours  # saves it for games that are not over

    colours = series_colours(curve.series)
    return {"svg": Markup(curve_svg(curve, colours)), "colours": colours}
