"""Match typed words against the templates of orders: every possible meaning, and how far they make sense."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import cache
from unicodedata import combining, normalize

from msgspec import Struct

from ..base.canonical import Plain
from .templates import Bracket, Pieces, Slot, Value, Word, typed_name

TOKEN = re.compile(r"@?-?\d+,-?\d+|,|[^\W\d_]+(?=[+-]\d)|[^\s,;]+")
CELL = re.compile(r"-?\d+,-?\d+")
NAME = re.compile(r"(?=.*\d|.$)[a-z0-9]+(\.[a-z0-9]+)?")
PIECE = re.compile(r"[a-z]{1,2}\d")
"""A piece, by its owner's letter and its number."""
AMOUNT = re.compile(r"(>=|<=|\+|-)?\d+")
TYPOGRAPHIC_SIGNS = str.maketrans("\u2019\u2018\u2212\u2013", "''--")
"""What programs substitute for typed signs, each as wide as the original."""
MAX_LOOKS = 30_000
"""How many comparisons of words it may take to understand a text."""
MAX_LIST_ITEMS = 40
"""How many things one typed list may hold."""
SHORTENED_COST = 1
"""The cost of abbreviating a word; the cheapest meaning counts."""
SKIPPED_COST = 2
"""The cost of leaving out a word of the template."""

Read = tuple[Value | list[Value], int, int]
"""The value of a slot, the next token, and the cost so far."""
Term = tuple[str, int, int]
"""A thing, the next token, and the cost so far."""
Found = tuple[Plain, int, int]
"""The fields understood, the next token, and the cost so far."""


class Token(Struct, frozen=True):
    """A typed word, its position, and its form for comparison."""

    text: str
    start: int
    plain: str


class SlotType(StrEnum):
    """What a slot may hold."""

    NUMBER = "number"
    FLAG = "flag"
    NAME = "name"
    CELL = "cell"
    TERM = "term"
    AMOUNT = "amount"
    PARTS = "parts"
    ORDER = "order"
    EITHER = "either"


class Kind(Struct, frozen=True):
    """What a slot may hold: its type, and the ids, parts or alternatives of that type."""

    what: SlotType
    many: bool = False
    alone: bool = False
    """Whether a single value of many is not a list."""
    ids: tuple[str, ...] = ()
    parts: Pieces = ()
    inner: Mapping[str, Kind] = {}
    ways: tuple[Kind, ...] = ()


class Spelling(Struct, frozen=True):
    """A thing in the form for comparison: its id and the words of its name."""

    name: str
    plain: str
    words: tuple[str, ...]

    def first_letters(self) -> set[str]:
        return {first[:1] for first in (self.plain, *self.words[:1])}


class Spellings:
    """The things of one language by their first letter: a map has hundreds of places."""

    __slots__ = ("known", "terms")

    def __init__(self, terms: Mapping[str, str]) -> None:
        self.terms = terms
        self.known: dict[tuple[str, ...], dict[str, list[Spelling]]] = {}

    def like(self, ids: tuple[str, ...], typed: str) -> Sequence[Spelling]:
        """Return those with the first letter of what was typed, in the order of the ids."""
        if ids not in self.known:
            self.known[ids] = self.by_letter(ids)
        return self.known[ids].get(typed[:1], ())

    def by_letter(self, ids: tuple[str, ...]) -> dict[str, list[Spelling]]:
        out: dict[str, list[Spelling]] = {}
        for name in ids:
            words = plain_spelling(typed_name(self.terms.get(name, name))).split()
            spelling = Spelling(name, plain_spelling(name), tuple(words))
            for letter in spelling.first_letters():
                out.setdefault(letter, []).append(spelling)
        return out


@cache
def plain_spelling(text: str) -> str:
    """Return a text without case, accents and typographic signs."""
    flat = "".join(char for char in normalize("NFKD", text.casefold()) if not combining(char))
    return flat.replace("\u2265", ">=").replace("\u2264", "<=")


def tokens(text: str) -> list[Token]:
    found = [
        Token(m[0], m.start(), plain_spelling(m[0]).rstrip(":.!") or m[0])
        for m in TOKEN.finditer(text.translate(TYPOGRAPHIC_SIGNS))
    ]
    return [token for token in found if token.plain not in (":", "!", ".")]


