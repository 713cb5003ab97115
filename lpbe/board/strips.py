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

ROW, WIDEST, PHONE, GAP = 30.0, 30.0, 398.0, 8.0
"""How high a row is, how wide a cell at most, how wide all is for letters that can be read on a phone, and a margin."""
NARROW, FIFTH = 20.0, 5
"""Cells narrower than this have numbers below every fifth."""


def draw(strips: Sequence[Strip], words: Words, look: Look) -> str:
    """The whole document, no wider than a phone would show it with letters that can be read."""
    pen = Pen(look, words)
    names = [pen.term(strip.name) for strip in strips]
    left = max(breadth(name, LEAST) + 30 for name in names) + GAP
    steps = [min(WIDEST, (PHONE - left - GAP) / max(len(strip.cells), 1)) for strip in strips]
    width = left + max(step * len(strip.cells) for step, strip in zip(steps, strips, strict=True)) + GAP
    pairs = list(zip(strips, names, strict=True))
    rows = [row(pen, strip, name, left, GAP + (n + 0.5) * ROW, steps[n]) for n, (strip, name) in enumerate(pairs)]
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


def row(pen: Pen, strip: Strip, name: str, left: float, y: float, wide: float) -> Iterator[str]:
    yield icon(pen.icon(strip.thing), GAP + 10, y, 9, paint(pen.colour(strip.thing)))
    yield label(GAP + 24, y + 4.5, name, LEAST, anchor="start")
    places = [(n, cell, left + (n + 0.5) * wide) for n, cell in enumerate(strip.cells)]
    for _, cell, x in sorted(places, key=lambda place: place[1].state == "now"):
        yield drawn(pen, strip, cell, x, y, wide)
    for n, cell, x in places:
        if text := written_in(pen, strip, n, wide):
            colour, bold = colour_of(pen, strip, cell), cell.state == "now"
            inside = wide >= NARROW
            ink = ink_on(colour) if colour and inside and cell.state != "done" else INK
            yield fitted(x, y + (4.5 if inside else 12), text, 13, max(wide - 3, NARROW), bold=bold, fill=ink)


def colour_of(pen: Pen, strip: Strip, cell: Cell) -> str:
    return pen.colour(cell.thing or strip.thing) if cell.thing or cell.state == "now" else ""


def drawn(pen: Pen, strip: Strip, cell: Cell, x: float, y: float, wide: float) -> str:
    """A cell: full where the marker is, dashed where it was, faint where it is done with; low if numbers go below."""
    colour = colour_of(pen, strip, cell)
    rims = {"now": stroke(HALO, 3), "was": f'{stroke(INK, 1.6)} stroke-dasharray="3 2"', "done": stroke(FAINT, 0.6)}
    faint = ' fill-opacity="0.35"' if cell.state == "done" else ""
    tint = paint(colour) if colour else FREE
    middle, high = (y, ROW - 8) if wide >= NARROW else (y - 6, ROW - 17)
    return box(
        x, middle, wide - min(2, wide / 8), high, tint, round=3, more=rims.get(cell.state, stroke(FAINT, 0.8)) + faint
    )


def written_in(pen: Pen, strip: Strip, nth: int, wide: float) -> str:
    """What a cell says beside its colour: letters of what lies there; on a fine track every fifth, and the marker."""
    cell = strip.cells[nth]
    if pen.icon(cell.thing):
        return pen.short(cell.thing)
    if wide < NARROW and cell.state != "now":
        beside = any(each.state == "now" for each in strip.cells[max(nth - 1, 0) : nth + 2])
        return "" if nth % FIFTH or beside else cell.text
    return (pen.letter(cell.thing) if cell.thing in PALETTE else "") + cell.text
