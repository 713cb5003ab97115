"""Orders as people type them, in any language the game has words for; or exactly, as `order field=value`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from itertools import chain
from typing import Annotated, Literal, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct

from ..base.canon import Plain, data, jcs
from ..base.errors import Malformed, Misused, Value
from ..base.text import quote
from ..content import packs
from ..content.packs import Words
from ..play.rulebook import Rulebook, Rules, tag
from ..play.rules import Order, Plan
from .exact import is_list, members, parse_exact
from .matching import Found, Kind, Matcher, Patience, Spellings, Token, plain_spelling, tokens
from .templates import Pieces, Word, order_text, pieces, slots, typed_name

LANGUAGES = ("en", "fr")
COMMENT = re.compile(r"(?m)(^|\s)#(?!\d).*$")
SEPARATOR = re.compile(r"[;\n]")
LONGEST = 400
"""How long one order may be, in signs."""
TYPED = 8000
"""How long all orders of a text may be together."""
SHOWN = 12
"""How many words are told that could have stood there."""
NEAR = 0.65
"""How like an order must be to what was typed to be told as meant."""


class Typist(Struct, frozen=True):
    """Who types, in which language answers are wanted, and what this player may do: to say what may have been meant."""

    lang: str = "en"
    offered: Collection[str] = ()
    legal: Callable[[], Iterable[Plain]] = list
    cells: Mapping[str, str] = {}
    """What empty places are called, beside their coordinates."""


ANYBODY = Typist()


class OrderLanguage:
    """The orders of a rulebook in one language."""

    __slots__ = ("book", "kinds", "names", "spellings", "verbs", "words")

    def __init__(self, book: Rulebook, words: Words) -> None:
        self.book, self.words = book, words
        self.spellings = Spellings(words.terms)
        self.names = {plain_spelling(name): name for pack in book.vocabulary.values() for name in pack}
        known: dict[str, type[Order]] = {**book.orders, "plan": Plan}
        self.kinds = {tag: self.fields(tag, kind) for tag, kind in known.items()}
        self.verbs = Counter(verb(words, tag) for tag in known)

    def fields(self, tag: str, kind: type[Order]) -> dict[str, Kind]:
        hints = get_type_hints(kind, include_extras=True)
        marks = {slot.name: slot.mark for slot in slots(pieces(self.words.orders[tag]))}
        return {name: self.kind(f"{tag}.{name}", name, hints[name], marks.get(name, "")) for name in marks}

    def kind(self, key: str, name: str, hint: object, mark: str = "") -> Kind:
        """What may stand in a slot, as the field's type and the game's vocabulary tell."""
        if get_origin(hint) is Annotated:
            return self.kind(key, name, get_args(hint)[0], mark)
        if len(types := members(hint)) > 1:
            return self.either(key, name, types, mark)
        hint = types[0]
        if is_list(hint):
            return msgspec.structs.replace(self.kind(key, name, get_args(hint)[0], mark), many=True)
        if key in self.words.parts:
            form = pieces(self.words.parts[key])
            return Kind("parts", parts=form, inner={slot.name: self.part(slot.name) for slot in slots(form)})
        if get_origin(hint) is Literal:
            return Kind("term", ids=tuple(map(str, get_args(hint))))
        if hint is int or hint is bool:
            return Kind("number" if hint is int else "flag")
        return self.named(name, mark) if hint is str else Kind("order")

    def either(self, key: str, name: str, types: Sequence[object], mark: str) -> Kind:
        """A field of several types: one thing or a list of such things, or one of several kinds of things."""
        kinds = [self.kind(key, name, get_args(one)[0] if is_list(one) else one, mark) for one in types]
        ways = tuple(kind for n, kind in enumerate(kinds) if kind not in kinds[:n])
        many = any(map(is_list, types))
        alone = many and not all(map(is_list, types))
        kind = ways[0] if len(ways) == 1 else Kind("either", ways=ways)
        return msgspec.structs.replace(kind, many=many, alone=alone)

    def named(self, name: str, mark: str) -> Kind:
        if name in self.book.vocabulary:
            return Kind("term", ids=self.book.vocabulary[name])
        return Kind("cell" if mark == "@" else "name")

    def part(self, name: str) -> Kind:
        """A part of a text: a word the game knows or an amount; else a name."""
        known = self.book.vocabulary.get(name)
        return Kind("name") if known is None else Kind("amount", ids=known)

    def meanings(
        self, typed: list[Token], cells: Mapping[str, str], patience: Patience
    ) -> tuple[list[tuple[int, Plain]], Matcher]:
        """Every order these words can be, with what was left out; and how far they were understood."""
        reader: Matcher = Matcher(
            typed, self.spellings, self.names, lambda here: self.orders(reader, here, self.book.orders)
        )
        reader.cells, reader.patience = cells, patience
        found = [(cost, order) for order, end, cost in self.orders(reader, 0, self.kinds) if end == len(typed)]
        return found, reader

    def firm(self, tag: str) -> int:
        """How many words make an order out: one that shares its first with another needs its second too."""
        return 2 if self.verbs[verb(self.words, tag)] > 1 else 1

    def orders(self, reader: Matcher, here: int, tags: Iterable[str]) -> Iterator[Found]:
        """Every order that can be read from here on: by its words, or by its own name in place of the first of them."""
        for name in tags:
            form, kinds = pieces(self.words.orders[name]), self.kinds[name]
            ways = [reader.read(form, kinds, here, firm=self.firm(name))]
            if (token := reader.at(here)) and token.plain == name:
                ways.append(reader.read(form[verb_length(form) :], kinds, here + 1))
            for fields, end, cost in chain.from_iterable(ways):
                reader.missed(end, "")
                yield {"order": name, **fields}, end, cost


def verb(words: Words, tag: str) -> str:
    """The word an order begins with."""
    first = pieces(words.orders[tag])[0]
    assert isinstance(first, Word), tag
    return first.text


def verb_length(form: Pieces) -> int:
    """The words an order begins with."""
    return next((n for n, part in enumerate(form) if not isinstance(part, Word)), len(form))


def order_language(rules: Rules, lang: str) -> OrderLanguage:
    known: dict[str, OrderLanguage] = rules.book.order_languages
    if lang not in known:
        known[lang] = OrderLanguage(rules.book, packs.words(rules.game.name, lang))
    return known[lang]


def parse_orders(rules: Rules, text: str, typist: Typist = ANYBODY) -> list[Order]:
    """A batch: orders separated by `;` or new lines, with comments after `#`."""
    words = packs.words(rules.game.name, typist.lang)
    if len(text) > TYPED:
        raise mistyped(words, "long")
    clean = COMMENT.sub(lambda m: " " * len(m[0]), text)
    orders, start, patience = [], 0, Patience()
    for end in [*(m.start() for m in SEPARATOR.finditer(clean)), len(clean)]:
        if clean[start:end].strip(" \t\r,.\u00a0\u202f"):
            orders.append(parse_order(rules, text, start, clean[start:end], typist, patience))
        start = end + 1
    if not orders:
        raise mistyped(words, "empty")
    return orders


def parse_order(rules: Rules, text: str, start: int, part: str, typist: Typist, patience: Patience) -> Order:
    """One order of a text, which begins at a place of it."""
    words = packs.words(rules.game.name, typist.lang)
    if len(part) > LONGEST:
        raise mistyped(words, "long")
    if "=" in part and not re.search(r"[<>]=", part):
        return parse_exact(rules.book, part)
    typed = tokens(part)
    own = [typist.lang, *(lang for lang in LANGUAGES if lang != typist.lang)]
    tries = [order_language(rules, lang).meanings(typed, typist.cells, patience) for lang in own]
    if patience.left <= 0:
        raise mistyped(words, "long")
    good = [(cost, order) for found, _ in tries for cost, raw in found if (order := valid(rules.book, raw))]
    if good:
        return the_one(words, best(good, typist.offered))
    found, reader = max(tries, key=lambda one: (bool(one[0]), one[1].far))
    if found:
        raise wrong_value(rules.book, words, found[0][1])
    raise not_understood(words, text, start, part, reader, typist)


def best(good: list[tuple[int, Order]], offered: Collection[str]) -> list[Order]:
    """The cheapest meanings, of those that answer the question if there are any."""
    fitting = [one for one in good if tag(innermost(one[1])) in offered] or good
    least = min(cost for cost, _ in fitting)
    return list({jcs(order): order for cost, order in fitting if cost == least}.values())


def innermost(order: Order) -> type[Order]:
    return innermost(order.then) if isinstance(order, Plan) else type(order)


def the_one(words: Words, meanings: list[Order]) -> Order:
    if len(meanings) == 1:
        return meanings[0]
    told = ", ".join(f"'{order_text(words, data(order))}'" for order in meanings[:4])
    raise mistyped(words, "ambiguous", "meant", told=told)


def valid(book: Rulebook, raw: Plain) -> Order | None:
    try:
        return book.read_orders([raw])[0]
    except Malformed:
        return None


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


def not_understood(words: Words, text: str, start: int, part: str, reader: Matcher, typist: Typist) -> Misused:
    """What was understood up to where, what was expected there, and the nearest order that may be given."""
    here = reader.words[reader.far] if reader.far < len(reader.words) else None
    place = start + (here.start if here else len(part.rstrip()))
    line, column = text.count("\n", 0, place) + 1, place - (text.rfind("\n", 0, place) + 1) + 1
    before = " ".join(token.text for token in reader.words[: reader.far])
    key = ("word" if here else "end") if before else "start"
    if not reader.far and typist.offered:
        reader.expected = {f"'{verb(words, tag)}'": () for tag in typist.offered}
    hints = [expected(words, reader, here), nearest(words, part, typist)]
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
    said = [name if name.startswith("'") else slot_text(words, name, ids) for name, ids in reader.expected.items()]
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