class Patience:
    """How many comparisons of words a text may still cost; all its orders and languages share it."""

    __slots__ = ("left",)

    def __init__(self, left: int = MAX_LOOKS) -> None:
        self.left = left


class Matcher:
    """One attempt to understand words, with the things of a language and the names of a game, and how far it got."""

    __slots__ = (
        *("cells", "counted", "expected", "far", "known"),
        *("letters", "names", "orders", "patience", "spellings", "words"),
    )
    expected: dict[str, tuple[str, ...]]
    counted: set[int]
    """The words that are an optional value, and so cannot be a place with a number for a name."""

    def __init__(
        self,
        words: Sequence[Token],
        spellings: Spellings,
        names: Mapping[str, str],
        orders: Callable[[int], Iterator[Found]],
    ) -> None:
        self.words = words
        self.spellings = spellings
        self.names = names
        self.orders = orders
        self.far = 0
        self.expected = {}
        self.counted = set()
        self.cells: Mapping[str, str] = {}
        self.letters: Mapping[str, str] = {}
        self.known: dict[tuple[int, int], Sequence[Term]] = {}
        self.patience = Patience()

    def at(self, here: int) -> Token | None:
        self.patience.left -= 1
        return self.words[here] if here < len(self.words) and self.patience.left > 0 else None

    def expect(self, here: int, wanted: str, ids: tuple[str, ...] = ()) -> None:
        """Remember what was expected at the farthest word: a word in quotes, or the name of a slot."""
        if here > self.far:
            self.far = here
            self.expected = {}
        if here == self.far and wanted:
            self.expected[wanted] = ids

    def read(self, parts: Pieces, kinds: Mapping[str, Kind], here: int, firm: int = 0) -> Iterator[Found]:
        """Return every way to read the words from here as these pieces; the first `firm` words may not be left out."""
        if not parts:
            yield {}, here, 0
            return
        for fields, there, cost in self.piece(parts[0], kinds, here, firm > 0):
            for more, end, further in self.read(parts[1:], kinds, there, firm - 1):
                yield {**fields, **more}, end, cost + further

    def piece(self, part: Word | Slot | Bracket, kinds: Mapping[str, Kind], here: int, strict: bool) -> Iterator[Found]:
        token = self.at(here)
        if token and token.plain == "," and here:
            here += 1
        if isinstance(part, Word):
            yield from self.word(part, here, strict)
        elif isinstance(part, Bracket):
            yield from self.group(part, kinds, here)
        else:
            yield from self.slot(part, kinds[part.name], here)

    def word(self, part: Word, here: int, strict: bool) -> Iterator[Found]:
        token = self.at(here)
        close = spelling_cost(token.plain, plain_spelling(part.text)) if token else None
        if close is not None:
            yield {}, here + 1, close
        else:
            self.expect(here, f"'{part.text}'")
        if not strict:
            yield {}, here, SKIPPED_COST

    def group(self, part: Bracket, kinds: Mapping[str, Kind], here: int) -> Iterator[Found]:
        for fields, there, cost in self.read(part.pieces, kinds, here):
            if there == here + 1 and any(isinstance(value, int) for value in fields.values()):
                self.counted.add(here)
            if there > here:
                yield fields, there, cost
        yield {}, here, 0

    def slot(self, part: Slot, kind: Kind, here: int) -> Iterator[Found]:
        if kind.what is SlotType.FLAG:
            yield {part.name: True}, here, 0
            return
        found = False
        for value, there, cost in self.several(part, kind, here) if kind.many else self.value(part, kind, here):
            found = True
            yield {part.name: value}, there, cost
        if not found:
            self.expect(here, part.name, kind.ids)

    def several(self, part: Slot, kind: Kind, here: int) -> Iterator[Read]:
        for values, there, cost in self.many(part, kind, here):
            yield values[0] if kind.alone and len(values) == 1 else values, there, cost

    def many(
        self, part: Slot, kind: Kind, here: int, limit: int = MAX_LIST_ITEMS
    ) -> Iterator[tuple[list[Value], int, int]]:
        """Return every way to read several values in a row, with or without commas."""
        for value, there, cost in self.value(part, kind, here):
            token = self.at(there)
            onward = there + 1 if token and token.plain == "," else there
            for rest, end, further in self.many(part, kind, onward, limit - 1) if limit else ():
                yield [value, *rest], end, cost + further
            yield [value], there, cost

    def value(self, part: Slot, kind: Kind, here: int) -> Iterator[tuple[Value, int, int]]:
        if kind.what is SlotType.ORDER:
            yield from self.orders(here)
        elif kind.what is SlotType.EITHER:
            for way in kind.ways:
                yield from self.value(part, way, here)
        elif kind.what is SlotType.PARTS:
            for fields, there, cost in self.read(kind.parts, kind.inner, here, firm=1):
                if all(name in fields for name in required_slots(kind.parts)):
                    yield ":".join(map(str, fields.values())), there, cost
        elif token := self.at(here):
            plain = token.plain.removeprefix(part.mark)
            if kind.what is SlotType.NUMBER and plain.isdecimal():
                yield int(plain), here + 1, 0
            elif kind.what is SlotType.CELL:
                yield from self.cell(plain, here)
            elif (
                kind.what is SlotType.NAME
                and here not in self.counted
                and (NAME.fullmatch(plain) or self.is_name(plain))
            ):
                yield self.resolve_name(plain), here + 1, 0
            elif kind.what in (SlotType.TERM, SlotType.AMOUNT):
                yield from self.term(kind.ids, here)
                if kind.what is SlotType.AMOUNT and AMOUNT.fullmatch(plain):
                    yield plain, here + 1, 0

    def cell(self, plain: str, here: int) -> Iterator[tuple[str, int, int]]:
        """Return an empty place by its coordinates or by another name of it."""
        after = self.at(here + 1)
        if CELL.fullmatch(plain):
            yield plain, here + 1, 0
        elif plain in self.cells:
            yield self.cells[plain], here + 1, 0
        elif after and (cell := self.cells.get(f"{plain} {after.plain}")):
            yield cell, here + 2, 0

    def is_name(self, plain: str) -> bool:
        """Return whether it is a name without a number that the game writes in capitals."""
        return self.names.get(plain.partition(".")[0], "").isupper()

    def resolve_name(self, plain: str) -> str:
        """Return a name as the game writes it; a piece may have its owner's letter in the typist's language."""
        first, dot, rest = plain.partition(".")
        if first not in self.names and PIECE.fullmatch(first):
            first = self.letters.get(first[0], first[0]) + first[1:]
        return self.names.get(first, first.upper()) + dot + rest.upper()

    def term(self, ids: tuple[str, ...], here: int) -> Sequence[Term]:
        """Return the things whose names these words may be, abbreviated or not; computed once per position."""
        first = self.at(here)
        if first is None:
            return ()
        if (id(ids), here) not in self.known:
            like = self.spellings.like(ids, first.plain)
            self.known[id(ids), here] = keep_undominated(
                [term for one in like for term in self.match_spelling(one, here)]
            )
        return self.known[id(ids), here]

    def match_spelling(self, thing: Spelling, here: int) -> Iterator[Term]:
        """Return a thing if its id or the words of its name are here."""
        if self.words[here].plain == thing.plain:
            yield thing.name, here + 1, 0
        there, cost = self.name(thing.words, here)
        if there > here and not (there == here + 1 and self.words[here].plain == thing.plain):
            yield thing.name, there, cost

    def name(self, words: Sequence[str], here: int) -> tuple[int, int]:
        """Return the position after the words of a name that are here, and the cost of those missing or abbreviated."""
        there, cost = here, 0
        for word in words:
            close = spelling_cost(self.words[there].plain, word) if there < len(self.words) else None
            if close is not None:
                there, cost = there + 1, cost + close
            elif len(word) <= 2 and there > here:
                cost += SHORTENED_COST
            else:
                if there > here:
                    self.expect(there, f"'{word}'")
                return there, cost + SHORTENED_COST
        return there, cost


def keep_undominated(terms: Sequence[Term]) -> Sequence[Term]:
    """Return those that no other one beats with as many words and a lower cost."""
    costs = {(there, cost) for _, there, cost in terms}
    beaten = {(t, c) for t, c in costs if any(there >= t and cost < c for there, cost in costs)}
    return [term for term in terms if term[1:] not in beaten]


def required_slots(parts: Pieces) -> list[str]:
    return [part.name for part in parts if isinstance(part, Slot)]


def spelling_cost(typed: str, word: str) -> int | None:
    """Return 0 for the word itself, the cost of an abbreviation for its beginning, else None."""
    if typed == word:
        return 0
    return SHORTENED_COST if typed and word.startswith(typed) else None
