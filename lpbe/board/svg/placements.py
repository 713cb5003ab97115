"""Draw hexes in hand as they would lie: each in every rotation that fits somewhere, with the numbers of places."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from ..labels import Pen, describe_face, die_text, join_words
from ..model import FaceView, HexMap
from .geometry import corners
from .hex_dice import dice_groups
from .palette import CARD, EDGE, FAINT, INK, PAPER, PATTERNS, dark_mode_style, pattern_of
from .shapes import MIN_FONT_PX, box, escape_xml, fit_text, label, num, polygon, stroke, translate
from .small_board import MARGIN, WIDTH, row, spot_symbols

OPTIONS_PER_ROW = 4
RADIUS = 44.0
INNER_RADIUS = 31.0
ROW_HEIGHT = 126.0
"""The height of a hex with the text below it."""


class Option(Struct, frozen=True):
    """A hex as it would lie, its rotation, and the places where it fits so."""

    face: FaceView
    turn: int
    places: list[int]


def options(picture: HexMap) -> list[Option]:
    """Return the options by hex, then by rotation."""
    found: dict[tuple[str, int], list[int]] = {}
    for place in picture.candidates:
        for fit in place.fits:
            for turn in fit.turns:
                found.setdefault((fit.hex, turn), []).append(place.number)
    faces = {face.name: face for face in picture.faces}
    return [Option(rotate(faces[hex], turn), turn, found[hex, turn]) for hex, turn in sorted(found) if hex in faces]


def rotate(face: FaceView, turn: int) -> FaceView:
    """Return a face with its edges moved on counter-clockwise."""
    zones = tuple(replace(zone, edges=tuple(sorted((edge + turn) % 6 for edge in zone.edges))) for zone in face.zones)
    dice = tuple(die if die.side is None else replace(die, side=(die.side + turn) % 6) for die in face.dice)
    return replace(face, edges=face.edges[-turn:] + face.edges[:-turn], zones=zones, dice=dice)


def draw(picture: HexMap, pen: Pen) -> str:
    """Return the whole document; empty if there is no hex to place."""
    offered = options(picture)
    if not offered:
        return ""
    height = -(-len(offered) // OPTIONS_PER_ROW) * ROW_HEIGHT + 2 * MARGIN
    card = box(WIDTH / 2, height / 2, WIDTH, height, CARD, round=8, more=stroke(EDGE, 1))
    body = card + "".join(draw_option(pen, option, nth) for nth, option in enumerate(offered))
    description = pen.row(*(caption(pen, option) for option in offered))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {num(WIDTH)} {num(height)}" width="{num(WIDTH)}" '
        f'height="{num(height)}" class="board" role="img" aria-label="{escape_xml(description)}" '
        f'font-family="DejaVu Sans, Verdana, Helvetica, Arial, sans-serif">{dark_mode_style(body)}{body}</svg>\n'
    )


def typing_hint(picture: HexMap, pen: Pen) -> str:
    """Return how to type the first option."""
    first = options(picture)[:1]
    values = [{"hex": each.face.name, "number": each.places[0], "turn": each.turn} for each in first]
    return "".join(pen.caption("options").format(**each) for each in values)


def caption(pen: Pen, option: Option) -> str:
    """Return an option as it is typed: the hex, its rotation, and the numbers of the places."""
    return join_words(option.face.name, pen.caption("turn"), str(option.turn), *map(place_name, option.places))


def place_name(number: int) -> str:
    return f"#{number}"


def draw_option(pen: Pen, option: Option, nth: int) -> str:
    step = (WIDTH - 2 * MARGIN) / OPTIONS_PER_ROW
    x, y = MARGIN + (nth % OPTIONS_PER_ROW + 0.5) * step, MARGIN + nth // OPTIONS_PER_ROW * ROW_HEIGHT + RADIUS + 2
    title = pen.row(caption(pen, option), *describe_face(pen, option.face)[1:])
    return translate(x, y, title, [*hexagon(pen, option.face), *below(pen, option, step - 4)])


def hexagon(pen: Pen, face: FaceView) -> Iterator[str]:
    """Draw edges in the colour of their ground with its letter, the name, the dice and the building spots."""
    outer, inner = corners(RADIUS), corners(INNER_RADIUS)
    for edge in range(6):
        after = (edge + 1) % 6
        shape = (outer[edge], outer[after], inner[after], inner[edge])
        x, y = (sum(part) / 4 for part in zip(*shape, strict=True))
        yield polygon(shape, PATTERNS[pattern_of(pen, face.edges[edge])][0], stroke(FAINT, 0.6))
        yield label(x, y + 4.3, face.edges[edge], MIN_FONT_PX, bold=True)
    yield polygon(inner, PAPER, stroke(FAINT, 0.6))
    dice = [die_text(pen, die) for some in dice_groups(face) for die in some]
    yield fit_text(0, -7 if dice else -1, face.name, 14, INNER_RADIUS * 1.4, bold=True)
    yield fit_text(0, 7, " ".join(dice), MIN_FONT_PX, INNER_RADIUS * 1.55, fill=INK)
    yield from row([sign for spot in face.spots for sign in spot_symbols(pen, spot)], 17, INNER_RADIUS * 1.2)


def below(pen: Pen, option: Option, room: float) -> Iterator[str]:
    yield fit_text(0, RADIUS + 14, f"{pen.caption('turn')} {option.turn}", MIN_FONT_PX, room, bold=True)
    yield fit_text(0, RADIUS + 29, " ".join(map(place_name, option.places)), MIN_FONT_PX, room)
