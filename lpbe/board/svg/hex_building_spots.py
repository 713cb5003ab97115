"""The building spots of a hex: number and icon, building and chip, who is inside, and walls around it."""

from __future__ import annotations

from collections.abc import Iterator

from ..labels import Pen, in_danger, mark_text, token_label, zones_label
from ..model import BuildingView, FaceView, PieceView, SpotView, TokenView
from ..queries import needs_zone_labels
from .geometry import SPOT_HEIGHT, SPOT_Y, spot_places
from .hex_pieces import piece_token
from .palette import BUILT, DANGER, FAINT, FREE, INK, PAPER, ink_on, paint, pattern_id
from .shapes import MIN_FONT_PX, box, disc, fit_text, icon, label, num, outline, polygon, stroke, translate, with_title
from .tokens import chip, draw_token


def spots(pen: Pen, face: FaceView) -> Iterator[str]:
    width, places = spot_places(len(face.spots))
    zoned = needs_zone_labels(face)
    for spot, x in zip(face.spots, places, strict=True):
        yield translate(x, SPOT_Y, spot_text(pen, spot), spot_box(pen, spot, width, zoned))


def spot_text(pen: Pen, spot: SpotView) -> str:
    """Describe a spot: what it is, what is built there, whose it is and what it is for."""
    text = f"{spot.name}, {mark_text(pen, spot, spot.icon)}"
    return pen.label(text, mark_text(pen, spot.building, spot.building.kind)) if spot.building else text


def spot_box(pen: Pen, spot: SpotView, width: float, zoned: bool) -> Iterator[str]:
    """Draw a spot around its centre: number and icon, its zones, the building, its chip, and who is inside."""
    left = spot.building is not None and spot.building.abandoned and bool(pen.caption("abandoned"))
    yield spot_ground(width, spot.building is not None, spot.name in pen.changed, left)
    yield from spot_terrain(pen, spot, width)
    yield strip(pen, spot, width)
    if zoned:
        yield fit_text(0, -8, zones_label(spot), MIN_FONT_PX, width - 4, fill=FAINT)
    down = 9.0 if zoned else 0.0
    if spot.building:
        yield from building_parts(pen, spot.building, width, down, left)
    else:
        yield icon(pen.icon(spot.icon), 0, down / 2 - 3, 9 - down / 4, paint(pen.colour(spot.icon)))
    yield from fences(pen, spot, 0, width)
    yield from occupants(pen, spot, 0, width)
    if in_danger(pen, spot) or (spot.building and in_danger(pen, spot.building)):
        yield alarm(width / 2 - 3, -SPOT_HEIGHT / 2 + 1)


def strip(pen: Pen, spot: SpotView, width: float) -> str:
    """Draw the number, and what is printed there in its colour."""
    pinned = pen.look.colours.get(spot.icon, "")
    body = box(0, 7.5 - SPOT_HEIGHT / 2, width - 2, 14, paint(pinned), round=3, more="") if pinned else ""
    ink = ink_on(pinned) if pinned else FAINT
    return body + fit_text(0, -21.2, f"{spot.number} {pen.short(spot.icon)}", MIN_FONT_PX, width - 4, fill=ink)


def building_parts(pen: Pen, building: BuildingView, width: float, down: float, left: bool) -> Iterator[str]:
    """Draw a building: its letters and value, below them its icon, and beside that its chip or the place of one."""
    value = str(building.value) if building.value else ""
    small = min(1.0, width / 38)
    row = 8 + down / 3
    yield fit_text(0, down - 5, pen.short(building.kind) + value, 15 - down / 4, width - 4, bold=True)
    drawn = pen.icon(building.kind, building.resource)
    colour = pen.look.colours.get(building.kind) or pen.look.colours.get(building.resource, "stone")
    yield icon(drawn, -11 * small, row + 1, (7.5 - down / 9) * small, paint(colour))
    x = 9.5 * small if drawn else 0.0
    radius = (8.5 - down / 6) * small
    if building.chip:
        yield chip_on(pen, building.chip, x, row, radius)
    elif left:
        yield no_chip(x, row, radius)


def alarm(x: float, y: float) -> str:
    """Draw a warning that something here is in danger."""
    sign = polygon(
        [(x, y - 9), (x + 9, y + 7), (x - 9, y + 7)], PAPER, f'{stroke(DANGER, 2.5)} stroke-linejoin="round"'
    )
    return sign + f'<path d="M{num(x)} {num(y - 4)}v5M{num(x)} {num(y + 3)}v2" {stroke(DANGER, 2.4)}/>'


