"""Typed words against the template of an order: every way they may be meant, and where they stop making sense."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from unicodedata import combining, normalize

from msgspec import Struct

from ..base.canon import Plain
from .templates import Bracket, Pieces, Slot, Value, Word, typed_name

TOKEN = re.compile(r"@?-?\d+,-?\d+|,|[^\W\d_]+(?=[+-]\d)|[^\s,;]+")
CELL = re.compile(r"-?\d+,-?\d+")
NAME = re.compile(r"(?=.*\d|.$)[a-z0-9]+(\.[a-z0-9]+)?")
PIECE = re.compile(r"[a-z]{1,2}\d")
"""A piece by its owner's letter and its number."""
AMOUNT = re.compile(r"(>=|<=|\+|-)?\d+")
SMART = str.maketrans("\u2019\u2018\u2212\u2013", "''--")
"""Signs that programs make of what was typed, each as wide as what it was."""
LIMIT = 30_000
"""How many looks at words a text may take."""
LISTED = 40
"""How many things one list may hold."""
SHORTENED = 1
"""What it costs to write less of a word than there is; the cheapest meaning counts."""
SKIPPED = 2
"""What it costs to leave a word of the template out."""

Read = tuple[Value | list[Value], int, int]
"""What a slot holds, the next token, and what the way cost."""
Term = tuple[str, int, int]
"""A thing, the next token, and what the way cost."""
Found = tuple[Plain, int, int]
"""The fields understood, the next token, and what the way cost."""


class Token(Struct, frozen=True):
    """A typed word, where it stands, and how it is compared."""

    text: str
    start: int
    plain: str


class Kind(Struct, frozen=True):
    """What may stand in a slot: a number, a flag, a name, one of some ids, an order, text in parts, or one of those."""

    what: str
    many: bool = False
    alone: bool = False
    """Whether one of many is no list."""
    ids: tuple[str, ...] = ()
    parts: Pieces = ()
    inner: Mapping[str, Kind] = {}
    ways: tuple[Kind, ...] = ()


class Spelling(Struct, frozen=True):
    """A thing as it is compared: its id, and the words of its name."""

    name: str
    plain: str
    words: tuple[str, ...]

    def begins(self) -> set[str]:
        return {first[:1] for first in (self.plain, *self.words[:1])}


class Spellings:
    """The things of one language by the letter that they begin with: a map has hundreds of places."""

    __slots__ = ("known", "terms")

    def __init__(self, terms: Mapping[str, str]) -> None:
        self.terms = terms
        self.known: dict[tuple[str, ...], dict[str, list[Spelling]]] = {}

    def like(self, ids: tuple[str, ...], typed: str) -> Sequence[Spelling]:
        """Those that begin as what was typed does, in the order of the ids."""
        if ids not in self.known:
            self.known[ids] = self.by_letter(ids)
        return self.known[ids].get(typed[:1], ())

    def by_letter(self, ids: tuple[str, ...]) -> dict[str, list[Spelling]]:
        out: dict[str, list[Spelling]] = {}
        for name in ids:
            words = plain_spelling(typed_name(self.terms.get(name, name))).split()
            spelling = Spelling(name, plain_spelling(name), tuple(words))
            for letter in spelling.begins():
                out.setdefault(letter, []).append(spelling)
        return out


@cache
def plain_spelling(text: str) -> str:
    """Without case, accents and the finer points of typing."""
    flat = "".join(char for char in normalize("NFKD", text.casefold()) if not combining(char))
    return flat.replace("\u2265", ">=").replace("\u2264", "<=")


def tokens(text: str) -> list[Token]:
    found = [
        Token(m[0], m.start(), plain_spelling(m[0]).rstrip(":.!") or m[0])
        for m in TOKEN.finditer(text.translate(SMART))
    ]
    return [token for token in found if token.plain not in (":", "!", ".")]


class Patience:
    """What a text may still cost to understand; all its orders and languages draw on it."""

    __slots__ = ("left",)

    def __init__(self, left: int = LIMIT) -> None:
        self.left = left


