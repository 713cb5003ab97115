"""The dice of a hex, beside their effect or in front of the edge they count for; those that show now glow."""

from __future__ import annotations

from collections.abc import Iterator

from ..labels import Pen
from ..model import DieView, FaceView
from ..queries import dice_by_edge, dice_by_yield
from .geometry import on_band
from .palette import shade
from .shapes import box, escape_xml, group, icon, text, translate

DICE_Y = -42.0
ROWS_Y = (-57.0, -34.0)
"""The heights of the rows if there are more dice than fit into one."""
DIE_WIDTH, DIE_HEIGHT = 45.0, 31.0
SMALL_WIDTH, SMALL_HEIGHT = 33.0, 22.0
SIDE_WIDTH, SIDE_HEIGHT = 29.0, 21.0
LETTER_CLASSES = {"dl": "dg", "ds": "dh"}
"""The classes of the letters of large and small dice, which are left out where there is no room."""


def die(pen: Pen, each: DieView, x: float, y: float, width: float, height: float, letters: str) -> str:
    """Draw a die: a lit one is filled and glows, any other has a rim of its colour."""
    colour = shade(pen, each.colour)
    glow = box(0, 0, width + 4, height + 4, f"glow s-{colour}", 9) if each.lit else ""
    body = box(0, 0, width - 3, height - 1, f"f-{colour} lit" if each.lit else f"die s-{colour}", 7)
    down = 8 if letters == "dl" else 5.5
    ink = f"t-{colour}" if each.lit else "dt"
    letter = f'<tspan class="{LETTER_CLASSES[letters]}">{escape_xml(pen.letter(each.colour))}</tspan>'
    sign = text(0, down, "{letter}" + str(each.value), f"{letters} {ink}").replace("{letter}", letter)
    return group([glow, body, sign], "lit-die" if each.lit else "", translate(x, y))


def dice(pen: Pen, face: FaceView) -> Iterator[str]:
    """Draw the dice of a hex: two around the icon of their effect; more in two rows of small ones."""
    groups = dice_groups(face)
    if len(groups) == 1 and len(groups[0]) <= 2:
        yield from pair(pen, groups[0])
        return
    for row, y in zip(split_rows(groups), ROWS_Y, strict=False):
        yield from small_row(pen, row, y)


def dice_groups(face: FaceView) -> list[list[DieView]]:
    """Return the dice that count for the whole hex, by their effect, the largest group first."""
    groups = [some for (_, single), some in dice_by_yield(face).items() if not single]
    return sorted(groups, key=lambda some: -len(some))


def pair(pen: Pen, both: list[DieView]) -> Iterator[str]:
    for each, x in zip(both, (-46.0, 46.0), strict=False):
        yield die(pen, each, x, DICE_Y, DIE_WIDTH, DIE_HEIGHT, "dl")
    drawn = icon(pen.ids, pen.icon(both[0].brings), 0, DICE_Y, 13, "strike")
    yield group([drawn], title=pen.term(both[0].brings))


def split_rows(groups: list[list[DieView]]) -> list[list[list[DieView]]]:
    """Put the first groups into the upper row, and about as many dice below."""
    rows: list[list[list[DieView]]] = [[], []]
    half = sum(map(len, groups)) / 2
    for some in groups:
        upper = sum(map(len, rows[0]))
        rows[0 if upper + len(some) <= max(half, len(groups[0])) else 1].append(some)
    return rows


def small_row(pen: Pen, groups: list[list[DieView]], y: float) -> Iterator[str]:
    """Draw groups side by side: an icon, then its dice."""
    sign, gap = 21.0, 6.0
    count = sum(map(len, groups))
    room = 162.0 - (sign + gap) * len(groups)
    width = min(SMALL_WIDTH, room / max(count, 1))
    x = -(count * width + (sign + gap) * len(groups) - gap) / 2
    for some in groups:
        yield group(
            [icon(pen.ids, pen.icon(some[0].brings), x + sign / 2, y, 8.5, "strike")], title=pen.term(some[0].brings)
        )
        x += sign
        for each in some:
            yield die(pen, each, x + width / 2, y, width, SMALL_HEIGHT, "ds")
            x += width
        x += gap


def side_dice(pen: Pen, face: FaceView) -> Iterator[str]:
    """Draw the dice of single edges in front of their edges, around a free centre."""
    for side, some in dice_by_edge(face.dice).items():
        x, y = (part * 0.8 for part in on_band(side, depth=0))
        upright = side in (0, 3)
        for n, each in enumerate(some):
            step = n - (len(some) - 1) / 2
            across, down = (0.0, step * (SIDE_HEIGHT + 3)) if upright else (step * (SIDE_WIDTH + 3), 0.0)
            yield die(pen, each, x + across, y + down, SIDE_WIDTH, SIDE_HEIGHT, "ds")
