"""The spots of a hex in an SVG: number and icon, ground, building, chip, who is in it, and what stands around it."""

from __future__ import annotations

from collections.abc import Iterator

from .measures import SPOT_HEIGHT, spot_places
from .outside import piece_token
from .patterns import pattern_id
from .picture import FaceDrawn, PieceDrawn, SpotDrawn, TokenDrawn
from .shapes import BUILT, FAINT, FREE, INK, box, disc, ink_on, label, num, outline, paint, stroke, titled
from .tokens import chip, lying
from .wording import Pen, building_label, intricate, token_label, zones_label


def spots(pen: Pen, face: FaceDrawn) -> Iterator[str]:
    (width, places), zoned = spot_places(len(face.spots)), intricate(face)
    for spot, x in zip(face.spots, places, strict=True):
        yield spot_box(pen, spot, x, width, zoned)


def spot_box(pen: Pen, spot: SpotDrawn, x: float, width: float, zoned: bool) -> str:
    """A spot: number and icon, the zones it lies in, the building, its chip, and who is in it."""
    building, size, down = spot.building, min(1.0, width / 40), 6.0 if zoned else 0.0
    body = [
        ground(x, width, building is not None, spot.name in pen.marked),
        *terrain(pen, spot, x, width),
        label(x, -19 - down / 4, f"{spot.number} {pen.short(spot.icon)}", 11 * size, fill=FAINT),
    ]
    if zoned:
        body.append(label(x, -11, zones_label(spot), 8.5 * size, fill=FAINT))
    told = f"{spot.name} {pen.term(spot.icon)}"
    if building:
        value = str(building.value) if building.value else ""
        body.append(label(x, -4 + down, pen.short(building.kind) + value, 15 * size, bold=True))
        told += f": {building_label(pen, building)}"
        if building.chip:
            body.append(chip_on(pen, building.chip, x, 7 + down * 0.7, (6.5 - down / 6) * size))
        elif building.abandoned and pen.caption("abandoned"):
            body.append(no_chip(x, 7 + down * 0.7, (6.5 - down / 6) * size))
    return titled(told, *body, *fences(pen, spot, x, width), *inside(pen, spot, x, width))


def chip_on(pen: Pen, seat: str, x: float, y: float, radius: float) -> str:
    return chip(x, y, radius, pen.colour(seat), pen.chip(seat), pen.letter(seat))


def no_chip(x: float, y: float, radius: float) -> str:
    """The place of a chip that is gone, and nobody there instead."""
    far = radius * 0.7
    crossed = f'<path d="M{num(x - far)} {num(y + far)} L{num(x + far)} {num(y - far)}" {stroke(FAINT, 1.4)}/>'
    return disc(x, y, radius, "none", f'{stroke(FAINT, 1.4)} stroke-dasharray="2.5 1.5"') + crossed


def terrain(pen: Pen, spot: SpotDrawn, x: float, width: float) -> Iterator[str]:
    """What it stands on, where the game has pinned a pattern to that."""
    if spot.ground in pen.look.patterns:
        fill = f"url(#{pattern_id(pen, spot.ground)})"
        yield box(x, SPOT_HEIGHT / 2 - 9, width - 2, 16, fill, round=3, more='fill-opacity="0.7"')


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
    body = box(x, y, 6 + 6 * len(text), 11, paint(colour), more=stroke(INK, 0.8))
    return body + label(x, y + 3.2, text, 9, bold=True, fill=ink_on(colour))


FENCES = {"rim": rim, "base": base}
"""The shapes that are drawn around a spot."""


def ground(x: float, width: float, built: bool, marked: bool) -> str:
    dashes = "" if built else ' stroke-dasharray="3 2"'
    return box(x, 0, width, SPOT_HEIGHT, BUILT if built else FREE, round=4, more=outline(marked) + dashes)


def inside(pen: Pen, spot: SpotDrawn, x: float, width: float) -> Iterator[str]:
    """Pieces and tokens side by side, each smaller the more there are."""
    loose = [each for each in spot.tokens if pen.token(each.kind) not in FENCES]
    things: tuple[PieceDrawn | TokenDrawn, ...] = (*spot.pieces, *loose)
    step = (width - 4) / max(len(things), 1)
    for n, each in enumerate(things):
        left, room = x + (n - (len(things) - 1) / 2) * step, min(step - 1, 32.0)
        if isinstance(each, PieceDrawn):
            yield piece_token(pen, each, left, 22.5, room, 13)
        else:
            yield lying(pen, each, left, 22.5, room, 13)
