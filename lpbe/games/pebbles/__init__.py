"""Pebbles: one page of rules of our own that uses every feature of the kernel."""

from __future__ import annotations

from ...kernel.engine.game import Game
from ...kernel.engine.lazy import lazy, lazy_value
from ...kernel.engine.rulebook import Rulebook
from .module import BASE
from .state import START_COINS, Bag, Hand, Pebble, Purse, Supply


def component_capacity(book: Rulebook, seats: int) -> tuple[int, int]:
    """Return the sizes of a hand and of the bag that hold every pebble, and of a purse with every coin."""
    from ...kernel.engine.capacity import capacity_for  # saves it for games under way

    pebbles = list(book.rows_of(Pebble))
    private = capacity_for(Purse(Supply().coins + seats * START_COINS), Hand(pebbles[1:], pebbles[:1]))
    return private, capacity_for(Bag(pebbles))


GAME = Game(
    "pebbles",
    1,
    BASE,
    {"moss": lazy_value(".moss:MOSS", __package__)},
    seats=("red", "blue", "green", "yellow"),
    players=(2, 4),
    capacity=component_capacity,
    outlook=lazy(".outlook:outlook", __package__),
    presentation=lazy_value(".presentation:PRESENTATION", __package__),
    clock=("round", 4),
)