class Matcher:
    """One try to understand words: the things of a language, the names of a game, and how far it came."""

    __slots__ = (
        *("cells", "counted", "expected", "far", "known"),
        *("letters", "names", "orders", "patience", "spellings", "words"),
    )
    expected: dict[str, tuple[str, ...]]
    counted: set[int]
    """The words that are a value where one may stand, and so no place that is called by a number."""

    def __init__(
        self,
        words: Sequence[Token],
        spellings: Spellings,
        names: Mapping[str, str],
        orders: Callable[[int], Iterator[Found]],
    ) -> None:
        self.words, self.spellings, self.names, self.orders = words, spellings, names, orders
        self.far, self.expected, self.counted = 0, {}, set()
        self.cells: Mapping[str, str] = {}
        self.letters: Mapping[str, str] = {}
        self.known: dict[tuple[int, int], Sequence[Term]] = {}
        self.patience = Patience()

    def at(self, here: int) -> Token | None:
        self.patience.left -= 1
        return self.words[here] if here < len(self.words) and self.patience.left > 0 else None

    def missed(self, here: int, wanted: str, ids: tuple[str, ...] = ()) -> None:
        """Remember what would have been understood at the farthest word: a word in quotes, or the name of a slot."""
        if here > self.far:
            self.far, self.expected = here, {}
        if here == self.far and wanted:
            self.expected[wanted] = ids

    def read(self, parts: Pieces, kinds: Mapping[str, Kind], here: int, firm: int = 0) -> Iterator[Found]:
        """Every way to read the words from here on as these pieces; so many words at first must be there."""
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
        close = likeness(token.plain, plain_spelling(part.text)) if token else None
        if close is not None:
            yield {}, here + 1, close
        else:
            self.missed(here, f"'{part.text}'")
        if not strict:
            yield {}, here, SKIPPED

    def group(self, part: Bracket, kinds: Mapping[str, Kind], here: int) -> Iterator[Found]:
        for fields, there, cost in self.read(part.pieces, kinds, here):
            if there == here + 1 and any(isinstance(value, int) for value in fields.values()):
                self.counted.add(here)
            if there > here:
                yield fields, there, cost
        yield {}, here, 0

    def slot(self, part: Slot, kind: Kind, here: int) -> Iterator[Found]:
        if kind.what == "flag":
            yield {part.name: True}, here, 0
            return
        found = False
        for value, there, cost in self.several(part, kind, here) if kind.many else self.value(part, kind, here):
            found = True
            yield {part.name: value}, there, cost
        if not found:
            self.missed(here, part.name, kind.ids)

    def several(self, part: Slot, kind: Kind, here: int) -> Iterator[Read]:
        for values, there, cost in self.many(part, kind, here):
            yield values[0] if kind.alone and len(values) == 1 else values, there, cost

    def many(self, part: Slot, kind: Kind, here: int, room: int = LISTED) -> Iterator[tuple[list[Value], int, int]]:
        """One value after the other, as many as there are; commas may stand between them."""
        for value, there, cost in self.value(part, kind, here):
            token = self.at(there)
            onward = there + 1 if token and token.plain == "," else there
            for rest, end, further in self.many(part, kind, onward, room - 1) if room else ():
                yield [value, *rest], end, cost + further
            yield [value], there, cost

    def value(self, part: Slot, kind: Kind, here: int) -> Iterator[tuple[Value, int, int]]:
        if kind.what == "order":
            yield from self.orders(here)
        elif kind.what == "either":
            for way in kind.ways:
                yield from self.value(part, way, here)
        elif kind.what == "parts":
            for fields, there, cost in self.read(kind.parts, kind.inner, here, firm=1):
                if all(name in fields for name in required(kind.parts)):
                    yield ":".join(map(str, fields.values())), there, cost
        elif token := self.at(here):
            plain = token.plain.removeprefix(part.mark)
            if kind.what == "number" and plain.isdecimal():
                yield int(plain), here + 1, 0
            elif kind.what == "cell":
                yield from self.cell(plain, here)
            elif kind.what == "name" and here not in self.counted and (NAME.fullmatch(plain) or self.is_name(plain)):
                yield self.called(plain), here + 1, 0
            elif kind.what in ("term", "amount"):
                yield from self.term(kind.ids, here)
                if kind.what == "amount" and AMOUNT.fullmatch(plain):
                    yield plain, here + 1, 0

    def cell(self, plain: str, here: int) -> Iterator[tuple[str, int, int]]:
        """Coordinates, or what else an empty place is called."""
        after = self.at(here + 1)
        if CELL.fullmatch(plain):
            yield plain, here + 1, 0
        elif plain in self.cells:
            yield self.cells[plain], here + 1, 0
        elif after and (cell := self.cells.get(f"{plain} {after.plain}")):
            yield cell, here + 2, 0

    def is_name(self, plain: str) -> bool:
        """What a game writes in capitals is a name, if it has no number too."""
        return self.names.get(plain.partition(".")[0], "").isupper()

    def called(self, plain: str) -> str:
        """A name as the game writes it; a piece may be called by its owner's letter in the typist's language."""
        first, dot, rest = plain.partition(".")
        if first not in self.names and PIECE.fullmatch(first):
            first = self.letters.get(first[0], first[0]) + first[1:]
        return self.names.get(first, first.upper()) + dot + rest.upper()

    def term(self, ids: tuple[str, ...], here: int) -> Sequence[Term]:
        """The things whose names these words may be, shortened or not; found out once for each place."""
        first = self.at(here)
        if first is None:
            return ()
        if (id(ids), here) not in self.known:
            like = self.spellings.like(ids, first.plain)
            self.known[id(ids), here] = undominated([term for one in like for term in self.spelled(one, here)])
        return self.known[id(ids), here]

    def spelled(self, thing: Spelling, here: int) -> Iterator[Term]:
        """A thing by its id, or by the words of its name that are there."""
        if self.words[here].plain == thing.plain:
            yield thing.name, here + 1, 0
        there, cost = self.name(thing.words, here)
        if there > here and not (there == here + 1 and self.words[here].plain == thing.plain):
            yield thing.name, there, cost

    def name(self, words: Sequence[str], here: int) -> tuple[int, int]:
        """How many words of a name are there, and how much shorter they are."""
        there, cost = here, 0
        for word in words:
            close = likeness(self.words[there].plain, word) if there < len(self.words) else None
            if close is not None:
                there, cost = there + 1, cost + close
            elif len(word) <= 2 and there > here:
                cost += SHORTENED
            else:
                if there > here:
                    self.missed(there, f"'{word}'")
                return there, cost + SHORTENED
        return there, cost


def undominated(terms: Sequence[Term]) -> Sequence[Term]:
    """Those that no other one beats: as many words or more, and less of them left out."""
    costs = {(there, cost) for _, there, cost in terms}
    beaten = {(t, c) for t, c in costs if any(there >= t and cost < c for there, cost in costs)}
    return [term for term in terms if term[1:] not in beaten]


def required(parts: Pieces) -> list[str]:
    return [part.name for part in parts if isinstance(part, Slot)]


def likeness(typed: str, word: str) -> int | None:
    """Nothing if it is the word, something if it is the beginning of it."""
    if typed == word:
        return 0
    return SHORTENED if typed and word.startswith(typed) else None
