"""A page as HTML for a mail: every style on its own element, tables, no script and no drawing but one picture.

Mail programs take away style sheets, scripts, SVG, ids and classes, and pictures until the reader wants them. What is
left then still says everything: the board stands below its picture in words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from html import escape
from itertools import zip_longest
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from ..kernel.base.text import printable
from ..kernel.content.packs import Words
from ..kernel.words.sentences import phrase
from ..kernel.words.typography import typeset
from . import mail_styles as css
from .blocks import Choice, Choices, Curve, Drawing, Grid, Group, Notes, Reply
from .page import Lines, Page, Paragraph, Section

GAPS = re.compile(r" {2,}")
UNRESERVED = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~@")
"""What stands in a link as it is; @ too, which only ever parts an address."""
BROAD = 4
"""So many columns fit a phone."""
Cell = tuple[str, str]
"""What stands in it, and on which side."""


class Letter(Struct, frozen=True):
    """What a page must know to be a mail: its words, the picture of its board, and where an answer goes, if it can."""

    words: Words
    picture: str = ""
    """By which id the picture comes along; nothing where there is none."""
    address: str = ""
    subject: str = ""
    fill: Callable[[Sequence[str]], list[str]] | None = None
    """What an answer with some orders looks like whole; else it is these lines alone."""

    def shown(self, text: str) -> str:
        """Text that stays text, as the reader's language sets it."""
        return escape(typeset(printable(text), self.words.grammar["lang"]))

    def says(self, key: str, **values: Any) -> str:
        return self.shown(phrase(self.words, f"mail.{key}", **values))

    def mailto(self, lines: Sequence[str]) -> str:
        """A link that begins an answer with these lines."""
        body = self.fill(lines) if self.fill else lines
        told = {"subject": f"Re: {self.subject}", "body": "\r\n".join(map(printable, body))}
        fields = "&".join(f"{name}={percent(value)}" for name, value in told.items())
        return escape(f"mailto:{percent(self.address)}?{fields}")


def percent(text: str) -> str:
    """Text as a part of a link: what is no letter, digit or plain sign as % and two digits a byte."""
    return "".join(chr(byte) if byte in UNRESERVED else f"%{byte:02X}" for byte in text.encode())


def render(page: Page, letter: Letter) -> str:
    parts = "\n".join([*(part for section in page.sections for part in section_parts(section, letter))])
    title, words = letter.shown(page.title), "\n".join(board_in_words(page, letter))
    return (
        f'<!DOCTYPE html>\n<html lang="{page.lang}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width">\n<title>{title}</title>\n</head>\n'
        f'<body style="{css.BODY}">\n<table role="presentation" width="100%" align="center" cellpadding="12" '
        f'cellspacing="0" border="0" style="{css.SHEET}"><tr><td style="{css.TEXT}">\n'
        f'<h1 style="{css.H1}">{title}</h1>\n{parts}\n{words}</td></tr></table>\n</body>\n</html>\n'
    )


def without_older(page: Page, letter: Letter) -> Page:
    """The page with the newer half of its story, and that there is more; the same page where it has none to give."""
    return replace(page, sections=[shortened(section, letter) for section in page.sections])


