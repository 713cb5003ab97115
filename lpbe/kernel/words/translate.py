"""The program's own sentences in a reader's language: the English template is the key, values are named by words."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import msgspec

from ..base.errors import Message, Value
from ..content.packs import Words
from ..disk.files import packaged

NAMES: Mapping[str, str] = {}
QUOTES = (("'", "'"), ("« ", " »"))
"""What stands between them repeats what somebody wrote."""


@cache
def catalogue(lang: str) -> Mapping[str, str]:
    """English templates and their translations; English needs none."""
    return {} if lang == "en" else msgspec.json.decode(packaged(f"errors.{lang}.json"), type=dict[str, str])


@cache
def yours(lang: str) -> Mapping[str, str]:
    """English templates about a seat, as they are told to its player."""
    return msgspec.json.decode(packaged(f"yours.{lang}.json"), type=dict[str, str])


def translated(message: Message, lang: str, words: Words | None = None, reader: str = "") -> str:
    """A message in this language, the things of a game as its words call them; a reader is told of himself as such."""
    names = words.terms if words else NAMES
    template = told_to(message, lang, reader) or catalogue(lang).get(message.template, message.template)
    quoted = {name for name in message.values if any(f"{a}{{{name}}}{z}" in message.template for a, z in QUOTES)}
    return template.format_map(
        {
            name: worded(value, lang, words, NAMES if name in quoted else names, reader)
            for name, value in message.values.items()
        }
    )


def told_to(message: Message, lang: str, reader: str) -> str:
    """The template that speaks to the reader, where the message is about him."""
    return yours(lang).get(message.template, "") if reader and message.values.get("seat") == reader else ""


def worded(value: Value, lang: str, words: Words | None, names: Mapping[str, str], reader: str = "") -> str:
    """What fills a blank: things of the game by their names, or a whole message inside another one."""
    if isinstance(value, Message):
        return translated(value, lang, words, reader)
    if isinstance(value, str):
        return names.get(value, value)
    return str(value) if isinstance(value, int) else ", ".join(names.get(item, item) for item in value)
