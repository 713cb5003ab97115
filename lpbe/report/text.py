"""A page as plain text: 72 columns, that mail programs leave alone; in ASCII if so wanted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import zip_longest
from typing import Any

from ..kernel.base.width import WIDTH, columns, wrap
from .page import Lines, Page, Paragraph, Section


def render(page: Page, ascii: bool = False) -> str:
    if ascii:
        from .ascii import spelled  # saves it for pages that may have any letter

        page = spelled(page)
    lines = underlined(page.title, "=")
    for section in page.sections:
        lines += ["", *headed(section.title), *section_lines(section, ascii)]
    return "".join(line.rstrip() + "\n" for line in lines)


def underlined(title: str, sign: str) -> list[str]:
    lines = wrap(title)
    return [*lines, sign * max(map(columns, lines))]


def headed(title: str) -> list[str]:
    """The title of a section, with a rule to the edge of the page."""
    *lines, last = wrap(f"-- {title}", room=WIDTH - 4)
    return [*lines, f"{last} {'-' * (WIDTH - columns(last) - 1)}"]


def section_lines(section: Section, ascii: bool) -> list[str]:
    """The blocks of a section; one that has a title of its own stands apart."""
    lines: list[str] = []
    for block in section.blocks:
        apart = lines and not isinstance(block, Paragraph) and (not isinstance(block, Lines) or block.title)
        lines += [*([""] if apart else []), *block_lines(block, ascii)]
    return lines


def block_lines(block: Any, ascii: bool) -> Iterable[str]:
    """Lines as they are; what else there may be is loaded where it is."""
    if isinstance(block, Lines):
        return sentences(block)
    if isinstance(block, Paragraph):
        return running(block)
    from .layout import WAYS  # saves grids, choices and drawings for pages of mere lines

    shown: Iterable[str] = WAYS[type(block)](block, ascii)
    return shown


def sentences(block: Lines) -> Iterator[str]:
    """What is bad for the reader has a mark."""
    if block.title:
        yield from wrap(block.title, "", "  ")
    indent = "  " if block.title else ""
    for line, tone in zip_longest(block.lines, block.tones, fillvalue=""):
        deeper = indent + " " * (len(line) - len(line.lstrip(" ")))
        mark = "! " if tone == "bad" else ""
        yield from wrap(line.lstrip(" "), deeper + mark, deeper + "  ")


def running(block: Paragraph) -> Iterator[str]:
    """Sentences one after the other; what players wrote on lines of its own."""
    if block.title:
        yield from wrap(f"{block.title} [{block.steps}]" if block.steps else block.title, "", "  ")
    yield from wrap(" ".join(block.lines), "  ", "  ") if block.lines else ()
    for line in block.said:
        yield from wrap(line, "  ", "    ")