def shortened(section: Section, letter: Letter) -> Section:
    told = [block for block in section.blocks if isinstance(block, Paragraph)]
    if section.key != "news" or not told:
        return section
    older = Lines([phrase(letter.words, "mail.older")])
    beside = [block for block in section.blocks if not isinstance(block, Paragraph) and block != older]
    return replace(section, blocks=[older, *told[(len(told) + 1) // 2 :], *beside])


def section_parts(section: Section, letter: Letter) -> Iterator[str]:
    yield heading(letter.shown(section.title))
    for block in section.blocks:
        shown = "\n".join(WAYS[type(block)](block, letter))
        yield f'<div style="{css.PRIVATE}">{shown}</div>' if getattr(block, "private", False) else shown


def board_in_words(page: Page, letter: Letter) -> Iterator[str]:
    """For who does not see the picture: at the end, where it is in nobody's way."""
    drawings = [block for section in page.sections for block in section.blocks if isinstance(block, Drawing)]
    for block in drawings if letter.picture else ():
        yield heading(letter.says("words"))
        yield from in_words(block, letter)


def heading(shown: str) -> str:
    return f'<h2 style="{css.H2}">{shown}</h2>'


def titled(title: str, letter: Letter) -> Iterator[str]:
    if title:
        yield f'<h3 style="{css.H3}">{letter.shown(title)}</h3>'


def paragraph(inside: str, style: str = css.P) -> str:
    return f'<p style="{style}">{inside}</p>'


def pre(lines: Sequence[str], style: str = css.LETTERS) -> str:
    return f'<pre style="{style}">{escape(printable(chr(10).join(lines)))}</pre>'


def sentences(block: Lines, letter: Letter) -> Iterator[str]:
    """One sentence as it is, several as a list; what is bad for the reader stands out also without colours."""
    yield from titled(block.title, letter)
    told = [toned(line, tone, letter) for line, tone in zip_longest(block.lines, block.tones, fillvalue="")]
    if len(told) == 1:
        yield paragraph(told[0])
        return
    items = (f"<li{deeper(line)}>{shown}</li>" for line, shown in zip(block.lines, told, strict=True))
    yield f'<ul style="{css.UL}">{"".join(items)}</ul>'


def toned(line: str, tone: str, letter: Letter) -> str:
    shown = letter.shown(line.strip())
    return f'<b style="color:{css.ACCENT}">{shown}</b>' if tone == "bad" else shown


def deeper(line: str) -> str:
    return ' style="margin-left:20px"' if line.startswith("  ") else ""


def running(block: Paragraph, letter: Letter) -> Iterator[str]:
    """Whose die or turn it was, in his colour; what players wrote is quoted."""
    colour = painted(block.colour)
    yield f'<div style="border-left:4px solid {colour or css.LINE};padding-left:10px;margin:8px 0">'
    if block.title:
        steps = f' <small style="color:{css.SOFT}">{letter.shown(block.steps)}</small>' if block.steps else ""
        yield f"<b>{letter.shown(block.title)}</b>{steps}"
    yield paragraph(letter.shown(" ".join(block.lines))) if block.lines else ""
    yield from quotation(block.said, letter)
    yield "</div>"


def painted(colour: str) -> str:
    from ..board.shapes import PALETTE  # saves the board for pages without colours

    return PALETTE.get(colour, "")


def quotation(lines: Sequence[str], letter: Letter) -> Iterator[str]:
    inside = "".join(paragraph(letter.shown(line)) for line in lines)
    if inside:
        yield f'<blockquote style="{css.QUOTED}">{inside}</blockquote>'


def noted(block: Notes, letter: Letter) -> Iterator[str]:
    return quotation(block.lines, letter)


def gridded(block: Grid, letter: Letter) -> Iterator[str]:
    """A table; one that is broader than it is long lies on its side, for phones have no room beside it."""
    yield from titled(block.title, letter)
    if len(block.head) > BROAD and len(block.rows) == 1:
        yield paragraph(pairs(block.head, block.rows[0], letter))
        return
    sides = ["right" if right else "left" for right in block.numeric]
    rows = [[*zip(cells, sides, strict=True)] for cells in (block.head, *block.rows)]
    turned = len(block.head) > BROAD and len(block.head) > len(block.rows)
    body = turned_rows(rows, letter) if turned else upright_rows(rows, letter)
    table = f'<table cellpadding="4" cellspacing="0" border="0" style="{css.GRID}">{"".join(body)}</table>'
    yield f'<div style="{css.SCROLLS}">{table}</div>'


def pairs(names: Sequence[str], values: Sequence[str], letter: Letter) -> str:
    """A single row, each number by its name."""
    both = zip(map(letter.shown, names), map(letter.shown, values), strict=True)
    return "&nbsp; ".join(f"{name} <b>{value}</b>" for name, value in both)


def upright_rows(rows: Sequence[Sequence[Cell]], letter: Letter) -> Iterator[str]:
    for n, cells in enumerate(rows):
        yield row("".join(cell(one, letter, heads=not n) for one in cells))


def turned_rows(rows: Sequence[Sequence[Cell]], letter: Letter) -> Iterator[str]:
    for (head, _), *cells in zip(*rows, strict=True):
        yield row(cell((head, "left"), letter, heads=True) + "".join(cell(one, letter) for one in cells))


def row(cells: str) -> str:
    return f'<tr valign="top" style="{css.ROW}">{cells}</tr>\n'


def cell(one: Cell, letter: Letter, heads: bool = False) -> str:
    text, side = one
    if heads:
        return f'<th align="{side}" style="{css.HEAD}">{letter.shown(text)}</th>'
    return f'<td align="{side}">{letter.shown(text)}</td>'


def drawn(block: Drawing, letter: Letter) -> Iterator[str]:
    """The picture, whose words stand at the end of the page; or a map of signs and its words."""
    if letter.picture:
        alt = letter.says("alt")
        style = f"display:block;width:100%;max-width:{css.ROOM}px;height:auto;border:0"
        yield f'<img src="cid:{letter.picture}" alt="{alt}" width="{css.ROOM}" style="{style}">'
        return
    if map := block.apart()[0]:
        yield f'<div style="{css.SCROLLS}">{pre(map, css.PRE)}</div>'
    yield from in_words(block, letter)


def in_words(block: Drawing, letter: Letter) -> Iterator[str]:
    """What lies where, and what the signs mean."""
    _, told, legend = block.apart()
    yield from (told_place(line, letter) for line in told if line)
    yield from (paragraph(spaced(line, letter), f"{css.TIGHT};color:{css.SOFT}") for line in legend if line)


def told_place(line: str, letter: Letter) -> str:
    """A line of the list of places: what it is about first."""
    name, *rest = GAPS.split(line.strip())
    return paragraph(f"<b>{letter.shown(name)}</b>{gap(rest)}{spaced('  '.join(rest), letter)}", css.TIGHT)


def gap(rest: Sequence[str]) -> str:
    return "&nbsp; " if rest else ""


def spaced(line: str, letter: Letter) -> str:
    """Things side by side, further apart than their words."""
    return "&nbsp; ".join(map(letter.shown, GAPS.split(line.strip())))


def chosen(block: Choices, letter: Letter) -> Iterator[str]:
    if letter.address:
        yield paragraph(letter.says("links", address=letter.address))
    for group in block.groups:
        yield from group_parts(group, letter)


def group_parts(group: Group, letter: Letter) -> Iterator[str]:
    yield from titled(group.heading, letter)
    yield f'<ul style="{css.UL}">{"".join(choice(item, letter) for item in group.items)}</ul>'
    yield paragraph(letter.shown(group.rest), f"{css.P};color:{css.SOFT}") if group.rest else ""


def choice(item: Choice, letter: Letter) -> str:
    """An order, which is a link where there is somebody to answer to, and what it brings."""
    order = escape(printable(item.order))
    effect = f" &ndash; {letter.shown(item.effect)}" if item.effect else ""
    if letter.address:
        return f'<li><a href="{letter.mailto([item.order])}" style="{css.LINK}">{order}</a>{effect}</li>\n'
    return f'<li><code style="{css.CODE}">{order}</code>{effect}</li>\n'


def replied(block: Reply, letter: Letter) -> Iterator[str]:
    yield paragraph(letter.shown(block.lead))
    yield pre(block.lines) if block.lines else ""
    if letter.address:
        link = f'<a href="{letter.mailto(block.orders)}" style="{css.BUTTON}">{letter.says("write")}</a>'
        yield paragraph(link, "margin:10px 0")
    if letter.address and not letter.fill:
        yield paragraph(letter.says("unsigned", address=letter.address))
    yield paragraph(letter.shown(block.told)) if block.told else ""
    yield pre(block.command) if block.command else ""


def curved(block: Curve, letter: Letter) -> Iterator[str]:
    from .curves import curve_lines  # saves it for games under way

    title, *lines = curve_lines(block, False)
    yield from titled(title, letter)
    yield f'<div style="{css.SCROLLS}">{pre(lines, css.PRE)}</div>'


WAYS: dict[type, Any] = {
    Lines: sentences,
    Paragraph: running,
    Grid: gridded,
    Drawing: drawn,
    Choices: chosen,
    Reply: replied,
    Notes: noted,
    Curve: curved,
}
