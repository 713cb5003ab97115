"""The tracks of Living Planet as they lie on the table: prices, the dice in their order, exhaustion."""

from __future__ import annotations

from collections.abc import Mapping

from ....kernel.play.pictured import Cell, CellState, Strip
from ....kernel.play.rules import State
from ..market import HIGHEST, LOWEST
from ..reading import resources, turns
from ..state import Bank, Track, Turn


def price_tracks(state: State, before: Mapping[str, range]) -> tuple[Strip, ...]:
    """A track a resource: the price, and where it was as far as that is known."""
    prices = state[Bank].prices
    return tuple(
        Strip(name, price_cells(prices[name], before[name]), name, ("prices", name)) for name in resources(state)
    )


def price_cells(price: int, was: range) -> tuple[Cell, ...]:
    old = was[0] if len(was) == 1 and was[0] != price else 0
    states: dict[int, CellState] = {price: "now", old: "was"}
    return tuple(Cell(str(n), state=states.get(n, "")) for n in range(LOWEST, HIGHEST + 1))


def dice_in_order(state: State) -> tuple[Strip, ...]:
    """Each die in its colour with what it shows; those that were played are faint, the one that is played is ringed."""
    cells = die_cells(state)
    return (Strip("strip.dice", cells),) if cells else ()


def die_cells(state: State) -> tuple[Cell, ...]:
    now = state[Turn]
    dice = enumerate(now.order or now.dice)
    return tuple(Cell(str(now.dice.get(colour, "")), colour, die_state(now, n)) for n, colour in dice)


def die_state(now: Turn, nth: int) -> CellState:
    if not now.order:
        return ""
    return "done" if nth < now.column else "now" if nth == now.column else ""


def exhaustion(state: State) -> tuple[Strip, ...]:
    """A cell a turn, with the cube that lies there."""
    spots = state[Track].spots
    cells = [Cell(str(n + 1), spots[n] if n < len(spots) else "") for n in range(turns(state))]
    return (Strip("strip.exhaustion", tuple(cells)),)
