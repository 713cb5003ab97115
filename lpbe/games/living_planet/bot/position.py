"""A position that a bot thinks about; results are cached in it."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, Concatenate, ParamSpec, TypeVar

from ....kernel.engine.model import State

P = ParamSpec("P")
T = TypeVar("T")


class Position(State):
    """A state that does not change while a bot thinks about it."""

    __slots__ = ("hexes_sampled", "known")
    known: dict[Hashable, Any]
    hexes_sampled: int
    """How many of the hexes that may still be drawn are looked at."""


MAX_HEXES_SAMPLED = 16
"""As many hexes as this are a good enough sample of what there is to find."""


def thought_over(state: State, hexes_sampled: int = MAX_HEXES_SAMPLED) -> Position:
    position = Position(state)
    position.book = state.book
    position.known = {}
    position.hexes_sampled = hexes_sampled
    return position


def once(think: Callable[Concatenate[State, P], T]) -> Callable[Concatenate[State, P], T]:
    """Compute once per position; compute again for any other state, which may change."""

    def known(state: State, /, *args: P.args, **kwargs: P.kwargs) -> T:
        if type(state) is not Position:
            return think(state, *args, **kwargs)
        key = (think, *args)
        if key not in state.known:
            state.known[key] = think(state, *args, **kwargs)
        answer: T = state.known[key]
        return answer

    return known
