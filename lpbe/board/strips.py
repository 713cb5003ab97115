"""Tracks of a game as small pictures: rows of cells, with what lies in them, where a marker is and where it was."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..kernel.content.packs import Words
from ..kernel.play.panels import Cell, Strip
from ..kernel.words.typography import typeset
from .icons import icon
from .night import style
from .picture import Look
from .shapes import (
    CARD,
    EDGE,
    FAINT,
    FREE,
    HALO,
    INK,
    LEAST,
    PALETTE,
    box,
    breadth,
    escaped,
    fitted,
    ink_on,
    label,
    num,
    paint,
    stroke,
)
from .wording import Pen

ROW, WIDEST, ACROSS, GAP = 30.0, 30.0, 420.0, 8.0
"""How high a row is, how wide a cell at most and all cells together, and the room around them."""
NARROW, FIFTH = 20.0, 5
"""Cells narrower than this have their numbers in every fifth."""


def draw(strips: Sequence[Strip], words: Words, look: Look) -> str:
    """The whole document, no wider than a phone would show it with letters that can be read."""
    pen = Pen(look, words)
    names = [pen.term(strip.name) for strip in strips]
    left = max(breadth(name, LEAST) + 30 for name in names) + GAP
    width = left + max(across(strip) for strip in strips) + GAP
    pairs = list(zip(strips, names, strict=True))
    rows = [row(pen, strip, name, left, GAP + (n + 0.5) * ROW) for n, (strip, name) in enumerate(pairs)]
    height = len(strips) * ROW + 2 * GAP
    card = box(width / 2, height / 2, width, height, CARD, round=8, more=stroke(EDGE, 1))
    body = "".join([card, *("".join(parts) for parts in rows)])
    told = typeset("; ".join(pen.label(name, said(strip)) for strip, name in pairs), words.grammar["lang"])
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {num(width)} {num(height)}" width="{num(width)}" '
        f'height="{num(height)}" class="board" role="img" aria-label="{escaped(told)}" '
        f'font-family="DejaVu Sans, Verdana, Helvetica, Arial, sans-serif">{style(body)}{body}</svg>'
    )


def said(strip: Strip) -> str:
    """Where the marker is; else what lies in the cells."""
    now = [cell.text for cell in strip.cells if cell.state == "now"]
    return " ".join(filter(None, now or [cell.text for cell in strip.cells]))


def step(strip: Strip) -> float:
    return min(WIDEST, ACROSS / max(len(strip.cells), 1))


def across(strip: Strip) -> float:
    return step(strip) * len(strip.cells)


def row(pen: Pen, strip: Strip, name: str, left: float, y: float) -> Iterator[str]:
    yield icon(pen.icon(strip.thing), GAP + 10, y, 9, paint(pen.colour(strip.thing)))
    yield label(GAP + 24, y + 4.5, name, LEAST, anchor="start")
    wide = step(strip)
    for n, cell in enumerate(strip.cells):
        yield from drawn(pen, strip, cell, left + (n + 0.5) * wide, y, wide)
        if text := written_in(pen, strip, n):
            colour, bold = colour_of(pen, strip, cell), cell.state == "now"
            ink = ink_on(colour) if colour else INK
            yield fitted(left + (n + 0.5) * wide, y + 4.5, text, 13, max(wide - 3, 20.0), bold=bold, fill=ink)


def colour_of(pen: Pen, strip: Strip, cell: Cell) -> str:
    return pen.colour(cell.thing or strip.thing) if cell.thing or cell.state == "now" else ""


def drawn(pen: Pen, strip: Strip, cell: Cell, x: float, y: float, wide: float) -> Iterator[str]:
    """A cell: full where the marker is, dashed where it was, faint where it is done with."""
    colour = colour_of(pen, strip, cell)
    rims = {"now": stroke(HALO, 3), "was": f'{stroke(INK, 1.6)} stroke-dasharray="3 2"', "done": stroke(FAINT, 0.6)}
    faint = ' opacity="0.45"' if cell.state == "done" else ""
    tint = paint(colour) if colour else FREE
    yield box(x, y, wide - 2, ROW - 8, tint, round=3, more=rims.get(cell.state, stroke(FAINT, 0.8)) + faint)


def written_in(pen: Pen, strip: Strip, nth: int) -> str:
    """What a cell says beside its colour: letters of what lies there; on a fine track every fifth, and the marker."""
    cell = strip.cells[nth]
    if pen.icon(cell.thing):
        return pen.short(cell.thing)
    if step(strip) < NARROW and cell.state != "now":
        beside = any(each.state == "now" for each in strip.cells[max(nth - 1, 0) : nth + 2])
        return "" if nth % FIFTH or beside else cell.text
    return (pen.letter(cell.thing) if cell.thing in PALETTE else "") + cell.text
