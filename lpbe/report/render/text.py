"""Render a report as plain text: 72 columns, which mail programs leave alone; in ASCII only if requested."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import TypeVar

from msgspec import Struct

from ...kernel.base.memo import Memo
from ...kernel.base.safe_text import printable, to_ascii
from ...kernel.base.wrapping import WIDTH, columns, pad, wrap
from ..document import (
    Block,
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
    Series,
)

COLUMN_GAP = "  "
MIN_EFFECT_COLUMNS = 24
"""An effect with less space than this beside its order goes below it."""
MIN_CELL_COLUMNS = 4
SPARKS = "▁▂▃▄▅▆▇█"
"""The levels of a curve, from the lowest number to the highest."""
ASCII_SPARKS = "_.-=+*%#"
GRIDS: Memo[list[str]] = Memo()
T = TypeVar("T")


def render(page: Page, ascii: bool = False) -> str:
    """Return the page as text."""
    if ascii:
        page = spell_in_ascii(page)
    lines = underline(page.title, "=")
    for section in page.sections:
        lines += ["", *heading_lines(section.title), *section_lines(section, ascii)]
    return "".join(line.rstrip() + "\n" for line in lines)


def spell_in_ascii(value: T) -> T:
    """Return a page, or a part of one, with every text in it spelled in ASCII."""
    if isinstance(value, str):
        return to_ascii(value)  # type: ignore[return-value]
    if isinstance(value, list):
        return [spell_in_ascii(item) for item in value]  # type: ignore[return-value]
    if isinstance(value, Struct):
        return type(value)(*(spell_in_ascii(getattr(value, name)) for name in value.__struct_fields__))
    return value


def underline(title: str, symbol: str) -> list[str]:
    """Return a title with a line of symbols below it."""
    lines = wrap(title)
    return [*lines, symbol * max(map(columns, lines))]


def heading_lines(title: str) -> list[str]:
    """Return the title of a section, with a rule to the edge of the page."""
    *lines, last = wrap(f"-- {title}", width=WIDTH - 4)
    return [*lines, f"{last} {'-' * (WIDTH - columns(last) - 1)}"]


def section_lines(section: Section, ascii: bool) -> list[str]:
    """Return the blocks of a section; an empty line precedes those with a title of their own."""
    lines: list[str] = []
    for block in section.blocks:
        apart = lines and not isinstance(block, Paragraph) and (not isinstance(block, Lines) or block.title)
        lines += [*([""] if apart else []), *block_lines(block, ascii)]
    return lines


def block_lines(block: Block, ascii: bool) -> Iterable[str]:
    """Return one block; mypy checks that no kind is forgotten."""
    match block:
        case Lines():
            return sentence_lines(block)
        case Paragraph():
            return paragraph_lines(block)
        case Grid():
            return grid_lines(block)
        case Drawing():
            return map(printable, block.text(ascii))
        case Choices():
            return choice_lines(block)
        case Reply():
            return reply_lines(block)
        case Notes():
            return note_lines(block)
        case Curve():
            return curve_lines(block, ascii)


def sentence_lines(block: Lines) -> Iterator[str]:
    """Yield sentences; those that are bad for the reader start with a mark."""
    if block.title:
        yield from wrap(block.title, "", "  ")
    indent = "  " if block.title else ""
    for line, tone in zip_longest(block.lines, block.tones, fillvalue=""):
        deeper = indent + " " * (len(line) - len(line.lstrip(" ")))
        mark = "! " if tone == "bad" else ""
        yield from wrap(line.lstrip(" "), deeper + mark, deeper + "  ")


def paragraph_lines(block: Paragraph) -> Iterator[str]:
    """Yield running sentences, then what players wrote, each on lines of its own."""
    if block.title:
        yield from wrap(f"{block.title} [{block.steps}]" if block.steps else block.title, "", "  ")
    yield from wrap(" ".join(block.lines), "  ", "  ") if block.lines else ()
    for line in block.quotes:
        yield from wrap(line, "  ", "    ")


def note_lines(block: Notes) -> Iterator[str]:
    for line in block.lines:
        yield from wrap(line, "  ", "  ")


def reply_lines(block: Reply) -> Iterator[str]:
    yield from wrap(block.lead)
    yield from (f"    {printable(line)}" for line in block.lines)
    yield from wrap(block.command_lead) if block.command_lead else ()
    yield from (f"    {printable(line)}" for line in block.command)


def choices_text(block: Choices) -> str:
    """Return a list of orders by itself, for commands that print nothing else."""
    return "\n".join(line.rstrip() for line in choice_lines(block))


def choice_lines(block: Choices) -> Iterator[str]:
    for group in block.groups:
        yield from group_lines(group)


def group_lines(group: Group) -> Iterator[str]:
    """Yield the orders with their effects beside them, or below them if they do not fit."""
    yield from wrap(group.heading, "", "  ")
    left = max(columns(item.order) for item in group.items)
    room = WIDTH - left - 6
    for item in group.items:
        if room >= MIN_EFFECT_COLUMNS and item.effect:
            first, *more = wrap(item.effect, width=room)
            yield f"    {pad(item.order, left)}  {first}"
            yield from (f"    {'':{left}}  {line}" for line in more)
        else:
            yield from wrap(item.order, "    ", "      ")
            yield from wrap(item.effect, "      ", "      ") if item.effect else ()
    yield from wrap(group.rest, "    ", "      ") if group.rest else ()


def grid_lines(block: Grid) -> list[str]:
    """Return a table, reused from the last page with the same one."""
    return GRIDS.get((block.title, *block.head), (block,), lambda: list(lay_out_grid(block)))


def lay_out_grid(block: Grid) -> Iterator[str]:
    if block.title:
        yield from wrap(block.title, "", "  ")
    table = [[printable(cell) for cell in row] for row in (block.head, *block.rows)]
    widths = column_widths(table, block.numeric)
    lines = [list(row_lines(row, widths, block.numeric)) for row in table]
    yield from lines[0]
    yield "  " + COLUMN_GAP.join("-" * size for size in widths)
    for row in lines[1:]:
        yield from row


def column_widths(table: Sequence[Sequence[str]], numeric: Sequence[bool]) -> list[int]:
    """Return columns as wide as their cells; if that is too wide, the widest column of words shrinks first.

    No column becomes narrower than its longest word while another can shrink instead.
    """
    widths = [max(map(columns, column)) for column in zip(*table, strict=True)]
    words = [max(columns(word) for cell in column for word in cell.split(" ")) for column in zip(*table, strict=True)]
    while sum(widths) + len(COLUMN_GAP) * len(widths) > WIDTH:
        soft = [n for n, right in enumerate(numeric) if not right and widths[n] > MIN_CELL_COLUMNS]
        whole = [n for n in soft if widths[n] > words[n]]
        widest = max(whole or soft or range(len(widths)), key=lambda n: widths[n])
        widths[widest] -= 1
    return widths


def row_lines(row: Sequence[str], widths: Sequence[int], numeric: Sequence[bool]) -> Iterator[str]:
    """Yield a row; cells that are too long for their column continue below."""
    cells = [wrap(cell, width=size) for cell, size in zip(row, widths, strict=True)]
    for n in range(max(map(len, cells))):
        parts = [cell[n] if n < len(cell) else "" for cell in cells]
        aligned = [pad(part, size, right) for part, size, right in zip(parts, widths, numeric, strict=True)]
        yield ("  " + COLUMN_GAP.join(aligned)).rstrip()


def curve_lines(block: Curve, ascii: bool) -> Iterator[str]:
    """Yield one line per series: a sparkline, then the first and last numbers."""
    yield from wrap(block.title, "", "  ")
    bounds = curve_bounds(block.series)
    arrow = "->" if ascii else "→"
    levels = ASCII_SPARKS if ascii else SPARKS
    left = min(max((columns(printable(one.name)) for one in block.series), default=0), WIDTH // 2)
    for one in block.series:
        known = [value for value in one.values if value is not None]
        ends = f"{known[0]} {arrow} {known[-1]}" if known else ""
        name = wrap(printable(one.name), width=left)[0]
        yield f"  {pad(name, left)}  {sparkline(one.values, bounds, levels)}  {ends}".rstrip()


def curve_bounds(series: Sequence[Series]) -> tuple[int, int]:
    """Return the lowest and the highest number of all series, since the curves of a block are compared."""
    every = [value for one in series for value in one.values if value is not None]
    return (min(0, *every), max(1, *every)) if every else (0, 1)


def sparkline(values: Sequence[int | None], bounds: tuple[int, int], levels: str) -> str:
    low, high = bounds
    top = len(levels) - 1
    return "".join(" " if value is None else levels[(value - low) * top // (high - low)] for value in values)
