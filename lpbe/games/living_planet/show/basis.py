"""What a part of a page hangs on: while it is the same, the part is kept from the last page."""

from __future__ import annotations

from msgspec import json

from ....kernel.play.rulebook import Rulebook
from ....kernel.play.rules import Component, State

Basis = tuple[Rulebook, bytes]


def basis_of(state: State, *kinds: type[Component]) -> Basis:
    """The rules and these components; where expansions amend rules, which may ask for anything, all that is public."""
    asked = state.book.public if state.book.amendments else kinds
    return state.book, json.encode([state[kind] for kind in asked])
