"""A chart of many small tiles as text: one symbol per tile, the tokens by kind, and the legend."""

from __future__ import annotations

from ..labels import CHANGE_MARK, THREAT_MARK, Pen, change_mark, contains_any, join_words
from ..model import Chart, TileView, TokenView, marks_on
from .layout import Canvas, Style, flow_items, lines_of, put, wrap_line

TILE_DISTANCES = (4, 3, 2, 1)
"""The possible distances from tile to tile, in characters."""


def parts(chart: Chart, pen: Pen, width: int, style: Style) -> list[list[str]]:
    """Return map, description and legend."""
    note = wrap_line(pen.phrase(chart.note), width) if chart.note else []
    return [
        map_lines(chart, pen, width, style),
        [*note, *description(chart, pen, width)],
        legend(chart, pen, width, style),
    ]


def map_lines(chart: Chart, pen: Pen, width: int, style: Style) -> list[str]:
    """Return one or two characters per tile, as far apart as the width allows; nothing if they do not fit."""
    margin = max(map(len, chart.down), default=-1) + 1
    steps = [2 * q + r for q, r in chart.cells]
    apart = next((apart for apart in TILE_DISTANCES if steps and breadth(steps, apart) + margin <= width), 0)
    if not apart:
        return []
    canvas: Canvas = {}
    head(canvas, chart, width, margin, apart)
    top = min(r for _, r in chart.cells)
    for tile, step in zip(chart.tiles, steps, strict=True):
        symbol = tile_symbol(pen, tile, style)
        put(canvas, margin + (step - min(steps)) * apart // 2, tile.r - top, symbol if apart > 1 else symbol[:1])
    return lines_of(canvas)


def breadth(steps: list[int], apart: int) -> int:
    return (max(steps) - min(steps)) * apart // 2 + min(apart, 2)


def head(canvas: Canvas, chart: Chart, width: int, margin: int, apart: int) -> None:
    """Write the names of rows, and of as many columns as fit."""
    for n, name in enumerate(chart.down):
        put(canvas, 0, n, name)
    every = max(map(len, chart.across), default=0) // apart + 1
    for n, name in list(enumerate(chart.across))[::every]:
        if margin + apart * n + len(name) <= width:
            put(canvas, margin + apart * n, -1, name)


def tile_symbol(pen: Pen, tile: TileView, style: Style) -> str:
    """Return the topmost token or the ground, then what matters most: a threat, the owner, its value, or a change.

    Changes to things with an owner are marked in the description, beside the name of the tile.
    """
    shown = tile.tokens[-1].kind if tile.tokens else tile.ground
    owner = next((mark.owner for mark in (*tile.tokens[::-1], tile) if mark.owner), "")
    changed = contains_any(tile, pen.changed)
    return style.symbol(pen, shown) + (
        THREAT_MARK if tile.threatened else pen.letter(owner)[:1] or digit(tile) or (CHANGE_MARK if changed else " ")
    )


def digit(tile: TileView) -> str:
    """Return the value of the topmost token if it is a single digit."""
    value = tile.tokens[-1].value if tile.tokens else 0
    return str(value) if 0 < value < 10 else ""


def description(chart: Chart, pen: Pen, width: int) -> list[str]:
    """Return where the tokens of each kind are, and which tiles are threatened, abandoned or secret."""
    lines: list[str] = []
    for kind in kinds_of(chart):
        found = [(tile, token) for tile in chart.tiles for token in tile.tokens if token.kind == kind]
        lines += list_items(pen, pen.term(kind), [token_label(pen, *each) for each in found], width)
    lines += list_items(pen, pen.caption("threatened"), [tile.name for tile in chart.tiles if tile.threatened], width)
    lines += list_items(pen, pen.caption("abandoned"), [tile.name for tile in chart.tiles if tile.abandoned], width)
    return lines + list_items(pen, pen.caption("private"), [tile.name for tile in chart.tiles if secret(tile)], width)


def secret(tile: TileView) -> bool:
    return any(mark.private for mark in marks_on(tile))


def list_items(pen: Pen, head: str, items: list[str], width: int) -> list[str]:
    return flow_items([label(pen, head), *items], width) if head and items else []


def label(pen: Pen, head: str) -> str:
    return pen.words.grammar["label"].format(label=head, value="").rstrip()


def token_label(pen: Pen, tile: TileView, token: TokenView) -> str:
    owner = token.owner or tile.owner
    mark = change_mark(token, pen.changed) or change_mark(tile, pen.changed)
    worth = pen.phrase(token.worth) if token.worth else ""
    return join_words(mark + tile.name, f"({pen.letter(owner)})" if owner else "", worth)


def kinds_of(chart: Chart) -> list[str]:
    """Return the kinds of tokens in use, in the order defined by the game, followed by any others."""
    there = {token.kind for tile in chart.tiles for token in tile.tokens}
    return [*(kind for kind in chart.kinds if kind in there), *sorted(there - {*chart.kinds})]


def grounds_of(chart: Chart) -> list[str]:
    """Return the grounds in use, in the order defined by the game, followed by any others."""
    there = {tile.ground for tile in chart.tiles}
    return [*(ground for ground in chart.grounds if ground in there), *sorted(there - {*chart.grounds})]


def legend(chart: Chart, pen: Pen, width: int, style: Style) -> list[str]:
    shown = dict.fromkeys((*grounds_of(chart), *kinds_of(chart)))
    keys = [f"{style.symbol(pen, key)} {pen.term(key)}" for key in shown]
    symbols = [
        f"{symbol} {pen.caption(name)}" for name, symbol in (("changed", CHANGE_MARK), ("threatened", THREAT_MARK))
    ]
    return [
        *wrap_line(pen.caption("legend"), width),
        *flow_items([f"{pen.letter(seat)} {pen.player(seat)}" for seat in chart.colours], width),
        *flow_items(keys, width),
        *flow_items([symbol for symbol in symbols if symbol[2:]], width),
    ]
