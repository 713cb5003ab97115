"""Make a drawing smaller for a page: styles become classes, and what is drawn often is defined once."""

from __future__ import annotations

import re
from collections import Counter
from itertools import product
from string import ascii_lowercase

from .palette import DARK_MODE

ELEMENT = re.compile(r"<(rect|polygon|path|circle|ellipse|text|g)( [^>]*?)(/?)>")
PAINT = re.compile(
    r" (fill|stroke|stroke-width|stroke-dasharray|stroke-linejoin|stroke-opacity|fill-opacity|opacity|font-size"
    r'|font-weight|text-anchor)="([^"]*)"'
)
DRAWN = re.compile(r"<g>(?:(?!<g|<title|</g>).)*</g>|<(?:rect|polygon|path|circle|ellipse) [^>]*/>")
"""What can be defined once: a shape, or a group of shapes without a title of its own."""
HEAD = re.compile(r"<svg [^>]*>")
STYLE = re.compile(r"<style>.*?</style>", re.DOTALL)
DEFS = re.compile(r"<defs>.*?</defs>", re.DOTALL)
MIN_SHARED_LENGTH = 40
"""What is shorter than this costs less than a reference to it."""
PIXELS = ("font-size",)
NAMES = [*ascii_lowercase, *("".join(pair) for pair in product(ascii_lowercase, repeat=2))]


def minify(svg: str, ids: str) -> str:
    """Return the same picture, smaller, to be embedded in a page; `ids` is the prefix of its ids.

    What is painted alike gets one class of its own, because browsers do not apply the context of what is drawn by
    reference.
    """
    paints = Counter(paint_of(match[2]) for match in ELEMENT.finditer(svg))
    del paints[()]
    first = ids[0].upper()
    names = {paint: first + name for (paint, _), name in zip(paints.most_common(), NAMES, strict=False)}
    thin = ELEMENT.sub(lambda match: f"<{match[1]}{use_class(match[2], names)}{match[3]}>", STYLE.sub("", svg))
    defs = "".join(DEFS.findall(thin)).removeprefix("<defs>").removesuffix("</defs>")
    body = DEFS.sub("", thin)
    often = [
        part for part, count in Counter(DRAWN.findall(body)).items() if count > 2 and len(part) > MIN_SHARED_LENGTH
    ]
    refs = {part: f"{ids}-{n}" for n, part in enumerate(often)}
    body = DRAWN.sub(lambda match: f'<use href="#{refs[match[0]]}"/>' if match[0] in refs else match[0], body)
    kept = "".join(add_id(part, ref) for part, ref in refs.items())
    rules = "".join(f".{name}{{{css_rule(paint)}}}" for paint, name in names.items())
    style = f"<style>svg:root{{color-scheme:light dark}}{rules}</style>"
    return HEAD.sub(lambda match: f"{match[0]}{style}<defs>{defs}{kept}</defs>", body, count=1)


Paint = tuple[tuple[str, str], ...]


def paint_of(attributes: str) -> Paint:
    return tuple(PAINT.findall(attributes))


def use_class(attributes: str, names: dict[Paint, str]) -> str:
    """Replace the attributes of paint by a class."""
    paint = paint_of(attributes)
    return f'{PAINT.sub("", attributes)} class="{names[paint]}"' if paint in names else attributes


def add_id(part: str, ref: str) -> str:
    """Add an id to refer to."""
    return re.sub(r"^<(\w+)", rf'<\1 id="{ref}"', part)


def css_rule(paint: Paint) -> str:
    return ";".join(each for what, value in paint for each in declarations(what, value))


def declarations(what: str, value: str) -> list[str]:
    """Return a declaration in light colours, and one in both for browsers that know colour schemes."""
    if what in PIXELS:
        return [f"{what}:{value}px"]
    plain = f"{what}:{value}"
    return [plain, f"{what}:light-dark({value},{DARK_MODE[value]})"] if value in DARK_MODE else [plain]
