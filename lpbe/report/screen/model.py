"""Lines of a screen, each with a style, and the colours of the players in them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Literal

from msgspec import Struct

from ...kernel.base.wrapping import columns

Style = Literal["", "title", "heading", "dim", "bad", "good", "offer"]
Span = tuple[str, str]
"""A style or the colour of a player, and a text."""
CUT = "…"


class Line(Struct, frozen=True):
    """One line of a screen."""

    text: str
    style: Style = ""


class PlayerColours(Struct, frozen=True):
    """The colours of the players, by what a text calls them."""

    names: Mapping[str, str] = {}
    """By the names of players and of colours."""
    letters: Mapping[str, str] = {}
    """By the letters with which the names of their pieces begin."""

    def pattern(self) -> re.Pattern[str] | None:
        """Return what finds names, and letters before the number of a piece, a die or a card."""
        names = [rf"(?<!\w){re.escape(name)}(?!\w)" for name in sorted(self.names, key=len, reverse=True)]
        letters = [rf"(?<![^\W\d_]){re.escape(letter)}[A-Z]?\d" for letter in self.letters]
        return re.compile("|".join([*names, *letters])) if names or letters else None

    def of(self, found: str) -> str:
        return self.names.get(found) or self.letters[found[0]]


NO_COLOURS = PlayerColours()


class Screen(Struct, frozen=True):
    """A composed screen."""

    lines: list[Line]
    colours: PlayerColours = NO_COLOURS

    @property
    def text(self) -> str:
        """Return the screen without any style."""
        return "\n".join(line.text for line in self.lines)

    def spans(self) -> Iterator[list[Span]]:
        """Yield each line as texts with a style; players are named in their colours."""
        pattern = self.colours.pattern()
        for line in self.lines:
            yield list(split_line(line, self.colours, pattern))


def split_line(line: Line, colours: PlayerColours, pattern: re.Pattern[str] | None) -> Iterator[Span]:
    at = 0
    for found in pattern.finditer(line.text) if pattern else ():
        if found.start() > at:
            yield line.style, line.text[at : found.start()]
        yield colours.of(found[0]), found[0]
        at = found.end()
    if at < len(line.text):
        yield line.style, line.text[at:]


def clip(text: str, width: int) -> str:
    """Return a text on one line; an ellipsis ends it where it was too long."""
    if columns(text) <= width:
        return text
    while columns(text) >= width:
        text = text[:-1]
    return text.rstrip(" ,;:") + CUT
