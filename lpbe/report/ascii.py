"""A page in ASCII alone."""

from __future__ import annotations

from typing import TypeVar

from msgspec import Struct

from ..kernel.base.ascii import plain

T = TypeVar("T")


def spelled(value: T) -> T:
    """A page, or a part of one, with every text in it spelled in ASCII."""
    if isinstance(value, str):
        return plain(value)  # type: ignore[return-value]
    if isinstance(value, list):
        return [spelled(item) for item in value]  # type: ignore[return-value]
    if isinstance(value, Struct):
        return type(value)(*(spelled(getattr(value, name)) for name in value.__struct_fields__))
    return value
