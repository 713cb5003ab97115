"""Events and orders in words: the templates of a content pack, filled in for one reader."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from .content import Words
from .rules import Seat

SLOT = re.compile(r"\{(\w+)(?::([^|}]*)\|([^}]*))?\}")
"""A field by its name; with two words after it, a number and what it counts: {coins:coin|coins}."""

NOBODY: Mapping[Seat, str] = {}


def sentences(
    words: Words, events: Iterable[Mapping[str, Any]], reader: Seat | None, names: Mapping[Seat, str]
) -> list[str]:
    """One sentence for each event that has something to say to this reader."""
    said = (sentence(words, event, reader, names) for event in events)
    return [line for line in said if line]


def sentence(words: Words, event: Mapping[str, Any], reader: Seat | None, names: Mapping[Seat, str]) -> str:
    form = next((f for f in forms(event, reader) if f in words.events or f in words.silent), event["event"])
    if form in words.silent:
        return ""
    line = fill(words, words.events[form], event, names)
    return line[:1].upper() + line[1:]


def forms(event: Mapping[str, Any], reader: Seat | None) -> Iterator[str]:
    """The names a template may have, the most special first."""
    tag = event["event"]
    if "why" in event:
        yield f"{tag}.{event['why']}"
    yield from (f"{tag}.{key}" for key, value in event.items() if value is True)
    if any(isinstance(value, list | tuple | Mapping) and not value for value in event.values()):
        yield f"{tag}.empty"
    if reader is not None and event.get("seat") == reader:
        yield f"{tag}.own"
    yield tag


def order_text(words: Words, order: Mapping[str, Any], names: Mapping[Seat, str] = NOBODY) -> str:
    """An order as its template words it."""
    return fill(words, words.orders[order["order"]], order, names)


def order_line(order: Mapping[str, Any]) -> str:
    """An order as it can be typed: its name, then field=value."""
    parts = [order["order"]]
    for key, value in order.items():
        if isinstance(value, Mapping) and "order" in value:
            parts.append(order_line(value))
        elif key != "order":
            parts.append(f"{key}={typed(value)}")
    return " ".join(parts)


def typed(value: Any) -> str:
    if isinstance(value, Mapping):
        return ",".join(f"{key}:{typed(item)}" for key, item in value.items())
    if isinstance(value, list | tuple):
        return ",".join(map(typed, value))
    return str(value).lower() if isinstance(value, bool) else str(value)


def fill(words: Words, template: str, fields: Mapping[str, Any], names: Mapping[Seat, str]) -> str:
    def slot(match: re.Match[str]) -> str:
        name, one, many = match.groups()
        value = fields.get(name, ())  # what is absent was empty
        return text(words, value, names) if one is None else f"{value} {one if single(words, value) else many}"

    return SLOT.sub(slot, template)


def single(words: Words, count: int) -> bool:
    return count == 1 or (count == 0 and words.grammar["zero"] == "one")


def text(words: Words, value: Any, names: Mapping[Seat, str]) -> str:
    """A value in words: seats by the names of who sits there, things by their terms, lists joined."""
    if isinstance(value, str):
        return names.get(value) or words.terms.get(value, value)
    if isinstance(value, Mapping):
        if "order" in value:
            held = value["order"]
            return order_text(words, value if isinstance(held, str) else held, names)
        pair = words.grammar["pair"]
        return joined(
            words, [pair.format(key=text(words, k, names), value=text(words, v, names)) for k, v in value.items()]
        )
    if isinstance(value, list | tuple):
        return joined(words, [text(words, item, names) for item in value])
    return str(value)


def joined(words: Words, items: list[str]) -> str:
    if len(items) < 2:
        return items[0] if items else words.grammar["nothing"]
    return f"{', '.join(items[:-1])} {words.grammar['and']} {items[-1]}"
