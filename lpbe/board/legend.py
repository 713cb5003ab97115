"""What every SVG board has: a drawing, and below it a legend of signs and their meanings in rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec import Struct

from .patterns import pattern_id
from .picture import TokenDrawn
from .shapes import HALO, INK, PAPER, box, breadth, label, stroke
from .tokens import SHAPES, chip, token
from .wording import STAR, Pen

MARGIN, LINE, SIZE = 24.0, 26.0, 13.0
Sign = Callable[[float, float], str]


class Drawn(Struct, frozen=True):
    """What stands above the legend: its parts, where it ends, and what it says in words."""

    parts: list[str]
    end: float
    told: list[str]


class Item(Struct, frozen=True):
    """A sign of the legend, how wide it is, and what it means."""

    width: float
    sign: Sign
    text: str


def legend(pen: Pen, groups: Iterable[list[Item]], width: float, top: float) -> tuple[list[str], float]:
    """Signs and meanings in rows; and where they end."""
    parts = [label(MARGIN, top + 14, pen.caption("legend"), 16, bold=True, anchor="start")]
    y = top + LINE * 1.5
    for group in filter(None, groups):
        x = MARGIN
        for item in group:
            long = item.width + 8 + breadth(item.text, SIZE) + 18
            if x > MARGIN and x + long > width - MARGIN:
                x, y = MARGIN, y + LINE
            parts.append(item.sign(x + item.width / 2, y))
            parts.append(label(x + item.width + 8, y + SIZE * 0.36, item.text, SIZE, anchor="start"))
            x += long
        y += LINE
    return parts, y - LINE / 2


def captioned(pen: Pen, signs: Iterable[tuple[str, float, Sign]]) -> list[Item]:
    """The signs that somebody has a word for."""
    return [Item(width, sign, pen.caption(name)) for name, width, sign in signs if pen.caption(name)]


def changed_sign(x: float, y: float) -> str:
    return box(x, y, 22, 18, PAPER, round=4, more=stroke(HALO, 4)) + label(x, y + 7, STAR, 16, bold=True)


def player_items(pen: Pen, seats: Iterable[str]) -> list[Item]:
    return [Item(20, chip_sign(pen, seat), pen.player(seat)) for seat in seats]


def chip_sign(pen: Pen, seat: str) -> Sign:
    return lambda x, y: chip(x, y, 8, pen.colour(seat), pen.chip(seat), pen.letter(seat))


def kind_sign(pen: Pen, kind: str) -> Sign:
    """The empty shape of a kind; letters where its shape is not one of ours."""
    shape = pen.token(kind)
    text = "" if shape in SHAPES else pen.letter(kind)
    return lambda x, y: token(x, y, 27, 15, "", shape, text, False, False)


def token_sign(pen: Pen, each: TokenDrawn) -> Sign:
    """A kind of token in its colour."""
    shape, colour = pen.token(each.kind), "" if each.owner else pen.token_colour(each)
    text = "" if shape in SHAPES else pen.sign(each.kind)
    return lambda x, y: token(x, y, 27, 15, colour, shape, text, False, False)


def terrain_sign(pen: Pen, terrain: str) -> Sign:
    return lambda x, y: box(x, y, 28, 16, f"url(#{pattern_id(pen, terrain)})")


def text_sign(text: str, fill: str) -> Sign:
    return lambda x, y: label(x, y + 5, text, 14, bold=fill == INK, fill=fill)
