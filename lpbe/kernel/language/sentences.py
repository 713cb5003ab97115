"""Word events and facts: fill the templates of a game's words for one reader."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from ..base.canonical import Fields
from ..base.safe_text import same_name
from ..content.packs import Words
from ..engine.model import Seat

if TYPE_CHECKING:
    from ..engine.foresight import Fact

REPEATED_REMARK = re.compile(r"(\([^()]+\)) \1")
NOBODY: Mapping[Seat, str] = {}
EITHER = "or"
"""The form of a slot that lists alternatives: {dice:or}."""


def sentences(words: Words, events: Iterable[Fields], reader: Seat | None, names: Mapping[Seat, str]) -> list[str]:
    """Return one sentence for each event that has something to say to this reader."""
    lines = (sentence(words, event, reader, names) for event in events)
    return [line for line in lines if line]


def sentence(words: Words, event: Fields, reader: Seat | None, names: Mapping[Seat, str]) -> str:
    form = next((f for f in forms(event, reader) if f in words.events or f in words.silent), event["event"])
    if form in words.silent:
        return ""
    line = fill(words, words.events[form], with_reason(words, event, reader), names)
    return line[:1].upper() + line[1:]


def with_reason(words: Words, event: Fields, reader: Seat | None) -> Fields:
    """Return an event with its reason, if any, translated into the language of these words."""
    if "reason" not in event:
        return event
    from ..base.errors import Message  # saves it for events without a reason
    from .translate import translate_message  # saves the catalogue for them too

    reason = Message(event["reason"], event.get("values", {}))
    return {**event, "reason": translate_message(reason, words.grammar.get("lang", "en"), words, reader or "")}


def forms(event: Fields, reader: Seat | None) -> Iterator[str]:
    """Return the names its template may have, the most specific first; those that address the reader before others."""
    own = reader is not None and event.get("seat") == reader
    for form in special_forms(event):
        yield from (f"{form}.own", form) if own else (form,)
    yield from (f"{event['event']}.own",) if own else ()
    yield event["event"]


def special_forms(event: Fields) -> Iterator[str]:
    tag = event["event"]
    yield from (f"{tag}.{event[key]}" for key in ("why", "kind", "seat", "to") if key in event)
    yield from (f"{tag}.{key}" for key, value in event.items() if value is True or (key == "held" and value))
    if event.get("count") == 0 or any(value in ([], (), {}) for value in event.values()):
        yield f"{tag}.empty"


def phrase(words: Words, key: str, names: Mapping[Seat, str] = NOBODY, /, **values: Any) -> str:
    """Return a phrase of the report, filled in."""
    return fill(words, words.terms[f"report.{key}"], values, names)


def quote_typed(words: Words, text: str) -> str:
    """Return words that somebody may type, in the quotation marks of the language."""
    return words.grammar["quoted"].format(text=text)


def fact_text(words: Words, fact: Fact, names: Mapping[Seat, str] = NOBODY) -> str:
    """Return the sentence of a fact; its values may be facts themselves."""
    fields = {name: fact_value(words, value, names) for name, value in fact.values.items()}
    return fill(words, words.terms[f"told.{fact.key}"], fields, names)


def fact_value(words: Words, value: Any, names: Mapping[Seat, str]) -> Any:
    """Return the sentence of a fact among the values, or of several; any other value as it is."""
    from ..engine.foresight import Fact  # saves it for pages without facts

    if isinstance(value, list | tuple) and value and all(isinstance(one, Fact) for one in value):
        return ", ".join(fact_text(words, one, names) for one in value)
    return fact_text(words, value, names) if isinstance(value, Fact) else value


def fill(words: Words, template: str, fields: Fields, names: Mapping[Seat, str]) -> str:
    def format_slot(name: str, one: str, many: str) -> str:
        value = fields.get(name, ())  # a missing field was empty
        if one == EITHER:
            return either_text(words, value)
        if one:
            return f"{value} {one if is_singular(words, value) else many}"
        if isinstance(value, Mapping) and name in counted_fields(words):
            return counted_text(words, value)
        return value_text(words, value, NOBODY if name in thing_fields(words) else names)

    return without_repetition(fill_slots(drop_absent(template, without_namesake(words, fields, names)), format_slot))


def without_namesake(words: Words, fields: Fields, names: Mapping[Seat, str]) -> Fields:
    """Leave out a seat that has the same name as a thing beside it: 'Die 2, Red', not 'Die 2, Red: Red'."""
    seat = fields.get("seat")
    things = [fields[name] for name in thing_fields(words) if name in fields]
    if not seat or seat not in things or seat_name(words, seat, names) != seat_name(words, seat, NOBODY):
        return fields
    return {name: value for name, value in fields.items() if name != "seat"}


def without_repetition(text: str) -> str:
    """Leave out a remark in parentheses that repeats the one before it: the name of a thing may end with its kind."""
    return REPEATED_REMARK.sub(r"\1", text) if ") (" in text else text


def either_text(words: Words, values: Sequence[str]) -> str:
    """Return a list of alternatives joined by "or"."""
    *others, last = [value_text(words, value, NOBODY) for value in values]
    return f"{', '.join(others)} {words.grammar['or']} {last}" if others else last


def fill_slots(template: str, format_slot: Callable[[str, str, str], str]) -> str:
    """Fill the slots of a template: a name, or a name with singular and plural, {coins:coin|coins}."""
    out, *parts = template.split("{")
    for part in parts:
        slot, _, after = part.partition("}")
        name, _, forms = slot.partition(":")
        one, _, many = forms.partition("|")
        out += format_slot(name, one, many) + after
    return out


def slots(template: str) -> list[str]:
    """Return the fields that a template names."""
    return [part.partition("}")[0].partition(":")[0] for part in template.split("{")[1:]]


def drop_absent(template: str, fields: Fields) -> str:
    """Drop the parts between < and > whose fields are missing or empty."""
    kept, *parts = template.split("<")
    for part in parts:
        inside, _, after = part.partition(">")
        kept += (inside if all(fields.get(name) for name in slots(inside)) else "") + after
    return kept


def thing_fields(words: Words) -> list[str]:
    """Return the fields that name a thing and not a seat: the die of a colour, not its player."""
    return split_names(words.grammar.get("things", ""))


def counted_fields(words: Words) -> list[str]:
    """Return the fields that say how many there are of each thing: '2 iron', not 'iron 2'."""
    return split_names(words.grammar.get("counted", ""))


def counted_text(words: Words, counts: Mapping[str, int]) -> str:
    """Return how many there are of each thing, in the order of their names."""
    return join_items(words, [f"{counts[name]} {value_text(words, name, NOBODY)}" for name in sorted(counts)])


@lru_cache(16)
def split_names(names: str) -> list[str]:
    """Split a language's line of names; cached, because it is needed for every value."""
    return names.split()


