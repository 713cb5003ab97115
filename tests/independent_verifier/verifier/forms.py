"""What a value may be, and how a record is written: section 3.1."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from .canon import need, plain, same, unbase

NONE = object()
MUST = object()
Check = Callable[[Any], Any]


def form(pattern: str) -> Check:
    """Return text of a pattern."""
    compiled = re.compile(pattern)
    return lambda value: need(isinstance(value, str) and compiled.fullmatch(value), f"not {pattern}")


def number(low: int, high: int) -> Check:
    """Return an integer between two."""
    return lambda value: need(type(value) is int and low <= value <= high, "not such a number")


def words(least: int, most: int) -> Check:
    """Return text of some length."""
    return lambda value: need(isinstance(value, str) and least <= len(value) <= most, "not such a text")


def one_of(*values: str) -> Check:
    """Return one of some words."""
    return lambda value: need(isinstance(value, str) and value in values, "not such a word")


def list_check(check: Check, least: int = 0, most: int = 10**9) -> Check:
    """Return a list of such values."""

    def run(value: Any) -> None:
        need(isinstance(value, list) and least <= len(value) <= most, "not such a list")
        for item in value:
            check(item)

    return run


def table(key: Check, check: Check, most: int = 10**9) -> Check:
    """Return a table of such values."""

    def run(value: Any) -> None:
        need(isinstance(value, dict) and len(value) <= most, "not such a table")
        for name, item in value.items():
            key(name)
            check(item)

    return run


def base64_check(size: int) -> Check:
    """Base64 of this many bytes."""

    def run(value: Any) -> None:
        need(isinstance(value, str) and len(unbase(value)) == size, "not such base64")

    return run


def blob(value: Any) -> None:
    """Base64 of any length."""
    need(isinstance(value, str) and len(value) <= 65536, "not a blob")
    unbase(value)


def any_object(value: Any) -> None:
    """An object of restricted JSON."""
    need(isinstance(value, dict), "not an object")
    plain(value)


def truth(value: Any) -> None:
    """True or false."""
    need(type(value) is bool, "neither true nor false")


def integer(value: Any) -> None:
    """Any integer."""
    need(type(value) is int, "not an integer")


def text(value: Any) -> None:
    """Any text."""
    need(isinstance(value, str), "not a text")


class Record:
    """An object with fields, each with its form and its default."""

    strict = True

    def __init__(self, **fields: Any) -> None:
        """Fields by name: a form, or a pair of a form and a default."""
        self.fields = {name: item if isinstance(item, tuple) else (item, MUST) for name, item in fields.items()}

    def __call__(self, value: Any) -> None:
        """Refuse what is not of this form."""
        need(isinstance(value, dict), "not a record")
        need(set(value) <= set(self.fields), "an unknown field")
        for name, (check, default) in self.fields.items():
            if name in value:
                check(value[name])
                spelt = self.strict and default not in (NONE, MUST) and same(value[name], default)
                need(not spelt, f"a default is spelt out: {name}")
            else:
                need(default is not MUST, f"a field is missing: {name}")

    def written(self, value: dict[str, Any]) -> dict[str, Any]:
        """Return the value without what has its default."""
        kept: dict[str, Any] = {}
        for name, item in value.items():
            check, default = self.fields[name]
            if isinstance(check, Record) and item is not None:
                item = check.written(item)
            if item is not None and (default in (NONE, MUST) or not same(item, default)):
                kept[name] = item
        return kept


class Loose(Record):
    """A record in which a default may be spelt out."""

    strict = False
