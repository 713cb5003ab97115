"""A chart of many small tiles as text: one sign a tile, what lies on them by kind, and what the signs mean."""

from __future__ import annotations

from .canvas import Canvas, Style, lines_of, put
from .flow import flowed, wrapped
from .picture import Chart, TileDrawn, TokenDrawn, marks_on
from .wording import STAR, THREAT, Pen, spaced, star, touched

APART = (4, 3, 2, 1)
"""How many characters there may be from tile to tile."""


def parts(chart: Chart, pen: Pen, width: int, style: Style) -> list[list[str]]:
    """Map, description and legend."""
    note = wrapped(pen.phrase(chart.note), width) if chart.note else []
    return [
        map_lines(chart, pen, width, style),
        [*note, *described(chart, pen, width)],
        legend(chart, pen, width, style),
    ]


def map_lines(chart: Chart, pen: Pen, width: int, style: Style) -> list[str]:
    """A sign or two a tile, as far apart as the width lets them be; nothing where they do not fit at all."""
    margin = max(map(len, chart.down), default=-1) + 1
    steps = [2 * q + r for q, r in chart.cells]
    apart = next((apart for apart in APART if steps and breadth(steps, apart) + margin <= width), 0)
    if not apart:
        return []
    canvas: Canvas = {}
    head(canvas, chart, width, margin, apart)
    top = min(r for _, r in chart.cells)
    for tile, step in zip(chart.tiles, steps, strict=True):
        sign = tile_sign(pen, tile, style)
        put(canvas, margin + (step - min(steps)) * apart // 2, tile.r - top, sign if apart > 1 else sign[:1])
    return lines_of(canvas)


def breadth(steps: list[int], apart: int) -> int:
    return (max(steps) - min(steps)) * apart // 2 + min(apart, 2)


def head(canvas: Canvas, chart: Chart, width: int, margin: int, apart: int) -> None:
    """The names of rows, and of as many columns as there is room for."""
    for n, name in enumerate(chart.down):
        put(canvas, 0, n, name)
    every = max(map(len, chart.across), default=0) // apart + 1
    for n, name in list(enumerate(chart.across))[::every]:
        if margin + apart * n + len(name) <= width:
            put(canvas, margin + apart * n, -1, name)


def tile_sign(pen: Pen, tile: TileDrawn, style: Style) -> str:
    """What lies on top or else the ground; then what matters most: a threat, a change, its owner."""
    shown = tile.tokens[-1].kind if tile.tokens else tile.ground
    owner = next((mark.owner for mark in (*tile.tokens[::-1], tile) if mark.owner), "")
    changed = touched(tile, pen.marked)
    return style.sign(pen, shown) + (THREAT if tile.threatened else STAR if changed else pen.letter(owner)[:1] or " ")


def described(chart: Chart, pen: Pen, width: int) -> list[str]:
    """Where the tokens of each kind lie, and which tiles are threatened, abandoned or a secret."""
    lines: list[str] = []
    for kind in kinds_of(chart):
        found = [(tile, token) for tile in chart.tiles for token in tile.tokens if token.kind == kind]
        lines += listed(pen, pen.term(kind), [token_label(pen, *each) for each in found], width)
    lines += listed(pen, pen.caption("threatened"), [tile.name for tile in chart.tiles if tile.threatened], width)
    lines += listed(pen, pen.caption("abandoned"), [tile.name for tile in chart.tiles if tile.abandoned], width)
    return lines + listed(pen, pen.caption("private"), [tile.name for tile in chart.tiles if secret(tile)], width)


def secret(tile: TileDrawn) -> bool:
    return any(mark.private for mark in marks_on(tile))


def listed(pen: Pen, head: str, items: list[str], width: int) -> list[str]:
    return flowed([label(pen, head), *items], width) if head and items else []


def label(pen: Pen, head: str) -> str:
    return pen.words.grammar["label"].format(label=head, value="").rstrip()


def token_label(pen: Pen, tile: TileDrawn, token: TokenDrawn) -> str:
    owner = token.owner or tile.owner
    mark = star(token, pen.marked) or star(tile, pen.marked)
    worth = pen.phrase(token.worth) if token.worth else ""
    return spaced(mark + tile.name, f"({pen.letter(owner)})" if owner else "", worth)


def kinds_of(chart: Chart) -> list[str]:
    """The kinds of tokens that are there, as the game has ordered them; the others after them."""
    there = {token.kind for tile in chart.tiles for token in tile.tokens}
    return [*(kind for kind in chart.kinds if kind in there), *sorted(there - {*chart.kinds})]


def grounds_of(chart: Chart) -> list[str]:
    """The grounds that are there, as the game has ordered them; the others after them."""
    there = {tile.ground for tile in chart.tiles}
    return [*(ground for ground in chart.grounds if ground in there), *sorted(there - {*chart.grounds})]


def legend(chart: Chart, pen: Pen, width: int, style: Style) -> list[str]:
    keys = [f"{style.sign(pen, key)} {pen.term(key)}" for key in (*grounds_of(chart), *kinds_of(chart))]
    signs = [f"{sign} {pen.caption(name)}" for name, sign in (("changed", STAR), ("threatened", THREAT))]
    return [
        *wrapped(pen.caption("legend"), width),
        *flowed([f"{pen.letter(seat)} {pen.player(seat)}" for seat in chart.colours], width),
        *flowed(keys, width),
        *flowed([sign for sign in signs if sign[2:]], width),
    ]
