"""Parse orders as people type them, in any language of the game, or exactly, as `order field=value`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Annotated, Literal, TypeAlias, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct

from ..base.canonical import Plain, jcs, to_plain
from ..base.errors import Malformed
from ..content import packs
from ..content.packs import Words
from ..engine.model import Order, Plan
from ..engine.rulebook import Rulebook, Rules, tag
from .exact_orders import is_list, members, parse_exact
from .parse_errors import not_understood_error, typing_error, wrong_value_error
from .sentences import quote_typed
from .template_matcher import Found, Kind, Matcher, Patience, SlotType, Spellings, Token, plain_spelling, tokens
from .templates import Pieces, order_text, pieces, slots, verb, verb_length

LANGUAGES = ("en", "fr")
COMMENT = re.compile(r"(?m)(^|[^\S\n])#(?!\d).*$")
SEPARATOR = re.compile(r"[;\n]")
FILLER_WORDS = (
    *("a", "an", "the", "my", "at", "on", "in", "onto", "into"),
    *("le", "la", "les", "un", "une", "des", "du", "de", "au", "aux", "mon", "ma", "mes", "en", "sur", "dans"),
)
"""Articles and the like, which may precede a thing and are ignored."""
ELIDED_ARTICLE = re.compile(r"^[ld]'(?=.)")
"""An article written as a part of its word."""
MAX_ORDER_LENGTH = 400
"""The maximum length of a typed order, in characters."""
MAX_TEXT_LENGTH = 8000
"""The length of a whole typed text, in characters."""


class Typist(Struct, frozen=True):
    """Who types: their language, and the orders they may give, to suggest what they meant."""

    lang: str = "en"
    offered: Collection[str] = ()
    legal: Callable[[], Iterable[Plain]] = list
    cells: Mapping[str, str] = {}
    """Other names of empty places, besides their coordinates."""
    after: Callable[[Sequence[Order]], Typist] | None = None
    """Return the same typist after these orders, to explain a mistake in a later order of a batch."""


ANYBODY = Typist()


class TypedOrder(Struct, frozen=True):
    """A typed order, and which of its fields were given; None if all of it is meant literally."""

    order: Order
    given: frozenset[str] | None = None


class Part(Struct, frozen=True):
    """One order of a text: where it begins, its wording, and the orders before it."""

    text: str
    start: int
    written: str
    before: Sequence[TypedOrder] = ()


def typist_after(typist: Typist, part: Part) -> Typist:
    """Return the typist as of this part, after the orders before it."""
    return typist.after([typed.order for typed in part.before]) if part.before and typist.after else typist


class OrderLanguage:
    """How the orders of a rulebook are typed in one language."""

    __slots__ = ("book", "kinds", "letters", "names", "spellings", "verbs", "words")

    def __init__(self, book: Rulebook, words: Words) -> None:
        self.book = book
        self.words = words
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
        """Return what a slot may hold, by the type of the field and the game's vocabulary."""
        if get_origin(hint) is Annotated:
            return self.kind(key, name, get_args(hint)[0], mark)
        if len(types := members(hint)) > 1:
            return self.either(key, name, types, mark)
        hint = types[0]
        if is_list(hint):
            return msgspec.structs.replace(self.kind(key, name, get_args(hint)[0], mark), many=True)
        if key in self.words.parts:
            form = pieces(self.words.parts[key])
            return Kind(SlotType.PARTS, parts=form, inner={slot.name: self.part(slot.name) for slot in slots(form)})
        if get_origin(hint) is Literal:
            return Kind(SlotType.TERM, ids=tuple(map(str, get_args(hint))))
        if hint is int or hint is bool:
            return Kind(SlotType.NUMBER if hint is int else SlotType.FLAG)
        return self.kind_of_name(name, mark) if hint is str else Kind(SlotType.ORDER)

    def either(self, key: str, name: str, types: Sequence[object], mark: str) -> Kind:
        """Return the kind of a field of several types: one thing or a list of them, or things of several kinds."""
        kinds = [self.kind(key, name, get_args(one)[0] if is_list(one) else one, mark) for one in types]
        ways = tuple(kind for n, kind in enumerate(kinds) if kind not in kinds[:n])
        many = any(map(is_list, types))
        alone = many and not all(map(is_list, types))
        kind = ways[0] if len(ways) == 1 else Kind(SlotType.EITHER, ways=ways)
        return msgspec.structs.replace(kind, many=many, alone=alone)

    def kind_of_name(self, name: str, mark: str) -> Kind:
        if name in self.book.vocabulary:
            return Kind(SlotType.TERM, ids=self.book.vocabulary[name])
        return Kind(SlotType.CELL if mark == "@" else SlotType.NAME)

    def part(self, name: str) -> Kind:
        """Return the kind of a part of a text: a word the game knows or an amount; else a name."""
        known = self.book.vocabulary.get(name)
        return Kind(SlotType.NAME) if known is None else Kind(SlotType.AMOUNT, ids=known)

    def meanings(
        self, typed: list[Token], cells: Mapping[str, str], patience: Patience
    ) -> tuple[list[tuple[int, Plain]], Matcher]:
        """Return every order these words can mean with its cost, and how far they were understood.

        The alternative forms of an order count only if no order matches as it is printed.
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
        made.cells = cells
        made.letters = self.letters
        made.patience = patience
        return made

    def others(self, tag: str) -> Iterator[Pieces]:
        """Return the alternative forms of an order."""
        return map(pieces, self.words.also.get(tag, ()))

    def firm(self, tag: str) -> int:
        """Return how many words identify an order: two if it shares its first word with another."""
        return 2 if self.verbs[verb(self.words, tag)] > 1 else 1

    def orders(self, reader: Matcher, here: int, tags: Iterable[str], also: bool = False) -> Iterator[Found]:
        """Return every order that can be read from here, by its words or by its tag in place of the verb."""
        for name in tags:
            form = pieces(self.words.orders[name])
            kinds = self.kinds[name]
            ways = [reader.read(form, kinds, here, firm=self.firm(name))]
            if also:
                ways += [reader.read(other, kinds, here, firm=verb_length(other)) for other in self.others(name)]
            if (token := reader.at(here)) and token.plain == name:
                ways.append(reader.read(form[verb_length(form) :], kinds, here + 1))
            for fields, end, cost in chain.from_iterable(ways):
                reader.expect(end, "")
                yield {"order": name, **fields}, end, cost


Try: TypeAlias = tuple[list[tuple[int, Plain]], Matcher]
"""The meanings of words in one language, and how far they were understood."""


def order_language(rules: Rules, lang: str) -> OrderLanguage:
    known: dict[str, OrderLanguage] = rules.book.order_languages
    if lang not in known:
        known[lang] = OrderLanguage(rules.book, packs.words(rules.game.name, lang))
    return known[lang]


def parse_orders(rules: Rules, text: str, typist: Typist = ANYBODY) -> list[Order]:
    return [typed.order for typed in typed_orders(rules, text, typist)]


def typed_orders(rules: Rules, text: str, typist: Typist = ANYBODY) -> list[TypedOrder]:
    """Parse a batch: orders separated by `;` or new lines, with comments after `#`."""
    words = packs.words(rules.game.name, typist.lang)
    if len(text) > MAX_TEXT_LENGTH:
        raise typing_error(words, "long")
    clean = COMMENT.sub(lambda m: " " * len(m[0]), text)
    orders: list[TypedOrder] = []
    start = 0
    patience = Patience()
    for end in [*(m.start() for m in SEPARATOR.finditer(clean)), len(clean)]:
        if clean[start:end].strip(" \t\r,.\u00a0\u202f"):
            here = Part(text=text, start=start, written=clean[start:end], before=orders)
            orders.append(parse_order(rules, here, typist, patience))
        start = end + 1
    if not orders:
        raise typing_error(words, "empty")
    return orders


def parse_order(rules: Rules, part: Part, typist: Typist, patience: Patience) -> TypedOrder:
    words = packs.words(rules.game.name, typist.lang)
    if len(part.written) > MAX_ORDER_LENGTH:
        raise typing_error(words, "long")
    if "=" in part.written and not re.search(r"[<>]=", part.written):
        return TypedOrder(parse_exact(rules.book, part.written))
    typed = tokens(part.written)
    tries = read_in_all_languages(rules, typed, typist, patience)
    good = valid_meanings(rules.book, tries)
    if not good and (fewer := without_filler_words(typed)):
        tries = read_in_all_languages(rules, fewer, typist, patience)
        good = valid_meanings(rules.book, tries)
    if patience.left <= 0:
        raise typing_error(words, "long")
    if good:
        return require_single(words, cheapest_meanings(good, typist.offered))
    found, reader = most_informative(tries)
    if found:
        raise wrong_value_error(rules.book, words, found[0][1])
    others = [packs.words(rules.game.name, lang) for lang in LANGUAGES if lang != typist.lang]
    raise not_understood_error(words, part, reader, typist_after(typist, part), others)


def read_in_all_languages(rules: Rules, typed: list[Token], typist: Typist, patience: Patience) -> list[Try]:
    """Return what the words can mean in every language, beginning with the typist's own."""
    own = [typist.lang, *(lang for lang in LANGUAGES if lang != typist.lang)]
    return [order_language(rules, lang).meanings(typed, typist.cells, patience) for lang in own]


