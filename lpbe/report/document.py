"""A report as a document: sections of blocks in the words of one reader, independent of the output format."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from ..kernel.schemas.page_data import PageData
    from .graphics import Front


class Lines(Struct, frozen=True):
    """Sentences, perhaps under a title of their own."""

    lines: list[str]
    title: str = ""
    private: bool = False
    tones: list[str] = []
    """For each line whether it is good or bad for the reader, where that is known."""


class Paragraph(Struct, frozen=True):
    """A part of the story: running sentences under the heading of a die or turn, with the steps they cover."""

    title: str
    lines: list[str]
    colour: str = ""
    """The player whose die or turn it was, as a colour of the board's palette."""
    steps: str = ""
    quotes: list[str] = []
    """What players wrote, each on a line of its own, so that nobody takes their words for the program's."""
    private: bool = False
    letter: str = ""
    """The player's letter, if it differs from that of the colour."""


class Grid(Struct, frozen=True):
    """A table; columns of numbers are aligned to the right."""

    title: str
    head: list[str]
    rows: list[list[str]]
    numeric: list[bool]
    private: bool = False


class Drawing(Struct, frozen=True):
    """A board, drawn only when a format requests it: as lines of text (True: ASCII only) or as SVG."""

    text: Callable[[bool], list[str]]
    svg: Callable[[], str]
    """The drawing for a page that has the style sheet of boards."""
    text_parts: Callable[[], tuple[list[str], list[str], list[str]]]
    """The map in characters, the description of each place, and the legend."""
    file: Callable[[], str]
    """The drawing as a document of its own."""
    hand: Callable[[str, int], str] | None = None
    """Draw a hex in hand by its name, rotated, if the game has hexes to place."""
    options: Callable[[], tuple[str, str]] | None = None
    """The hexes that may be placed, as they would lie, and how to type that; empty if there are none."""
    map: Callable[[int, int], list[str]] | None = None
    """The map in characters alone, for a screen with so many columns and lines; nothing if it does not fit."""
    frame: Callable[[], str] | None = None
    """The document without a legend and without rules in its tooltips, for pages with many boards."""


class Series(Struct, frozen=True):
    """One line of a chart: its name, its colour, and its numbers; None stands for a missing number."""

    name: str
    colour: str
    values: list[int | None]


class Curve(Struct, frozen=True):
    """Numbers over the turns of a game, to be drawn as a chart: a title, the turns, and one series per line."""

    title: str
    ticks: list[str]
    series: list[Series]


class Choice(Struct, frozen=True):
    """One order as it is typed, and its effect."""

    order: str
    effect: str


class Group(Struct, frozen=True):
    """Orders of one kind: what the kind is for, some of them, and a note on those that are not listed."""

    title: str
    gloss: str
    items: list[Choice]
    rest: str = ""

    @property
    def heading(self) -> str:
        return capital(self.gloss or self.title)


class Clicks(Struct, frozen=True):
    """The orders that can be clicked, the kind of each, and which of them may follow which.

    `after` is keyed by the numbers of the orders given so far; "" is the start.
    """

    orders: list[str]
    kinds: list[str]
    places: list[int]
    """The orders in which a number is the name of a place, not a value."""
    after: dict[str, list[int]]


class Choices(Struct, frozen=True):
    """Everything that the reader may do now, in groups."""

    groups: list[Group]
    clicks: Callable[[], Clicks] | None = None
    """Works out what can be clicked, for pages with clickable orders."""


class Reply(Struct, frozen=True):
    """Orders that are valid as they are, one per line, and the command that sends them."""

    lead: str
    orders: list[str]
    command_lead: str
    command: list[str]
    template: list[str] = []
    """The orders to be edited, with comments on how, on what each order brings, and on alternatives."""
    game_path: str = ""
    """The game, as the command names it."""
    option: str = ""
    """What the command ends with."""

    @property
    def lines(self) -> list[str]:
        return self.template or self.orders


class Notes(Struct, frozen=True):
    """What somebody wrote, unchanged."""

    lines: list[str]


Block = Lines | Paragraph | Grid | Drawing | Choices | Reply | Notes | Curve


class Section(Struct, frozen=True):
    """A key that is the same in every language, a title, and blocks."""

    key: str
    title: str
    blocks: Sequence[Block]


class Page(Struct, frozen=True):
    """A whole report."""

    title: str
    lang: str
    sections: list[Section]
    chat: Section | None = None
    """Everything that players wrote so far, for formats with enough space."""
    data: Callable[[], PageData] | None = None
    """Works out what the script of the page works with, for pages that have one."""
    front: Callable[[], Front] | None = None
    """What a page draws beside the board, for formats with graphics."""

    @property
    def blocks(self) -> list[Block]:
        """Return the blocks of all sections."""
        return [block for section in self.sections for block in section.blocks]


def capital(line: str) -> str:
    """Return the line with its first letter capitalised."""
    return line[:1].upper() + line[1:]
