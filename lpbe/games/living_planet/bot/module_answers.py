"""Extension points for bots: what modules answer and how they value things, loaded when a bot plays."""

from __future__ import annotations

from ....kernel.engine.amendments import amendable
from ....kernel.engine.model import Order, Question, Seat, State
from ..state import Place


@amendable
def bot_answer(state: State, seat: Seat, question: Question) -> Order | None:
    """Return the answer of a module, above all to its own questions; None: the base answers."""
    return None


@amendable
def bot_instead(state: State, seat: Seat, order: Order) -> Order:
    """Return what a module does in place of the base's choice: the same in a better way."""
    return order


@amendable
def bot_yield(state: State, building: str) -> float:
    """Return how many cubes a kind of factory makes at a time. Amendments multiply."""
    return 1.0


@amendable
def bot_asset(state: State, seat: Seat, building: str) -> float:
    """Return what a building brings per turn besides cubes and points, in MC. Amendments add."""
    return 0.0


@amendable
def bot_keeps(state: State, seat: Seat, resource: str) -> int:
    """Return how many cubes of a resource a bot does not sell: one of mycelium, to heal. Amendments ask for more."""
    return int(resource == "mycelium")


@amendable
def bot_find(state: State, seat: Seat, hex: str) -> float:
    """Return what a hex is worth to its explorer besides its spots, in MC. Amendments add."""
    return 0.0


@amendable
def bot_ground(state: State, seat: Seat, hex: str) -> float:
    """Return what one more building of a seat on a hex is worth beyond its own value, in MC. Amendments add."""
    return 0.0


@amendable
def bot_fit(state: State, seat: Seat, spot: Place) -> bool:
    """Return whether a seat has a team that could build on a spot of a hex, were it laid. Amendments veto."""
    return True


@amendable
def bot_outlook(state: State, seat: Seat) -> float:
    """Return what protects a seat's buildings beyond what the bot sees of a building alone, in MC. Amendments add.

    Only bots that play ahead ask for it.
    """
    return 0.0
