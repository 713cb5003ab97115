"""Render a report as HTML for an e-mail: inline styles, tables, one picture, no script.

Mail programs remove style sheets, scripts, SVG, ids and classes, and hide pictures until the reader asks for them. What
is left still says everything: the board is described in words below its picture.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from html import escape
from itertools import zip_longest
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from ...board.svg.palette import PALETTE
from ...kernel.base.safe_text import printable
from ...kernel.content.packs import Words
from ...kernel.language.sentences import phrase
from ...kernel.language.translate import typeset
from ..document import (
    Block,
    Choice,
    Choices,
    Curve,
    Drawing,
    Grid,
    Group,
    Lines,
    Notes,
    Page,
    Paragraph,
    Reply,
    Section,
)
from .text import curve_lines

GAPS = re.compile(r" {2,}")
UNRESERVED = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~@")
"""The bytes of a link that need no encoding, including @, which only ever separates the parts of an address."""
MAX_PHONE_COLUMNS = 4
"""How many columns of a table fit on a phone."""
PAPER = "#fdfcf9"
INK = "#22211f"
SOFT = "#5c5850"
LINE = "#d9d4c9"
CARD = "#f4f1ea"
ACCENT = "#8a3b12"
PRIVATE_PAPER = "#fdf3d7"
PRIVATE_LINE = "#d9a520"
PAGE_WIDTH_PX = 640
CONTENT_WIDTH_PX = 616
"""The width inside the margin of the page."""
FONT = "font-family:Arial,Helvetica,sans-serif"
MONO = "font-family:Menlo,Consolas,'DejaVu Sans Mono','Liberation Mono',monospace"
# Each style sets a colour together with its background, so that a dark mail program loses neither.
BODY_STYLE = f"margin:0;padding:0;background:{PAPER};color:{INK}"
SHEET_STYLE = f"max-width:{PAGE_WIDTH_PX}px;table-layout:fixed;margin:0 auto;background:{PAPER}"
TEXT_STYLE = f"{FONT};font-size:16px;line-height:1.45;color:{INK};text-align:left;overflow-wrap:break-word"
H1_STYLE = "font-size:18px;line-height:1.25;margin:0 0 4px"
H2_STYLE = f"font-size:18px;margin:24px 0 8px;padding-bottom:3px;border-bottom:2px solid {ACCENT}"
H3_STYLE = "font-size:16px;margin:10px 0 4px"
P_STYLE = "margin:4px 0"
UL_STYLE = "margin:4px 0;padding-left:20px"
TIGHT_STYLE = "margin:3px 0;font-size:14px;line-height:1.35"
GRID_STYLE = "border-collapse:collapse;font-size:14px;line-height:1.3"
SCROLL_STYLE = "overflow-x:auto;margin:4px 0 12px"
ROW_STYLE = f"border-bottom:1px solid {LINE}"
HEAD_STYLE = f"color:{SOFT}"
PRE_STYLE = (
    f"{MONO};font-size:13px;line-height:1.4;margin:6px 0;padding:8px 10px;background:{CARD};border:1px solid {LINE}"
)
WRAPPED_PRE_STYLE = f"{PRE_STYLE};white-space:pre-wrap"
CODE_STYLE = f"{MONO};font-size:14px;font-weight:bold;color:{INK}"
LINK_STYLE = f"{MONO};font-size:14px;font-weight:bold;color:{ACCENT}"
BUTTON_STYLE = (
    f"display:inline-block;padding:8px 14px;background:{ACCENT};color:#ffffff;font-weight:bold;"
    "text-decoration:none;border-radius:4px"
)
PRIVATE_STYLE = (
    f"background:{PRIVATE_PAPER};color:{INK};border-left:3px solid {PRIVATE_LINE};padding:4px 10px;margin:8px 0"
)
QUOTE_STYLE = f"margin:8px 0;padding:2px 10px;border-left:3px solid {LINE}"
Cell = tuple[str, str]
"""The text of a cell and how it is aligned."""


class MailContext(Struct, frozen=True):
    """What a page needs to become an e-mail: its words, the picture of its board, and any address for answers."""

    words: Words
    picture: str = ""
    """The content id of the picture; empty if there is none."""
    address: str = ""
    subject: str = ""
    fill: Callable[[Sequence[str]], list[str]] | None = None
    """Builds the whole text of an answer from its orders; without it, the answer is the orders alone."""

    def html(self, text: str) -> str:
        """Return text escaped for HTML, with the typography of the reader's language."""
        return escape(typeset(printable(text), self.words.grammar["lang"]))

    def phrase(self, key: str, **values: Any) -> str:
        return self.html(phrase(self.words, f"mail.{key}", **values))

    def mailto(self, lines: Sequence[str]) -> str:
        """Return a link that starts an answer with these lines."""
        body = self.fill(lines) if self.fill else lines
        fields = {"subject": f"Re: {self.subject}", "body": "\r\n".join(map(printable, body))}
        query = "&".join(f"{name}={percent_encode(value)}" for name, value in fields.items())
        return escape(f"mailto:{percent_encode(self.address)}?{query}")


