"""A page as Markdown, for web forges and wikis."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Any

from ..kernel.base.text import printable
from .blocks import Choices, Curve, Drawing, Grid, Group, Notes, Reply
from .page import Lines, Page, Paragraph, Section

MARKUP = re.compile(r"([\\`*_\[\]<>#|~&$@]|(?<=www)\.|:(?=//))")
"""What could become markup; also what some programs make links of."""
START = re.compile(r"^(\s*)([-+=]|\d+(?=[.)]))")
RUN = re.compile(r"`+")


def render(page: Page) -> str:
    lines = [f"# {inline(page.title)}"]
    for section in page.sections:
        lines += ["", f"## {inline(section.title)}", *section_lines(section)]
    return "".join(line.rstrip() + "\n" for line in lines)


def inline(text: str) -> str:
    """Text that stays text, on one line."""
    return MARKUP.sub(r"\\\1", printable(text).replace("\n", " "))


def opened(text: str) -> str:
    """Text at the start of a line: no list and no heading either."""
    match = START.match(text)
    if match is None:
        return inline(text)
    sign = match.group(2)
    escaped = f"\\{sign}" if not sign.isdigit() else f"{sign}\\"
    return inline(match.group(1)) + escaped + inline(text[match.end() :])


def code(lines: Sequence[str]) -> list[str]:
    """A block of code; its fence is longer than any run of fence signs in it."""
    shown = [printable(line) for line in lines]
    longest = max((len(run) for line in shown for run in RUN.findall(line)), default=0)
    fence = "`" * max(3, longest + 1)
    return [fence, *shown, fence]


def span(text: str) -> str:
    """Code inside a line, also in a cell of a table."""
    shown = printable(text).replace("\n", " ")
    fence = "`" * (1 + max((len(run) for run in RUN.findall(shown)), default=0))
    pad = " " if shown.startswith("`") or shown.endswith("`") else ""
    return f"{fence}{pad}{shown}{pad}{fence}".replace("|", "\\|")


def section_lines(section: Section) -> Iterator[str]:
    for block in section.blocks:
        yield from WAYS[type(block)](block)


def sentences(block: Lines) -> Iterator[str]:
    """What only pictures show has no lines."""
    if not block.lines:
        return
    yield from ("", f"**{inline(block.title)}**") if block.title else ()
    yield ""
    for line, tone in zip_longest(block.lines, block.tones, fillvalue=""):
        yield f"- **{inline(line.strip())}**" if tone == "bad" else f"- {opened(line.strip())}"


def running(block: Paragraph) -> Iterator[str]:
    """A paragraph, with its steps behind it; what players wrote is quoted."""
    yield ""
    title = f"**{inline(block.title)}** " if block.title else ""
    steps = f" *({inline(block.steps)})*" if block.steps else ""
    yield (title + inline(" ".join(block.lines)) if title else opened(" ".join(block.lines))) + steps
    for line in block.said:
        yield from ("", f"> {opened(line)}")


def drawn(block: Drawing) -> Iterator[str]:
    return iter(["", *code(block.text(False))])


def noted(block: Notes) -> Iterator[str]:
    yield from ("", *(f"> {opened(line)}  " for line in block.lines))


def replied(block: Reply) -> Iterator[str]:
    yield from ("", inline(block.lead), "", *code(block.lines))
    yield from ("", inline(block.told), "", *code(block.command))


def chosen(block: Choices) -> Iterator[str]:
    for group in block.groups:
        yield from group_lines(group)


def group_lines(group: Group) -> Iterator[str]:
    yield from ("", f"**{inline(group.heading)}**", "")
    yield from (f"- {span(item.order)}{f': {inline(item.effect)}' if item.effect else ''}" for item in group.items)
    yield from ("", inline(group.rest)) if group.rest else ()


def gridded(block: Grid) -> Iterator[str]:
    yield from ("", f"**{inline(block.title)}**") if block.title else ()
    yield ""
    yield row(block.head)
    yield f"|{'|'.join('---:' if right else '---' for right in block.numeric)}|"
    yield from map(row, block.rows)


def row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(map(inline, cells))} |"


def curved(block: Curve) -> Iterator[str]:
    from .curves import curve_lines  # saves it for games under way

    return iter(["", *code(list(curve_lines(block, False)))])


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
