"""Hexes in hand as they would lie: each turned in every way that fits somewhere, with the numbers of those places."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from .dice import groups_of
from .night import style
from .overview import MARGIN, WIDTH, row, spot_signs
from .patterns import PATTERNS, pattern_of
from .picture import FaceDrawn, HexMap
from .shapes import (
    CARD,
    EDGE,
    FAINT,
    INK,
    LEAST,
    PAPER,
    box,
    corners,
    escaped,
    fitted,
    label,
    moved,
    num,
    polygon,
    stroke,
)
from .wording import Pen, die_text, face_told, spaced

ACROSS, RADIUS, INNER, HIGH = 4, 44.0, 31.0, 126.0
"""How many stand side by side, how large each is, how large inside its edges, and how high with what stands below."""


class Option(Struct, frozen=True):
    """A hex as it would lie, how far it is turned for that, and at which places it may lie so."""

    face: FaceDrawn
    turn: int
    places: list[int]


def options(picture: HexMap) -> list[Option]:
    """Hex by hex, in the order of their turns."""
    found: dict[tuple[str, int], list[int]] = {}
    for place in picture.candidates:
        for fit in place.fits:
            for turn in fit.turns:
                found.setdefault((fit.hex, turn), []).append(place.number)
    faces = {face.name: face for face in picture.faces}
    return [Option(turned(faces[hex], turn), turn, found[hex, turn]) for hex, turn in sorted(found) if hex in faces]


def turned(face: FaceDrawn, turn: int) -> FaceDrawn:
    """Its edges as they lie then: each goes so many places on, counter-clockwise."""
    zones = tuple(replace(zone, edges=tuple(sorted((edge + turn) % 6 for edge in zone.edges))) for zone in face.zones)
    dice = tuple(die if die.side is None else replace(die, side=(die.side + turn) % 6) for die in face.dice)
    return replace(face, edges=face.edges[-turn:] + face.edges[:-turn], zones=zones, dice=dice)


def draw(picture: HexMap, pen: Pen) -> str:
    """The whole document; nothing where no hex is to be placed."""
    offered = options(picture)
    if not offered:
        return ""
    height = -(-len(offered) // ACROSS) * HIGH + 2 * MARGIN
    card = box(WIDTH / 2, height / 2, WIDTH, height, CARD, round=8, more=stroke(EDGE, 1))
    body = card + "".join(placed(pen, option, nth) for nth, option in enumerate(offered))
    told = pen.row(*(caption(pen, option) for option in offered))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {num(WIDTH)} {num(height)}" width="{num(WIDTH)}" '
        f'height="{num(height)}" class="board" role="img" aria-label="{escaped(told)}" '
        f'font-family="DejaVu Sans, Verdana, Helvetica, Arial, sans-serif">{style(body)}{body}</svg>\n'
    )


def how_typed(picture: HexMap, pen: Pen) -> str:
    """In words, by the first that may be placed."""
    first = options(picture)[:1]
    values = [{"hex": each.face.name, "number": each.places[0], "turn": each.turn} for each in first]
    return "".join(pen.caption("options").format(**each) for each in values)


def caption(pen: Pen, option: Option) -> str:
    """As it is typed: the hex, its turn, and the numbers of the places."""
    return spaced(option.face.name, pen.caption("turn"), str(option.turn), *map(place_name, option.places))


def place_name(number: int) -> str:
    return f"#{number}"


def placed(pen: Pen, option: Option, nth: int) -> str:
    step = (WIDTH - 2 * MARGIN) / ACROSS
    x, y = MARGIN + (nth % ACROSS + 0.5) * step, MARGIN + nth // ACROSS * HIGH + RADIUS + 2
    title = pen.row(caption(pen, option), *face_told(pen, option.face)[1:])
    return moved(x, y, title, [*hexagon(pen, option.face), *below(pen, option, step - 4)])


def hexagon(pen: Pen, face: FaceDrawn) -> Iterator[str]:
    """Edges in the colour of their ground with its letter, the name, the dice and what could stand there."""
    outer, inner = corners(RADIUS), corners(INNER)
    for edge in range(6):
        after = (edge + 1) % 6
        shape = (outer[edge], outer[after], inner[after], inner[edge])
        x, y = (sum(part) / 4 for part in zip(*shape, strict=True))
        yield polygon(shape, PATTERNS[pattern_of(pen, face.edges[edge])][0], stroke(FAINT, 0.6))
        yield label(x, y + 4.3, face.edges[edge], LEAST, bold=True)
    yield polygon(inner, PAPER, stroke(FAINT, 0.6))
    dice = [die_text(pen, die) for some in groups_of(face) for die in some]
    yield fitted(0, -7 if dice else -1, face.name, 14, INNER * 1.4, bold=True)
    yield fitted(0, 7, " ".join(dice), LEAST, INNER * 1.55, fill=INK)
    yield from row([sign for spot in face.spots for sign in spot_signs(pen, spot)], 17, INNER * 1.2)


def below(pen: Pen, option: Option, room: float) -> Iterator[str]:
    yield fitted(0, RADIUS + 14, f"{pen.caption('turn')} {option.turn}", LEAST, room, bold=True)
    yield fitted(0, RADIUS + 29, " ".join(map(place_name, option.places)), LEAST, room)
