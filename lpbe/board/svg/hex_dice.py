"""The dice of a hex, above what they bring or in front of the edge they count for."""

from __future__ import annotations

from collections.abc import Iterator

from ..labels import Pen, die_text
from ..model import DieView, FaceView, TokenView
from ..queries import dice_by_edge, dice_by_yield
from .geometry import on_band
from .palette import FAINT, PAPER, pattern_id
from .shapes import MIN_FONT_PX, box, fit_text, polygon, stroke, text_width
from .tokens import die

DIE_WIDTH = 26.0
GROUP_GAP = 7.0
MAX_TEXT_WIDTH = 160.0


def dice(pen: Pen, face: FaceView, below: float) -> Iterator[str]:
    """Draw the dice in a row, or in groups if they bring different things, with words for what they bring below."""
    groups = dice_groups(face)
    yield from draw_dice_groups(pen, groups) if len(groups) > 1 else in_a_row(pen, groups)
    names = [pen.term(each.brings) for each in face.dice] if len(groups) < 2 else []
    names = [*dict.fromkeys(names)] + [pen.term(each.kind) for each in face.tokens if is_described(pen, each)]
    if names:
        yield from word_lines(names, below)


def word_lines(names: list[str], below: float) -> Iterator[str]:
    """Draw words in one line, or in two if that is too long."""
    whole = ", ".join(names)
    if text_width(whole, MIN_FONT_PX) <= MAX_TEXT_WIDTH or len(names) < 2:
        yield fit_text(0, below, whole, MIN_FONT_PX, MAX_TEXT_WIDTH)
        return
    half = (len(names) + 1) // 2
    for n, part in enumerate((names[:half], names[half:])):
        yield fit_text(0, below - 1 + 12 * n, ", ".join(part) + "," * (n == 0), MIN_FONT_PX, MAX_TEXT_WIDTH)


def in_a_row(pen: Pen, groups: list[list[DieView]]) -> Iterator[str]:
    row = groups[0] if groups else []
    step = min(31.0, 130 / max(len(row), 1))
    for n, each in enumerate(row):
        left = (n - (len(row) - 1) / 2) * step
        yield die(left, -60, min(26.0, step - 4), pen.colour(each.colour), die_text(pen, each), each.lit)


def dice_groups(face: FaceView) -> list[list[DieView]]:
    """Return the dice that count for the whole hex, by what they bring."""
    return [some for (_, single), some in dice_by_yield(face).items() if not single]


def draw_dice_groups(pen: Pen, groups: list[list[DieView]]) -> Iterator[str]:
    """Draw each group above what it brings, smaller if there are many."""
    names = [pen.term(some[0].brings) for some in groups]
    widths = [
        max(DIE_WIDTH * len(some), text_width(name, MIN_FONT_PX)) for some, name in zip(groups, names, strict=True)
    ]
    whole = sum(widths) + GROUP_GAP * (len(groups) - 1)
    size = min(1.0, 150 / whole)
    left = -min(whole, 150.0) / 2
    for some, name, width in zip(groups, names, widths, strict=True):
        middle = left + width * size / 2
        for n, each in enumerate(some):
            x = middle + (n - (len(some) - 1) / 2) * DIE_WIDTH * size
            yield die(x, -60, (DIE_WIDTH - 3) * size, pen.colour(each.colour), die_text(pen, each), each.lit)
        yield fit_text(middle, -40, name, MIN_FONT_PX, width * size)
        left += (width + GROUP_GAP) * size


def has_shape(pen: Pen, token: TokenView) -> bool:
    """Return whether a token is drawn beside the name of its hex; others are described in words or lie on an edge."""
    return token.kind in pen.look.tokens and token.at is None


def is_described(pen: Pen, token: TokenView) -> bool:
    return token.at is None and not has_shape(pen, token)


SIDE_DICE_REACH = 0.68
"""How far from the centre the dice of an edge are, as part of the way to that edge."""
SIDE_DIE_WIDTH = 23.0


def side_dice(pen: Pen, face: FaceView) -> Iterator[str]:
    """Draw the dice of single edges in front of their edges, around a free centre."""
    yield from (stream(pen, dice[0], side) for side, dice in dice_by_edge(face.dice).items())
    yield box(0, -5, 66, 62, PAPER, round=26, more=stroke(FAINT, 0.8))
    for side, dice in dice_by_edge(face.dice).items():
        x, y = (part * SIDE_DICE_REACH for part in on_band(side, depth=0))
        for n, each in enumerate(dice):
            left = x + (n - (len(dice) - 1) / 2) * (SIDE_DIE_WIDTH + 2)
            yield die(left, y, SIDE_DIE_WIDTH, pen.colour(each.colour), die_text(pen, each), each.lit)


def stream(pen: Pen, first: DieView, side: int) -> str:
    """Draw a wedge from the centre to an edge, in the pattern of what comes there."""
    ground = f"url(#{pattern_id(pen, first.brings)})" if first.brings in pen.look.patterns else "none"
    ends = [(x * 0.97, y * 0.97) for x, y in (on_band(side, -0.5, 0), on_band(side, 0.5, 0))]
    return polygon([(0, 0), *ends], ground, stroke(FAINT, 0.8))
