"""What a part of a page depends on: while it is the same, the part is taken from the last page."""

from __future__ import annotations

from msgspec import json

from ....kernel.engine.model import Component, State
from ....kernel.engine.rulebook import Rulebook

Basis = tuple[Rulebook, bytes]


def basis_of(state: State, *kinds: type[Component]) -> Basis:
    """Return the rules and these components; all public ones where expansions amend rules, which may use anything."""
    asked = state.book.public if state.book.amendments else kinds
    return state.book, json.encode([state[kind] for kind in asked])
