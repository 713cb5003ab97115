"""The blocks of a page that text lays out in columns: grids, choices, drawings, replies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ..kernel.base.kept import Kept
from ..kernel.base.text import printable
from ..kernel.base.width import WIDTH, columns, padded, wrap
from .blocks import Choices, Curve, Drawing, Grid, Group, Notes, Reply

GAP = "  "
GRIDS: Kept[list[str]] = Kept()


def drawn(block: Drawing, ascii: bool) -> Iterator[str]:
    return (printable(line) for line in block.text(ascii))


def noted(block: Notes, ascii: bool) -> Iterator[str]:
    for line in block.lines:
        yield from wrap(line, "  ", "  ")


def replied(block: Reply, ascii: bool) -> Iterator[str]:
    yield from wrap(block.lead)
    yield from (f"    {printable(line)}" for line in block.lines)
    yield from wrap(block.told) if block.told else ()
    yield from (f"    {printable(line)}" for line in block.command)


def choices_text(block: Choices) -> str:
    """Orders one below the other, as they are listed to who asks for them alone."""
    return "\n".join(line.rstrip() for line in choice_lines(block, ascii=False))


def choice_lines(block: Choices, ascii: bool) -> Iterator[str]:
    for group in block.groups:
        yield from group_lines(group)


def group_lines(group: Group) -> Iterator[str]:
    """The orders, and beside them what they bring where there is room for that."""
    yield from wrap(group.heading, "", "  ")
    left = max(columns(item.order) for item in group.items)
    beside = WIDTH - left - 6
    for item in group.items:
        if beside >= 24 and item.effect:
            first, *more = wrap(item.effect, room=beside)
            yield f"    {padded(item.order, left)}  {first}"
            yield from (f"    {'':{left}}  {line}" for line in more)
        else:
            yield from wrap(item.order, "    ", "      ")
            yield from wrap(item.effect, "      ", "      ") if item.effect else ()
    yield from wrap(group.rest, "    ", "      ") if group.rest else ()


def gridded(block: Grid, ascii: bool) -> list[str]:
    """Kept from the last page that had this grid."""
    return GRIDS.of((block.title, *block.head), (block,), lambda: list(grid_lines(block)))


def grid_lines(block: Grid) -> Iterator[str]:
    if block.title:
        yield from wrap(block.title, "", "  ")
    table = [[printable(cell) for cell in row] for row in (block.head, *block.rows)]
    widths = fitted(table, block.numeric)
    lines = [list(row_lines(row, widths, block.numeric)) for row in table]
    yield from lines[0]
    yield "  " + GAP.join("-" * size for size in widths)
    for row in lines[1:]:
        yield from row


def fitted(table: Sequence[Sequence[str]], numeric: Sequence[bool]) -> list[int]:
    """As wide as the cells; if that is too wide, words give way first, the widest column before others."""
    widths = [max(map(columns, column)) for column in zip(*table, strict=True)]
    while sum(widths) + len(GAP) * len(widths) > WIDTH:
        soft = [n for n, right in enumerate(numeric) if not right and widths[n] > 4] or range(len(widths))
        widest = max(soft, key=lambda n: widths[n])
        widths[widest] -= 1
    return widths


def row_lines(row: Sequence[str], widths: Sequence[int], numeric: Sequence[bool]) -> Iterator[str]:
    """A row; cells that are too long for their column go on below."""
    cells = [wrap(cell, room=size) for cell, size in zip(row, widths, strict=True)]
    for n in range(max(map(len, cells))):
        parts = [cell[n] if n < len(cell) else "" for cell in cells]
        aligned = [padded(part, size, right) for part, size, right in zip(parts, widths, numeric, strict=True)]
        yield ("  " + GAP.join(aligned)).rstrip()


def curved(block: Curve, ascii: bool) -> Iterator[str]:
    from .curves import curve_lines  # saves it for games under way

    return curve_lines(block, ascii)


WAYS: dict[type, Any] = {
    Grid: gridded,
    Drawing: drawn,
    Choices: choice_lines,
    Reply: replied,
    Notes: noted,
    Curve: curved,
}
