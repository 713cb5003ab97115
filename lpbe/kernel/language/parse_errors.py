"""Explain typing errors: how far a text was understood, what was expected there, and what was probably meant."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from ..base.canonical import Plain
from ..base.errors import Misused, Value
from ..base.safe_text import quote
from ..base.suggestions import close_matches
from ..content.packs import Words
from ..engine.rulebook import Rulebook
from .sentences import quote_typed
from .template_matcher import Matcher, Token, plain_spelling
from .templates import order_text, pieces, slots, typed_name, verb

if TYPE_CHECKING:
    from .order_parser import Part, Typist

NUMBERED_PLACE = re.compile(r"#\d+")
MAX_SUGGESTIONS = 12
"""How many of the expected words are listed."""
MIN_LIKENESS = 0.65
"""How similar an order must be to what was typed to be suggested."""


def wrong_value_error(book: Rulebook, words: Words, raw: Plain) -> Misused:
    """Return the error for understood words that give a field a wrong value, or leave out a required one."""
    inner = raw
    while "then" in inner:
        inner = inner["then"]
    tag = inner["order"]
    places = slots(pieces(words.orders[tag]))
    form = usage(words, tag)
    needed = {f.name for f in msgspec.structs.fields(book.orders[tag]) if f.required}
    missing = [slot.name for slot in places if slot.name in needed - inner.keys()]
    if missing:
        what = slot_name(words, tag, missing[0])
        return typing_error(words, "missing", "usage", what=what, form=form)
    return typing_error(words, "value", "usage", order=order_text(words, inner), form=form)


def usage(words: Words, tag: str) -> str:
    """Return how an order is written, with the kinds of things that fill its slots."""
    return re.sub(r"@?\{(\w+)\}", lambda m: f"<{slot_name(words, tag, m[1])}>", words.orders[tag])


def slot_name(words: Words, tag: str, name: str) -> str:
    """Return what fills a slot; some orders have their own description of it."""
    return words.slots.get(f"{tag}.{name}") or words.slots[name]


def not_understood_error(
    words: Words, part: Part, reader: Matcher, typist: Typist, others: Sequence[Words] = ()
) -> Misused:
    """Return the error for words that are not an order, with what was expected and the nearest legal order.

    `others` are the words of the other languages that may be typed.
    """
    here = reader.words[reader.far] if reader.far < len(reader.words) else None
    text = part.text
    place = part.start + (here.start if here else len(part.written.rstrip()))
    line = text.count("\n", 0, place) + 1
    column = place - text.rfind("\n", 0, place)
    before = " ".join(token.text for token in reader.words[: reader.far])
    key = ("word" if here else "end") if before else "start"
    if not reader.far and typist.offered:
        reader.expected = {f"'{verb(words, tag)}'": () for tag in typist.offered}
    special = ""
    if here and here.text == ",":
        special = phrase(words, "comma")
    elif here and NUMBERED_PLACE.fullmatch(here.text):
        special = phrase(words, "number", number=here.text)
    elif here and not reader.far:
        special = near_verb(words, here, typist, others)
    hints = [special or expected_text(words, reader, here), nearest_text(words, part.written, typist)]
    fault = typing_error(
        words, key, line=line, column=column, word=quote(here.text if here else ""), before=quote(before)
    )
    if any(hints):
        fault.advise("{advice}", advice=" ".join(filter(None, hints)))
    return fault.in_file("", line)


def near_verb(words: Words, here: Token, typist: Typist, others: Sequence[Words]) -> str:
    """Return the word of another language that somebody has mistyped, if none of their own is as near."""
    for language in (words, *others):
        verbs = {plain_spelling(one): one for one in (verb(language, tag) for tag in typist.offered)}
        if near := close_matches(here.plain, verbs, 0.6):
            return phrase(words, "near", word=verbs[near[0]])
    return ""


def expected_text(words: Words, reader: Matcher, here: Token | None) -> str:
    """List the words and things expected at the error; only one if it is almost what was typed."""
    known = [name for name in reader.expected if name.startswith("'")]
    known += [typed_name(words.terms.get(name, name)) for ids in reader.expected.values() for name in ids]
    typed = {plain_spelling(name.strip("'")): name.strip("'") for name in known}
    near = close_matches(here.plain, typed, 0.6) if here else []
    if near:
        return phrase(words, "near", word=typed[near[0]])
    options = [
        quote_typed(words, name.strip("'")) if name.startswith("'") else slot_text(words, name, ids)
        for name, ids in reader.expected.items()
    ]
    return phrase(words, "expected", what=join_some(options)) if options else ""


def slot_text(words: Words, name: str, ids: tuple[str, ...]) -> str:
    what = words.slots.get(name, name)
    return f"{what} ({join_some([typed_name(words.terms.get(one, one)) for one in ids])})" if len(ids) > 3 else what


def join_some(items: list[str]) -> str:
    return ", ".join(items[:MAX_SUGGESTIONS]) + (", …" if len(items) > MAX_SUGGESTIONS else "")


def nearest_text(words: Words, part: str, typist: Typist) -> str:
    typed = plain_spelling(" ".join(part.split()))
    legal = {plain_spelling(line): line for line in (order_text(words, order) for order in typist.legal())}
    near = close_matches(typed, legal, MIN_LIKENESS)
    return phrase(words, "legal", order=legal[near[0]]) if near else ""


def typing_error(words: Words, key: str, hint: str = "see", /, **values: Value) -> Misused:
    """Return an error in the typist's language."""
    return Misused("E_GRAMMAR", words.grammar[f"typed.{key}"], words.grammar[f"typed.{hint}"], **values)


def phrase(words: Words, key: str, **values: str) -> str:
    return words.grammar[f"typed.{key}"].format(**values)
