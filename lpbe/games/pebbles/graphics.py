"""What pages of Pebbles draw: the players, the path, and what the reader holds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...kernel.base.canonical import Plain
from ...kernel.engine.graphics import Card, Counter, GraphicPanel, Mark, PlayerLine
from ...kernel.engine.model import Agenda, Seat, State
from .presentation import path_points, seats
from .state import Hand, Path, Purse, Supply, pebble_of

SHAPES = ("disc", "square", "diamond", "triangle")
"""The shapes of chips, from the first seat on."""


def graphics(state: State, reader: Seat | None, events: Sequence[Plain]) -> list[GraphicPanel]:
    return [*table(state), *(own(state, reader) if reader else ())]


def table(state: State) -> Iterator[GraphicPanel]:
    """Yield the players with their points on the path, and the path itself."""
    over = state[Agenda].over
    hands = state[Supply].hands
    lines = [
        PlayerLine(
            seat=seat,
            colour=seat,
            shape=SHAPES[nth % len(SHAPES)],
            score=None if over else path_points(state, seat),
            unit="graphic.points",
            marks=(Mark("hand", "graphic.hand", hands.get(seat, 0)),),
        )
        for nth, seat in enumerate(seats(state))
    ]
    yield GraphicPanel("graphic.players", "players", lines)
    path = state[Path]
    if path.row:
        laid = [pebble(state, name, path.laid.get(name, ""), name in path.sheltered) for name in path.row]
        yield GraphicPanel("graphic.path", "table", laid)


def pebble(state: State, name: str, note: str = "", sheltered: bool = False) -> Card:
    """Return a pebble as a card: its value, its colour, and who laid it."""
    row = pebble_of(state, name)
    return Card(str(row.value), icon=f"pebble-{row.colour}", text=name, note=note, state="open" if sheltered else "")


def own(state: State, reader: Seat) -> Iterator[GraphicPanel]:
    if purse := state.open(Purse, reader):
        yield GraphicPanel("graphic.purse", "own", [Counter("coins", purse.coins, "coins")])
    if hand := state.open(Hand, reader):
        held = [pebble(state, name) for name in (*hand.pebbles, *hand.drawn)]
        yield GraphicPanel("graphic.cards", "own", held)