def chip_on(pen: Pen, seat: str, x: float, y: float, radius: float) -> str:
    return chip(x, y, radius, pen.colour(seat), pen.chip(seat), pen.letter(seat))


def no_chip(x: float, y: float, radius: float) -> str:
    """Draw the empty place of a chip that is gone."""
    far = radius * 0.7
    cross_out = f'<path d="M{num(x - far)} {num(y + far)} L{num(x + far)} {num(y - far)}" {stroke(FAINT, 1.4)}/>'
    return disc(x, y, radius, "none", f'{stroke(FAINT, 1.4)} stroke-dasharray="2.5 1.5"') + cross_out


def spot_terrain(pen: Pen, spot: SpotView, width: float) -> Iterator[str]:
    """Draw the ground below a spot, if the game has a pattern for it."""
    if spot.ground in pen.look.patterns:
        fill = f"url(#{pattern_id(pen, spot.ground)})"
        yield box(0, SPOT_HEIGHT / 2 - 9, width - 2, 16, fill, round=3, more='fill-opacity="0.7"')


def fences(pen: Pen, spot: SpotView, x: float, width: float) -> Iterator[str]:
    """Draw what is built around or below a spot."""
    for each in spot.tokens:
        if pen.token(each.kind) in FENCES:
            drawn = FENCES[pen.token(each.kind)](x, width, pen.token_colour(each), pen.material_symbol(each))
            yield with_title(token_label(pen, each), drawn)


def rim(x: float, width: float, colour: str, text: str) -> str:
    """Draw a wall around the spot, and at its corner its material."""
    wall = f'{stroke(paint(colour), 4)} stroke-dasharray="7 1.5"'
    frame = box(x, 0, width + 1, SPOT_HEIGHT + 2, "none", round=4, more=stroke(INK, 5.5))
    frame += box(x, 0, width + 1, SPOT_HEIGHT + 2, "none", round=4, more=wall)
    return frame + plate(x + width / 2 - 4, -SPOT_HEIGHT / 2 - 3, colour, text)


def base(x: float, width: float, colour: str, text: str) -> str:
    """Draw a platform below the spot."""
    y = SPOT_HEIGHT / 2 + 1
    return box(x, y, width, 6, paint(colour), round=1) + plate(x - width / 2 + 9, y, colour, text)


def plate(x: float, y: float, colour: str, text: str) -> str:
    """Draw the material, if there are several."""
    if not text:
        return ""
    body = box(x, y, 6 + 8 * len(text), 14, paint(colour), more=stroke(INK, 0.8))
    return body + label(x, y + 4.3, text, MIN_FONT_PX, bold=True, fill=ink_on(colour))


FENCES = {"rim": rim, "base": base}
"""The shapes that are drawn around a spot."""


def spot_ground(width: float, built: bool, changed: bool, left: bool) -> str:
    """Draw the background of a spot: dashed if it is free, crossed out if the building belongs to nobody."""
    dashes = "" if built else ' stroke-dasharray="3 2"'
    body = box(0, 0, width, SPOT_HEIGHT, BUILT if built else FREE, round=4, more=outline(changed) + dashes)
    return body + (cross_out(width / 2 - 2, SPOT_HEIGHT / 2 - 2) if left else "")


def cross_out(w: float, h: float) -> str:
    ends = f"M{num(-w)} {num(16 - h)}L{num(w)} {num(h)}M{num(w)} {num(16 - h)}L{num(-w)} {num(h)}"
    return f'<path d="{ends}" {stroke(FAINT, 3)} stroke-opacity="0.45"/>'


def occupants(pen: Pen, spot: SpotView, x: float, width: float) -> Iterator[str]:
    """Draw the pieces and tokens inside, side by side, each smaller the more there are."""
    loose = [each for each in spot.tokens if pen.token(each.kind) not in FENCES]
    things: tuple[PieceView | TokenView, ...] = (*spot.pieces, *loose)
    step = (width - 4) / max(len(things), 1)
    for n, each in enumerate(things):
        left = x + (n - (len(things) - 1) / 2) * step
        room = min(step - 1, 34.0)
        if isinstance(each, PieceView):
            yield piece_token(pen, each, left, 25, room, 14)
        else:
            yield draw_token(pen, each, left, 25, room, 14)
