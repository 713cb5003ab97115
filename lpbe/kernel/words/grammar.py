"""Orders as people type them, in any language the game has words for; or exactly, as `order field=value`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Annotated, Literal, TypeAlias, get_args, get_origin, get_type_hints

import msgspec

from ..base.canon import Plain, data, jcs
from ..base.errors import Malformed
from ..content import packs
from ..content.packs import Words
from ..play.rulebook import Rulebook, Rules, tag
from ..play.rules import Order, Plan
from .exact import is_list, members, parse_exact
from .matching import Found, Kind, Matcher, Patience, Spellings, Token, plain_spelling, tokens
from .mistyped import mistyped, not_understood, wrong_value
from .sentences import quoted
from .templates import Pieces, order_text, pieces, slots, verb, verb_length
from .typist import ANYBODY, Part, Typed, Typist, later

LANGUAGES = ("en", "fr")
COMMENT = re.compile(r"(?m)(^|[^\S\n])#(?!\d).*$")
SEPARATOR = re.compile(r"[;\n]")
LITTLE = (
    *("a", "an", "the", "my", "at", "on", "in", "onto", "into"),
    *("le", "la", "les", "un", "une", "des", "du", "de", "au", "aux", "mon", "ma", "mes", "en", "sur", "dans"),
)
"""Words that may stand before a thing and tell nothing of it."""
ELIDED = re.compile(r"^[ld]'(?=.)")
"""An article that is written as a part of its word."""
LONGEST = 400
"""How long one order may be, in signs."""
TYPED = 8000
"""How long all orders of a text may be together."""


class OrderLanguage:
    """The orders of a rulebook in one language."""

    __slots__ = ("book", "kinds", "letters", "names", "spellings", "verbs", "words")

    def __init__(self, book: Rulebook, words: Words) -> None:
        self.book, self.words = book, words
        self.spellings = Spellings(words.terms)
        known_names = (name for pack in book.vocabulary.values() for name in pack)
        self.names = {plain_spelling(name): name for name in sorted(known_names, key=str.isupper)}
        self.letters = {pair[0]: pair[1:] for pair in words.grammar.get("letters", "").split()}
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
        """Every order these words can be, with what was left out; and how far they were understood.

        What else may be written counts where it is not written as orders are printed.
        """
        reader = self.reader(typed, cells, patience)
        found = [(cost, order) for order, end, cost in self.orders(reader, 0, self.kinds) if end == len(typed)]
        if not found and self.words.also:
            other = self.reader(typed, cells, patience, also=True)
            found = [(cost, order) for order, end, cost in self.orders(other, 0, self.kinds, True) if end == len(typed)]
        return found, reader

    def reader(self, typed: list[Token], cells: Mapping[str, str], patience: Patience, also: bool = False) -> Matcher:
        made: Matcher = Matcher(
            typed, self.spellings, self.names, lambda here: self.orders(made, here, self.book.orders, also)
        )
        made.cells, made.letters, made.patience = cells, self.letters, patience
        return made

    def others(self, tag: str) -> Iterator[Pieces]:
        """How else an order may be written."""
        return map(pieces, self.words.also.get(tag, ()))

    def firm(self, tag: str) -> int:
        """How many words make an order out: one that shares its first with another needs its second too."""
        return 2 if self.verbs[verb(self.words, tag)] > 1 else 1

    def orders(self, reader: Matcher, here: int, tags: Iterable[str], also: bool = False) -> Iterator[Found]:
        """Every order that can be read from here on: by its words, or by its own name in place of the first of them."""
        for name in tags:
            form, kinds = pieces(self.words.orders[name]), self.kinds[name]
            ways = [reader.read(form, kinds, here, firm=self.firm(name))]
            if also:
                ways += [reader.read(other, kinds, here, firm=verb_length(other)) for other in self.others(name)]
            if (token := reader.at(here)) and token.plain == name:
                ways.append(reader.read(form[verb_length(form) :], kinds, here + 1))
            for fields, end, cost in chain.from_iterable(ways):
                reader.missed(end, "")
                yield {"order": name, **fields}, end, cost


Try: TypeAlias = tuple[list[tuple[int, Plain]], Matcher]
"""What words can mean in one language, and how far they were understood."""


def order_language(rules: Rules, lang: str) -> OrderLanguage:
    known: dict[str, OrderLanguage] = rules.book.order_languages
    if lang not in known:
        known[lang] = OrderLanguage(rules.book, packs.words(rules.game.name, lang))
    return known[lang]


def parse_orders(rules: Rules, text: str, typist: Typist = ANYBODY) -> list[Order]:
    return [typed.order for typed in typed_orders(rules, text, typist)]


def typed_orders(rules: Rules, text: str, typist: Typist = ANYBODY) -> list[Typed]:
    """A batch: orders separated by `;` or new lines, with comments after `#`."""
    words = packs.words(rules.game.name, typist.lang)
    if len(text) > TYPED:
        raise mistyped(words, "long")
    clean = COMMENT.sub(lambda m: " " * len(m[0]), text)
    orders, start, patience = list[Typed](), 0, Patience()
    for end in [*(m.start() for m in SEPARATOR.finditer(clean)), len(clean)]:
        if clean[start:end].strip(" \t\r,.\u00a0\u202f"):
            here = Part(text, start, clean[start:end], orders)
            orders.append(parse_order(rules, here, typist, patience))
        start = end + 1
    if not orders:
        raise mistyped(words, "empty")
    return orders


def parse_order(rules: Rules, part: Part, typist: Typist, patience: Patience) -> Typed:
    words = packs.words(rules.game.name, typist.lang)
    if len(part.written) > LONGEST:
        raise mistyped(words, "long")
    if "=" in part.written and not re.search(r"[<>]=", part.written):
        return Typed(parse_exact(rules.book, part.written))
    typed = tokens(part.written)
    tries = understood(rules, typed, typist, patience)
    good = possible(rules.book, tries)
    if not good and (fewer := without_little_words(typed)):
        tries = understood(rules, fewer, typist, patience)
        good = possible(rules.book, tries)
    if patience.left <= 0:
        raise mistyped(words, "long")
    if good:
        return the_one(words, best(good, typist.offered))
    found, reader = most_telling(tries)
    if found:
        raise wrong_value(rules.book, words, found[0][1])
    raise not_understood(words, part, reader, later(typist, part))


def understood(rules: Rules, typed: list[Token], typist: Typist, patience: Patience) -> list[Try]:
    """What the words can mean in every language, in the typist's own first."""
    own = [typist.lang, *(lang for lang in LANGUAGES if lang != typist.lang)]
    return [order_language(rules, lang).meanings(typed, typist.cells, patience) for lang in own]


