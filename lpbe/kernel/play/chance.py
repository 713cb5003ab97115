"""Labelled, unbiased draws: the only source of chance."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol, TypeVar

from ..base.canon import kdf, mac
from ..base.errors import ClosedDrawer

T = TypeVar("T")
WORD = 1 << 32


class Chance(Protocol):
    used: dict[str, None]

    def below(self, limit: int, label: str) -> int: ...
    def pick(self, items: Sequence[T], label: str) -> T: ...
    def shuffled(self, items: Iterable[T], label: str) -> list[T]: ...


def words(root: bytes, label: str) -> Iterator[int]:
    """HMAC-SHA256 in counter mode under a key of its own for each label, as 32-bit words."""
    return counted(kdf(root, "rng/" + label))


def counted(key: bytes) -> Iterator[int]:
    count = 0
    while True:
        block = mac(key, count.to_bytes(8, "big"))
        for at in range(0, 32, 4):
            yield int.from_bytes(block[at : at + 4], "big")
        count += 1


def below(stream: Iterator[int], limit: int) -> int:
    """Uniform in 0..limit-1: words past the last full multiple are thrown away."""
    assert 1 <= limit <= 1 << 16, limit
    top, word = WORD - WORD % limit, next(stream)
    while word >= top:
        word = next(stream)
    return word % limit


class Rng:
    """Draws from a root. A label names one draw; it is made of names and counters only."""

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
    """The chance of somebody who owes nobody a proof: one stream for all draws, whatever their labels."""

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
    """Fisher-Yates from the top."""
    out = list(items)
    for last in range(len(out) - 1, 0, -1):
        other = below(stream, last + 1)
        out[last], out[other] = out[other], out[last]
    return out


class NoChance:
    """For readers who may not know what comes: every draw is hidden."""

    used: dict[str, None] = {}

    def below(self, limit: int, label: str) -> int:
        raise ClosedDrawer("the draw")

    def pick(self, items: Sequence[T], label: str) -> T:
        raise ClosedDrawer("the draw")

    def shuffled(self, items: Iterable[T], label: str) -> list[T]:
        raise ClosedDrawer("the draw")
