"""Render a report as Markdown, for web forges and wikis."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest

from ...kernel.base.safe_text import printable
from ..document import Block, Choices, Curve, Drawing, Grid, Group, Lines, Notes, Page, Paragraph, Reply, Section
from .text import curve_lines

MARKUP = re.compile(r"([\\`*_\[\]<>#|~&$@]|(?<=www)\.|:(?=//))")
"""Everything that could become markup, or that some programs turn into links."""
LINE_START = re.compile(r"^(\s*)([-+=]|\d+(?=[.)]))")
BACKTICKS = re.compile(r"`+")


def render(page: Page) -> str:
    """Return the page as Markdown."""
    lines = [f"# {inline(page.title)}"]
    for section in page.sections:
        lines += ["", f"## {inline(section.title)}", *section_lines(section)]
    return "".join(line.rstrip() + "\n" for line in lines)


def inline(text: str) -> str:
    """Escape text so that it stays text, on one line."""
    return MARKUP.sub(r"\\\1", printable(text).replace("\n", " "))


def line_start(text: str) -> str:
    """Escape text at the start of a line, where it could also start a list or a heading."""
    match = LINE_START.match(text)
    if match is None:
        return inline(text)
    marker = match.group(2)
    escaped = f"\\{marker}" if not marker.isdigit() else f"{marker}\\"
    return inline(match.group(1)) + escaped + inline(text[match.end() :])


def code(lines: Sequence[str]) -> list[str]:
    """Return a block of code; its fence is longer than any run of backticks in it."""
    safe = [printable(line) for line in lines]
    longest = max((len(run) for line in safe for run in BACKTICKS.findall(line)), default=0)
    fence = "`" * max(3, longest + 1)
    return [fence, *safe, fence]


def span(text: str) -> str:
    """Return code inside a line, even in a cell of a table."""
    safe = printable(text).replace("\n", " ")
    fence = "`" * (1 + max((len(run) for run in BACKTICKS.findall(safe)), default=0))
    pad = " " if safe.startswith("`") or safe.endswith("`") else ""
    return f"{fence}{pad}{safe}{pad}{fence}".replace("|", "\\|")


def section_lines(section: Section) -> Iterator[str]:
    for block in section.blocks:
        yield from block_lines(block)


def block_lines(block: Block) -> Iterable[str]:
    """Return one block; mypy checks that no kind is forgotten."""
    match block:
        case Lines():
            return sentence_lines(block)
        case Paragraph():
            return paragraph_lines(block)
        case Grid():
            return grid_lines(block)
        case Drawing():
            return ["", *code(block.text(False))]
        case Choices():
            return choice_lines(block)
        case Reply():
            return reply_lines(block)
        case Notes():
            return ["", *(f"> {line_start(line)}  " for line in block.lines)]
        case Curve():
            return ["", *code(list(curve_lines(block, ascii=False)))]


def sentence_lines(block: Lines) -> Iterator[str]:
    """Yield sentences as a list; nothing for a block that is only drawn."""
    if not block.lines:
        return
    yield from ("", f"**{inline(block.title)}**") if block.title else ()
    yield ""
    for line, tone in zip_longest(block.lines, block.tones, fillvalue=""):
        yield f"- **{inline(line.strip())}**" if tone == "bad" else f"- {line_start(line.strip())}"


def paragraph_lines(block: Paragraph) -> Iterator[str]:
    """Yield a paragraph with its steps after it; what players wrote is quoted."""
    yield ""
    title = f"**{inline(block.title)}** " if block.title else ""
    steps = f" *({inline(block.steps)})*" if block.steps else ""
    if title or block.lines:
        yield (title + inline(" ".join(block.lines)) if title else line_start(" ".join(block.lines))) + steps
    for line in block.quotes:
        yield from ("", f"> {line_start(line)}")


def reply_lines(block: Reply) -> Iterator[str]:
    yield from ("", inline(block.lead), "", *code(block.lines))
    yield from ("", inline(block.command_lead), "", *code(block.command))


def choice_lines(block: Choices) -> Iterator[str]:
    for group in block.groups:
        yield from group_lines(group)


def group_lines(group: Group) -> Iterator[str]:
    yield from ("", f"**{inline(group.heading)}**", "")
    yield from (f"- {span(item.order)}{f': {inline(item.effect)}' if item.effect else ''}" for item in group.items)
    yield from ("", inline(group.rest)) if group.rest else ()


def grid_lines(block: Grid) -> Iterator[str]:
    yield from ("", f"**{inline(block.title)}**") if block.title else ()
    yield ""
    yield row(block.head)
    yield f"|{'|'.join('---:' if right else '---' for right in block.numeric)}|"
    yield from map(row, block.rows)


def row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(map(inline, cells))} |"
