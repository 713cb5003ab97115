"""The legend below an SVG board: symbols and their meanings in rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from ..labels import CHANGE_MARK, Pen
from ..model import HexMap, TokenView, tokens_of
from ..queries import all_tokens, cargo_pairs, symbols_in_use, zone_name
from .hex_building_spots import alarm, no_chip
from .hex_pieces import with_cargo
from .palette import FAINT, FREE, HALO, INK, PAPER, PLACE, paint, pattern_id
from .shapes import MIN_FONT_PX, box, fit_text, icon, label, polygon, stroke, text_width
from .tokens import SHAPES, chip, die, token

MARGIN = 24.0
LINE_HEIGHT = 26.0
"""The height of a line."""
FONT_SIZE = 13.0
"""The height of letters."""
Symbol = Callable[[float, float], str]


class MapDrawing(Struct, frozen=True):
    """What is drawn above the legend: its parts, where it ends, and its description."""

    parts: list[str]
    end: float
    description: list[str]


class Item(Struct, frozen=True):
    """A symbol of the legend: its width, how to draw it, and its meaning."""

    width: float
    sign: Symbol
    text: str


def legend(pen: Pen, groups: Iterable[list[Item]], width: float, top: float) -> tuple[list[str], float]:
    """Draw symbols and meanings in rows, and return where they end."""
    parts = [label(MARGIN, top + 14, pen.caption("legend"), 16, bold=True, anchor="start")]
    y = top + LINE_HEIGHT * 1.5
    for group in filter(None, groups):
        x = MARGIN
        for item in group:
            long = item.width + 8 + text_width(item.text, FONT_SIZE) + 18
            if x > MARGIN and x + long > width - MARGIN:
                x, y = MARGIN, y + LINE_HEIGHT
            parts.append(item.sign(x + item.width / 2, y))
            parts.append(label(x + item.width + 8, y + FONT_SIZE * 0.36, item.text, FONT_SIZE, anchor="start"))
            x += long
        y += LINE_HEIGHT
    return parts, y - LINE_HEIGHT / 2


def with_captions(pen: Pen, symbols: Iterable[tuple[str, float, Symbol]]) -> list[Item]:
    """Return the symbols that the game has a word for."""
    return [Item(width, sign, pen.caption(name)) for name, width, sign in symbols if pen.caption(name)]


def changed_symbol(x: float, y: float) -> str:
    return box(x, y, 22, 18, PAPER, round=4, more=stroke(HALO, 4)) + label(x, y + 7, CHANGE_MARK, 16, bold=True)


def player_items(pen: Pen, seats: Iterable[str]) -> list[Item]:
    return [Item(20, chip_symbol(pen, seat), pen.player(seat)) for seat in seats]


def chip_symbol(pen: Pen, seat: str) -> Symbol:
    return lambda x, y: chip(x, y, 8, pen.colour(seat), pen.chip(seat), pen.letter(seat))


def kind_symbol(pen: Pen, kind: str) -> Symbol:
    """Return the empty shape of a kind; letters if it has no shape of its own."""
    shape = pen.token(kind)
    text = "" if shape in SHAPES else pen.letter(kind)
    return lambda x, y: token(x, y, 27, 15, "", shape, text, False, False)


def token_symbol(pen: Pen, each: TokenView) -> Symbol:
    """Return a kind of token in its colour."""
    shape = pen.token(each.kind)
    colour = "" if each.owner else pen.token_colour(each)
    text = "" if shape in SHAPES else pen.symbol(each.kind)
    return lambda x, y: token(x, y, 27, 15, colour, shape, text, False, False)


def terrain_symbol(pen: Pen, terrain: str) -> Symbol:
    return lambda x, y: box(x, y, 28, 16, f"url(#{pattern_id(pen, terrain)})")


def text_symbol(text: str, fill: str) -> Symbol:
    return lambda x, y: label(x, y + 5, text, 14, bold=fill == INK, fill=fill)


Sample = tuple[str, float, Symbol]


def terrains(picture: HexMap) -> list[str]:
    return sorted({edge for face in picture.all_faces for edge in face.edges}, reverse=True)


def grounds(picture: HexMap, pen: Pen) -> list[str]:
    """Return all that is drawn as a pattern: the terrains of edges, and grounds of zones, spots and dice."""
    faces = picture.all_faces
    named = {zone.ground for face in faces for zone in face.zones}
    named |= {spot.ground for face in faces for spot in face.spots}
    named |= {die.brings for face in faces for die in face.dice if die.side is not None}
    return [*terrains(picture), *sorted(named & pen.look.patterns.keys())]


def hex_groups(picture: HexMap, pen: Pen) -> Iterator[list[Item]]:
    """Return the rows of the legend."""
    yield player_items(pen, (*picture.colours, *picture.unplayed_colours))
    yield ground_items(picture, pen)
    yield [Item(30, kind_symbol(pen, kind), pen.term(kind)) for kind in picture.kinds] + symbols(picture, pen)
    yield token_items(picture, pen)
    faces = picture.all_faces
    icons = {spot.icon for face in faces for spot in face.spots}
    icons |= {token.resource for face in faces for token in tokens_of(face) if token.resource}
    built = {spot.building.kind for face in faces for spot in face.spots if spot.building} - icons
    yield [Item(38, icon_symbol(pen, icon), pen.term(icon)) for icon in sorted(icons)]
    yield [Item(26, text_symbol(pen.short(kind), INK), pen.term(kind)) for kind in sorted(built)]


def icon_symbol(pen: Pen, thing: str) -> Symbol:
    """Return the letters of a resource, and its icon in its colour."""
    drawn = pen.icon(thing)
    fill = paint(pen.colour(thing))
    return lambda x, y: text_symbol(pen.short(thing), FAINT)(x - 9, y) + icon(drawn, x + 11, y, 8, fill)


def ground_items(picture: HexMap, pen: Pen) -> list[Item]:
    """Return the edges by letter, and the grounds whose name no edge has."""
    edges = terrains(picture)
    called = {pen.terrain(edge) for edge in edges}
    others = [ground for ground in grounds(picture, pen) if ground not in edges and pen.term(ground) not in called]
    items = [Item(30, terrain_symbol(pen, edge), f"{edge} {pen.terrain(edge)}") for edge in edges]
    return items + [Item(30, terrain_symbol(pen, ground), pen.term(ground)) for ground in others]


def token_items(picture: HexMap, pen: Pen) -> list[Item]:
    """Return one of each kind of token that has a shape."""
    found = {token.kind: token for token in all_tokens(picture) if token.kind in pen.look.tokens}
    return [Item(30, token_symbol(pen, found[kind]), pen.term(kind)) for kind in sorted(found)]


def symbols(picture: HexMap, pen: Pen) -> list[Item]:
    """Return a sample of each symbol that the game has a word for; rare ones only if the map has them."""
    seat = next(iter(picture.colours), "")
    kind = next(iter(picture.kinds), "")
    own = pen.letter(seat)
    colour = pen.colour(seat)
    samples: list[Sample] = [
        ("wounded", 30, lambda x, y: token(x, y, 27, 15, colour, pen.token(kind), f"{own}1!", True, False)),
        ("die", 30, lambda x, y: die(x, y, 26, colour, f"{own}6", False)),
        ("lit", 30, lambda x, y: die(x, y, 26, colour, f"{own}6", True)),
        ("free", 26, lambda x, y: box(x, y, 20, 20, FREE, round=4, more=f'{stroke()} stroke-dasharray="3 2"')),
        ("changed", 30, changed_symbol),
        ("threatened", 26, lambda x, y: alarm(x, y + 1)),
        ("abandoned", 26, lambda x, y: no_chip(x, y, 6.5)),
        ("aboard", 30, lambda x, y: cargo_symbol(picture, pen, x, y)),
        ("zone", 48, lambda x, y: zone_symbol(picture, x, y)),
        ("side", 40, lambda x, y: side_symbol(colour, f"{own}6", x, y)),
        ("way", 26, way_symbol),
        ("candidate", 26, candidate_symbol),
    ]
    seldom = {"abandoned", "threatened", "aboard", "zone", "side", "way", "candidate"} - symbols_in_use(
        picture, pen.threatened
    )
    return with_captions(pen, [sample for sample in samples if sample[0] not in seldom])


def cargo_symbol(picture: HexMap, pen: Pen, x: float, y: float) -> str:
    carrier, load = next(cargo_pairs(picture))
    return with_cargo(replace(pen, changed=frozenset()), (load,), carrier, x, y + 5, (27.0, 11.0))


def zone_symbol(picture: HexMap, x: float, y: float) -> str:
    plate = box(x, y, 46, 14, PAPER, round=6, more=stroke(FAINT, 0.6))
    return plate + fit_text(x, y + 4.2, zone_name(picture), MIN_FONT_PX, 42, bold=True)


def side_symbol(colour: str, text: str, x: float, y: float) -> str:
    wedge = polygon([(x - 18, y), (x + 18, y - 9), (x + 18, y + 9)], FREE, stroke(FAINT, 0.8))
    return wedge + die(x + 5, y, 20, colour, text, False)


def way_symbol(x: float, y: float) -> str:
    return polygon([(x - 7, y - 7), (x + 7, y - 7), (x, y + 8)], PAPER, stroke(INK, 1.2))


def candidate_symbol(x: float, y: float) -> str:
    edge = f'{stroke(HALO, 2)} stroke-dasharray="5 3"'
    return box(x, y, 26, 20, PLACE, more=edge) + label(x, y + 4.5, "#1", MIN_FONT_PX, bold=True)
