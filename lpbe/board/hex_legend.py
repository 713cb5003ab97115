"""The legend of an SVG map: players, terrains, pieces and signs, tokens, icons, buildings."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from .icons import icon
from .legend import (
    Item,
    Sign,
    captioned,
    changed_sign,
    kind_sign,
    player_items,
    terrain_sign,
    text_sign,
    token_sign,
)
from .outside import with_cargo
from .picture import HexMap, tokens_of
from .shapes import FAINT, FREE, HALO, INK, LEAST, PAPER, PLACE, box, fitted, label, paint, polygon, stroke
from .signs import loads, shown, tokens_on, zone_name
from .spots import alarm, no_chip
from .tokens import die, token
from .wording import Pen

Sample = tuple[str, float, Sign]


def terrains(picture: HexMap) -> list[str]:
    return sorted({edge for face in picture.all_faces for edge in face.edges}, reverse=True)


def grounds(picture: HexMap, pen: Pen) -> list[str]:
    """All that is drawn as a pattern: terrains of edges, and what zones, spots and dice of single edges have pinned."""
    faces = picture.all_faces
    named = {zone.ground for face in faces for zone in face.zones}
    named |= {spot.ground for face in faces for spot in face.spots}
    named |= {die.brings for face in faces for die in face.dice if die.side is not None}
    return [*terrains(picture), *sorted(named & pen.look.patterns.keys())]


def groups(picture: HexMap, pen: Pen) -> Iterator[list[Item]]:
    """The rows of the legend."""
    yield player_items(pen, picture.colours)
    yield ground_items(picture, pen)
    yield [Item(30, kind_sign(pen, kind), pen.term(kind)) for kind in picture.kinds] + signs(picture, pen)
    yield token_items(picture, pen)
    faces = picture.all_faces
    icons = {spot.icon for face in faces for spot in face.spots}
    icons |= {token.resource for face in faces for token in tokens_of(face) if token.resource}
    built = {spot.building.kind for face in faces for spot in face.spots if spot.building} - icons
    yield [Item(38, icon_sign(pen, icon), pen.term(icon)) for icon in sorted(icons)]
    yield [Item(26, text_sign(pen.short(kind), INK), pen.term(kind)) for kind in sorted(built)]


def icon_sign(pen: Pen, thing: str) -> Sign:
    """The letters of a resource, and its picture in its colour."""
    drawn, fill = pen.icon(thing), paint(pen.colour(thing))
    return lambda x, y: text_sign(pen.short(thing), FAINT)(x - 9, y) + icon(drawn, x + 11, y, 8, fill)


def ground_items(picture: HexMap, pen: Pen) -> list[Item]:
    """The edges by letter, and the grounds that are called otherwise than any edge."""
    edges = terrains(picture)
    called = {pen.terrain(edge) for edge in edges}
    others = [ground for ground in grounds(picture, pen) if ground not in edges and pen.term(ground) not in called]
    items = [Item(30, terrain_sign(pen, edge), f"{edge} {pen.terrain(edge)}") for edge in edges]
    return items + [Item(30, terrain_sign(pen, ground), pen.term(ground)) for ground in others]


def token_items(picture: HexMap, pen: Pen) -> list[Item]:
    """One of each kind of token that has a shape."""
    found = {token.kind: token for token in tokens_on(picture) if token.kind in pen.look.tokens}
    return [Item(30, token_sign(pen, found[kind]), pen.term(kind)) for kind in sorted(found)]


def signs(picture: HexMap, pen: Pen) -> list[Item]:
    """A sample of each sign that the game has a word for; of some only where the map has them."""
    seat, kind = next(iter(picture.colours), ""), next(iter(picture.kinds), "")
    own, colour = pen.letter(seat), pen.colour(seat)
    samples: list[Sample] = [
        ("wounded", 30, lambda x, y: token(x, y, 27, 15, colour, pen.token(kind), f"{own}1!", True, False)),
        ("die", 30, lambda x, y: die(x, y, 26, colour, f"{own}6", False)),
        ("lit", 30, lambda x, y: die(x, y, 26, colour, f"{own}6", True)),
        ("free", 26, lambda x, y: box(x, y, 20, 20, FREE, round=4, more=f'{stroke()} stroke-dasharray="3 2"')),
        ("changed", 30, changed_sign),
        ("threatened", 26, lambda x, y: alarm(x, y + 1)),
        ("abandoned", 26, lambda x, y: no_chip(x, y, 6.5)),
        ("aboard", 30, lambda x, y: load_sign(picture, pen, x, y)),
        ("zone", 48, lambda x, y: zone_sign(picture, x, y)),
        ("side", 40, lambda x, y: side_sign(colour, f"{own}6", x, y)),
        ("way", 26, way_sign),
        ("candidate", 26, candidate_sign),
    ]
    seldom = {"abandoned", "threatened", "aboard", "zone", "side", "way", "candidate"} - shown(picture, pen.threatened)
    return captioned(pen, [sample for sample in samples if sample[0] not in seldom])


def load_sign(picture: HexMap, pen: Pen, x: float, y: float) -> str:
    carrier, load = next(loads(picture))
    return with_cargo(replace(pen, marked=frozenset()), (load,), carrier, x, y + 5, (27.0, 11.0))


def zone_sign(picture: HexMap, x: float, y: float) -> str:
    plate = box(x, y, 46, 14, PAPER, round=6, more=stroke(FAINT, 0.6))
    return plate + fitted(x, y + 4.2, zone_name(picture), LEAST, 42, bold=True)


def side_sign(colour: str, text: str, x: float, y: float) -> str:
    wedge = polygon([(x - 18, y), (x + 18, y - 9), (x + 18, y + 9)], FREE, stroke(FAINT, 0.8))
    return wedge + die(x + 5, y, 20, colour, text, False)


def way_sign(x: float, y: float) -> str:
    return polygon([(x - 7, y - 7), (x + 7, y - 7), (x, y + 8)], PAPER, stroke(INK, 1.2))


def candidate_sign(x: float, y: float) -> str:
    edge = f'{stroke(HALO, 2)} stroke-dasharray="5 3"'
    return box(x, y, 26, 20, PLACE, more=edge) + label(x, y + 4.5, "#1", LEAST, bold=True)
