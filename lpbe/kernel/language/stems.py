"""Stems of words, so that a search for "arrive" finds arrivals: a short list of suffixes for each language."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from .template_matcher import plain_spelling

NOT_IN_WORDS = re.compile(r"[^\w-]+")
MIN_STEM = 3
MIN_PREFIX = 3
"""How many letters the beginning of a word needs to stand for all of it."""
MIN_STEM_PREFIX = 5
SUFFIXES = {
    "en": ("ments", "ment", "ings", "als", "ers", "ing", "al", "ed", "er", "es", "e", "s"),
    "fr": (
        *("issement", "issent", "issons", "ations", "ements", "ation", "aient", "ement", "euses", "issez"),
        *("ante", "ants", "ents", "eurs", "euse", "ions", "ant", "ees", "ent", "eur", "ion"),
        *("ee", "er", "es", "ez", "ie", "ir", "it", "re", "e", "s", "x"),
    ),
}
"""Endings that are removed, without accents; the longest that leaves a stem comes first."""
NOISE = {
    "en": {
        *("a", "an", "are", "can", "do", "does", "how", "i", "is", "my", "of", "s", "t", "the", "to"),
        *("what", "when", "where", "which", "who"),
    },
    "fr": {
        *(
            "a",
            "au",
            "aux",
            "c",
            "ce",
            "comment",
            "d",
            "de",
            "des",
            "du",
            "est-ce",
            "et",
            "j",
            "je",
            "l",
            "la",
            "le",
            "les",
        ),
        *("mes", "mon", "n", "qu", "que", "quel", "quelle", "un", "une"),
    },
}
"""Words that a question has in it but is not about."""


def words_of(text: str) -> list[str]:
    """Return the words of a text in plain spelling; a hyphen is part of a word."""
    return [word for word in NOT_IN_WORDS.split(plain_spelling(text)) if word]


def words_asked_for(text: str, lang: str) -> list[str]:
    """Return the words that a question is about, or all if there would be none."""
    words = words_of(text)
    return [word for word in words if word not in NOISE[lang]] or words


@cache
def stem(word: str, lang: str) -> str:
    """Return a word in plain spelling without its ending; a doubled last letter counts once, y as i."""
    ending = next((one for one in SUFFIXES[lang] if word.endswith(one) and len(word) - len(one) >= MIN_STEM), "")
    left = word.removesuffix(ending)
    if len(left) > MIN_STEM and left[-1] == left[-2]:
        left = left[:-1]
    return f"{left[:-1]}i" if left[-1:] == "y" and len(left) > MIN_STEM else left


def stems(text: str, lang: str) -> frozenset[str]:
    return frozenset(stem(word, lang) for word in words_asked_for(text, lang))


def matches(asked: str, word: str, lang: str) -> bool:
    """Return whether a word is the one asked for, another form of it, or begins with it."""
    if word == asked or (len(asked) >= MIN_PREFIX and word.startswith(asked)):
        return True
    root = stem(asked, lang)
    return stem(word, lang) == root or (len(root) >= MIN_STEM_PREFIX and word.startswith(root))


def has_words(text: str, asked: Iterable[str], lang: str) -> bool:
    """Return whether a text has all the words that were asked for, in any form."""
    known = words_of(text)
    return all(any(matches(one, word, lang) for word in known) for one in asked)
