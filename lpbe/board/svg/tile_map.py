"""Draw a chart of many small tiles as SVG; grounds and owners are defined once, so the file stays small."""

from __future__ import annotations

from collections.abc import Iterator

from ..labels import CHANGE_MARK, Pen, contains_any, mark_text
from ..model import Chart, TileView
from ..text.tile_map import description, grounds_of, kinds_of
from .geometry import centre, corners, extent
from .legend import (
    FONT_SIZE,
    LINE_HEIGHT,
    MARGIN,
    Item,
    MapDrawing,
    Symbol,
    changed_symbol,
    kind_symbol,
    player_items,
    terrain_symbol,
    with_captions,
)
from .palette import DANGER, FAINT, HALO, INK, PAPER, paint, pattern, pattern_id
from .shapes import MIN_FONT_PX, box, escape_xml, label, num, polygon, stroke, translate
from .tokens import draw_token, token

RADIUS = 26.0
DASHES = 'stroke-dasharray="4 3"'
NAMES = f'<g font-size="{num(MIN_FONT_PX)}" text-anchor="middle" fill="{INK}">'


def draw_map(chart: Chart, pen: Pen, width: float, top: float) -> MapDrawing:
    left, above, map_width, map_height = extent(chart.cells, RADIUS)
    dx, dy = width / 2 - left - map_width / 2, top - above
    tiles = [draw_tile(chart, pen, tile, dx, dy) for tile in chart.tiles]
    end = top + map_height + LINE_HEIGHT
    lines = description(chart, pen, 10**6)
    if not chart.note:
        return MapDrawing([NAMES, *tiles, "</g>"], end, lines)
    note = pen.phrase(chart.note)
    line = label(MARGIN, end, note, FONT_SIZE, bold=True, anchor="start")
    return MapDrawing([NAMES, *tiles, "</g>", line], end + LINE_HEIGHT, [note, *lines])


def draw_tile(chart: Chart, pen: Pen, tile: TileView, dx: float, dy: float) -> str:
    """Draw a tile: ground, owner, name, tokens, and a ring if there is something to notice."""
    x, y = centre(tile.q, tile.r, RADIUS)
    body = [use(pen, "g", tile.ground), f'<text y="-8">{escape_xml(tile.name)}</text>']
    body += [use(pen, "o", tile.owner)] if tile.owner in chart.colours else []
    notice = "threatened" if tile.threatened else "changed" if contains_any(tile, pen.changed) else ""
    body += [use(pen, "m", notice)] if notice else []
    return translate(round(x + dx), round(y + dy), tile_text(pen, tile), [*body, *tokens(pen, tile)])


def use(pen: Pen, what: str, name: str) -> str:
    return f'<use href="#{pen.ids}-{what}-{name}"/>'


def tile_text(pen: Pen, tile: TileView) -> str:
    things = [mark_text(pen, each, each.kind) for each in tile.tokens]
    ground = "" if tile.title else f", {pen.term(tile.ground)}"
    return pen.row(mark_text(pen, tile, tile.name) + ground, *things)


def tokens(pen: Pen, tile: TileView) -> Iterator[str]:
    """Draw tokens side by side, each smaller the more there are."""
    step = 34.0 / max(len(tile.tokens), 1)
    for n, each in enumerate(tile.tokens):
        yield draw_token(
            pen, each, (n - (len(tile.tokens) - 1) / 2) * step, 4, min(step - 1, 24.0), min(step - 2, 15.0)
        )


def definitions(chart: Chart, pen: Pen) -> Iterator[str]:
    """Yield a pattern and a tile for each ground, a rim for each owner, and the rings of what to notice."""
    for ground in grounds_of(chart):
        yield pattern(pen, ground) + definition(pen, "g", ground, ground_tile(pen, ground))
    for seat in chart.colours:
        yield definition(pen, "o", seat, owner_rim(pen, seat))
    yield definition(pen, "m", "threatened", polygon(corners(RADIUS - 2), "none", f"{stroke(DANGER, 2.5)} {DASHES}"))
    ring = polygon(corners(RADIUS - 1), "none", stroke(HALO, 3))
    yield definition(pen, "m", "changed", ring + label(16, 2, CHANGE_MARK, MIN_FONT_PX, bold=True, fill=HALO))


def definition(pen: Pen, what: str, name: str, body: str) -> str:
    return f'<g id="{pen.ids}-{what}-{name}">{body}</g>'


def ground_tile(pen: Pen, ground: str) -> str:
    """Draw a rim of the pattern around a paler middle, where names can be read."""
    whole = polygon(corners(RADIUS - 0.5), f"url(#{pattern_id(pen, ground)})", stroke(FAINT, 0.6))
    return whole + polygon(corners(RADIUS - 5), PAPER, 'fill-opacity="0.72"')


def owner_rim(pen: Pen, seat: str) -> str:
    rim = polygon(corners(RADIUS - 3), "none", stroke(paint(pen.colour(seat)), 3))
    return rim + label(0, 21.5, pen.letter(seat), MIN_FONT_PX, bold=True)


def tile_groups(chart: Chart, pen: Pen) -> Iterator[list[Item]]:
    """Yield the rows of the legend: players, grounds, tokens, symbols."""
    yield player_items(pen, chart.colours)
    yield [Item(30, terrain_symbol(pen, ground), pen.term(ground)) for ground in grounds_of(chart)]
    yield [Item(30, kind_symbol(pen, kind), pen.term(kind)) for kind in kinds_of(chart)]
    samples: list[tuple[str, float, Symbol]] = [("changed", 30, changed_symbol), ("threatened", 30, threat_symbol)]
    yield with_captions(pen, [*samples, *([("private", 30.0, secret_symbol)] if chart.private else [])])


def secret_symbol(x: float, y: float) -> str:
    return token(x, y, 27, 15, "", "block", "", True, False)


def threat_symbol(x: float, y: float) -> str:
    return box(x, y, 22, 18, PAPER, round=4, more=f"{stroke(DANGER, 2.5)} {DASHES}")
