"""Read what a board has drawn: its names, its texts, and the classes of its style sheet."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple
from xml.etree import ElementTree

from lpbe.board.model import Picture
from lpbe.board.svg import svg_board
from lpbe.board.svg.style import PREFIX, SIZES
from lpbe.kernel.content.packs import Words

SVG = "{http://www.w3.org/2000/svg}"
Element = ElementTree.Element


def parse_svg(document: str) -> Element:
    return ElementTree.fromstring(document.encode())


def draw_picture(picture: Picture, words: Words, changed: set[str] | None = None, **more: object) -> Element:
    """Draw a board for a page and parse it; there it has no namespace."""
    return parse_svg(svg_board.draw_board(picture, words, changed or set(), **more))  # type: ignore[arg-type]


def tag(element: Element) -> str:
    return element.tag.removeprefix(SVG)


def things_by_name(root: Element) -> dict[str, Element]:
    """Return every thing by its name; each is there once."""
    found = [element for element in root.iter() if element.get("data-name")]
    out = {element.get("data-name", ""): element for element in found}
    assert len(out) == len(found)
    return out


def layer(root: Element, name: str) -> Element:
    (found,) = [element for element in root if element.get("class") == f"layer-{name}"]
    return found


def title(element: Element) -> str:
    return next((child.text or "" for child in element if tag(child) == "title"), "")


def titles(element: Element) -> list[str]:
    return ["".join(each.itertext()) for each in element.iter() if tag(each) == "title"]


def classes(element: Element) -> set[str]:
    """Return the classes of an element and of all that is in it, without their prefix."""
    return {name.removeprefix(PREFIX) for each in element.iter() for name in each.get("class", "").split()}


def words_in(element: Element) -> list[str]:
    return ["".join(each.itertext()) for each in element.iter() if tag(each) == "text"]


class Text(NamedTuple):
    """A text and the box it takes at close range, as far as one can tell without its font."""

    text: str
    left: float
    top: float
    right: float
    bottom: float


def texts(element: Element, dx: float = 0, dy: float = 0) -> Iterator[Text]:
    if moved := re.match(r"translate\((\S+) (\S+)\)", element.get("transform", "")):
        dx, dy = dx + float(moved.group(1)), dy + float(moved.group(2))
    if tag(element) == "text":
        size = next(SIZES[name.removeprefix(PREFIX)] for name in element.get("class", "").split())
        x, y = float(element.get("x", "0")) + dx, float(element.get("y", "0")) + dy
        written = "".join(element.itertext())
        half = 0.3 * size * len(written)
        yield Text(written, x - half, y - 0.7 * size, x + half, y)
    for child in element:
        yield from texts(child, dx, dy)
