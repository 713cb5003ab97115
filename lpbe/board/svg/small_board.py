"""Draw a board for a narrow screen: hexes by name, charts by coordinates, and what is on them as a list."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from ..labels import Pen, at, candidate_head, contains_any, describe_face, in_danger
from ..model import Chart, HexMap, HexView, Picture, SpotView, TileView, pieces_on
from .geometry import ROOT3, centre, corners, extent
from .palette import CARD, DANGER, EDGE, FAINT, HALO, INK, PAPER, PATTERNS, PLACE, dark_mode_style, paint, pattern_of
from .shapes import MIN_FONT_PX, box, escape_xml, fit_text, icon, label, num, polygon, stroke, translate
from .tile_map import tile_text
from .tokens import find_shape

WIDTH = 360.0
MARGIN = 6.0
MAX_HEX_RADIUS = 46.0


class ListEntry(Struct, frozen=True):
    """The description of a hex or tile: the id of its line, its name, a heading and items."""

    id: str
    name: str
    head: str
    items: list[str]
    changed: bool = False
    threatened: bool = False


def overview(picture: Picture, pen: Pen, title: str) -> str:
    """Return the whole document, like `svg_board.draw`."""
    parts, height = hexes(picture, pen) if isinstance(picture, HexMap) else tiles(picture, pen)
    card = box(WIDTH / 2, height / 2, WIDTH, height, CARD, round=8, more=stroke(EDGE, 1))
    body = "".join([card, *parts])
    size = f'viewBox="0 0 {num(WIDTH)} {num(height)}" width="{num(WIDTH)}" height="{num(height)}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} class="board" role="group" '
        f'aria-label="{escape_xml(title or pen.caption("name"))}" '
        f'font-family="DejaVu Sans, Verdana, Helvetica, Arial, sans-serif">{dark_mode_style(body)}{body}</svg>\n'
    )


def listing(picture: Picture, pen: Pen) -> list[ListEntry]:
    """Return each hex; of a chart only the tiles with something on them or to notice."""
    if isinstance(picture, HexMap):
        return [hex_entry(pen, hex) for hex in picture.hexes]
    return [tile_entry(pen, tile) for tile in picture.tiles if is_noteworthy(pen, tile)]


def is_noteworthy(pen: Pen, tile: TileView) -> bool:
    return bool(tile.tokens) or in_danger(pen, tile) or contains_any(tile, pen.changed)


def tile_entry(pen: Pen, tile: TileView) -> ListEntry:
    changed, danger = contains_any(tile, pen.changed), in_danger(pen, tile)
    return ListEntry(
        anchor(pen, tile.name), tile.name, head=tile_text(pen, tile), items=[], changed=changed, threatened=danger
    )


def hex_entry(pen: Pen, hex: HexView) -> ListEntry:
    head, *items = describe_face(pen, hex)
    changed, danger = contains_any(hex, pen.changed), contains_any(hex, pen.threatened)
    return ListEntry(
        anchor(pen, hex.name), hex.name, head=" ".join(head.split()), items=items, changed=changed, threatened=danger
    )


def anchor(pen: Pen, name: str) -> str:
    return f"{pen.ids}-at-{name}"


def link(pen: Pen, name: str, title: str, x: float, y: float, body: str) -> str:
    """Draw something at its place as a link to its line in the list."""
    where = f'transform="translate({num(x)} {num(y)})"'
    return f'<a href="#{escape_xml(anchor(pen, name))}" {where}><title>{escape_xml(title)}</title>{body}</a>'


def hexes(picture: HexMap, pen: Pen) -> tuple[list[str], float]:
    """Draw the map as wide as a phone, and return its height."""
    _, _, width, _ = extent(picture.cells, 1.0)
    radius = min((WIDTH - 2 * MARGIN) / width, MAX_HEX_RADIUS)
    left, top, width, height = extent(picture.cells, radius)
    dx, dy = WIDTH / 2 - left - width / 2, MARGIN - top
    parts = []
    for place in picture.candidates:
        x, y = centre(place.q, place.r, radius)
        rim = f'{stroke(HALO, 1.5)} stroke-dasharray="4 3"'
        spot = polygon(corners(radius - 2), PLACE, rim)
        name = fit_text(0, 5, f"#{place.number}", 15, radius * 1.5, bold=True)
        parts.append(translate(x + dx, y + dy, " ".join(candidate_head(place).split()), [spot, name]))
    for hex in picture.hexes:
        x, y = centre(hex.q, hex.r, radius)
        title = f"{hex.name} {at(hex.q, hex.r)}"
        parts.append(link(pen, hex.name, title, x + dx, y + dy, "".join(small_hex(pen, hex, radius))))
    return parts, height + 2 * MARGIN


def small_hex(pen: Pen, hex: HexView, radius: float) -> Iterator[str]:
    """Draw edges in the colours of their grounds, the name, and symbols of what and who is there."""
    outer, inner = corners(radius - 0.5), corners(radius * 0.86)
    for edge in range(6):
        after = (edge + 1) % 6
        ground = PATTERNS[pattern_of(pen, hex.edges[edge])][0]
        yield polygon((outer[edge], outer[after], inner[after], inner[edge]), ground, stroke(FAINT, 0.4))
    changed = contains_any(hex, pen.changed)
    yield polygon(inner, PAPER, stroke(HALO, 3) if changed else stroke(FAINT, 0.5))
    if contains_any(hex, pen.threatened):
        yield polygon(corners(radius * 0.74), "none", f'{stroke(DANGER, 2)} stroke-dasharray="5 3"')
    yield fit_text(0, radius * -0.12, hex.name + "*" * changed, min(radius * 0.42, 16), radius * 1.4, bold=True)
    yield from row([sign for spot in hex.spots for sign in spot_symbols(pen, spot)], radius * 0.22, radius)
    yield from row([("disc", pen.colour(piece.colour)) for piece in pieces_on(hex)], radius * 0.55, radius)


def spot_symbols(pen: Pen, spot: SpotView) -> list[tuple[str, str]]:
    """Return the chip on a spot, or the icon of what could be built there."""
    if spot.building:
        owner = spot.building.chip
        return [(pen.chip(owner), pen.colour(owner)) if owner else ("cross", "stone")]
    return [(pen.icon(spot.icon), pen.colour(spot.icon))] if pen.icon(spot.icon) else []


def row(symbols: list[tuple[str, str]], y: float, radius: float) -> Iterator[str]:
    """Draw small symbols side by side."""
    step = min(radius * 0.36, radius * 1.2 / max(len(symbols), 1))
    size = min(step * 0.4, radius * 0.13)
    for n, (shape, colour) in enumerate(symbols):
        x = (n - (len(symbols) - 1) / 2) * step
        yield icon(shape, x, y, size * 1.3, paint(colour)) or find_shape(shape).draw(
            x, y, size, size, paint(colour), stroke(INK, 0.5)
        )


def tiles(chart: Chart, pen: Pen) -> tuple[list[str], float]:
    """Draw the tiles by ground, owner and tokens, with the names of rows and columns along the edges."""
    side = 16.0 if chart.down else 0.0
    above = 16.0 if chart.across else 0.0
    _, _, width, _ = extent(chart.cells, 1.0)
    radius = (WIDTH - 2 * MARGIN - side) / width
    left, top, _, height = extent(chart.cells, radius)
    dx, dy = MARGIN + side - left, MARGIN + above - top
    parts = [*edge_names(chart, radius, MARGIN + side, MARGIN + above)]
    for tile in chart.tiles:
        x, y = centre(tile.q, tile.r, radius)
        text = tile_text(pen, tile)
        drawn = "".join(small_tile(pen, tile, radius))
        placed = link if is_noteworthy(pen, tile) else plain_group
        parts.append(placed(pen, tile.name, text, x + dx, y + dy, drawn))
    return parts, height + 2 * MARGIN + above


def plain_group(pen: Pen, name: str, title: str, x: float, y: float, body: str) -> str:
    return translate(x, y, title, [body])


def edge_names(chart: Chart, radius: float, left: float, top: float) -> Iterator[str]:
    """Draw the names of all rows, and of as many columns as there is room for."""
    step = radius * ROOT3
    every = int(2.2 * MIN_FONT_PX // step) + 1
    for n, name in list(enumerate(chart.across))[::every]:
        yield label(left + (n + 0.5) * step, top - 4, name, MIN_FONT_PX, fill=FAINT)
    for n, name in enumerate(chart.down):
        yield label(MARGIN + 6, top + radius + n * 1.5 * radius + 4, name, MIN_FONT_PX, fill=FAINT)


def small_tile(pen: Pen, tile: TileView, radius: float) -> Iterator[str]:
    ground = PATTERNS[pattern_of(pen, tile.ground)][0]
    yield polygon(corners(radius - 0.4), ground, stroke(FAINT, 0.4))
    if tile.owner:
        yield polygon(corners(radius * 0.78), "none", stroke(paint(pen.colour(tile.owner)), 2))
    if in_danger(pen, tile):
        yield polygon(corners(radius * 0.9), "none", f'{stroke(DANGER, 2)} stroke-dasharray="3 2"')
    elif contains_any(tile, pen.changed):
        yield polygon(corners(radius * 0.9), "none", stroke(HALO, 2))
    if tile.tokens:
        top = tile.tokens[-1]
        far = radius * 0.45
        yield find_shape(pen.token(top.kind)).draw(0, 0, far, far, paint(pen.token_colour(top)), stroke(INK, 0.6))