def valid_meanings(book: Rulebook, tries: Sequence[Try]) -> list[tuple[int, TypedOrder]]:
    """Return the meanings that are valid orders, with their costs."""
    found = [meaning for meanings, _ in tries for meaning in meanings]
    return [(cost, TypedOrder(order, frozenset(raw))) for cost, raw in found if (order := read_valid(book, raw))]


def without_filler_words(typed: list[Token]) -> list[Token]:
    """Return the words without articles and the like, or nothing if there are none; `A` may also be a place."""
    kept = [msgspec.structs.replace(token, plain=ELIDED_ARTICLE.sub("", token.plain)) for token in typed]
    fewer = [token for n, token in enumerate(kept) if not n or token.text == "A" or token.plain not in FILLER_WORDS]
    return fewer if fewer != typed else []


def most_informative(tries: Sequence[Try]) -> Try:
    """Return the attempt whose language explains the mistake: the typist's own if it knows the first word."""
    own = tries[0]
    if own[0] or (own[1].far and not any(found for found, _ in tries)):
        return own
    return max(tries, key=lambda one: (bool(one[0]), one[1].far))


def cheapest_meanings(good: list[tuple[int, TypedOrder]], offered: Collection[str]) -> list[TypedOrder]:
    """Return the cheapest meanings, preferring those that answer the question."""
    fitting = [one for one in good if tag(innermost(one[1].order)) in offered] or good
    least = min(cost for cost, _ in fitting)
    return list({jcs(typed.order): typed for cost, typed in fitting if cost == least}.values())


def innermost(order: Order) -> type[Order]:
    return innermost(order.then) if isinstance(order, Plan) else type(order)


def require_single(words: Words, meanings: list[TypedOrder]) -> TypedOrder:
    if len(meanings) == 1:
        return meanings[0]
    choices = ", ".join(quote_typed(words, order_text(words, to_plain(typed.order))) for typed in meanings[:4])
    raise typing_error(words, "ambiguous", "meant", told=choices)


def read_valid(book: Rulebook, raw: Plain) -> Order | None:
    try:
        return book.read_orders([raw])[0]
    except Malformed:
        return None
