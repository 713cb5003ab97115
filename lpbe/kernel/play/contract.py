"""What modules must keep to, to be bound together: all that is wrong, as text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum

from msgspec import NODEFAULT, UNSET, Struct

from .events import KERNEL_EVENTS
from .rules import Component, Content, Module, Order, Plan, Question, kebab

SINGLE = range(-5, 257)
"""Whole numbers of which there is only one each."""


def complaints(modules: Sequence[Module], kernel: Sequence[type[Component]], content: Content) -> list[str]:
    """Everything that keeps these modules from being bound together."""
    from .limits import limits_missing  # saves it for packs, of which only the rows are looked at

    parts = [*kernel, *(part for module in modules for part in module.components)]
    options = [module.options for module in modules if module.options]
    return [
        *(f"two modules are called {name}" for name in again(module.name for module in modules)),
        *missing(modules),
        *(f"two components are called {name}" for name in again(kebab(part.__name__) for part in (*parts, *options))),
        *(f"two events are called {name}" for name in again(tags(KERNEL_EVENTS, *(m.events for m in modules)))),
        *(f"two steps are called {name}" for name in again(tags(*(m.steps for m in modules)))),
        *(f"two modules count {name}" for name in again(name for module in modules for name in module.counted)),
        *stops_at_odds([module.name for module in modules if module.stop]),
        *offers_at_odds(modules),
        *rows_at_odds(modules, content),
        *(told for part in parts for told in defaults_at_odds(part)),
        *limits_missing(modules),
    ]


def again(names: Iterable[str]) -> list[str]:
    """What is there more than once."""
    return [name for name, count in Counter(names).items() if count > 1]


def tags(*kinds: Iterable[type[Struct]]) -> Iterator[str]:
    return (str(kind.__struct_config__.tag) for some in kinds for kind in some)


def missing(modules: Sequence[Module]) -> Iterator[str]:
    names = {module.name for module in modules}
    for module in modules:
        for name in module.requires:
            if name not in names:
                yield f"{module.name} needs {name}"


def stops_at_odds(stopping: Sequence[str]) -> Iterator[str]:
    """Only one can say how a game ends that all agree to stop."""
    if len(stopping) > 1:
        yield f"{' and '.join(stopping)} both say what it means to stop"


def offers_at_odds(modules: Sequence[Module]) -> Iterator[str]:
    """An order answers a question in one way, and has a name of its own."""
    steps = [step for module in modules for step in module.steps if issubclass(step, Question)]
    known: dict[type[Question], dict[type[Order], str]] = {step: dict.fromkeys(step.offers, "") for step in steps}
    for module in modules:
        for question, offers in module.offers.items():
            if question not in known:
                yield f"{module.name} answers {question.__name__} which nobody asks"
                continue
            for order in offers.keys() & known[question].keys():
                yield f"{module.name} replaces how {order.__name__} answers {question.__name__}"
            known[question] |= dict.fromkeys(offers, module.name)
    orders: set[type[Order]] = {Plan, *(order for offers in known.values() for order in offers)}
    yield from (f"two orders are called {name}" for name in again(tags(orders)))


def rows_at_odds(modules: Sequence[Module], content: Content) -> Iterator[str]:
    """One id names one row, in whichever pack of whichever module it stands."""
    names = dict.fromkeys(module.name for module in modules)
    packs = [(module, name, rows) for module in names for name, rows in content.get(module, {}).items()]
    if sum(len(rows) for _, _, rows in packs) == len({key for _, _, rows in packs for key in rows}):
        return
    where: dict[str, list[str]] = {}
    for module, name, rows in packs:
        for key in rows:
            where.setdefault(key, []).append(f"{module}/{name}")
    yield from (f"{key} is a row of {' and of '.join(places)}" for key, places in where.items() if len(places) > 1)


def defaults_at_odds(part: type[Component]) -> Iterator[str]:
    """A default is left out of files where it is the very object: so there may be only one of it, however it is made.

    A word is made anew by every reader of a log, also where it can only be one of a few. Options are free: nothing
    that happens sets them again.
    """
    first = len(part.__struct_fields__) - len(part.__struct_defaults__)
    for name, default in zip(part.__struct_fields__[first:], part.__struct_defaults__, strict=True):
        if not single(default):
            yield f"{part.__name__}.{name} cannot have the default {default!r}"


def single(default: object) -> bool:
    """Whether files and rules cannot come by another one that is equal; a new container counts when it is empty."""
    if default is None or default is NODEFAULT or default is UNSET or isinstance(default, bool | Enum):
        return True
    if isinstance(default, int):
        return default in SINGLE
    if isinstance(default, str | tuple | frozenset):
        return not default
    return type(default).__name__ == "Factory"
