"""Combine what modules add to extension points: steps around steps, offers, reactions, amendments and policies."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import takewhile
from typing import TypeAlias, TypeVar

from msgspec import Struct

from ..base.errors import NotListed
from .model import Module, Offer, Order, Question, Step, Wrapping

K = TypeVar("K")
V = TypeVar("V")
Around: TypeAlias = "tuple[tuple[Wrapping, ...], tuple[Wrapping, ...]] | None"
"""What modules put before and after a step, if anything."""


class Listed(dict[K, V]):
    """Values for all classes that the modules list in one of their fields.

    Looking up a class that is not listed is an error of its module, found here and not when somebody verifies the game.
    """

    __slots__ = ("field", "modules")

    def __init__(self, modules: Sequence[Module], field: str, values: Mapping[K, V]) -> None:
        super().__init__(values)
        self.modules = modules
        self.field = field

    def __missing__(self, kind: K) -> V:
        assert isinstance(kind, type)
        raise not_listed(self.modules, self.field, kind)


def not_listed(modules: Sequence[Module], field: str, kind: type) -> NotListed:
    """Return the error for a class that its module does not list."""
    return NotListed(f"{kind.__name__} is not listed in Module.{field} of '{find_owner(modules, kind).name}'")


def find_owner(modules: Sequence[Module], kind: type) -> Module:
    """Return the module that most probably defines a class: the one with the nearest classes, else the base."""
    return max(modules, key=lambda module: max((nearness(kind, one) for one in listed_classes(module)), default=0))


def nearness(kind: type, other: type) -> int:
    """Return how many packages and modules two classes share."""
    pairs = zip(kind.__module__.split("."), other.__module__.split("."), strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def listed_classes(module: Module) -> tuple[type[Struct], ...]:
    return (*module.components, *module.events, *module.steps, *module.content)


def collect(hooks: Iterable[Mapping[K, V]]) -> dict[K, tuple[V, ...]]:
    """Return what all modules attach to each key, in the order of the modules."""
    out: dict[K, tuple[V, ...]] = {}
    for hook in hooks:
        for key, value in hook.items():
            out[key] = (*out.get(key, ()), value)
    return out


def collect_around(modules: Sequence[Module]) -> Listed[type[Step], Around]:
    """Return for every listed step what modules put before and after it."""
    before = collect(module.before for module in modules)
    after = collect(module.after for module in modules)
    around: dict[type[Step], Around] = dict.fromkeys(step for module in modules for step in module.steps)
    around |= {kind: (before.get(kind, ()), after.get(kind, ())) for kind in (*before, *after)}
    return Listed(modules, "steps", around)


def collect_offers(
    modules: Iterable[Module], steps: Iterable[type[Step]]
) -> dict[type[Question], dict[type[Order], Offer]]:
    """Return the orders that answer each question: those of its class, and those of other modules."""
    out = {kind: dict(kind.offers) for kind in steps if issubclass(kind, Question)}
    for module in modules:
        for question, more in module.offers.items():
            out[question].update(more)
    return out


def surround(steps: Iterable[Step], around: Mapping[type[Step], Around]) -> list[Step]:
    """Return the steps with what modules put before and after each of them."""
    out: list[Step] = []
    for step in steps:
        unfold(step, around, out)
    return out


def unfold(step: Step, around: Mapping[type[Step], Around], out: list[Step]) -> None:
    wrapping = around[type(step)]
    if wrapping is None:
        out.append(step)
        return
    first, last = wrapping
    for make in first:
        unfold(make(step), around, out)
    out.append(step)
    for make in last:
        unfold(make(step), around, out)
