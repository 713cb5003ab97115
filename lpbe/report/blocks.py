"""What stands on a page beside lines and grids; public reports of most games do without."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct


class Grid(Struct, frozen=True):
    """A table; columns of numbers stand to the right."""

    title: str
    head: list[str]
    rows: list[list[str]]
    numeric: list[bool]
    private: bool = False
    svg: Callable[[], str] | None = None
    """The same drawn, where it is."""
    instead: bool = False
    """Whether that stands in the place of the words, where it is shown."""


class Place(Struct, frozen=True):
    """What there is to say of one place of a picture: the id that leads to it, its name, a head and items."""

    id: str
    name: str
    head: str
    items: list[str]


class Drawing(Struct, frozen=True):
    """A picture, drawn when a format asks for it: lines of text, ASCII alone if so wanted, or SVG."""

    text: Callable[[bool], list[str]]
    svg: Callable[[], str]
    apart: Callable[[], tuple[list[str], list[str], list[str]]]
    """A map of signs, what lies where in words, and what the signs mean."""
    small: Callable[[], str] | None = None
    """The same for a narrow screen, with links to the places of a list, where there is one."""
    places: Callable[[], list[Place]] | None = None
    options: Callable[[], tuple[str, str]] | None = None
    """What may be placed, as it would lie, and how that is typed; empty where nothing is."""
    bare: Callable[[], str] | None = None
    """The SVG without what the rules say of things, for pages with many boards."""


class Series(Struct, frozen=True):
    """One line of a curve: whose it is, the colour it is drawn in, and its numbers; None where there was none."""

    name: str
    colour: str
    values: list[int | None]


class Curve(Struct, frozen=True):
    """Numbers over the turns of a game, to be drawn: what they are, what the turns are called, a line each."""

    title: str
    ticks: list[str]
    series: list[Series]


class Choice(Struct, frozen=True):
    order: str
    effect: str


class Group(Struct, frozen=True):
    """Orders of one kind: what it is for, some of them, how many there are beside, and whether more can be typed."""

    title: str
    gloss: str
    items: list[Choice]
    rest: str = ""

    @property
    def heading(self) -> str:
        told = self.gloss or self.title
        return told[:1].upper() + told[1:]


class Clicks(Struct, frozen=True):
    """Orders as they are typed, their kinds, and which of them may follow which: by their numbers, first of all ""."""

    orders: list[str]
    kinds: list[str]
    places: list[int]
    """Those in which a number is the name of a place, not a value."""
    after: dict[str, list[int]]


class Choices(Struct, frozen=True):
    groups: list[Group]
    clicks: Callable[[], Clicks] | None = None
    """All there is to click, worked out when a page can be clicked."""


class Reply(Struct, frozen=True):
    """Orders that are valid as they stand, a line each, and the command that sends them."""

    lead: str
    orders: list[str]
    told: str
    command: list[str]
    template: list[str] = []
    """The same to be edited: comments say how, what each order comes to, and what else could stand there."""
    where: str = ""
    """The game, as the command names it."""

    @property
    def lines(self) -> list[str]:
        return self.template or self.orders


class Notes(Struct, frozen=True):
    """What somebody wrote, as it was written."""

    lines: list[str]
