"""Labelled, unbiased draws, the only source of chance; and draws from piles of cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol, TypeVar

from msgspec import Struct

from ..base.canonical import kdf, mac
from ..base.errors import NotVisible

T = TypeVar("T")
WORD_RANGE = 1 << 32


class Chance(Protocol):
    """A source of draws; a label names one draw."""

    used: dict[str, None]

    def below(self, limit: int, label: str) -> int: ...
    def pick(self, items: Sequence[T], label: str) -> T: ...
    def shuffled(self, items: Iterable[T], label: str) -> list[T]: ...


def words(root: bytes, label: str) -> Iterator[int]:
    """Return the 32-bit words of HMAC-SHA256 in counter mode, with one key per label."""
    return keyed_words(kdf(root, "rng/" + label))


def keyed_words(key: bytes) -> Iterator[int]:
    count = 0
    while True:
        block = mac(key, count.to_bytes(8, "big"))
        for at in range(0, 32, 4):
            yield int.from_bytes(block[at : at + 4], "big")
        count += 1


def below(stream: Iterator[int], limit: int) -> int:
    """Return a uniform number in 0..limit-1: words past the last full multiple of the limit are skipped."""
    assert 1 <= limit <= 1 << 16, limit
    top = WORD_RANGE - WORD_RANGE % limit
    word = next(stream)
    while word >= top:
        word = next(stream)
    return word % limit


class Rng:
    """Draws from a root. A label names one draw and consists of names and counters only."""

    __slots__ = ("root", "used")

    def __init__(self, root: bytes) -> None:
        self.root = root
        self.used: dict[str, None] = {}

    def stream(self, label: str) -> Iterator[int]:
        assert label not in self.used, f"the label {label} draws twice"
        self.used[label] = None
        return words(self.root, label)

    def below(self, limit: int, label: str) -> int:
        return below(self.stream(label), limit)

    def pick(self, items: Sequence[T], label: str) -> T:
        return items[self.below(len(items), label)]

    def shuffled(self, items: Iterable[T], label: str) -> list[T]:
        return shuffled(items, self.stream(label))


class Stream:
    """Draws that nobody has to prove: one stream for all of them, whatever their labels."""

    __slots__ = ("used", "words")

    def __init__(self, root: bytes) -> None:
        self.words = words(root, "stream")
        self.used: dict[str, None] = {}

    def below(self, limit: int, label: str) -> int:
        return below(self.words, limit)

    def pick(self, items: Sequence[T], label: str) -> T:
        return items[below(self.words, len(items))]

    def shuffled(self, items: Iterable[T], label: str) -> list[T]:
        return shuffled(items, self.words)


def shuffled(items: Iterable[T], stream: Iterator[int]) -> list[T]:
    """Return a Fisher-Yates shuffle, from the top."""
    out = list(items)
    for last in range(len(out) - 1, 0, -1):
        other = below(stream, last + 1)
        out[last], out[other] = out[other], out[last]
    return out


class NoChance:
    """The chance of readers who may not know the future: no draw is visible."""

    used: dict[str, None] = {}

    def below(self, limit: int, label: str) -> int:
        raise NotVisible("the draw")

    def pick(self, items: Sequence[T], label: str) -> T:
        raise NotVisible("the draw")

    def shuffled(self, items: Iterable[T], label: str) -> list[T]:
        raise NotVisible("the draw")


class Draw(Struct, frozen=True):
    """The result of drawing cards: those of the pile and, if it ran out, the new pile and the cards drawn from it."""

    first: tuple[str, ...]
    pile: tuple[str, ...] = ()
    rest: tuple[str, ...] = ()


def draw_cards(pile: Sequence[str], discard: Iterable[str], count: int, rng: Chance, label: str) -> Draw:
    """Draw cards from the top; when the pile runs out, shuffle the discard: only that needs chance."""
    first = tuple(pile[:count])
    discarded = sorted(discard) if len(first) < count else []
    if not discarded:
        return Draw(first)
    fresh = tuple(rng.shuffled(discarded, label))
    return Draw(first, fresh, fresh[: count - len(first)])


def remove_cards(cards: list[str], removed: Iterable[str]) -> None:
    """Remove each of these once: there may be several alike."""
    for card in removed:
        cards.remove(card)
