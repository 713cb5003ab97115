"""The spots of a hex in an SVG: number and icon, ground, building, chip, who is in it, and what stands around it."""

from __future__ import annotations

from collections.abc import Iterator

from .icons import icon
from .measures import SPOT_HEIGHT, SPOT_Y, spot_places
from .outside import piece_token
from .patterns import pattern_id
from .picture import BuildingDrawn, FaceDrawn, PieceDrawn, SpotDrawn, TokenDrawn
from .shapes import (
    BUILT,
    DANGER,
    FAINT,
    FREE,
    INK,
    LEAST,
    PAPER,
    box,
    disc,
    fitted,
    ink_on,
    label,
    moved,
    num,
    outline,
    paint,
    polygon,
    stroke,
    titled,
)
from .tokens import chip, lying
from .wording import Pen, in_danger, intricate, mark_text, token_label, zones_label


def spots(pen: Pen, face: FaceDrawn) -> Iterator[str]:
    (width, places), zoned = spot_places(len(face.spots)), intricate(face)
    for spot, x in zip(face.spots, places, strict=True):
        yield moved(x, SPOT_Y, spot_text(pen, spot), spot_box(pen, spot, width, zoned))


def spot_text(pen: Pen, spot: SpotDrawn) -> str:
    """A spot in words: what it is, what stands there, whose it is and what for."""
    told = f"{spot.name}, {mark_text(pen, spot, spot.icon)}"
    return pen.label(told, mark_text(pen, spot.building, spot.building.kind)) if spot.building else told


def spot_box(pen: Pen, spot: SpotDrawn, width: float, zoned: bool) -> Iterator[str]:
    """A spot around its middle: number and icon, the zones it lies in, the building, its chip, and who is in it."""
    left = spot.building is not None and spot.building.abandoned and bool(pen.caption("abandoned"))
    yield ground(width, spot.building is not None, spot.name in pen.marked, left)
    yield from terrain(pen, spot, width)
    yield strip(pen, spot, width)
    if zoned:
        yield fitted(0, -8, zones_label(spot), LEAST, width - 4, fill=FAINT)
    down = 9.0 if zoned else 0.0
    if spot.building:
        yield from built(pen, spot.building, width, down, left)
    else:
        yield icon(pen.icon(spot.icon), 0, down / 2 - 3, 9 - down / 4, paint(pen.colour(spot.icon)))
    yield from fences(pen, spot, 0, width)
    yield from inside(pen, spot, 0, width)
    if in_danger(pen, spot) or (spot.building and in_danger(pen, spot.building)):
        yield alarm(width / 2 - 3, -SPOT_HEIGHT / 2 + 1)


def strip(pen: Pen, spot: SpotDrawn, width: float) -> str:
    """The number, and what is printed there in its colour."""
    pinned = pen.look.colours.get(spot.icon, "")
    body = box(0, 7.5 - SPOT_HEIGHT / 2, width - 2, 14, paint(pinned), round=3, more="") if pinned else ""
    ink = ink_on(pinned) if pinned else FAINT
    return body + fitted(0, -21.2, f"{spot.number} {pen.short(spot.icon)}", LEAST, width - 4, fill=ink)


def built(pen: Pen, building: BuildingDrawn, width: float, down: float, left: bool) -> Iterator[str]:
    """Letters and value of a building; below them its picture, and beside that its chip or the place of one."""
    value, small, row = str(building.value) if building.value else "", min(1.0, width / 38), 8 + down / 3
    yield fitted(0, down - 5, pen.short(building.kind) + value, 15 - down / 4, width - 4, bold=True)
    drawn = pen.icon(building.kind, building.resource)
    colour = pen.look.colours.get(building.kind) or pen.look.colours.get(building.resource, "stone")
    yield icon(drawn, -11 * small, row + 1, (7.5 - down / 9) * small, paint(colour))
    x, radius = 9.5 * small if drawn else 0.0, (8.5 - down / 6) * small
    if building.chip:
        yield chip_on(pen, building.chip, x, row, radius)
    elif left:
        yield no_chip(x, row, radius)


def alarm(x: float, y: float) -> str:
    """A warning: something here is in danger."""
    sign = polygon(
        [(x, y - 9), (x + 9, y + 7), (x - 9, y + 7)], PAPER, f'{stroke(DANGER, 2.5)} stroke-linejoin="round"'
    )
    return sign + f'<path d="M{num(x)} {num(y - 4)}v5M{num(x)} {num(y + 3)}v2" {stroke(DANGER, 2.4)}/>'


