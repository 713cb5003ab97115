"""Pebbles: one page of rules of our own that uses every feature of the kernel."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...kernel.base.canon import Plain
from ...kernel.play.rulebook import Rulebook
from ...kernel.play.rules import Game, Module, Order, Question, Seat, State
from .base import BASE
from .state import COINS, Bag, Hand, Pebble, Purse, Supply

if TYPE_CHECKING:
    from ...kernel.play.foresight import Brief, Told
    from ...kernel.play.story import Aside, Moment


def room(book: Rulebook, seats: int) -> tuple[int, int]:
    """One hand may come to hold every pebble and every coin, and so may the bag."""
    from ...kernel.play.rooms import room_for  # saves it for games under way

    pebbles = list(book.rows_of(Pebble))
    return room_for(Purse(Supply().coins + seats * COINS), Hand(pebbles[1:], pebbles[:1])), room_for(Bag(pebbles))


def brief(state: State, reader: Seat | None, told: Sequence[Plain] = ()) -> Brief:
    """Loaded when somebody reads a report."""
    from .brief import brief  # saves it for steps that nobody reads

    return brief(state, reader, told)


def story(moment: Moment) -> Aside:
    """Loaded when somebody reads what happened."""
    from .telling import story  # saves it for steps that nobody reads

    return story(moment)


def concerns(before: State | None, now: State, seat: Seat, events: Sequence[Plain]) -> Sequence[Told]:
    """Loaded when a player reads a report."""
    from .telling import concerns  # saves it for steps that nobody reads

    return concerns(before, seat, events)


def advice(state: State, question: Question, seat: Seat) -> Order | None:
    """Loaded when a reply is made ready."""
    from .telling import advice  # saves it for who only looks

    return advice(state, question, seat)


def moss() -> Module:
    """Loaded when a game is played with it."""
    from .moss import MOSS  # saves it for games without it

    return MOSS


GAME = Game(
    "pebbles",
    1,
    BASE,
    {"moss": moss},
    seats=("red", "blue", "green", "yellow"),
    players=(2, 4),
    room=room,
    brief=brief,
    story=story,
    asides={"rained": ("none",)},
    concerns=concerns,
    advice=advice,
    clock=("round", 4),
)
