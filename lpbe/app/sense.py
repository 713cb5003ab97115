"""A table that no play leads to can be signed all the same: who reads it is told, and nobody is accused."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ..kernel.base.errors import ClosedDrawer, Malformed
from ..kernel.base.text import quote
from ..kernel.disk import files

NONSENSE = (LookupError, ValueError, TypeError, ArithmeticError, AttributeError, AssertionError, ClosedDrawer)
"""What rules run into on a table that is none of theirs."""


@contextmanager
def making_sense() -> Iterator[None]:
    """For commands that read a game and write no step of it."""
    try:
        yield
    except NONSENSE as error:
        if files.environment("LPBE_DEBUG"):
            raise
        raise Malformed(
            "E_STATE_TABLE",
            "these rules make no sense of what lies on the table ({error})",
            "lpbe verify GAME tells whether its referee cheats; if not, it is a mistake of ours: please report it",
            error=quote(f"{type(error).__name__}: {error}"),
        ) from None
