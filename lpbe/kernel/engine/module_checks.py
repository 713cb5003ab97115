"""Check that modules can be bound together, and describe everything that is wrong."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum

from msgspec import NODEFAULT, UNSET, Struct
from msgspec import inspect as info

from .events import KERNEL_EVENTS
from .extension_points import not_listed
from .model import Component, Content, Module, Order, Plan, Question, kebab

Known = frozenset[type[Struct]]
LIST_TYPES = (info.ListType, info.VarTupleType, info.SetType, info.FrozenSetType)
BOUNDED_TYPES = (info.BoolType, info.IntType, info.FloatType, info.NoneType, info.LiteralType, info.EnumType)
"""Types that are bounded by themselves."""
SINGLETON_INTS = range(-5, 257)
"""The whole numbers of which CPython keeps a single object."""


def find_conflicts(modules: Sequence[Module], kernel: Sequence[type[Component]], content: Content) -> list[str]:
    """Return everything that keeps these modules from being bound together."""
    parts = [*kernel, *(part for module in modules for part in module.components)]
    options = [module.options for module in modules if module.options]
    return [
        *(f"two modules are called {name}" for name in duplicates(module.name for module in modules)),
        *missing_modules(modules),
        *(
            f"two components are called {name}"
            for name in duplicates(kebab(part.__name__) for part in (*parts, *options))
        ),
        *(f"two events are called {name}" for name in duplicates(tags(KERNEL_EVENTS, *(m.events for m in modules)))),
        *(f"two steps are called {name}" for name in duplicates(tags(*(m.steps for m in modules)))),
        *(f"two modules count {name}" for name in duplicates(name for module in modules for name in module.counted)),
        *conflicting_stops([module.name for module in modules if module.stop]),
        *conflicting_offers(modules),
        *unlisted_hooks(modules),
        *duplicate_rows(modules, content),
        *(text for part in parts for text in unsafe_defaults(part)),
        *missing_limits(modules),
    ]


def duplicates(names: Iterable[str]) -> list[str]:
    """Return what occurs more than once."""
    return [name for name, count in Counter(names).items() if count > 1]


def tags(*kinds: Iterable[type[Struct]]) -> Iterator[str]:
    return (str(kind.__struct_config__.tag) for some in kinds for kind in some)


def missing_modules(modules: Sequence[Module]) -> Iterator[str]:
    names = {module.name for module in modules}
    for module in modules:
        for name in module.requires:
            if name not in names:
                yield f"{module.name} needs {name}"


def conflicting_stops(stopping: Sequence[str]) -> Iterator[str]:
    """Report it if several modules define how the game ends when all agree to stop."""
    if len(stopping) > 1:
        yield f"{' and '.join(stopping)} both define what stopping the game means"


def conflicting_offers(modules: Sequence[Module]) -> Iterator[str]:
    """Report orders that answer a question in two ways, or share a name."""
    steps = [step for module in modules for step in module.steps if issubclass(step, Question)]
    known: dict[type[Question], dict[type[Order], str]] = {step: dict.fromkeys(step.offers, "") for step in steps}
    for module in modules:
        for question, offers in module.offers.items():
            if question not in known:
                yield f"{module.name} answers {question.__name__}, which no module asks"
                continue
            for order in offers.keys() & known[question].keys():
                yield f"{module.name} replaces how {order.__name__} answers {question.__name__}"
            known[question] |= dict.fromkeys(offers, module.name)
    orders: set[type[Order]] = {Plan, *(order for offers in known.values() for order in offers)}
    yield from (f"two orders are called {name}" for name in duplicates(tags(orders)))


def unlisted_hooks(modules: Sequence[Module]) -> Iterator[str]:
    """Report events and steps that a module uses and that no module lists."""
    events = {*KERNEL_EVENTS, *(event for module in modules for event in module.events)}
    steps = {step for module in modules for step in module.steps}
    for module in modules:
        counted = [kind[0] if isinstance(kind, tuple) else kind for kind in module.counted.values()]
        for field, kinds, known in (
            ("events", (*module.reactions, *counted), events),
            ("steps", (*module.before, *module.after, *module.policies), steps),
        ):
            yield from (str(not_listed(modules, field, kind)) for kind in kinds if kind not in known)


def duplicate_rows(modules: Sequence[Module], content: Content) -> Iterator[str]:
    """Report ids that name several rows, in any packs of any modules."""
    names = dict.fromkeys(module.name for module in modules)
    packs = [(module, name, rows) for module in names for name, rows in content.get(module, {}).items()]
    if sum(len(rows) for _, _, rows in packs) == len({key for _, _, rows in packs for key in rows}):
        return
    where: dict[str, list[str]] = {}
    for module, name, rows in packs:
        for key in rows:
            where.setdefault(key, []).append(f"{module}/{name}")
    yield from (f"{key} is a row of {' and of '.join(places)}" for key, places in where.items() if len(places) > 1)


def unsafe_defaults(part: type[Component]) -> Iterator[str]:
    """Report defaults that can exist as several equal objects.

    msgspec leaves a default out of files only where the value is the same object, so there must be only one.
    A text is a new object for every reader of a log, even a literal. Options are free: no event sets them again.
    """
    first = len(part.__struct_fields__) - len(part.__struct_defaults__)
    for name, default in zip(part.__struct_fields__[first:], part.__struct_defaults__, strict=True):
        if not is_singleton(default):
            yield f"{part.__name__}.{name} cannot have the default {default!r}"


def is_singleton(default: object) -> bool:
    """Return whether no second object can be equal to this default; a factory must make empty containers."""
    if default is None or default is NODEFAULT or default is UNSET or isinstance(default, bool | Enum):
        return True
    if isinstance(default, int):
        return default in SINGLETON_INTS
    if isinstance(default, str | tuple | frozenset):
        return not default
    return type(default).__name__ == "Factory"


def missing_limits(modules: Sequence[Module]) -> Iterator[str]:
    """Report parts of orders, policies, options and rows of content that could have any size."""
    for kind in dict.fromkeys(kind for module in modules for kind in sent_types(module)):
        yield from unlimited_parts(info.type_info(kind), kind.__name__, frozenset())


def sent_types(module: Module) -> Iterator[type[Struct]]:
    """Return the types of what people send."""
    yield from offered_orders(module)
    yield from module.content
    yield from (kind for kind in (module.policy, module.options) if kind)


def offered_orders(module: Module) -> Iterator[type[Order]]:
    offers = [step.offers for step in module.steps if issubclass(step, Question)]
    return (order for offered in (*offers, *module.offers.values()) for order in offered)


def unlimited_parts(kind: info.Type, where: str, known: Known) -> Iterator[str]:
    if isinstance(kind, info.StrType):
        if kind.max_length is None and not is_bounded(kind.pattern or ""):
            yield f"{where} is a text without a limit"
    elif isinstance(kind, LIST_TYPES):
        yield from [f"{where} is a list without a limit"] if kind.max_length is None else []
        yield from unlimited_parts(kind.item_type, f"{where}[]", known)
    elif isinstance(kind, info.DictType):
        yield from [f"{where} is a table without a limit"] if kind.max_length is None else []
        yield from unlimited_parts(kind.key_type, f"{where}'s key", known)
        yield from unlimited_parts(kind.value_type, f"{where}[]", known)
    elif not isinstance(kind, BOUNDED_TYPES):
        yield from unlimited_members(kind, where, known)


def unlimited_members(kind: info.Type, where: str, known: Known) -> Iterator[str]:
    """Report the unlimited parts of a type made of others; any other type is unlimited itself."""
    if isinstance(kind, info.Metadata):
        parts = [(where, kind.type)]
    elif isinstance(kind, info.UnionType):
        parts = [(where, one) for one in kind.types]
    elif isinstance(kind, info.TupleType):
        parts = [(f"{where}[]", one) for one in kind.item_types]
    elif isinstance(kind, info.StructType):
        parts = [] if kind.cls in known else [(f"{where}.{field.name}", field.type) for field in kind.fields]
        known |= {kind.cls}
    else:
        parts = []
        yield f"{where} may be anything"
    for name, part in parts:
        yield from unlimited_parts(part, name, known)


def is_bounded(pattern: str) -> bool:
    """Return whether a pattern matches only whole texts of limited length."""
    plain = re.sub(r"\\[^Z]|\[[^\]]*\]", "x", pattern)
    return plain.startswith("^") and plain.endswith(r"\Z") and not re.search(r"[*+]|,\}", plain)