def chip_on(pen: Pen, seat: str, x: float, y: float, radius: float) -> str:
    return chip(x, y, radius, pen.colour(seat), pen.chip(seat), pen.letter(seat))


def no_chip(x: float, y: float, radius: float) -> str:
    """The place of a chip that is gone, and nobody there instead."""
    far = radius * 0.7
    crossed = f'<path d="M{num(x - far)} {num(y + far)} L{num(x + far)} {num(y - far)}" {stroke(FAINT, 1.4)}/>'
    return disc(x, y, radius, "none", f'{stroke(FAINT, 1.4)} stroke-dasharray="2.5 1.5"') + crossed


def terrain(pen: Pen, spot: SpotDrawn, width: float) -> Iterator[str]:
    """What it stands on, where the game has pinned a pattern to that."""
    if spot.ground in pen.look.patterns:
        fill = f"url(#{pattern_id(pen, spot.ground)})"
        yield box(0, SPOT_HEIGHT / 2 - 9, width - 2, 16, fill, round=3, more='fill-opacity="0.7"')


def fences(pen: Pen, spot: SpotDrawn, x: float, width: float) -> Iterator[str]:
    """What stands around a spot or below it."""
    for each in spot.tokens:
        if pen.token(each.kind) in FENCES:
            drawn = FENCES[pen.token(each.kind)](x, width, pen.token_colour(each), pen.made_of(each))
            yield titled(token_label(pen, each), drawn)


def rim(x: float, width: float, colour: str, text: str) -> str:
    """A wall around the spot, and at its corner what it is made of."""
    wall = f'{stroke(paint(colour), 4)} stroke-dasharray="7 1.5"'
    frame = box(x, 0, width + 1, SPOT_HEIGHT + 2, "none", round=4, more=stroke(INK, 5.5))
    frame += box(x, 0, width + 1, SPOT_HEIGHT + 2, "none", round=4, more=wall)
    return frame + plate(x + width / 2 - 4, -SPOT_HEIGHT / 2 - 3, colour, text)


def base(x: float, width: float, colour: str, text: str) -> str:
    """A platform below the spot."""
    y = SPOT_HEIGHT / 2 + 1
    return box(x, y, width, 6, paint(colour), round=1) + plate(x - width / 2 + 9, y, colour, text)


def plate(x: float, y: float, colour: str, text: str) -> str:
    """What it is made of, if that may differ."""
    if not text:
        return ""
    body = box(x, y, 6 + 8 * len(text), 14, paint(colour), more=stroke(INK, 0.8))
    return body + label(x, y + 4.3, text, LEAST, bold=True, fill=ink_on(colour))


FENCES = {"rim": rim, "base": base}
"""The shapes that are drawn around a spot."""


def ground(width: float, built: bool, marked: bool, left: bool) -> str:
    """What a spot is drawn on: dashed where it is free, crossed out where what stands there is nobody's."""
    dashes = "" if built else ' stroke-dasharray="3 2"'
    body = box(0, 0, width, SPOT_HEIGHT, BUILT if built else FREE, round=4, more=outline(marked) + dashes)
    return body + (crossed(width / 2 - 2, SPOT_HEIGHT / 2 - 2) if left else "")


def crossed(w: float, h: float) -> str:
    ends = f"M{num(-w)} {num(16 - h)}L{num(w)} {num(h)}M{num(w)} {num(16 - h)}L{num(-w)} {num(h)}"
    return f'<path d="{ends}" {stroke(FAINT, 3)} stroke-opacity="0.45"/>'


def inside(pen: Pen, spot: SpotDrawn, x: float, width: float) -> Iterator[str]:
    """Pieces and tokens side by side, each smaller the more there are."""
    loose = [each for each in spot.tokens if pen.token(each.kind) not in FENCES]
    things: tuple[PieceDrawn | TokenDrawn, ...] = (*spot.pieces, *loose)
    step = (width - 4) / max(len(things), 1)
    for n, each in enumerate(things):
        left, room = x + (n - (len(things) - 1) / 2) * step, min(step - 1, 34.0)
        if isinstance(each, PieceDrawn):
            yield piece_token(pen, each, left, 25, room, 14)
        else:
            yield lying(pen, each, left, 25, room, 14)
