"""A map of large hexes: each hex with everything on it, places for new hexes, and the pieces above all of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from ...kernel.base.memo import Memo
from ..labels import Pen, at, contains_any, describe_face, in_danger, mark_text, token_label
from ..model import Candidate, FaceView, HexMap, HexView, TokenView
from . import hex_ground, hex_pieces
from .building_spots import FENCES, endangered, spots
from .geometry import (
    HEX_RADIUS,
    INNER_RADIUS,
    SPOT_HEIGHT,
    SPOT_Y,
    Point,
    centre,
    corners,
    extent,
    spot_places,
)
from .hex_dice import dice, side_dice
from .hex_layout import arrange
from .layers import Box, Layers
from .palette import shade
from .shapes import (
    ICONS,
    Named,
    box,
    circle,
    define_icon,
    group,
    icon,
    named,
    polygon,
    text,
    text_width,
    translate,
)

MARGIN = 10.0
FOR_PAGES = re.compile(r' data-\w+="[^"]*"|<title>.*?</title>')
"""What a page needs to find a thing and say what it is."""
TOKEN_ICONS = {"flame": "flame", "star": "star"}
"""The shapes of tokens that are drawn beside the name of a hex, and their icons."""


def map_box(picture: HexMap) -> Box:
    left, top, width, height = extent(picture.cells, HEX_RADIUS)
    return Box(left - MARGIN, top - MARGIN, width + 2 * MARGIN, height + 2 * MARGIN)


def definitions(picture: HexMap, pen: Pen) -> Iterator[str]:
    """Yield what the drawing refers to: grounds, bands, pieces, and the icons in use."""
    yield from hex_ground.definitions(pen, picture.all_faces)
    yield from hex_pieces.definitions(pen)
    yield from (define_icon(pen.ids, name) for name in sorted(icons_in_use(picture, pen)))


def icons_in_use(picture: HexMap, pen: Pen) -> set[str]:
    faces = picture.all_faces
    buildings = [spot.building for face in faces for spot in face.spots if spot.building]
    things = [each.brings for face in faces for each in face.dice] + [
        spot.icon for face in faces for spot in face.spots
    ]
    names = {pen.icon(thing) for thing in things} | {pen.icon(each.kind, each.resource) for each in buildings}
    names |= {pen.icon(each.wards) for each in buildings} | {"works", "cross", "warning", "dome", *TOKEN_ICONS.values()}
    return names & ICONS.keys()


def layers(picture: HexMap, pen: Pen) -> Layers:
    """Draw the map by layers: the ground with its buildings, what is threatened, the pieces."""
    ground = [draw_candidate(pen, each) for each in picture.candidates]
    threats: list[str] = []
    pieces: list[str] = []
    for hex in sorted(picture.hexes, key=lambda hex: (hex.r, hex.q)):
        middle = centre(hex.q, hex.r, HEX_RADIUS)
        layout = arrange(hex, partial(hex_pieces.breadth, pen))
        ground.append(hexagon(pen, hex, middle))
        threats += hex_threats(pen, hex, middle)
        below = list(hex_pieces.trays(pen, hex, layout))
        pieces += [group(below, move=translate(*middle))] if below else []
        pieces += hex_pieces.pieces(pen, hex, layout, middle, picture.reader)
    return Layers(ground, threats, pieces)


HEX_PARTS: Memo[list[str]] = Memo()


def hexagon(pen: Pen, hex: HexView, middle: Point) -> str:
    """Draw a hex with its name, reused from the last board unless something on it has changed."""
    thing = Named(hex.name, "hex", *middle, hex_text(pen, hex))
    basis = hex, pen.words, pen.look, pen.names, pen.ids, pen.quote_rules
    if contains_any(hex, pen.changed) or contains_any(hex, pen.threatened):
        parts = hex_parts(pen, hex, middle)
    else:
        parts = HEX_PARTS.get(hex.name, basis, lambda: hex_parts(pen, hex, middle))
    return named(thing, parts, move=translate(*middle))


def hex_text(pen: Pen, face: FaceView) -> str:
    """Describe a hex without its spots, which describe themselves."""
    head = " ".join(describe_face(pen, face)[0].split())
    tokens = [token_label(pen, token) for token in face.tokens]
    danger = [pen.caption("threatened")] if in_danger(pen, face) else []
    return pen.row(head, *tokens, *danger, *pen.rule(face.rule))


def hex_parts(pen: Pen, face: FaceView, middle: Point) -> list[str]:
    """Draw a hex around its centre."""
    around = any(die.side is not None for die in face.dice)
    parts = [
        *hex_ground.ground(pen, face),
        *hex_ground.zones(pen, face, middle),
        *washes(pen, face),
        *hex_ground.on_edges(pen, face, middle),
        *heading(pen, face, around),
        *(side_dice(pen, face) if around else dice(pen, face) if face.dice else ()),
        *spots(pen, face, middle),
        *(token for spot in face.spots for token in loose_tokens(pen, face, spot.name)),
    ]
    if face.name in pen.changed:
        parts.append(polygon(corners(INNER_RADIUS + 6), "chg"))
    return parts


def washes(pen: Pen, face: FaceView) -> Iterator[str]:
    """Draw a tint over the whole hex for certain tokens on it, if the game wants that."""
    for colour in dict.fromkeys(pen.look.washes.get(token.kind, "") for token in face.tokens):
        if colour:
            yield polygon(corners(INNER_RADIUS), f"f-{colour} wash")


def heading(pen: Pen, face: FaceView, around: bool) -> Iterator[str]:
    """Draw the name of a hex, and beside it the tokens on it."""
    rows = len(face.dice) > 2 and not around
    y = -25.0 if around else -73.0 if rows else -66.0 if face.dice else -58.0
    if face.home and not face.zones:
        yield icon(pen.ids, "dome", 0, -74, 11, "slate")
        y = -40.0
    yield text(0, y, face.name, "hn ink")
    shown = [token for token in face.tokens if token.at is None]
    for n, token in enumerate(shown):
        side = text_width(face.name, 32) / 2 + 9 + n // 2 * 22
        yield draw_token(pen, token, -side if n % 2 else side, y - 8)


def loose_tokens(pen: Pen, face: FaceView, name: str) -> Iterator[str]:
    """Draw the tokens of a spot that are not around it, at its upper corner."""
    width, places = spot_places(len(face.spots))
    for spot, x in zip(face.spots, places, strict=True):
        if spot.name == name:
            loose = [token for token in spot.tokens if pen.token(token.kind) not in FENCES]
            for n, token in enumerate(loose):
                yield draw_token(pen, token, x - width / 2 + 8 + n * 16, SPOT_Y - SPOT_HEIGHT / 2 + 2)


def draw_token(pen: Pen, token: TokenView, x: float, y: float) -> str:
    """Draw a token: an icon with its value, or a disc with its letter."""
    colour, shape = shade(pen, token.owner or token.kind), pen.token(token.kind)
    thing = Named(token.name, "token", x, y, mark_text(pen, token, token.kind))
    if shape in TOKEN_ICONS:
        drawn = icon(pen.ids, TOKEN_ICONS[shape], x, y, 12, colour)
        value = text(x, y + 5, str(token.value), "zl bt") if token.value else ""
        return named(thing, [drawn, value])
    sign = text(x, y + 4.7, pen.material(token), f"zl t-{colour}")
    return named(thing, [circle(x, y, 9.5, f"f-{colour} rim"), sign])


def draw_candidate(pen: Pen, each: Candidate) -> str:
    """Draw a place for a hex in hand, with its number."""
    x, y = centre(each.q, each.r, HEX_RADIUS)
    name = at(each.q, each.r)
    thing = Named(name, "cell", x, y, f"#{each.number} {name}")
    parts = [polygon(corners(HEX_RADIUS - 6), "cell"), text(0, 12, f"#{each.number}", "no soft-ink")]
    return named(thing, parts, move=translate(x, y))


def hex_threats(pen: Pen, hex: HexView, middle: Point) -> Iterator[str]:
    """Draw dashed lines around what is in danger on a hex, and a sign for the whole hex."""
    x, y = middle
    if in_danger(pen, hex):
        struck = next((die.brings for die in hex.dice if die.lit), "")
        sign = icon(pen.ids, pen.icon(struck) or "warning", 72, -92, 11, "alarm")
        outline = polygon(corners(INNER_RADIUS + 12), "thr")
        yield group([outline, circle(72, -92, 18, "ths"), sign], move=translate(x, y))
    width, places = spot_places(len(hex.spots))
    for spot, across in zip(hex.spots, places, strict=True):
        if endangered(pen, spot):
            frame = box(0, 0, width + 5, SPOT_HEIGHT + 8, "thr soft", 10)
            up, out = -SPOT_HEIGHT / 2, width / 2 - 4
            sign = circle(out, up, 9, "ths soft-rim") + icon(pen.ids, "warning", out, up - 1, 5, "alarm")
            yield group([frame, sign], move=translate(x + across, y + SPOT_Y))


def hand_face(pen: Pen, face: FaceView) -> list[str]:
    """Draw a hex in hand around its centre, as it would look on the map; nothing in it has a name yet."""
    return [FOR_PAGES.sub("", part) for part in hex_parts(pen, face, (0.0, 0.0))]
