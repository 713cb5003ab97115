"""The board of an HTML page: large where there is room for letters that can be read, else an overview and a list."""

from __future__ import annotations

from math import ceil
from typing import Any

from msgspec import Struct

from .blocks import Drawing, Place

READABLE, DRAWN = 11, 12
"""How many pixels a letter has at least on a page, and how many the smallest of a drawing."""
COLUMN = 660
"""How wide what is seen is on a wide screen, beside what is to be done."""


class Board(Struct, frozen=True):
    """Both drawings as markup, what the list says of each place, and how many pixels wide the large one is at least."""

    full: Any
    small: Any
    places: list[Place]
    least: int
    options: Any = ""
    typed: str = ""
    """What may be placed, as it would lie, and how that is typed."""

    @property
    def big(self) -> bool:
        """Whether it needs the whole width of a wide screen."""
        return self.least > COLUMN


def board_of(drawing: Drawing) -> Board:
    from markupsafe import Markup

    from ..board.smaller import smaller  # saves the board for pages without one

    drawn, places = drawing.svg(), drawing.places() if drawing.places else []
    small = smaller(drawing.small(), "small") if drawing.small else ""
    least = ceil(float(drawn.partition('viewBox="0 0 ')[2].partition(" ")[0]) * READABLE / DRAWN)
    options, typed = drawing.options() if drawing.options else ("", "")
    offered = Markup(smaller(options, "turned")) if options else ""
    return Board(Markup(smaller(drawn, "large")), Markup(small), places, least, offered, typed)
