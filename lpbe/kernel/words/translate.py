"""The program's own sentences in another language: the English one is the key, its blanks are filled in again."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import msgspec

from ..content.packs import Words
from ..disk.files import packaged

BLANK = "{}"
LONGEST, DEEPEST = 1000, 2
"""No sentence of ours is longer, or holds another that holds a third."""


@cache
def catalogue(lang: str) -> dict[str, str]:
    """English templates and their translations, those that say most first."""
    told = msgspec.json.decode(packaged("errors.fr.json"), type=dict[str, str])
    ranked = sorted(told, key=lambda template: (-len(template.replace(BLANK, "")), template))
    return {template: template if lang == "en" else told[template] for template in ranked}


def translated(message: str, lang: str, words: Words | None = None, deep: int = 0) -> str:
    """A message in this language, the things of a game as its words call them; as it is if nobody knows it."""
    if deep > DEEPEST or len(message) > LONGEST:
        return message
    for template, other in catalogue(lang).items():
        filled = blanks(template, message)
        if filled is not None:
            quoted = marks(template)
            named = [text if q else named_in(text, lang, words, deep) for text, q in zip(filled, quoted, strict=True)]
            return other.format(*named)
    return message


def blanks(template: str, message: str) -> list[str] | None:
    """What stands in the blanks, each as short as can be and never empty; None where the message is another one."""
    first, *rest = template.split(BLANK)
    if not rest or not message.startswith(first):
        return [] if message == template else None
    found, at = [], len(first)
    for piece in rest[:-1]:
        end = message.find(piece, at + 1)
        if end < 0:
            return None
        found.append(message[at:end])
        at = end + len(piece)
    end = len(message) - len(rest[-1])
    return [*found, message[at:end]] if end > at and message.endswith(rest[-1]) else None


def marks(template: str) -> list[bool]:
    """Which blanks stand in quotation marks: those repeat what somebody wrote."""
    pieces = template.split(BLANK)
    return [one.endswith("'") and two.startswith("'") for one, two in pairwise(pieces)]


def named_in(text: str, lang: str, words: Words | None, deep: int) -> str:
    """What fills a blank: things of the game, or a whole message inside another one."""
    names = words.terms if words else {}
    items = text.split(", ")
    if any(item in names for item in items):
        return ", ".join(names.get(item, item) for item in items)
    return translated(text, lang, words, deep + 1)
