"""What people write into e-mails around their orders: patterns made of the phrases in phrases.toml."""

from __future__ import annotations

import re
from enum import StrEnum
from functools import cache
from importlib.resources import files

FILE = "phrases.toml"
GAP = r"(?:\W+[\w']+){0,3}?"
"""What `...` stands for: up to three words."""


class Kind(StrEnum):
    """The kinds of phrases; the file says what each is."""

    GREETINGS = "greetings"
    CLOSINGS = "closings"
    HEADINGS = "headings"
    HEADING_WORDS = "heading_words"
    POLITENESS = "politeness"
    HARMLESS = "harmless"
    DOUBTS = "doubts"
    WEAK_DOUBTS = "weak_doubts"
    EVERYDAY = "everyday"
    DOUBTFUL_STARTS = "doubtful_starts"
    PUTS_OFF = "puts_off"
    ABOUT_ORDERS = "about_orders"
    POINTERS = "pointers"
    BOILERPLATE = "boilerplate"


@cache
def phrase_table() -> dict[str, dict[str, list[str]]]:
    import tomllib  # only when e-mails are read

    return tomllib.loads(files(__package__).joinpath(FILE).read_text("utf-8"))


@cache
def phrases(kind: Kind) -> re.Pattern[str]:
    """Return a pattern of all phrases of a kind, in all languages."""
    listed = {phrase.casefold() for texts in phrase_table()[kind].values() for phrase in texts}
    longest_first = sorted(listed, key=lambda phrase: (-len(phrase), phrase))
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(phrase_pattern, longest_first))})(?!\w)", re.IGNORECASE)


def phrase_pattern(phrase: str) -> str:
    words = (GAP if word == "..." else re.escape(word).replace(r"\*", r"[\w'-]*") for word in phrase.split())
    return r"[\s,]+".join(words).replace(rf"[\s,]+{GAP}", GAP)


def starts_with(kind: Kind, text: str) -> bool:
    return bool(phrases(kind).match(text.casefold()))


def contains(kind: Kind, text: str) -> bool:
    return bool(phrases(kind).search(text.casefold()))
