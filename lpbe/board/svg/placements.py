"""Draw hexes in hand as they could be placed: in every rotation that fits somewhere, with the numbers of places."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from ..labels import Pen, describe_face, join_words
from ..model import FaceView, HexMap
from .shapes import group, text, translate

OPTIONS_PER_ROW = 4
SCALE = 0.36
"""How much smaller the hexes are than on the map."""
STEP, ROW_HEIGHT = 90.0, 130.0
"""The space for each hex with the text below it."""


class Option(Struct, frozen=True):
    """A placement of a hex: its rotation, and the places where it fits that way."""

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
    """Return a face with its edges rotated counter-clockwise."""
    zones = tuple(replace(zone, edges=tuple(sorted((edge + turn) % 6 for edge in zone.edges))) for zone in face.zones)
    dice = tuple(die if die.side is None else replace(die, side=(die.side + turn) % 6) for die in face.dice)
    return replace(face, edges=face.edges[-turn:] + face.edges[:-turn], zones=zones, dice=dice)


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


DrawFace = Callable[[Pen, FaceView], list[str]]


def draw_option(pen: Pen, option: Option, nth: int, draw_face: DrawFace) -> str:
    """Draw one option: the hex, below it its rotation, and the places where it fits that way."""
    row, column = divmod(nth, OPTIONS_PER_ROW)
    title = pen.row(caption(pen, option), *describe_face(pen, option.face)[1:])
    hexagon = group(draw_face(pen, option.face), move=f' transform="scale({SCALE})" style="--k:{1 / SCALE:.3g}"')
    turn = text(0, 58, f"{pen.caption('turn')} {option.turn}", "key lg")
    places = text(0, 74, " ".join(map(place_name, option.places)), "key lg")
    return group([hexagon, turn, places], "", translate((column + 0.5) * STEP, row * ROW_HEIGHT + 50), title)


def size_of(picture: HexMap) -> tuple[float, float]:
    """Return width and height of all options together."""
    count = len(options(picture))
    return OPTIONS_PER_ROW * STEP, -(-count // OPTIONS_PER_ROW) * ROW_HEIGHT
