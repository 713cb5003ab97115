"""Remember what was made last time, for pages that are made again step after step."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

T = TypeVar("T")
MAX_ENTRIES = 512


class Memo(Generic[T]):
    """One value per name, rebuilt only when its inputs have changed; the inputs need not be hashable."""

    __slots__ = ("entries",)

    def __init__(self) -> None:
        self.entries: dict[Hashable, tuple[tuple[object, ...], T]] = {}

    def get(self, name: Hashable, basis: tuple[object, ...], make: Callable[[], T]) -> T:
        """Return the value of a name; `make` may use only name and basis, and nobody may change the result."""
        last = self.entries.get(name)
        if last and last[0] == basis:
            return last[1]
        if len(self.entries) >= MAX_ENTRIES:
            self.entries.clear()
        fresh = make()
        self.entries[name] = basis, fresh
        return fresh
