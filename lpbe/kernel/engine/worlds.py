"""Worlds: full states that a seat cannot tell from the true one, for bots that play ahead."""

from __future__ import annotations

from .chance import Chance
from .model import Component, Key, Roster, Seat, State, Visibility


def sample_world(view: State, seat: Seat, chance: Chance) -> State:
    """Return a full state that looks like this view to a seat that is asked something.

    What the seat cannot see is guessed by the modules, the base game last: a guess of the base may depend on rules
    that expansions amend, and these may look at hidden components of their own. Nobody's standing orders are guessed.
    """
    world = view.copy()
    world.update(blank_parts(view))
    for module in reversed(view.book.modules):
        module.worlds(world, seat, chance)
    return world


def blank_parts(view: State) -> dict[Key, Component]:
    """Return what a view lacks of a full state, all of it empty."""
    book = view.book
    keys: list[Key] = [(kind, seat) for kind in book.private for seat in view[Roster].seats]
    keys += book.components_with(Visibility.HIDDEN)
    return {key: (key[0] if isinstance(key, tuple) else key)() for key in keys if key not in view}


def share_out(total: int, weights: list[int]) -> list[int]:
    """Split a total into whole parts roughly in proportion to these weights; the first part takes the remainder."""
    parts = [total * weight // max(sum(weights), 1) for weight in weights]
    return [parts[0] + total - sum(parts), *parts[1:]] if parts else []
