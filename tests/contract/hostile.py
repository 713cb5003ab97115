"""Batches of somebody who wants to break a game: every order type, with texts and lists at and over their limits."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from msgspec import inspect

from lpbe.kernel.engine.rulebook import Rulebook

LONG = (23, 24, 25, 400, 500)
TEXTS: tuple[Callable[[Random], str], ...] = (
    lambda random: "A" * random.choice(LONG),
    lambda random: "QUJD" * (random.choice(LONG) // 4),
    lambda random: "QUJDQUJDQUJDQUJD\n" * random.choice((1, 2, 30)),
    lambda random: random.choice(('"""', "'''", '\\"', "\\", "\\u0041", "#", "=", "x = 1\n", "[order]\n", "[[tail]]")),
    lambda random: random.choice(("é", "\u2028", "\U0001f30b", "\x7f", "\0", "\r\n", "\t", "\u200d", "\ufeff")) * 24,
    lambda random: random.choice(("", "red", "H05", "p01", "oil", "sealed", "commit", "-", "null", "1979-05-27")),
)
NUMBERS = (0, 1, -1, 6, 7, 99, 100, 2**31, 2**53 - 1, 2**53, 2**63 - 1, -(2**63), 2**64)
ODD: tuple[Any, ...] = (None, True, 1.5, [], {}, [[]], {"": ""}, {"order": "plan"}, [{"x": ["y"]}])


def text(random: Random) -> str:
    return random.choice(TEXTS)(random)


def number(kind: inspect.IntType, random: Random) -> int:
    ends = [edge for edge in (kind.ge, kind.le) if edge is not None]
    return random.choice([*NUMBERS, *ends, *ends, *(end + 1 for end in ends)])


def value(kind: inspect.Type, random: Random) -> Any:
    """Return a value for a field: usually valid, sometimes at or over the limit, or of another type."""
    if random.random() < 0.03:
        return random.choice((*ODD, text(random), random.choice(NUMBERS)))
    if isinstance(kind, inspect.StrType):
        most = kind.max_length or random.choice((4, 8))
        return random.choice((text(random), "A" * most, "é" * most, "A" * (most + (random.random() < 0.1))))
    if isinstance(kind, inspect.IntType):
        return number(kind, random)
    if isinstance(kind, inspect.LiteralType):
        return random.choice((*kind.values, *kind.values, text(random)))
    if isinstance(kind, inspect.BoolType):
        return random.choice((True, False))
    if isinstance(kind, inspect.UnionType):
        return value(random.choice(kind.types), random)
    if isinstance(kind, inspect.Metadata):
        return value(kind.type, random)
    return several(kind, random)


def several(kind: inspect.Type, random: Random) -> Any:
    if isinstance(kind, inspect.TupleType):
        return [value(item, random) for item in kind.item_types]
    if isinstance(kind, inspect.ListType | inspect.VarTupleType):
        most = kind.max_length or 4
        count = random.choice((0, 1, 2, 3, most, most + 1))
        return [value(kind.item_type, random)] * count if random.random() < 0.5 else many(kind.item_type, count, random)
    if isinstance(kind, inspect.DictType):
        return {text(random): value(kind.value_type, random) for _ in range(random.choice((0, 1, 12)))}
    if isinstance(kind, inspect.StructType):
        return struct(kind, random)
    return random.choice(ODD)


def many(kind: inspect.Type, count: int, random: Random) -> list[Any]:
    return [value(kind, random) for _ in range(count)]


def struct(kind: inspect.StructType, random: Random) -> dict[str, Any]:
    """Return a struct: half the time without its default fields, sometimes with an unknown one."""
    fields = {
        field.encode_name: value(field.type, random) for field in kind.fields if field.required or random.random() < 0.5
    }
    extra = {text(random): text(random)} if random.random() < 0.03 else {}
    return {**({kind.tag_field: kind.tag} if kind.tag_field else {}), **fields, **extra}


def order(book: Rulebook, random: Random) -> dict[str, Any]:
    """Return any order of the game, or a plan with one."""
    kind = random.choice(list(book.orders.values()))
    made = inspect.type_info(kind)
    assert isinstance(made, inspect.StructType)
    return struct(made, random)


def policy(book: Rulebook, random: Random) -> dict[str, Any]:
    known = [module for module in book.modules if module.policy]
    sections = {module.name: value(inspect.type_info(module.policy), random) for module in known}
    return {**sections, **({text(random): text(random)} if random.random() < 0.1 else {})}
