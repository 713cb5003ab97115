"""How a language sets its signs: French keeps ; : ! ? and its quotation marks together with what they belong to."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

BOUND = "\u00a0"
"""A space at which no line ends."""
AFTER = re.compile(r" (?=[:;!?»%](?:\W|$))")
BEFORE = re.compile(r"(?<=«) ")
NUMBERS = re.compile(r"(?<=\d) (?=(?:MC|°C|KB|%)\b)")


def french(text: str) -> str:
    return BEFORE.sub(BOUND, AFTER.sub(BOUND, NUMBERS.sub(BOUND, text)))


def english(text: str) -> str:
    return NUMBERS.sub(BOUND, text)


RULES: Mapping[str, Callable[[str], str]] = {"fr": french, "en": english}


def typeset(text: str, lang: str) -> str:
    """A text as it is printed or shown; never one that is typed, signed or searched."""
    return RULES[lang](text) if lang in RULES and " " in text else text
