"""The doors for machines: what modules know to answer and to appraise, loaded when a machine plays."""

from __future__ import annotations

from ....kernel.play.rules import Order, Question, Seat, State, amendable
from ..state import Place


@amendable
def machine_answer(state: State, seat: Seat, question: Question) -> Order | None:
    """What a module has a machine answer, to questions of its own above all; none: what the base would."""
    return None


@amendable
def machine_instead(state: State, seat: Seat, order: Order) -> Order:
    """What a module has a machine do in place of what the base would: the same in a better way."""
    return order


@amendable
def machine_yield(state: State, building: str) -> float:
    """How many cubes a kind of factory makes at a time. Amendments multiply."""
    return 1.0


@amendable
def machine_asset(state: State, seat: Seat, building: str) -> float:
    """What a building of a kind brings in a turn besides cubes and points, in MC. Amendments add."""
    return 0.0


@amendable
def machine_keeps(state: State, seat: Seat, resource: str) -> int:
    """How many cubes of a resource a machine does not sell: one of mycelium, to heal. Amendments ask for more."""
    return int(resource == "mycelium")


@amendable
def machine_find(state: State, seat: Seat, hex: str) -> float:
    """What a hex is worth to who explores it besides its spots, in MC. Amendments add."""
    return 0.0


@amendable
def machine_ground(state: State, seat: Seat, hex: str) -> float:
    """What one more building of a seat on a hex is worth besides what it is, in MC. Amendments add."""
    return 0.0


@amendable
def machine_fit(state: State, seat: Seat, spot: Place) -> bool:
    """Whether a seat has a team that could build on a spot of a hex, were it laid. Amendments veto."""
    return True
