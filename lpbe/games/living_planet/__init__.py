"""Living Planet: explore, exploit and survive a planet that strikes back, for two to four players."""

from __future__ import annotations

from ...kernel.rng import Chance
from ...kernel.rules import Game, Order, Question, Seat, State
from .base import BASE
from .market import Crashed
from .strike import Struck
from .turn import TurnBegan


def play_greedily(state: State, question: Question, seat: Seat, rng: Chance) -> Order | None:
    """Loaded when a machine plays."""
    from .greedy import greedy

    return greedy(state, question, seat, rng)


GAME = Game(
    "living-planet",
    1,
    BASE,
    {},
    seats=("red", "blue", "yellow", "green"),
    players=(2, 4),
    bots={"bot:greedy": play_greedily},
    counted={"turns": TurnBegan, "cataclysms": Struck, "crashes": Crashed},
)
