"""A drawing made small for a page is the same drawing: written out again, nothing of it is lost or new."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree import ElementTree

import pytest

from lpbe.board.svg import svg_board
from lpbe.board.svg.minify import minify
from lpbe.board.svg.palette import DARK_MODE

from .boards import full, public
from .boards import words as base_words
from .test_svg import SVG, parsed
from .worlds import words, world

RULE = re.compile(r"\.(\w+)\{(.*?)\}")
DAY = re.compile(r"([\w-]+):([^;]+)")
Told = tuple[str, dict[str, str], str]


def drawings() -> dict[str, str]:
    boards = {"map": (public(full()), base_words("fr")), "chart": (world("human-2"), words("en"))}
    return {
        name + " small" * overview: svg_board.draw(board, chosen, {"H01"}, threatened={"H02", "A05"}, overview=overview)
        for name, (board, chosen) in boards.items()
        for overview in (False, True)
    }


def paints(document: str) -> dict[str, dict[str, str]]:
    """What each name of the style stands for by day."""
    style = re.search(r"<style>(.*?)</style>", document)
    assert style
    return {
        name: {what: value.removesuffix("px") for what, value in DAY.findall(answer) if "light-dark" not in value}
        for name, answer in RULE.findall(style[1])
    }


def written_out(document: str) -> Iterator[Told]:
    """Every element that is drawn, references to what was drawn often followed, paint as attributes."""
    root, painted = parsed(document), paints(document)
    known = {element.get("id"): element for element in root.iter() if element.get("id")}

    def each(element: ElementTree.Element) -> Iterator[Told]:
        target = element.get("href", "")[1:]
        if re.fullmatch(r"large-\d+", target):
            yield from each(known[target])
            return
        attributes = {name: value for name, value in element.attrib.items() if name != "class"}
        if re.fullmatch(r"large-\d+", attributes.get("id", "")):
            del attributes["id"]
        yield element.tag, attributes | painted.get(element.get("class", ""), {}), element.text or ""
        for child in element:
            if child.tag != f"{SVG}style" and not re.fullmatch(r"large-\d+", child.get("id", "")):
                yield from each(child)

    return (answer for part in root if part.tag not in (f"{SVG}style", f"{SVG}defs") for answer in each(part))


@pytest.mark.parametrize("name", drawings())
def test_written_out_again_it_is_the_same(name: str) -> None:
    before, after = drawings()[name], minify(drawings()[name], "large")
    assert list(written_out(after)) == [
        answer for part in parsed(before) if part.tag not in (f"{SVG}style", f"{SVG}defs") for answer in plain(part)
    ]
    assert len(after) < len(before) * (0.66 if name.startswith("map") else 1)


def plain(element: ElementTree.Element) -> Iterator[Told]:
    attributes = {what: value for what, value in element.attrib.items() if what != "class"}
    yield element.tag, attributes, element.text or ""
    for child in element:
        if child.tag != f"{SVG}style":
            yield from plain(child)


def test_what_is_painted_knows_the_night_wherever_it_is_drawn() -> None:
    """A rule that looks at what a thing stands in would miss what is drawn by reference."""
    document = minify(drawings()["map"], "large")
    rules = dict(RULE.findall(document))
    assert rules and all(re.fullmatch(r"L\w+", name) for name in rules)
    for answer in rules.values():
        for what, value in DAY.findall(answer):
            if value in DARK_MODE:
                assert f"{what}:light-dark({value},{DARK_MODE[value]})" in answer


def test_two_on_a_page_share_no_name() -> None:
    one, other = (minify(drawings()["map"].replace("board-", f"{ids}-"), ids) for ids in ("large", "small"))
    assert not {*re.findall(r'id="(.*?)"', one)} & {*re.findall(r'id="(.*?)"', other)}
    assert not dict(RULE.findall(one)).keys() & dict(RULE.findall(other)).keys()
