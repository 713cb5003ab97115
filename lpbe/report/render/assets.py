"""Styles and scripts of pages: short files by subject, put together into one without comments and indentation."""

from __future__ import annotations

import re
from functools import cache
from os.path import dirname, join

FOLDER = join(dirname(dirname(__file__)), "templates", "page")
STYLES = (
    "tokens", "base", "header", "stage", "cards", "tray", "tabs", "panels", "news", "end", "layout", "document",
    "motion", "print",
)  # fmt: skip
"""In the order in which they are put together: later rules win."""
PAGE_SCRIPTS = ("dom", "board", "camera", "news", "tabs", "theme", "clock", "keyboard")
COMPOSING_SCRIPTS = (
    "storage", "turn", "targets", "hand", "ghost", "effects", "controls", "cards", "tray", "send",
    "compose",
)  # fmt: skip
"""For pages on which something is asked."""
DOCUMENT_SCRIPTS = ("theme", "document")
"""For pages of words only."""
CSS_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
CSS_SPACE = re.compile(r"\s*([{};,>])\s*")
SPACES = re.compile(r"\s+")
SCRIPT_COMMENT = re.compile(r"^\s*(//|/\*\*.*\*/\s*$)")


def read(folder: str, name: str) -> str:
    """Return a file beside the templates as it is."""
    from jinja2 import Environment, FileSystemLoader  # saves it for text

    text, *_ = FileSystemLoader(join(FOLDER, folder)).get_source(Environment(autoescape=True), name)
    return text


@cache
def page_styles() -> str:
    """Return the styles of a page; what holds without scripts also holds on paper."""
    return f"{styles(STYLES)}@media print{{{plain_style()}}}"


@cache
def styles(names: tuple[str, ...]) -> str:
    """Return styles as one text."""
    return squeeze_css("".join(read("style", f"{name}.css") for name in names))


@cache
def plain_style() -> str:
    """Return the styles of a page without scripts."""
    return squeeze_css(read("style", "plain.css"))


def squeeze_css(text: str) -> str:
    spaced = SPACES.sub(" ", CSS_COMMENT.sub("", text))
    return CSS_SPACE.sub(r"\1", spaced).replace(";}", "}").replace(": ", ":").strip()


def page_script(asked: bool) -> str:
    """Return the script of a page; one that asks nothing needs less."""
    return script((*PAGE_SCRIPTS, *(COMPOSING_SCRIPTS if asked else ()), "page"))


@cache
def script(names: tuple[str, ...]) -> str:
    """Return scripts as one, in a scope of its own."""
    lines = [line for name in names for line in read("script", f"{name}.js").splitlines()]
    kept = [line.strip() for line in lines if line.strip() and not SCRIPT_COMMENT.match(line)]
    return "\n".join(['"use strict";(() => {', *kept, "})();"])
