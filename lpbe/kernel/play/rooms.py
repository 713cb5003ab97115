"""How many bytes the components of a screen or of the box can take, with a quarter of it to spare."""

from __future__ import annotations

from collections.abc import Iterable

from ..base.canon import jcs
from .rules import Component, kebab


def room_for(*parts: Component) -> int:
    """For these components as full as they can get."""
    return -(-len(jcs({kebab(type(part).__name__): part for part in parts})) * 4 // 3)


def longest(names: Iterable[str], count: int) -> list[str]:
    """So many of the names, those that take most."""
    return sorted(names, key=lambda name: len(jcs(name)), reverse=True)[:count]
