"""Share what many similar drawings have in common: common parts are defined once, and each drawing refers to them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property

from msgspec import Struct

TOKEN = re.compile(r"<(/?)([\w-]+)([^>]*?)(/?)>|[^<]+")
ATTRIBUTE = re.compile(r' ([\w:-]+)="([^"]*)"')
KEPT_ATTRIBUTES = ("class", "viewBox", "width", "height", "role", "style")
"""The attributes that each drawing keeps; the font is the same in all of them and is set by the page."""
DESCRIPTION_TAGS = ("title", "desc")
"""The tags with which a drawing or a group describes itself: nothing to reuse elsewhere."""
PAGE_TAGS = ("defs", "style")
"""The tags of what exists once for the whole page."""
DEFINITION_LENGTH = len('<g id="m00"></g>')
"""The cost of defining a part."""
REFERENCE_LENGTH = len('<use href="#m00"/>')
"""The cost of referring to it."""
MAX_RUN_LENGTH = 12
"""A run of more parts than this is split into shorter ones."""
MIN_RUN_LENGTH = 4


class Element(Struct):
    """An element as it is written: a tag, its attributes, and what is inside, text or elements."""

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
    """Markup around other parts, which are given by number; a run of parts has no markup of its own."""

    opening: str = ""
    inside: tuple[int, ...] = ()
    closing: str = ""


def parse_svg(svg: str) -> Element:
    """Parse one of our own drawings: every > in its text is escaped, so a tag ends at the first one."""
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


class SharedDrawing(Struct, frozen=True):
    """A drawing that refers to shared parts."""

    attributes: str
    title: str
    lines: list[int]
    """Its description: numbers of lines."""
    parts: tuple[int, ...]


class PartMarkup(Struct, frozen=True):
    """Every part as markup or as a reference, and the definitions that are referred to."""

    parts: list[str]
    definitions: list[str]


class SharedParts:
    """The parts of all drawings. All drawings are added first; only then is it known what occurs more than once."""

    def __init__(self) -> None:
        self.numbers: dict[Part, int] = {}
        self.uses: list[int] = []
        self.page_parts: dict[str, None] = {}
        self.lines: dict[str, int] = {}

    def add(self, svg: str) -> SharedDrawing:
        """Add one drawing."""
        root = parse_svg(svg)
        for part in root.elements:
            if part.tag in PAGE_TAGS:
                inside = part.elements if part.tag == "defs" else [part]
                self.page_parts |= dict.fromkeys(one.markup for one in inside)
        texts = {part.tag: part.content for part in root.elements if part.tag in DESCRIPTION_TAGS}
        lines = [self.lines.setdefault(line, len(self.lines)) for line in texts.get("desc", "").split("; ") if line]
        attributes = "".join(
            f' {name}="{value}"' for name, value in ATTRIBUTE.findall(root.attributes) if name in KEPT_ATTRIBUTES
        )
        shapes = [part for part in root.elements if part.tag not in (*DESCRIPTION_TAGS, *PAGE_TAGS)]
        parts = self.cut_runs([self.add_element(part) for part in shapes])
        self.count_uses(parts)
        return SharedDrawing(attributes=attributes, title=texts.get("title", ""), lines=lines, parts=parts)

    def add_element(self, element: Element) -> int:
        """Add an element: a group part by part, anything else as a whole."""
        if element.tag != "g":
            return self.number(Part(element.markup))
        texts = "".join(part.markup for part in element.elements if part.tag in DESCRIPTION_TAGS)
        inside = [self.add_element(part) for part in element.elements if part.tag not in DESCRIPTION_TAGS]
        return self.number(Part(element.opening + texts, self.cut_runs(inside), "</g>"))

    def cut_runs(self, parts: Sequence[int]) -> tuple[int, ...]:
        """Split long runs at places that depend on the parts alone, so that a change in one piece leaves the rest."""
        while len(parts) > MAX_RUN_LENGTH:
            parts = [self.number(Part(inside=tuple(piece))) for piece in cut_at_low_hashes(parts)]
        return (self.number(Part(inside=tuple(parts))),) if len(parts) > 1 else tuple(parts)

    def number(self, part: Part) -> int:
        if part not in self.numbers:
            self.count_uses(part.inside)
            self.numbers[part] = len(self.uses)
            self.uses.append(0)
        return self.numbers[part]

    def count_uses(self, parts: tuple[int, ...]) -> None:
        for part in parts:
            self.uses[part] += 1

    @cached_property
    def markup(self) -> PartMarkup:
        """Return each part as it is written, after all drawings were added; smaller parts come first."""
        made = PartMarkup([], [])
        for number, part in enumerate(self.numbers):
            markup = part.opening + "".join(made.parts[inside] for inside in part.inside) + part.closing
            if self.uses[number] * (len(markup) - REFERENCE_LENGTH) > len(markup) + DEFINITION_LENGTH:
                name = short_name(len(made.definitions))
                made.definitions.append(f'<g id="{name}">{markup}</g>')
                markup = f'<use href="#{name}"/>'
            made.parts.append(markup)
        return made

    def svg(self, drawing: SharedDrawing) -> str:
        """Return a drawing for the page; its description is read out to those who cannot see it."""
        lines = f' aria-describedby="{" ".join(f"d{line}" for line in drawing.lines)}"' if drawing.lines else ""
        inside = "".join(self.markup.parts[part] for part in drawing.parts)
        return f'<svg{drawing.attributes} aria-label="{drawing.title}"{lines}>{inside}</svg>'

    @property
    def definitions(self) -> str:
        """Return what the drawings refer to."""
        return "".join([*self.page_parts, *self.markup.definitions])

    @property
    def descriptions(self) -> str:
        """Return the lines of all descriptions."""
        return "".join(f'<span id="d{number}">{line}; </span>' for line, number in self.lines.items())


def short_name(number: int) -> str:
    """Return m followed by the number in base 36."""
    digits = "" if number else "0"
    while number:
        number, digit = divmod(number, 36)
        digits = "0123456789abcdefghijklmnopqrstuvwxyz"[digit] + digits
    return f"m{digits}"


def cut_at_low_hashes(parts: Sequence[int]) -> Iterator[list[int]]:
    """Split after parts whose hash is low."""
    piece: list[int] = []
    for part in parts:
        piece.append(part)
        if len(piece) >= MIN_RUN_LENGTH and part * 2654435761 % 2**32 < 2**30:
            yield piece
            piece = []
    if piece:
        yield piece