def possible(book: Rulebook, tries: Sequence[Try]) -> list[tuple[int, Typed]]:
    """Those meanings that are orders, with what they cost."""
    found = [meaning for meanings, _ in tries for meaning in meanings]
    return [(cost, Typed(order, frozenset(raw))) for cost, raw in found if (order := valid(book, raw))]


def without_little_words(typed: list[Token]) -> list[Token]:
    """The words without articles and the like; nothing where there are none: `A` may be a place too."""
    kept = [msgspec.structs.replace(token, plain=ELIDED.sub("", token.plain)) for token in typed]
    fewer = [token for n, token in enumerate(kept) if not n or token.text == "A" or token.plain not in LITTLE]
    return fewer if fewer != typed else []


def most_telling(tries: Sequence[Try]) -> Try:
    """The language in which it is told what is wrong: the typist's own if its first word was one of it."""
    own = tries[0]
    if own[0] or (own[1].far and not any(found for found, _ in tries)):
        return own
    return max(tries, key=lambda one: (bool(one[0]), one[1].far))


def best(good: list[tuple[int, Typed]], offered: Collection[str]) -> list[Typed]:
    """The cheapest meanings, of those that answer the question if there are any."""
    fitting = [one for one in good if tag(innermost(one[1].order)) in offered] or good
    least = min(cost for cost, _ in fitting)
    return list({jcs(typed.order): typed for cost, typed in fitting if cost == least}.values())


def innermost(order: Order) -> type[Order]:
    return innermost(order.then) if isinstance(order, Plan) else type(order)


def the_one(words: Words, meanings: list[Typed]) -> Typed:
    if len(meanings) == 1:
        return meanings[0]
    told = ", ".join(quoted(words, order_text(words, data(typed.order))) for typed in meanings[:4])
    raise mistyped(words, "ambiguous", "meant", told=told)


def valid(book: Rulebook, raw: Plain) -> Order | None:
    try:
        return book.read_orders([raw])[0]
    except Malformed:
        return None
