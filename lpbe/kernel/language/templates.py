"""Templates of orders, for printing and parsing: words, slots for fields, and optional groups."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import TypeAlias

from msgspec import Struct

from ..base.canonical import Fields, Plain
from ..content.packs import Words

PIECE = re.compile(r"\[|\]|([^\s\[\]{}]*)\{(\w+)\}|[^\s\[\]{}]+")
ASIDE = re.compile(r"\s*\([^)]*\)")


class Word(Struct, frozen=True):
    text: str


class Slot(Struct, frozen=True):
    """A field of the order, with the mark that precedes it."""

    name: str
    mark: str = ""


class Bracket(Struct, frozen=True):
    """A group that is left out together with its fields."""

    pieces: Pieces


Pieces: TypeAlias = tuple["Word | Slot | Bracket", ...]


Value: TypeAlias = Plain | str | int
"""The value of a field of an order, or one item of a list."""


@cache
def pieces(template: str) -> Pieces:
    """Parse a template such as `build {building} [at {place}]`."""
    stack: list[list[Word | Slot | Bracket]] = [[]]
    for match in PIECE.finditer(template):
        if match[0] == "[":
            stack.append([])
        elif match[0] == "]":
            group = Bracket(tuple(stack.pop()))
            stack[-1].append(group)
        else:
            stack[-1].append(Slot(match[2], match[1]) if match[2] else Word(match[0]))
    assert len(stack) == 1, template
    return tuple(stack[0])


def slots(parts: Pieces) -> Iterator[Slot]:
    for part in parts:
        if isinstance(part, Bracket):
            yield from slots(part.pieces)
        elif isinstance(part, Slot):
            yield part


def typed_name(term: str) -> str:
    """Return a name as it is typed, without the explanation in brackets."""
    return ASIDE.sub("", term)


def order_text(words: Words, order: Fields) -> str:
    """Return an order as people type it."""
    tag = order["order"]
    return " ".join(pieces_text(words, tag, pieces(words.orders[tag]), order))


def pieces_text(words: Words, tag: str, parts: Pieces, fields: Fields) -> Iterator[str]:
    for part in parts:
        if isinstance(part, Word):
            yield part.text
        elif isinstance(part, Bracket):
            if any(slot.name in fields for slot in slots(part.pieces)):
                yield from pieces_text(words, tag, part.pieces, fields)
        elif fields.get(part.name) is not True:
            yield part.mark + value_text(words, f"{tag}.{part.name}", fields.get(part.name, ()))


def value_text(words: Words, key: str, value: Value | Sequence[Value]) -> str:
    if isinstance(value, list | tuple):
        items = [value_text(words, key, item) for item in value]
        return (", " if any(" " in item for item in items) else " ").join(items)
    if isinstance(value, dict):
        return order_text(words, value)
    if key in words.parts:
        form = pieces(words.parts[key])
        named = dict(zip([slot.name for slot in slots(form)], str(value).split(":"), strict=False))
        return " ".join(pieces_text(words, key, form, named))
    return typed_name(words.terms.get(str(value), str(value)))


def verb(words: Words, tag: str) -> str:
    """Return the first word of an order."""
    first = pieces(words.orders[tag])[0]
    assert isinstance(first, Word), tag
    return first.text


def verb_length(form: Pieces) -> int:
    """Return how many words a template begins with."""
    return next((n for n, part in enumerate(form) if not isinstance(part, Word)), len(form))
