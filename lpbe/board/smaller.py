"""A drawing made small for a page: how things are painted is said once, and what is drawn often is defined once."""

from __future__ import annotations

import re
from collections import Counter
from itertools import product
from string import ascii_lowercase

from .night import NIGHTS

ELEMENT = re.compile(r"<(rect|polygon|path|circle|ellipse|text|g)( [^>]*?)(/?)>")
PAINT = re.compile(
    r" (fill|stroke|stroke-width|stroke-dasharray|stroke-linejoin|stroke-opacity|fill-opacity|opacity|font-size"
    r'|font-weight|text-anchor)="([^"]*)"'
)
DRAWN = re.compile(r"<g>(?:(?!<g|<title|</g>).)*</g>|<(?:rect|polygon|path|circle|ellipse) [^>]*/>")
"""What may be drawn elsewhere: a shape, or a group of some without a name of its own."""
HEAD = re.compile(r"<svg [^>]*>")
STYLE = re.compile(r"<style>.*?</style>", re.DOTALL)
DEFS = re.compile(r"<defs>.*?</defs>", re.DOTALL)
SHORT = 40
"""What is no longer than this costs less than a reference to it."""
PIXELS = ("font-size",)
NAMES = [*ascii_lowercase, *("".join(pair) for pair in product(ascii_lowercase, repeat=2))]


def smaller(svg: str, ids: str) -> str:
    """The same picture for a page that has it in its text; `ids` begins its names there.

    What is painted alike is told by one name and nothing else: where something is drawn elsewhere, browsers know
    no longer what it stood in.
    """
    paints = Counter(paint_of(match[2]) for match in ELEMENT.finditer(svg))
    del paints[()]
    first = ids[0].upper()
    names = {paint: first + name for (paint, _), name in zip(paints.most_common(), NAMES, strict=False)}
    thin = ELEMENT.sub(lambda match: f"<{match[1]}{classed(match[2], names)}{match[3]}>", STYLE.sub("", svg))
    defs = "".join(DEFS.findall(thin)).removeprefix("<defs>").removesuffix("</defs>")
    body = DEFS.sub("", thin)
    often = [part for part, count in Counter(DRAWN.findall(body)).items() if count > 2 and len(part) > SHORT]
    refs = {part: f"{ids}-{n}" for n, part in enumerate(often)}
    body = DRAWN.sub(lambda match: f'<use href="#{refs[match[0]]}"/>' if match[0] in refs else match[0], body)
    kept = "".join(named(part, ref) for part, ref in refs.items())
    rules = "".join(f".{name}{{{rule(paint)}}}" for paint, name in names.items())
    style = f"<style>svg:root{{color-scheme:light dark}}{rules}</style>"
    return HEAD.sub(lambda match: f"{match[0]}{style}<defs>{defs}{kept}</defs>", body, count=1)


Paint = tuple[tuple[str, str], ...]


def paint_of(attributes: str) -> Paint:
    return tuple(PAINT.findall(attributes))


def classed(attributes: str, names: dict[Paint, str]) -> str:
    """Attributes of place and size, and one name for those of paint."""
    paint = paint_of(attributes)
    return f'{PAINT.sub("", attributes)} class="{names[paint]}"' if paint in names else attributes


def named(part: str, ref: str) -> str:
    """With a name to refer to it by."""
    return re.sub(r"^<(\w+)", rf'<\1 id="{ref}"', part)


def rule(paint: Paint) -> str:
    return ";".join(told for what, value in paint for told in declared(what, value))


def declared(what: str, value: str) -> list[str]:
    """By day, and by either time for those who know of both."""
    if what in PIXELS:
        return [f"{what}:{value}px"]
    plain = f"{what}:{value}"
    return [plain, f"{what}:light-dark({value},{NIGHTS[value]})"] if value in NIGHTS else [plain]
