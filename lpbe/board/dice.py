"""The dice of a hex in an SVG, those that bring the same together, and beneath them what that is."""

from __future__ import annotations

from collections.abc import Iterator

from .picture import DieDrawn, FaceDrawn, TokenDrawn
from .shapes import LEAST, breadth, fitted
from .tokens import die
from .wording import Pen, brought, die_text

WIDE, APART, SMALL = 26.0, 7.0, LEAST
"""How wide a die of a group is, how far groups are apart, and how large what they bring is written."""
ROOM = 160.0


def dice(pen: Pen, face: FaceDrawn, below: float) -> Iterator[str]:
    """Side by side, or in groups where they bring different things; below what they bring, and what else lies there."""
    groups = groups_of(face)
    yield from grouped(pen, groups) if len(groups) > 1 else in_a_row(pen, groups)
    told = [pen.term(each.brings) for each in face.dice] if len(groups) < 2 else []
    told = [*dict.fromkeys(told)] + [pen.term(each.kind) for each in face.tokens if in_words(pen, each)]
    if told:
        yield from lines(told, below)


def lines(told: list[str], below: float) -> Iterator[str]:
    """In one line, or in two where that is too long."""
    whole = ", ".join(told)
    if breadth(whole, LEAST) <= ROOM or len(told) < 2:
        yield fitted(0, below, whole, LEAST, ROOM)
        return
    half = (len(told) + 1) // 2
    for n, part in enumerate((told[:half], told[half:])):
        yield fitted(0, below - 1 + 12 * n, ", ".join(part) + "," * (n == 0), LEAST, ROOM)


def in_a_row(pen: Pen, groups: list[list[DieDrawn]]) -> Iterator[str]:
    row = groups[0] if groups else []
    step = min(31.0, 130 / max(len(row), 1))
    for n, each in enumerate(row):
        left = (n - (len(row) - 1) / 2) * step
        yield die(left, -60, min(26.0, step - 4), pen.colour(each.colour), die_text(pen, each), each.lit)


def groups_of(face: FaceDrawn) -> list[list[DieDrawn]]:
    """The dice that count for the whole hex, by what they bring."""
    return [some for (_, single), some in brought(face).items() if not single]


def grouped(pen: Pen, groups: list[list[DieDrawn]]) -> Iterator[str]:
    """Each group above what it brings; all smaller where there are many."""
    names = [pen.term(some[0].brings) for some in groups]
    widths = [max(WIDE * len(some), breadth(name, SMALL)) for some, name in zip(groups, names, strict=True)]
    whole = sum(widths) + APART * (len(groups) - 1)
    size, left = min(1.0, 150 / whole), -min(whole, 150.0) / 2
    for some, name, wide in zip(groups, names, widths, strict=True):
        middle = left + wide * size / 2
        for n, each in enumerate(some):
            x = middle + (n - (len(some) - 1) / 2) * WIDE * size
            yield die(x, -60, (WIDE - 3) * size, pen.colour(each.colour), die_text(pen, each), each.lit)
        yield fitted(middle, -40, name, SMALL, wide * size)
        left += (wide + APART) * size


def shaped(pen: Pen, token: TokenDrawn) -> bool:
    """Whether a token of a hex is drawn beside its name; others are told in words, or lie on an edge."""
    return token.kind in pen.look.tokens and token.at is None


def in_words(pen: Pen, token: TokenDrawn) -> bool:
    return token.at is None and not shaped(pen, token)
