"""What was made last time, for pages that are made again step after step."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

T = TypeVar("T")
MOST = 512


class Kept(Generic[T]):
    """One thing a name, made anew only where what it is made of has changed: that may be too rich to hash."""

    __slots__ = ("found",)

    def __init__(self) -> None:
        self.found: dict[Hashable, tuple[tuple[object, ...], T]] = {}

    def of(self, name: Hashable, basis: tuple[object, ...], make: Callable[[], T]) -> T:
        """`make` may look at nothing but the name and the basis; who gets the result may not change it."""
        last = self.found.get(name)
        if last and last[0] == basis:
            return last[1]
        if len(self.found) >= MOST:
            self.found.clear()
        fresh = make()
        self.found[name] = basis, fresh
        return fresh