def percent_encode(text: str) -> str:
    """Return text as part of a link, with every reserved byte as % and two digits."""
    return "".join(chr(byte) if byte in UNRESERVED else f"%{byte:02X}" for byte in text.encode())


def render(page: Page, mail: MailContext) -> str:
    """Return the page as an HTML document for an e-mail."""
    parts = "\n".join([*(part for section in page.sections for part in section_parts(section, mail))])
    title = mail.html(page.title)
    board = "\n".join(board_description(page, mail))
    return (
        f'<!DOCTYPE html>\n<html lang="{page.lang}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width">\n<title>{title}</title>\n</head>\n'
        f'<body style="{BODY_STYLE}">\n<table role="presentation" width="100%" align="center" cellpadding="12" '
        f'cellspacing="0" border="0" style="{SHEET_STYLE}"><tr><td style="{TEXT_STYLE}">\n'
        f'<h1 style="{H1_STYLE}">{title}</h1>\n{parts}\n{board}</td></tr></table>\n</body>\n</html>\n'
    )


def drop_older_half(page: Page, mail: MailContext) -> Page:
    """Return the page with the newer half of its story and a note about the rest; unchanged if it has no story."""
    return replace(page, sections=[shorten_news(section, mail) for section in page.sections])


def shorten_news(section: Section, mail: MailContext) -> Section:
    story = [block for block in section.blocks if isinstance(block, Paragraph)]
    if section.key != "news" or not story:
        return section
    older = Lines([phrase(mail.words, "mail.older")])
    others = [block for block in section.blocks if not isinstance(block, Paragraph) and block != older]
    return replace(section, blocks=[older, *story[(len(story) + 1) // 2 :], *others])


def section_parts(section: Section, mail: MailContext) -> Iterator[str]:
    yield heading(mail.html(section.title))
    for block in section.blocks:
        html = "\n".join(block_parts(block, mail))
        yield f'<div style="{PRIVATE_STYLE}">{html}</div>' if getattr(block, "private", False) else html


def block_parts(block: Block, mail: MailContext) -> Iterable[str]:
    """Return one block; mypy checks that no kind is forgotten."""
    match block:
        case Lines():
            return sentence_parts(block, mail)
        case Paragraph():
            return paragraph_parts(block, mail)
        case Grid():
            return grid_parts(block, mail)
        case Drawing():
            return drawing_parts(block, mail)
        case Choices():
            return choice_parts(block, mail)
        case Reply():
            return reply_parts(block, mail)
        case Notes():
            return quote_parts(block.lines, mail)
        case Curve():
            return curve_parts(block, mail)


def board_description(page: Page, mail: MailContext) -> Iterator[str]:
    """Yield the board in words, for readers who do not see the picture; at the end, where it disturbs nobody."""
    drawings = [block for block in page.blocks if isinstance(block, Drawing)]
    for block in drawings if mail.picture else ():
        yield heading(mail.phrase("words"))
        yield from description_parts(block, mail)


def heading(html: str) -> str:
    return f'<h2 style="{H2_STYLE}">{html}</h2>'


def title_parts(title: str, mail: MailContext) -> Iterator[str]:
    if title:
        yield f'<h3 style="{H3_STYLE}">{mail.html(title)}</h3>'


def paragraph(inside: str, style: str = P_STYLE) -> str:
    return f'<p style="{style}">{inside}</p>'


def pre(lines: Sequence[str], style: str = WRAPPED_PRE_STYLE) -> str:
    return f'<pre style="{style}">{escape(printable(chr(10).join(lines)))}</pre>'


def sentence_parts(block: Lines, mail: MailContext) -> Iterator[str]:
    """Yield one sentence as a paragraph, several as a list; bad news stands out even without colours."""
    yield from title_parts(block.title, mail)
    sentences = [sentence(line, tone, mail) for line, tone in zip_longest(block.lines, block.tones, fillvalue="")]
    if len(sentences) == 1:
        yield paragraph(sentences[0])
        return
    items = (f"<li{indent_style(line)}>{html}</li>" for line, html in zip(block.lines, sentences, strict=True))
    yield f'<ul style="{UL_STYLE}">{"".join(items)}</ul>'


def sentence(line: str, tone: str, mail: MailContext) -> str:
    html = mail.html(line.strip())
    return f'<b style="color:{ACCENT}">{html}</b>' if tone == "bad" else html


def indent_style(line: str) -> str:
    return ' style="margin-left:20px"' if line.startswith("  ") else ""


def paragraph_parts(block: Paragraph, mail: MailContext) -> Iterator[str]:
    """Yield a part of the story in the colour of its player; what players wrote is quoted."""
    colour = PALETTE.get(block.colour, "")
    yield f'<div style="border-left:4px solid {colour or LINE};padding-left:10px;margin:8px 0">'
    if block.title:
        steps = f' <small style="color:{SOFT}">{mail.html(block.steps)}</small>' if block.steps else ""
        yield f"<b>{mail.html(block.title)}</b>{steps}"
    yield paragraph(mail.html(" ".join(block.lines))) if block.lines else ""
    yield from quote_parts(block.quotes, mail)
    yield "</div>"


def quote_parts(lines: Sequence[str], mail: MailContext) -> Iterator[str]:
    inside = "".join(paragraph(mail.html(line)) for line in lines)
    if inside:
        yield f'<blockquote style="{QUOTE_STYLE}">{inside}</blockquote>'


def grid_parts(block: Grid, mail: MailContext) -> Iterator[str]:
    """Yield a table; one that is wider than a phone and has more columns than rows is transposed."""
    yield from title_parts(block.title, mail)
    if len(block.head) > MAX_PHONE_COLUMNS and len(block.rows) == 1:
        yield paragraph(name_value_pairs(block.head, block.rows[0], mail))
        return
    sides = ["right" if right else "left" for right in block.numeric]
    rows = [[*zip(cells, sides, strict=True)] for cells in (block.head, *block.rows)]
    sideways = len(block.head) > MAX_PHONE_COLUMNS and len(block.head) > len(block.rows)
    body = sideways_rows(rows, mail) if sideways else upright_rows(rows, mail)
    table = f'<table cellpadding="4" cellspacing="0" border="0" style="{GRID_STYLE}">{"".join(body)}</table>'
    yield f'<div style="{SCROLL_STYLE}">{table}</div>'


def name_value_pairs(names: Sequence[str], values: Sequence[str], mail: MailContext) -> str:
    """Return a single row as names and values."""
    both = zip(map(mail.html, names), map(mail.html, values), strict=True)
    return "&nbsp; ".join(f"{name} <b>{value}</b>" for name, value in both)


def upright_rows(rows: Sequence[Sequence[Cell]], mail: MailContext) -> Iterator[str]:
    for n, cells in enumerate(rows):
        yield row("".join(cell(one, mail, is_head=not n) for one in cells))


def sideways_rows(rows: Sequence[Sequence[Cell]], mail: MailContext) -> Iterator[str]:
    for (head, _), *cells in zip(*rows, strict=True):
        yield row(cell((head, "left"), mail, is_head=True) + "".join(cell(one, mail) for one in cells))


def row(cells: str) -> str:
    return f'<tr valign="top" style="{ROW_STYLE}">{cells}</tr>\n'


def cell(one: Cell, mail: MailContext, is_head: bool = False) -> str:
    text, side = one
    if is_head:
        return f'<th align="{side}" style="{HEAD_STYLE}">{mail.html(text)}</th>'
    return f'<td align="{side}">{mail.html(text)}</td>'


def drawing_parts(block: Drawing, mail: MailContext) -> Iterator[str]:
    """Yield the picture, described at the end of the page; without one, the map in characters and its description."""
    if mail.picture:
        alt = mail.phrase("alt")
        style = f"display:block;width:100%;max-width:{CONTENT_WIDTH_PX}px;height:auto;border:0"
        yield f'<img src="cid:{mail.picture}" alt="{alt}" width="{CONTENT_WIDTH_PX}" style="{style}">'
        return
    if map_lines := block.text_parts()[0]:
        yield f'<div style="{SCROLL_STYLE}">{pre(map_lines, PRE_STYLE)}</div>'
    yield from description_parts(block, mail)


def description_parts(block: Drawing, mail: MailContext) -> Iterator[str]:
    """Yield the contents of each place, and the legend."""
    _, places, legend = block.text_parts()
    yield from (place_line(line, mail) for line in places if line)
    yield from (paragraph(spaced_items(line, mail), f"{TIGHT_STYLE};color:{SOFT}") for line in legend if line)


def place_line(line: str, mail: MailContext) -> str:
    """Return one line of the list of places, its name in bold."""
    name, *rest = GAPS.split(line.strip())
    return paragraph(f"<b>{mail.html(name)}</b>{gap(rest)}{spaced_items('  '.join(rest), mail)}", TIGHT_STYLE)


def gap(rest: Sequence[str]) -> str:
    return "&nbsp; " if rest else ""


def spaced_items(line: str, mail: MailContext) -> str:
    """Return items side by side, with more space between them than between their words."""
    return "&nbsp; ".join(map(mail.html, GAPS.split(line.strip())))


def choice_parts(block: Choices, mail: MailContext) -> Iterator[str]:
    if mail.address:
        yield paragraph(mail.phrase("links", address=mail.address))
    for group in block.groups:
        yield from group_parts(group, mail)


def group_parts(group: Group, mail: MailContext) -> Iterator[str]:
    yield from title_parts(group.heading, mail)
    yield f'<ul style="{UL_STYLE}">{"".join(choice_item(item, mail) for item in group.items)}</ul>'
    yield paragraph(mail.html(group.rest), f"{P_STYLE};color:{SOFT}") if group.rest else ""


def choice_item(item: Choice, mail: MailContext) -> str:
    """Return an order and its effect; the order is a link if there is an address for answers."""
    order = escape(printable(item.order))
    effect = f" &ndash; {mail.html(item.effect)}" if item.effect else ""
    if mail.address:
        return f'<li><a href="{mail.mailto([item.order])}" style="{LINK_STYLE}">{order}</a>{effect}</li>\n'
    return f'<li><code style="{CODE_STYLE}">{order}</code>{effect}</li>\n'


def reply_parts(block: Reply, mail: MailContext) -> Iterator[str]:
    yield paragraph(mail.html(block.lead))
    yield pre(block.lines) if block.lines else ""
    if mail.address:
        link = f'<a href="{mail.mailto(block.orders)}" style="{BUTTON_STYLE}">{mail.phrase("write")}</a>'
        yield paragraph(link, "margin:10px 0")
    if mail.address and not mail.fill:
        yield paragraph(mail.phrase("unsigned", address=mail.address))
    yield paragraph(mail.html(block.command_lead)) if block.command_lead else ""
    yield pre(block.command) if block.command else ""


def curve_parts(block: Curve, mail: MailContext) -> Iterator[str]:
    title, *lines = curve_lines(block, ascii=False)
    yield from title_parts(title, mail)
    yield f'<div style="{SCROLL_STYLE}">{pre(lines, PRE_STYLE)}</div>'
