"""Templates of orders: words, slots for fields, groups left out with their fields. They print, and they parse."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import TypeAlias

from msgspec import Struct

from ..base.canon import Fields, Plain
from ..content.packs import Words

PIECE = re.compile(r"\[|\]|([^\s\[\]{}]*)\{(\w+)\}|[^\s\[\]{}]+")
ASIDE = re.compile(r"\s*\([^)]*\)")


class Word(Struct, frozen=True):
    text: str


class Slot(Struct, frozen=True):
    """A field of the order, with what is written right before it."""

    name: str
    mark: str = ""


class Bracket(Struct, frozen=True):
    """Said only where one of its fields is."""

    pieces: Pieces


Pieces: TypeAlias = tuple["Word | Slot | Bracket", ...]


Value: TypeAlias = Plain | str | int
"""What a field of an order holds, one of it if there are many."""


@cache
def pieces(template: str) -> Pieces:
    """`build {building} [at {place}]` as words, slots and groups."""
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
    """A name as it is typed: what stands in brackets explains it."""
    return ASIDE.sub("", term)


def order_text(words: Words, order: Fields) -> str:
    """An order as people type it."""
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
    """The word an order begins with."""
    first = pieces(words.orders[tag])[0]
    assert isinstance(first, Word), tag
    return first.text


def verb_length(form: Pieces) -> int:
    """The words an order begins with."""
    return next((n for n, part in enumerate(form) if not isinstance(part, Word)), len(form))
