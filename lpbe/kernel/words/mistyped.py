"""What was typed and is no order: up to where it was understood, what was expected there, what may have been meant."""

from __future__ import annotations

import re
from difflib import get_close_matches

import msgspec

from ..base.canon import Plain
from ..base.errors import Misused, Value
from ..base.text import quote
from ..content.packs import Words
from ..play.rulebook import Rulebook
from .matching import Matcher, Token, plain_spelling
from .sentences import quoted
from .templates import order_text, pieces, slots, typed_name, verb
from .typist import Part, Typist

SHOWN = 12
"""How many words are told that could have stood there."""
NEAR = 0.65
"""How like an order must be to what was typed to be told as meant."""


def wrong_value(book: Rulebook, words: Words, raw: Plain) -> Misused:
    """Every word was understood, but not every field can be so or be left out."""
    inner = raw
    while "then" in inner:
        inner = inner["then"]
    tag = inner["order"]
    places, form = slots(pieces(words.orders[tag])), usage(words, tag)
    needed = {f.name for f in msgspec.structs.fields(book.orders[tag]) if f.required}
    missing = [slot.name for slot in places if slot.name in needed - inner.keys()]
    if missing:
        what = slot_name(words, tag, missing[0])
        return mistyped(words, "missing", "usage", what=what, form=form)
    return mistyped(words, "value", "usage", order=order_text(words, inner), form=form)


def usage(words: Words, tag: str) -> str:
    """How an order is written, with the kinds of things that belong into it."""
    return re.sub(r"@?\{(\w+)\}", lambda m: f"<{slot_name(words, tag, m[1])}>", words.orders[tag])


def slot_name(words: Words, tag: str, name: str) -> str:
    """What belongs into a slot; some orders use a name of their own way."""
    return words.slots.get(f"{tag}.{name}") or words.slots[name]


def not_understood(words: Words, part: Part, reader: Matcher, typist: Typist) -> Misused:
    """What was understood up to where, what was expected there, and the nearest order that may be given."""
    here, text = reader.words[reader.far] if reader.far < len(reader.words) else None, part.text
    place = part.start + (here.start if here else len(part.written.rstrip()))
    line, column = text.count("\n", 0, place) + 1, place - (text.rfind("\n", 0, place) + 1) + 1
    before = " ".join(token.text for token in reader.words[: reader.far])
    key = ("word" if here else "end") if before else "start"
    if not reader.far and typist.offered:
        reader.expected = {f"'{verb(words, tag)}'": () for tag in typist.offered}
    hints = [expected(words, reader, here), nearest(words, part.written, typist)]
    fault = mistyped(words, key, line=line, column=column, word=quote(here.text if here else ""), before=quote(before))
    if any(hints):
        fault.advise("{advice}", advice=" ".join(filter(None, hints)))
    return fault.in_file("", line)


def expected(words: Words, reader: Matcher, here: Token | None) -> str:
    """The words and things that could stand where it ends; one that is almost typed, if there is one."""
    known = [name for name in reader.expected if name.startswith("'")]
    known += [typed_name(words.terms.get(name, name)) for ids in reader.expected.values() for name in ids]
    typed = {plain_spelling(name.strip("'")): name.strip("'") for name in known}
    near = get_close_matches(here.plain, typed, 1, 0.6) if here else []
    if near:
        return phrase(words, "near", word=typed[near[0]])
    said = [
        quoted(words, name.strip("'")) if name.startswith("'") else slot_text(words, name, ids)
        for name, ids in reader.expected.items()
    ]
    return phrase(words, "expected", what=listed(said)) if said else ""


def slot_text(words: Words, name: str, ids: tuple[str, ...]) -> str:
    what = words.slots.get(name, name)
    return f"{what} ({listed([typed_name(words.terms.get(one, one)) for one in ids])})" if len(ids) > 3 else what


def listed(items: list[str]) -> str:
    return ", ".join(items[:SHOWN]) + (", …" if len(items) > SHOWN else "")


def nearest(words: Words, part: str, typist: Typist) -> str:
    typed = plain_spelling(" ".join(part.split()))
    legal = {plain_spelling(line): line for line in (order_text(words, order) for order in typist.legal())}
    near = get_close_matches(typed, legal, 1, NEAR)
    return phrase(words, "legal", order=legal[near[0]]) if near else ""


def mistyped(words: Words, key: str, hint: str = "see", /, **values: Value) -> Misused:
    """What was typed is no order; told in the words of the typist's language."""
    return Misused("E_GRAMMAR", words.grammar[f"typed.{key}"], words.grammar[f"typed.{hint}"], **values)


def phrase(words: Words, key: str, **values: str) -> str:
    return words.grammar[f"typed.{key}"].format(**values)