def is_singular(words: Words, count: int) -> bool:
    return count == 1 or (count == 0 and words.grammar["zero"] == "one")


def value_text(words: Words, value: Any, names: Mapping[Seat, str]) -> str:
    """Return a value in words: seats by their players' names, things by their terms, lists joined."""
    if isinstance(value, str):
        return seat_name(words, value, names)
    if isinstance(value, Mapping):
        if "order" in value:
            from .templates import order_text  # saves it for values that hold no order

            held = value["order"]
            return order_text(words, value if isinstance(held, str) else held)
        pair = words.grammar["pair"]
        items = [(key, value[key]) for key in sort_keys(value, names)]
        return join_items(
            words, [pair.format(key=value_text(words, k, names), value=value_text(words, v, names)) for k, v in items]
        )
    if isinstance(value, list | tuple):
        return join_items(words, [value_text(words, item, names) for item in value])
    if isinstance(value, bool):
        return words.grammar["yes" if value else "no"]
    return str(value)


def seat_name(words: Words, seat: str, names: Mapping[Seat, str]) -> str:
    """Return the name of a seat's player, or the term of a thing.

    The seat is added to a name that looks like the term of another seat in this language: when names are accepted,
    only the ids of seats are known, and no player may pass for another.
    """
    term = words.terms.get(seat, seat)
    name = names.get(seat)
    if not name:
        return term
    others = [words.terms.get(other, other) for other in names if other != seat]
    return f"{name} ({term})" if any(is_imitation(name, other) for other in others) else name


@lru_cache(256)
def is_imitation(name: str, other: str) -> bool:
    return same_name(name, other)


def sort_keys(keys: Iterable[str], names: Mapping[Seat, str]) -> list[str]:
    """Sort seats by their place at the table and the rest by name: a file does not keep the order of its keys."""
    sitting = list(names)
    return sorted(keys, key=lambda key: (sitting.index(key) if key in names else len(sitting), key))


def join_items(words: Words, items: list[str]) -> str:
    if len(items) < 2:
        return items[0] if items else words.grammar["nothing"]
    return f"{', '.join(items[:-1])} {words.grammar['and']} {items[-1]}"
