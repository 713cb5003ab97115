"""A chart of many small tiles: grounds are defined once, and what is on a tile is drawn as a badge above it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..labels import Pen, contains_any, in_danger, mark_text
from ..model import Chart, TileView, TokenView
from ..text.tile_map import grounds_of
from .chips import outline
from .geometry import ROOT3, Point, centre, corners
from .hex_ground import pattern_of
from .layers import Box, Layers
from .palette import shade
from .shapes import (
    ICONS,
    Named,
    circle,
    define_icon,
    escape_xml,
    group,
    icon,
    named,
    path,
    polygon,
    text,
    translate,
)

Spread = Mapping[str, Point]
"""The name of each tile and its centre."""
RADIUS = 26.0
SIDE, ABOVE, MARGIN = 40.0, 36.0, 10.0
"""The space for the names of rows and columns."""
BADGE_RADIUS = 16.0
WATER = frozenset(["waves", "shore", "swirl"])
BURNT = frozenset(["lines", "cracks"])
"""The patterns of grounds whose letters are bright."""
SIGNS = ("ring", "ruin", "number", "star")
"""The shapes of tokens that are drawn without a badge."""
COLOURS = {"leaf": "leaf", "works": "smoke"}
"""Icons on badges, and their colours; any other icon is dark."""
TILE_STYLES = {"waves": "t-sea", "hills": "t-hills te", "dots": "shore te"}
"""Pattern -> the classes of a tile with it, if they differ from those of a large hex."""
MARKS = {
    "waves": ("", "", path("M-9 6q4.5 -5 9 0t9 0", "wv faint"), "", ""),
    "crosses": (path("M-9 -14l6 11h-12ZM8 -13l6 11h-12ZM-1 -1l7 12h-14Z", "tree"),),
    "hills": (path("M-15 13L-3 -11L1 13Z", "snow") + path("M-3 -11L12 13H1Z", "cliff"),),
    "lines": (
        path("M-14 -8L-5 -3L-8 5L2 9L0 17M-5 -3L4 -10M2 9L12 4", "crack"),
        path("M13 -7L4 -4L6 5L-4 8L-6 16M4 -4L-3 -12M-4 8L-13 3", "crack"),
    ),
    "cracks": (path("M-14 -8L-5 -3L-8 5L2 9L0 17M-5 -3L4 -10M2 9L12 4M4 -10L13 -9", "crack hot"),),
    "slashes": (path("M-4 -16L3 -5L-4 3L4 15", "crack hot"),),
}
"""Pattern -> the variants of what is drawn on a tile with it."""


def map_box(chart: Chart) -> Box:
    middles = [*spread_of(chart).values()] or [(0.0, 0.0)]
    right, bottom = max(x for x, _ in middles), max(y for _, y in middles)
    side, above = (SIDE if chart.down else 0), (ABOVE if chart.across else 0)
    half = RADIUS * ROOT3 / 2 + MARGIN
    left, top = -half - side, -RADIUS - MARGIN - above
    return Box(left, top, right + half - left, bottom + RADIUS + MARGIN - top)


def spread_of(chart: Chart) -> Spread:
    """Return the centre of each tile, in whole units from the leftmost and topmost ones."""
    middles = {tile.name: centre(tile.q, tile.r, RADIUS) for tile in chart.tiles}
    left, top = min((x for x, _ in middles.values()), default=0.0), min((y for _, y in middles.values()), default=0.0)
    return {name: (float(round(x - left)), float(round(y - top))) for name, (x, y) in middles.items()}


def definitions(chart: Chart, pen: Pen) -> Iterator[str]:
    """Yield the tiles, rings, badges and icons that the drawing refers to."""
    yield from (part for ground in grounds_of(chart) for part in tile_definitions(chart, pen, ground))
    yield polygon(corners(RADIUS - 1), "thr soft").replace("<polygon", f'<polygon id="{pen.ids}-danger"', 1)
    yield polygon(corners(RADIUS - 2), "chg thin").replace("<polygon", f'<polygon id="{pen.ids}-new"', 1)
    shapes = {pen.token(kind) for kind in chart.kinds} | {"shield"}
    yield from (define_icon(pen.ids, name) for name in sorted(shapes & ICONS.keys()))
    for seat in ("", *chart.colours):
        yield f'<g id="{pen.ids}-o-{seat}">{frame(pen, seat, BADGE_RADIUS, "")}</g>'
    for shape in sorted(shapes & ICONS.keys()):
        sign = icon(pen.ids, shape, 0, 0, BADGE_RADIUS * 0.55, COLOURS.get(shape, "dark"))
        yield f'<g id="{pen.ids}-k-{shape}">{sign}</g>'
    sign = circle(16, -16, 8, "badge-ground") + icon(pen.ids, "shield", 16, -16, 6.5, "shield")
    yield f'<g id="{pen.ids}-k-ring">{circle(0, -1, 22, "sr")}{sign}</g>'


def tile_definitions(chart: Chart, pen: Pen, ground: str) -> Iterator[str]:
    """Yield the drawing of a ground once per variant, with its name in words."""
    pattern = pattern_of(pen, ground)
    style = TILE_STYLES.get(pattern, f"{pattern} te")
    tile = polygon(corners(RADIUS - 0.5), style)
    marks = MARKS.get(pattern, ("",))
    for name in dict.fromkeys(tile_ids(chart, pen, ground)):
        mark = marks["abcdef".index(name[-1])]
        yield f'<g id="{name}" data-ground="{escape_xml(pen.term(ground))}">{tile}{mark}</g>'


def tile_ids(chart: Chart, pen: Pen, ground: str) -> list[str]:
    """Return the ids of the variants of a ground: short, because they occur hundreds of times."""
    nth = grounds_of(chart).index(ground)
    marks = MARKS.get(pattern_of(pen, ground), ("",))
    return [f"{pen.ids}{nth}{'abcdef'[marks.index(mark)]}" for mark in marks]


def layers(chart: Chart, pen: Pen) -> Layers:
    """Draw the chart by layers: the tiles with their names, what is threatened, and what is on the tiles."""
    spread = spread_of(chart)
    ground = [group(axes(chart)), *rows(chart, pen, spread), *tile_names(chart, pen, spread)]
    notices = [ring(pen, "danger", spread[tile.name]) for tile in chart.tiles if in_danger(pen, tile)]
    changed = [ring(pen, "new", spread[tile.name]) for tile in chart.tiles if contains_any(tile, pen.changed)]
    things = [part for tile in chart.tiles for part in tokens(pen, tile, spread[tile.name])]
    return Layers([*ground, *changed], notices, things)


def axes(chart: Chart) -> Iterator[str]:
    """Draw the names of the rows, and of every other column."""
    step = RADIUS * ROOT3
    for n, name in list(enumerate(chart.across))[::2]:
        yield text(n * step, -RADIUS - 14, name, "ax al")
    for n, name in enumerate(chart.down):
        yield text(-RADIUS - 22, n * 1.5 * RADIUS + 8, name, "ax al")


def rows(chart: Chart, pen: Pen, spread: Spread) -> Iterator[str]:
    """Draw the tiles row by row; the page finds the name and x of a tile there, and its y at the row."""
    ids = {ground: tile_ids(chart, pen, ground) for ground in grounds_of(chart)}
    drawn: dict[float, list[str]] = {}
    for n, tile in enumerate(chart.tiles):
        x, y = spread[tile.name]
        variants = ids[tile.ground]
        name = variants[(n * 7 + tile.r * 3) % len(variants)]
        title = f"<title>{escape_xml(tile_text(pen, tile))}</title>" if is_noteworthy(pen, tile) else ""
        head = f'<use href="#{name}" x="{x:g}" data-name="{escape_xml(tile.name)}"'
        drawn.setdefault(y, []).append(f"{head}>{title}</use>" if title else f"{head}/>")
    for y, tiles in drawn.items():
        yield f'<g data-kind="tile" data-y="{y:g}"{translate(0, y)}>{"".join(tiles)}</g>'


def is_noteworthy(pen: Pen, tile: TileView) -> bool:
    """Return whether a tile is described, which it is if something is on it."""
    return not tile.tokens and (bool(tile.owner or tile.title) or tile.abandoned or in_danger(pen, tile))


def tile_text(pen: Pen, tile: TileView) -> str:
    things = [mark_text(pen, each, each.kind) for each in tile.tokens]
    ground = "" if tile.title else f", {pen.term(tile.ground)}"
    return pen.row(mark_text(pen, tile, tile.name) + ground, *things)


def tile_names(chart: Chart, pen: Pen, spread: Spread) -> Iterator[str]:
    """Draw the names of tiles on land, dark ones and bright ones."""
    rows: dict[tuple[float, bool], list[str]] = {}
    for tile in chart.tiles:
        pattern = pattern_of(pen, tile.ground)
        if tile.tokens or pattern not in WATER:
            x, y = spread[tile.name]
            rows.setdefault((y, pattern in BURNT), []).append(f'<text x="{x:g}">{escape_xml(tile.name)}</text>')
    for (y, burnt), names in sorted(rows.items()):
        yield group(names, "tn th" if burnt else "tn tl", translate(0, y + 21))


def ring(pen: Pen, name: str, at: Point) -> str:
    return f'<use href="#{pen.ids}-{name}" x="{at[0]:g}" y="{at[1]:g}"/>'


def tokens(pen: Pen, tile: TileView, at: Point) -> Iterator[str]:
    """Draw what is on a tile: badges side by side if there are several, with rings and signs around them."""
    badges = [token for token in tile.tokens if pen.token(token.kind) not in SIGNS]
    others = [token for token in tile.tokens if pen.token(token.kind) in SIGNS]
    for n, token in enumerate(badges):
        across = (n - (len(badges) - 1) / 2) * 20
        size = BADGE_RADIUS if len(badges) < 2 else 11.0
        yield place_token(pen, tile, token, (at[0] + across, at[1] - 1), badge(pen, tile, token, size))
    for token in others:
        yield place_token(pen, tile, token, at, sign(pen, token, bool(badges)))


def place_token(pen: Pen, tile: TileView, token: TokenView, at: Point, parts: list[str]) -> str:
    """Draw a token at its place; the first one of a tile describes the whole tile."""
    words = tile_text(pen, tile) if token is tile.tokens[0] else mark_text(pen, token, token.kind)
    thing = Named(token.name, "token", *at, words)
    return named(thing, parts, move=translate(*at))


def badge(pen: Pen, tile: TileView, token: TokenView, size: float) -> list[str]:
    """Draw a badge in the shape and colour of its owner, with the name of a thing that has one below."""
    owner = token.owner or tile.owner
    shape, small = pen.token(token.kind), size < BADGE_RADIUS
    around = f'<use href="#{pen.ids}-o-{owner}"/>' if not token.private else frame(pen, owner, size, " secret")
    around += f'<use href="#{pen.ids}-k-{shape}"/>' if shape in ICONS else text(0, 4.7, pen.symbol(token.kind), "fn bt")
    name = [text(0, 31, pen.phrase(token.title), "cn halo")] if token.name and token.title else []
    return [f'<g transform="scale({size / BADGE_RADIUS:.2g})">{around}</g>' if small else around, *name]


def frame(pen: Pen, seat: str, size: float, secret: str) -> str:
    return outline(pen.chip(seat) if seat else "square", size, f"badge s-{shade(pen, seat)}{secret}")


def sign(pen: Pen, token: TokenView, beside: bool) -> list[str]:
    """Draw a token without a badge: a ring with a shield, a ruin, a number, or a star that only the reader sees."""
    shape = pen.token(token.kind)
    if shape == "ring":
        return [f'<use href="#{pen.ids}-k-ring"/>']
    if shape == "ruin":
        return [icon(pen.ids, "ruin", 0, -2, 9, "ruin")]
    if shape == "star":
        x, y = (-16, -14) if beside else (0, 0)
        return [circle(x, y, 10, "badge s-yellow secret"), icon(pen.ids, "star", x, y, 7, "dark")]
    return [circle(0, -2, 12, "badge s-strike"), text(0, 4, str(token.value or pen.symbol(token.kind)), "fn bt")]
