"""A report as a document: sections of blocks, worded for one reader, in no format yet."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct


class Lines(Struct, frozen=True):
    """Sentences, perhaps under a title of their own."""

    lines: list[str]
    title: str = ""
    private: bool = False
    tones: list[str] = []
    """Of each line whether it is good or bad for the reader, where that is told."""
    svg: Callable[[], str] | None = None
    """The same drawn, where it is."""
    instead: bool = False
    """Whether that stands in the place of the words, where it is shown."""


class Paragraph(Struct, frozen=True):
    """A part of the story: sentences that run on, under whose die or turn it was, with the steps they were told in."""

    title: str
    lines: list[str]
    colour: str = ""
    """Of the palette of boards: that of the player whose die or turn it was."""
    steps: str = ""
    said: list[str] = []
    """What players wrote, each on a line of its own: nobody's words are taken for ours."""
    private: bool = False
    letter: str = ""
    """That of the player, where the colour does not begin with it."""


class Section(Struct, frozen=True):
    """A key that is the same in every language, a title, and blocks: lines, grids, and what `blocks` has."""

    key: str
    title: str
    blocks: list[Any]


class Page(Struct, frozen=True):
    title: str
    lang: str
    sections: list[Section]


def capital(line: str) -> str:
    return line[:1].upper() + line[1:]
