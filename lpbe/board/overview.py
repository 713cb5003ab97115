"""A board for a narrow screen: each hex by its name alone, a chart by its coordinates; what is on them in a list."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from .icons import icon
from .night import style
from .patterns import PATTERNS, pattern_of
from .picture import Chart, HexDrawn, HexMap, Picture, SpotDrawn, TileDrawn, pieces_on
from .shapes import (
    CARD,
    DANGER,
    EDGE,
    FAINT,
    HALO,
    INK,
    LEAST,
    PAPER,
    PLACE,
    ROOT3,
    box,
    centre,
    corners,
    escaped,
    extent,
    fitted,
    label,
    moved,
    num,
    paint,
    polygon,
    stroke,
)
from .tile_svg import tile_text
from .tokens import shape_of
from .wording import Pen, at, candidate_head, face_told, in_danger, touched

WIDTH, MARGIN, LARGEST = 360.0, 6.0, 46.0
"""How wide it is, the room around it, and how large a hex is at most."""


class Listed(Struct, frozen=True):
    """What is to be said of a hex or tile: the id of its line, its name, a head and items in words."""

    id: str
    name: str
    head: str
    items: list[str]
    changed: bool = False
    threatened: bool = False


def overview(picture: Picture, pen: Pen, title: str) -> str:
    """The whole document, as `svg.draw` has it."""
    parts, height = hexes(picture, pen) if isinstance(picture, HexMap) else tiles(picture, pen)
    card = box(WIDTH / 2, height / 2, WIDTH, height, CARD, round=8, more=stroke(EDGE, 1))
    body = "".join([card, *parts])
    size = f'viewBox="0 0 {num(WIDTH)} {num(height)}" width="{num(WIDTH)}" height="{num(height)}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} class="board" role="group" '
        f'aria-label="{escaped(title or pen.caption("name"))}" '
        f'font-family="DejaVu Sans, Verdana, Helvetica, Arial, sans-serif">{style(body)}{body}</svg>\n'
    )


def listing(picture: Picture, pen: Pen) -> list[Listed]:
    """Each hex in full; of a chart the tiles where something lies or is to be noticed."""
    if isinstance(picture, HexMap):
        return [listed(pen, hex) for hex in picture.hexes]
    return [noted(pen, tile) for tile in picture.tiles if noteworthy(pen, tile)]


def noteworthy(pen: Pen, tile: TileDrawn) -> bool:
    return bool(tile.tokens) or in_danger(pen, tile) or touched(tile, pen.marked)


def noted(pen: Pen, tile: TileDrawn) -> Listed:
    changed, danger = touched(tile, pen.marked), in_danger(pen, tile)
    return Listed(anchor(pen, tile.name), tile.name, tile_text(pen, tile), [], changed, danger)


def listed(pen: Pen, hex: HexDrawn) -> Listed:
    head, *items = face_told(pen, hex)
    changed, danger = touched(hex, pen.marked), touched(hex, pen.threatened)
    return Listed(anchor(pen, hex.name), hex.name, " ".join(head.split()), items, changed, danger)


def anchor(pen: Pen, name: str) -> str:
    return f"{pen.ids}-at-{name}"


def linked(pen: Pen, name: str, title: str, x: float, y: float, body: str) -> str:
    """Something at its place that leads to its line in the list."""
    where = f'transform="translate({num(x)} {num(y)})"'
    return f'<a href="#{escaped(anchor(pen, name))}" {where}><title>{escaped(title)}</title>{body}</a>'


def hexes(picture: HexMap, pen: Pen) -> tuple[list[str], float]:
    """The map as wide as a phone; and how high that is."""
    _, _, wide, _ = extent(picture.cells, 1.0)
    radius = min((WIDTH - 2 * MARGIN) / wide, LARGEST)
    left, top, wide, high = extent(picture.cells, radius)
    dx, dy = WIDTH / 2 - left - wide / 2, MARGIN - top
    parts = []
    for place in picture.candidates:
        x, y = centre(place.q, place.r, radius)
        rim = f'{stroke(HALO, 1.5)} stroke-dasharray="4 3"'
        spot = polygon(corners(radius - 2), PLACE, rim)
        name = fitted(0, 5, f"#{place.number}", 15, radius * 1.5, bold=True)
        parts.append(moved(x + dx, y + dy, " ".join(candidate_head(place).split()), [spot, name]))
    for hex in picture.hexes:
        x, y = centre(hex.q, hex.r, radius)
        title = f"{hex.name} {at(hex.q, hex.r)}"
        parts.append(linked(pen, hex.name, title, x + dx, y + dy, "".join(small_hex(pen, hex, radius))))
    return parts, high + 2 * MARGIN


def small_hex(pen: Pen, hex: HexDrawn, radius: float) -> Iterator[str]:
    """Edges in the colours of their grounds, the name, and signs without letters of what is there and who."""
    outer, inner = corners(radius - 0.5), corners(radius * 0.86)
    for edge in range(6):
        after = (edge + 1) % 6
        ground = PATTERNS[pattern_of(pen, hex.edges[edge])][0]
        yield polygon((outer[edge], outer[after], inner[after], inner[edge]), ground, stroke(FAINT, 0.4))
    changed = touched(hex, pen.marked)
    yield polygon(inner, PAPER, stroke(HALO, 3) if changed else stroke(FAINT, 0.5))
    if touched(hex, pen.threatened):
        yield polygon(corners(radius * 0.74), "none", f'{stroke(DANGER, 2)} stroke-dasharray="5 3"')
    yield fitted(0, radius * -0.12, hex.name + "*" * changed, min(radius * 0.42, 16), radius * 1.4, bold=True)
    yield from row([sign for spot in hex.spots for sign in spot_signs(pen, spot)], radius * 0.22, radius)
    yield from row([("disc", pen.colour(piece.colour)) for piece in pieces_on(hex)], radius * 0.55, radius)


def spot_signs(pen: Pen, spot: SpotDrawn) -> list[tuple[str, str]]:
    """The chip on a spot, or the picture of what could stand there."""
    if spot.building:
        owner = spot.building.chip
        return [(pen.chip(owner), pen.colour(owner)) if owner else ("cross", "stone")]
    return [(pen.icon(spot.icon), pen.colour(spot.icon))] if pen.icon(spot.icon) else []


def row(signs: list[tuple[str, str]], y: float, radius: float) -> Iterator[str]:
    """Small signs side by side."""
    step = min(radius * 0.36, radius * 1.2 / max(len(signs), 1))
    size = min(step * 0.4, radius * 0.13)
    for n, (shape, colour) in enumerate(signs):
        x = (n - (len(signs) - 1) / 2) * step
        yield icon(shape, x, y, size * 1.3, paint(colour)) or shape_of(shape).draw(
            x, y, size, size, paint(colour), stroke(INK, 0.5)
        )


def tiles(chart: Chart, pen: Pen) -> tuple[list[str], float]:
    """The tiles by ground, owner and what lies on them; the names of rows and columns along the edges."""
    side, above = 16.0 if chart.down else 0.0, 16.0 if chart.across else 0.0
    _, _, wide, _ = extent(chart.cells, 1.0)
    radius = (WIDTH - 2 * MARGIN - side) / wide
    left, top, _, high = extent(chart.cells, radius)
    dx, dy = MARGIN + side - left, MARGIN + above - top
    parts = [*edge_names(chart, radius, MARGIN + side, MARGIN + above)]
    for tile in chart.tiles:
        x, y = centre(tile.q, tile.r, radius)
        text = tile_text(pen, tile)
        drawn = "".join(small_tile(pen, tile, radius))
        placed = linked if noteworthy(pen, tile) else unlinked
        parts.append(placed(pen, tile.name, text, x + dx, y + dy, drawn))
    return parts, high + 2 * MARGIN + above


def unlinked(pen: Pen, name: str, title: str, x: float, y: float, body: str) -> str:
    return moved(x, y, title, [body])


def edge_names(chart: Chart, radius: float, left: float, top: float) -> Iterator[str]:
    """Every row, and as many columns as there is room for."""
    step = radius * ROOT3
    every = int(2.2 * LEAST // step) + 1
    for n, name in list(enumerate(chart.across))[::every]:
        yield label(left + (n + 0.5) * step, top - 4, name, LEAST, fill=FAINT)
    for n, name in enumerate(chart.down):
        yield label(MARGIN + 6, top + radius + n * 1.5 * radius + 4, name, LEAST, fill=FAINT)


def small_tile(pen: Pen, tile: TileDrawn, radius: float) -> Iterator[str]:
    ground = PATTERNS[pattern_of(pen, tile.ground)][0]
    yield polygon(corners(radius - 0.4), ground, stroke(FAINT, 0.4))
    if tile.owner:
        yield polygon(corners(radius * 0.78), "none", stroke(paint(pen.colour(tile.owner)), 2))
    if in_danger(pen, tile):
        yield polygon(corners(radius * 0.9), "none", f'{stroke(DANGER, 2)} stroke-dasharray="3 2"')
    elif touched(tile, pen.marked):
        yield polygon(corners(radius * 0.9), "none", stroke(HALO, 2))
    if tile.tokens:
        top = tile.tokens[-1]
        far = radius * 0.45
        yield shape_of(pen.token(top.kind)).draw(0, 0, far, far, paint(pen.token_colour(top)), stroke(INK, 0.6))
