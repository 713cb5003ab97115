"""A chart of many small tiles as SVG: grounds and owners are defined once and used again, so the file stays small."""

from __future__ import annotations

from collections.abc import Iterator

from .legend import (
    LINE,
    MARGIN,
    SIZE,
    Drawn,
    Item,
    Sign,
    captioned,
    changed_sign,
    kind_sign,
    player_items,
    terrain_sign,
)
from .patterns import pattern, pattern_id
from .picture import Chart, TileDrawn
from .shapes import (
    DANGER,
    FAINT,
    HALO,
    INK,
    LEAST,
    PAPER,
    box,
    centre,
    corners,
    escaped,
    extent,
    label,
    moved,
    num,
    paint,
    polygon,
    stroke,
)
from .tile_text import described, grounds_of, kinds_of
from .tokens import lying, token
from .wording import STAR, Pen, mark_text, touched

RADIUS = 26.0
DASHES = 'stroke-dasharray="4 3"'
NAMES = f'<g font-size="{num(LEAST)}" text-anchor="middle" fill="{INK}">'


def world(chart: Chart, pen: Pen, width: float, top: float) -> Drawn:
    left, above, wide, high = extent(chart.cells, RADIUS)
    dx, dy = width / 2 - left - wide / 2, top - above
    tiles = [tile_drawn(chart, pen, tile, dx, dy) for tile in chart.tiles]
    end, told = top + high + LINE, described(chart, pen, 10**6)
    if not chart.note:
        return Drawn([NAMES, *tiles, "</g>"], end, told)
    note = pen.phrase(chart.note)
    line = label(MARGIN, end, note, SIZE, bold=True, anchor="start")
    return Drawn([NAMES, *tiles, "</g>", line], end + LINE, [note, *told])


def tile_drawn(chart: Chart, pen: Pen, tile: TileDrawn, dx: float, dy: float) -> str:
    """Ground, owner, name, what lies there, and what there is to notice."""
    x, y = centre(tile.q, tile.r, RADIUS)
    body = [use(pen, "g", tile.ground), f'<text y="-8">{escaped(tile.name)}</text>']
    body += [use(pen, "o", tile.owner)] if tile.owner in chart.colours else []
    notice = "threatened" if tile.threatened else "changed" if touched(tile, pen.marked) else ""
    body += [use(pen, "m", notice)] if notice else []
    return moved(round(x + dx), round(y + dy), tile_text(pen, tile), [*body, *tokens(pen, tile)])


def use(pen: Pen, what: str, name: str) -> str:
    return f'<use href="#{pen.ids}-{what}-{name}"/>'


def tile_text(pen: Pen, tile: TileDrawn) -> str:
    things = [mark_text(pen, each, each.kind) for each in tile.tokens]
    ground = "" if tile.title else f", {pen.term(tile.ground)}"
    return pen.row(mark_text(pen, tile, tile.name) + ground, *things)


def tokens(pen: Pen, tile: TileDrawn) -> Iterator[str]:
    """Side by side, each smaller the more there are."""
    step = 34.0 / max(len(tile.tokens), 1)
    for n, each in enumerate(tile.tokens):
        yield lying(pen, each, (n - (len(tile.tokens) - 1) / 2) * step, 4, min(step - 1, 24.0), min(step - 2, 15.0))


def definitions(chart: Chart, pen: Pen) -> Iterator[str]:
    """A pattern and a tile for each ground, a rim for each owner, and the rings of what there is to notice."""
    for ground in grounds_of(chart):
        yield pattern(pen, ground) + defined(pen, "g", ground, ground_tile(pen, ground))
    for seat in chart.colours:
        yield defined(pen, "o", seat, owner_rim(pen, seat))
    yield defined(pen, "m", "threatened", polygon(corners(RADIUS - 2), "none", f"{stroke(DANGER, 2.5)} {DASHES}"))
    ring = polygon(corners(RADIUS - 1), "none", stroke(HALO, 3))
    yield defined(pen, "m", "changed", ring + label(16, 2, STAR, LEAST, bold=True, fill=HALO))


def defined(pen: Pen, what: str, name: str, body: str) -> str:
    return f'<g id="{pen.ids}-{what}-{name}">{body}</g>'


def ground_tile(pen: Pen, ground: str) -> str:
    """A rim of its pattern around a paler middle, where names can be read."""
    whole = polygon(corners(RADIUS - 0.5), f"url(#{pattern_id(pen, ground)})", stroke(FAINT, 0.6))
    return whole + polygon(corners(RADIUS - 5), PAPER, 'fill-opacity="0.72"')


def owner_rim(pen: Pen, seat: str) -> str:
    rim = polygon(corners(RADIUS - 3), "none", stroke(paint(pen.colour(seat)), 3))
    return rim + label(0, 21.5, pen.letter(seat), LEAST, bold=True)


def groups(chart: Chart, pen: Pen) -> Iterator[list[Item]]:
    """The rows of the legend: players, grounds, tokens, signs."""
    yield player_items(pen, chart.colours)
    yield [Item(30, terrain_sign(pen, ground), pen.term(ground)) for ground in grounds_of(chart)]
    yield [Item(30, kind_sign(pen, kind), pen.term(kind)) for kind in kinds_of(chart)]
    samples: list[tuple[str, float, Sign]] = [("changed", 30, changed_sign), ("threatened", 30, threat_sign)]
    yield captioned(pen, [*samples, *([("private", 30.0, secret_sign)] if chart.private else [])])


def secret_sign(x: float, y: float) -> str:
    return token(x, y, 27, 15, "", "block", "", True, False)


def threat_sign(x: float, y: float) -> str:
    return box(x, y, 22, 18, PAPER, round=4, more=f"{stroke(DANGER, 2.5)} {DASHES}")
