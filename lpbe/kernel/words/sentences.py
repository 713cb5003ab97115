"""Events and orders in words: the templates of a content pack, filled in for one reader."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from ..base.canon import Fields
from ..content.packs import Words
from ..play.rules import Seat

if TYPE_CHECKING:
    from ..play.foresight import Told

NOBODY: Mapping[Seat, str] = {}


def sentences(words: Words, events: Iterable[Fields], reader: Seat | None, names: Mapping[Seat, str]) -> list[str]:
    """One sentence for each event that has something to say to this reader."""
    said = (sentence(words, event, reader, names) for event in events)
    return [line for line in said if line]


def sentence(words: Words, event: Fields, reader: Seat | None, names: Mapping[Seat, str]) -> str:
    form = next((f for f in forms(event, reader) if f in words.events or f in words.silent), event["event"])
    if form in words.silent:
        return ""
    line = fill(words, words.events[form], explained(words, event, reader), names)
    return line[:1].upper() + line[1:]


def explained(words: Words, event: Fields, reader: Seat | None) -> Fields:
    """An event that gives a reason, with the reason in the language of these words."""
    if "reason" not in event:
        return event
    from ..base.errors import Message  # saves it for events without a reason
    from .translate import translated  # saves the catalogue for the same

    reason = Message(event["reason"], event.get("values", {}))
    return {**event, "reason": translated(reason, words.grammar.get("lang", "en"), words, reader or "")}


def forms(event: Fields, reader: Seat | None) -> Iterator[str]:
    """The names a template may have, the most special first; what speaks to the reader before what speaks of him."""
    own = reader is not None and event.get("seat") == reader
    for form in special_forms(event):
        yield from (f"{form}.own", form) if own else (form,)
    yield from (f"{event['event']}.own",) if own else ()
    yield event["event"]


def special_forms(event: Fields) -> Iterator[str]:
    tag = event["event"]
    yield from (f"{tag}.{event[key]}" for key in ("why", "kind") if key in event)
    yield from (f"{tag}.{key}" for key, value in event.items() if value is True or (key == "held" and value))
    if event.get("count") == 0 or any(value in ([], (), {}) for value in event.values()):
        yield f"{tag}.empty"


def phrase(words: Words, key: str, names: Mapping[Seat, str] = NOBODY, /, **values: Any) -> str:
    """One of the sentences that reports are made of."""
    return fill(words, words.terms[f"report.{key}"], values, names)


def quoted(words: Words, text: str) -> str:
    """Words that somebody may type, as the language sets them apart."""
    return words.grammar["quoted"].format(text=text)


def told_text(words: Words, told: Told, names: Mapping[Seat, str] = NOBODY) -> str:
    """What a game tells of how things stand or will be: sentences may stand in one another."""
    fields = {name: worded(words, value, names) for name, value in told.values.items()}
    return fill(words, words.terms[f"told.{told.key}"], fields, names)


def worded(words: Words, value: Any, names: Mapping[Seat, str]) -> Any:
    """A sentence among the values, or several, in words; all else as it is."""
    from ..play.foresight import Told  # saves it for who is told nothing in advance

    if isinstance(value, list | tuple) and value and all(isinstance(one, Told) for one in value):
        return ", ".join(told_text(words, one, names) for one in value)
    return told_text(words, value, names) if isinstance(value, Told) else value


def fill(words: Words, template: str, fields: Fields, names: Mapping[Seat, str]) -> str:
    def say(name: str, one: str, many: str) -> str:
        value = fields.get(name, ())  # what is absent was empty
        if one:
            return f"{value} {one if single(words, value) else many}"
        return text(words, value, NOBODY if name in things(words) else names)

    return filled(wanted(template, fields), say)


def filled(template: str, say: Callable[[str, str, str], str]) -> str:
    """A template with its slots said: a name, or a name and one or many of what it counts, {coins:coin|coins}."""
    out, *parts = template.split("{")
    for part in parts:
        slot, _, after = part.partition("}")
        name, _, forms = slot.partition(":")
        one, _, many = forms.partition("|")
        out += say(name, one, many) + after
    return out


def slots(template: str) -> list[str]:
    """The fields that a template names."""
    return [part.partition("}")[0].partition(":")[0] for part in template.split("{")[1:]]


def wanted(template: str, fields: Fields) -> str:
    """What stands between < and > is said only where its fields are there and not empty."""
    kept, *parts = template.split("<")
    for part in parts:
        inside, _, after = part.partition(">")
        kept += (inside if all(fields.get(name) for name in slots(inside)) else "") + after
    return kept


def things(words: Words) -> list[str]:
    """The fields that name a thing where a seat could be meant: the die of a colour, not the player's."""
    return split_names(words.grammar.get("things", ""))


@lru_cache(16)
def split_names(names: str) -> list[str]:
    """One line of names a language, asked for by every value that is told."""
    return names.split()


def single(words: Words, count: int) -> bool:
    return count == 1 or (count == 0 and words.grammar["zero"] == "one")


def text(words: Words, value: Any, names: Mapping[Seat, str]) -> str:
    """A value in words: seats by the names of who sits there, things by their terms, lists joined."""
    if isinstance(value, str):
        return names.get(value) or words.terms.get(value, value)
    if isinstance(value, Mapping):
        if "order" in value:
            from .templates import order_text  # saves it for values that hold no order

            held = value["order"]
            return order_text(words, value if isinstance(held, str) else held)
        pair = words.grammar["pair"]
        items = [(key, value[key]) for key in ordered(value, names)]
        return joined(words, [pair.format(key=text(words, k, names), value=text(words, v, names)) for k, v in items])
    if isinstance(value, list | tuple):
        return joined(words, [text(words, item, names) for item in value])
    if isinstance(value, bool):
        return words.grammar["yes" if value else "no"]
    return str(value)


def ordered(keys: Iterable[str], names: Mapping[Seat, str]) -> list[str]:
    """Seats as they sit, all else by its name: a file does not keep the order of its keys."""
    sitting = list(names)
    return sorted(keys, key=lambda key: (sitting.index(key) if key in names else len(sitting), key))


def joined(words: Words, items: list[str]) -> str:
    if len(items) < 2:
        return items[0] if items else words.grammar["nothing"]
    return f"{', '.join(items[:-1])} {words.grammar['and']} {items[-1]}"
