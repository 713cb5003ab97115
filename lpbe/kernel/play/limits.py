"""Whether all that people can send has a limit: texts, lists, tables and their keys."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec import inspect as info

from .rules import Module, Order, Question

Known = frozenset[type[Struct]]
LISTS = (info.ListType, info.VarTupleType, info.SetType, info.FrozenSetType)
SHORT = (info.BoolType, info.IntType, info.FloatType, info.NoneType, info.LiteralType, info.EnumType)
"""What has a limit by itself."""


def limits_missing(modules: Sequence[Module]) -> Iterator[str]:
    """Where an order, a policy, an option or a row of content could be of any size."""
    for kind in dict.fromkeys(kind for module in modules for kind in sent(module)):
        yield from without_limit(info.type_info(kind), kind.__name__, frozenset())


def sent(module: Module) -> Iterator[type[Struct]]:
    """The types by which people's own words are read."""
    yield from orders(module)
    yield from module.content
    yield from (kind for kind in (module.policy, module.options) if kind)


def orders(module: Module) -> Iterator[type[Order]]:
    offers = [step.offers for step in module.steps if issubclass(step, Question)]
    return (order for offered in (*offers, *module.offers.values()) for order in offered)


def without_limit(kind: info.Type, where: str, known: Known) -> Iterator[str]:
    if isinstance(kind, info.StrType):
        if kind.max_length is None and not ends(kind.pattern or ""):
            yield f"{where} is a text without a limit"
    elif isinstance(kind, LISTS):
        yield from [f"{where} is a list without a limit"] if kind.max_length is None else []
        yield from without_limit(kind.item_type, f"{where}[]", known)
    elif isinstance(kind, info.DictType):
        yield from [f"{where} is a table without a limit"] if kind.max_length is None else []
        yield from without_limit(kind.key_type, f"{where}'s key", known)
        yield from without_limit(kind.value_type, f"{where}[]", known)
    elif not isinstance(kind, SHORT):
        yield from of_parts(kind, where, known)


def of_parts(kind: info.Type, where: str, known: Known) -> Iterator[str]:
    """What is made of other types; of anything else nobody knows how large it is."""
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
        yield from without_limit(part, name, known)


def ends(pattern: str) -> bool:
    """Whether a pattern fits whole texts alone, and none of any length."""
    plain = re.sub(r"\\[^Z]|\[[^\]]*\]", "x", pattern)
    return plain.startswith("^") and plain.endswith(r"\Z") and not re.search(r"[*+]|,\}", plain)
