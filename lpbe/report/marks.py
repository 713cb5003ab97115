"""Many drawings that differ little: what they have in common is kept once, and each is made of references to it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property

from msgspec import Struct

TOKEN = re.compile(r"<(/?)([\w-]+)([^>]*?)(/?)>|[^<]+")
ATTRIBUTE = re.compile(r' ([\w:-]+)="([^"]*)"')
KEPT_ATTRIBUTES = ("class", "viewBox", "width", "height", "role")
"""Of each drawing; the font is the same in all of them, and the page's style says it."""
WORDS = ("title", "desc")
"""What a drawing says of itself, and a group of the group it stands in: no part to be drawn elsewhere."""
OWN = ("defs", "style")
"""What is there for the whole page."""
FRAME, LINK = len('<g id="m00"></g>'), len('<use href="#m00"/>')
"""What it costs to keep a part, and to refer to it."""
FEW, LEAST = 12, 4
"""How many parts a run may have before it is cut into smaller ones, and how many these have at least."""


class Element(Struct):
    """As it was written: a tag, its attributes, and what is inside, text or elements."""

    tag: str
    attributes: str
    inside: list[Element | str]

    @property
    def opening(self) -> str:
        return f"<{self.tag}{self.attributes}>"

    @property
    def markup(self) -> str:
        if not self.inside:
            return f"<{self.tag}{self.attributes}/>"
        return f"{self.opening}{self.content}</{self.tag}>"

    @property
    def content(self) -> str:
        return "".join(part if isinstance(part, str) else part.markup for part in self.inside)

    @property
    def elements(self) -> list[Element]:
        return [part for part in self.inside if isinstance(part, Element)]


class Part(Struct, frozen=True):
    """Something drawn: markup around other parts, by their numbers; a run of parts has none of its own."""

    opening: str = ""
    inside: tuple[int, ...] = ()
    closing: str = ""


def read(svg: str) -> Element:
    """A drawing of ours: every > in its words is escaped, so a tag ends at the first."""
    root = Element("", "", [])
    open = [root]
    for match in TOKEN.finditer(svg):
        closes, tag, attributes, empty = match.groups()
        if closes:
            open.pop()
        elif tag:
            element = Element(tag, attributes, [])
            open[-1].inside.append(element)
            open += [] if empty else [element]
        elif match[0].strip():
            open[-1].inside.append(match[0])
    return root.elements[0]


class Marks:
    """The parts of all drawings. First every drawing is taken in; what occurs more than once is known only then."""

    def __init__(self) -> None:
        self.numbers: dict[Part, int] = {}
        self.used: list[int] = []
        self.whole: dict[str, None] = {}
        self.lines: dict[str, int] = {}

    def take(self, svg: str) -> Drawn:
        root = read(svg)
        drawn = [part for part in root.elements if part.tag not in (*WORDS, *OWN)]
        for part in root.elements:
            if part.tag in OWN:
                self.whole |= dict.fromkeys(one.markup for one in (part.elements if part.tag == "defs" else [part]))
        said = {part.tag: part.content for part in root.elements if part.tag in WORDS}
        told = [self.lines.setdefault(line, len(self.lines)) for line in said.get("desc", "").split("; ") if line]
        kept = "".join(
            f' {name}="{value}"' for name, value in ATTRIBUTE.findall(root.attributes) if name in KEPT_ATTRIBUTES
        )
        return Drawn(kept, said.get("title", ""), told, self.counted(self.runs([self.part(part) for part in drawn])))

    def part(self, element: Element) -> int:
        """Groups are taken apart; anything else is drawn as it is."""
        if element.tag != "g":
            return self.number(Part(element.markup))
        words = "".join(part.markup for part in element.elements if part.tag in WORDS)
        drawn = [self.part(part) for part in element.elements if part.tag not in WORDS]
        return self.number(Part(element.opening + words, self.runs(drawn), "</g>"))

    def runs(self, parts: Sequence[int]) -> tuple[int, ...]:
        """Long runs are cut where a part says so, wherever it stands: a change in one piece leaves the others."""
        while len(parts) > FEW:
            parts = [self.number(Part(inside=tuple(piece))) for piece in cut(parts)]
        return (self.number(Part(inside=tuple(parts))),) if len(parts) > 1 else tuple(parts)

    def number(self, part: Part) -> int:
        if part not in self.numbers:
            self.counted(part.inside)
            self.numbers[part] = len(self.used)
            self.used.append(0)
        return self.numbers[part]

    def counted(self, parts: tuple[int, ...]) -> tuple[int, ...]:
        for part in parts:
            self.used[part] += 1
        return parts

    @cached_property
    def written(self) -> Written:
        """Each part as it stands among others, after all drawings were taken in; the smaller ones come first."""
        made = Written([], [])
        for number, part in enumerate(self.numbers):
            markup = part.opening + "".join(made.parts[inside] for inside in part.inside) + part.closing
            if self.used[number] * (len(markup) - LINK) > len(markup) + FRAME:
                name = short_name(len(made.kept))
                made.kept.append(f'<g id="{name}">{markup}</g>')
                markup = f'<use href="#{name}"/>'
            made.parts.append(markup)
        return made

    def drawing(self, drawn: Drawn) -> str:
        """As it is put on the page; who cannot see it is told its lines."""
        told = f' aria-describedby="{" ".join(f"d{line}" for line in drawn.told)}"' if drawn.told else ""
        inside = "".join(self.written.parts[part] for part in drawn.parts)
        return f'<svg{drawn.attributes} aria-label="{drawn.title}"{told}>{inside}</svg>'

    @property
    def store(self) -> str:
        """What the drawings refer to."""
        return "".join([*self.whole, *self.written.kept])

    @property
    def words(self) -> str:
        return "".join(f'<span id="d{number}">{line}; </span>' for line, number in self.lines.items())


class Drawn(Struct, frozen=True):
    """A drawing that was taken in."""

    attributes: str
    title: str
    told: list[int]
    parts: tuple[int, ...]


class Written(Struct, frozen=True):
    """Every part as markup, or as a reference to what is kept."""

    parts: list[str]
    kept: list[str]


def short_name(number: int) -> str:
    digits = "" if number else "0"
    while number:
        number, digit = divmod(number, 36)
        digits = "0123456789abcdefghijklmnopqrstuvwxyz"[digit] + digits
    return f"m{digits}"


def cut(parts: Sequence[int]) -> Iterator[list[int]]:
    piece: list[int] = []
    for part in parts:
        piece.append(part)
        if len(piece) >= LEAST and part * 2654435761 % 2**32 < 2**30:
            yield piece
            piece = []
    if piece:
        yield piece
