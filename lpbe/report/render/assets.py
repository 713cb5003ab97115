"""Styles and scripts of pages: short files by subject, put together into one without comments and indentation."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from os.path import dirname, join

FOLDER = join(dirname(dirname(__file__)), "templates", "page")
STYLES = (
    "tokens", "base", "header", "stage", "cards", "tray", "tabs", "panels", "news", "end", "layout", "document",
    "motion", "print",
)  # fmt: skip
"""In the order in which they are put together: later rules win."""
PAGE_SCRIPTS = ("dom", "data", "board", "camera", "news", "tabs", "theme", "clock", "keyboard")
COMPOSING_SCRIPTS = (
    "storage", "turn", "names", "targets", "ghost", "effects", "controls", "cards", "tray", "send", "compose",
)  # fmt: skip
"""For pages on which something is asked."""
DOCUMENT_SCRIPTS = ("theme", "document")
"""For pages that contain only words."""
CSS_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
CSS_SPACE = re.compile(r"\s*([{};,>])\s*")
SPACES = re.compile(r"\s+")
SCRIPT_COMMENT = re.compile(r"^\s*(//|/\*\*.*\*/\s*$)")
COMMENT_BEHIND = re.compile(r"\s+// .*$")
SCRIPT_TOKENS = re.compile(
    r"""("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`"""  # strings
    r"""|(?:(?<=[(,=:])|(?<=[(,=:] ))/(?![/*])(?:\\.|\[[^]\n]*\]|[^/\\\n[])+/)"""  # regular expressions
    r"""|[ \t]*(=>|[{}()[\],;:?=<>*|&!])[ \t]*"""
)
"""Strings and regular expressions, which stay as they are, and signs that need no space around them."""


def read(folder: str, name: str) -> str:
    """Return a file beside the templates as it is."""
    from jinja2 import Environment, FileSystemLoader  # saves it for text

    text, *_ = FileSystemLoader(join(FOLDER, folder)).get_source(Environment(autoescape=True), name)
    return text


@cache
def page_styles() -> str:
    """Return the styles of a page; those for pages without scripts also apply on paper."""
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


def page_script(asked: bool, further: Sequence[str]) -> str:
    """Return the script of a page with further parts for what it asks; one that asks nothing needs less."""
    return script((*PAGE_SCRIPTS, *((*COMPOSING_SCRIPTS, *further) if asked else ()), "page"))


@cache
def script(names: tuple[str, ...]) -> str:
    """Return scripts as one, in a scope of its own."""
    lines = [line for name in names for line in read("script", f"{name}.js").splitlines()]
    kept = [COMMENT_BEHIND.sub("", line).strip() for line in lines if not SCRIPT_COMMENT.match(line)]
    return squeeze_script("\n".join(['"use strict";(() => {', *filter(None, kept), "})();"]))


def squeeze_script(text: str) -> str:
    """Return a script without the spaces around signs; strings in template strings must not hold backticks."""
    return SCRIPT_TOKENS.sub(lambda match: match[1] or match[2], text)
