"""Translate the program's own messages and typeset text in a reader's language."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from ..base.errors import Message, Value
from ..content.packs import Words, program_texts

NAMES: Mapping[str, str] = {}
QUOTES = (("'", "'"), ("« ", " »"))
"""Between these a message repeats what somebody wrote, which is not translated."""
NO_BREAK_SPACE = "\u00a0"
"""A space at which no line is broken."""
SPACE_BEFORE_MARK = re.compile(r" (?=[:;!?»%](?:\W|$))")
SPACE_AFTER_QUOTE = re.compile(r"(?<=«) ")
SPACE_BEFORE_UNIT = re.compile(r"(?<=\d) (?=(?:MC|°C|KB|%)\b)")


def catalogue(lang: str) -> Mapping[str, str]:
    """Return translations by English template; English needs none."""
    return NAMES if lang == "en" else program_texts(f"errors.{lang}.json")


def personal_catalogue(lang: str) -> Mapping[str, str]:
    """Return the templates that address a player, by the English template about their seat."""
    return program_texts(f"yours.{lang}.json")


def translate_message(message: Message, lang: str, words: Words | None = None, reader: str = "") -> str:
    """Return a message in this language, with a game's names for its things; it addresses the reader it is about."""
    names = words.terms if words else NAMES
    template = personal_template(message, lang, reader) or catalogue(lang).get(message.template, message.template)
    quoted = {name for name in message.values if any(f"{a}{{{name}}}{z}" in message.template for a, z in QUOTES)}
    return template.format_map(
        {
            name: value_text(value, lang, words, NAMES if name in quoted else names, reader)
            for name, value in message.values.items()
        }
    )


def personal_template(message: Message, lang: str, reader: str) -> str:
    """Return the template that addresses the reader, if the message is about them."""
    return personal_catalogue(lang).get(message.template, "") if reader and message.values.get("seat") == reader else ""


def value_text(value: Value, lang: str, words: Words | None, names: Mapping[str, str], reader: str = "") -> str:
    """Return the text of a value: things of the game by their names, or a message inside another one."""
    if isinstance(value, Message):
        return translate_message(value, lang, words, reader)
    if isinstance(value, str):
        return names.get(value, value)
    return str(value) if isinstance(value, int) else ", ".join(names.get(item, item) for item in value)


def typeset_french(text: str) -> str:
    """Keep ; : ! ? and quotation marks on the line of the word they belong to."""
    for space in (SPACE_BEFORE_UNIT, SPACE_BEFORE_MARK, SPACE_AFTER_QUOTE):
        text = space.sub(NO_BREAK_SPACE, text)
    return text


def typeset_english(text: str) -> str:
    return SPACE_BEFORE_UNIT.sub(NO_BREAK_SPACE, text)


TYPESETTERS: Mapping[str, Callable[[str], str]] = {"fr": typeset_french, "en": typeset_english}


def typeset(text: str, lang: str) -> str:
    """Return a text as it is printed or shown; never one that is typed, signed or searched."""
    return TYPESETTERS[lang](text) if lang in TYPESETTERS and " " in text else text
