"""An answer that a bot may try."""

from __future__ import annotations

from msgspec import Struct

from .model import Order


class Candidate(Struct, frozen=True):
    """An answer that may be worth a try, what it looks worth, and its kind: the best of every kind is tried."""

    worth: float
    order: Order
    kind: str = ""
    """By default the kind of the order."""
