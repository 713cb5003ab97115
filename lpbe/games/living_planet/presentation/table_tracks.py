"""The tracks of Living Planet: prices, the dice in their order, exhaustion."""

from __future__ import annotations

from collections.abc import Mapping

from ....kernel.engine.graphics import Cell, CellState, Strip
from ....kernel.engine.model import State
from ..actions.market import MAX_PRICE, MIN_PRICE
from ..map.queries import resources, turns
from ..state import Bank, Track, Turn


def price_tracks(state: State, before: Mapping[str, range]) -> tuple[Strip, ...]:
    """Return one track per resource: the price, and where it was as far as that is known."""
    prices = state[Bank].prices
    return tuple(
        Strip(
            name,
            price_cells(prices[name], before[name]),
            thing=name,
            course=("prices", name),
            rest=state[Bank].cubes[name],
            gauge=f"price.{name}",
        )
        for name in resources(state)
    )


def price_cells(price: int, was: range) -> tuple[Cell, ...]:
    old = was[0] if len(was) == 1 and was[0] != price else 0
    states: dict[int, CellState] = {price: "now", old: "was"}
    return tuple(Cell(str(n), state=states.get(n, "")) for n in range(MIN_PRICE, MAX_PRICE + 1))


def die_cells(state: State) -> tuple[Cell, ...]:
    now = state[Turn]
    dice = enumerate(now.order or now.dice)
    return tuple(Cell(str(now.dice.get(colour, "")), colour, die_state(now, n)) for n, colour in dice)


def die_state(now: Turn, nth: int) -> CellState:
    if not now.order:
        return ""
    return "done" if nth < now.column else "now" if nth == now.column else ""


def exhaustion(state: State) -> tuple[Strip, ...]:
    """Return one cell per turn, with its cube; the marker is on the next one that takes a cube."""
    spots = state[Track].spots
    cells = [
        Cell(str(n + 1), spots[n] if n < len(spots) else "", state="now" if n == len(spots) else "")
        for n in range(turns(state))
    ]
    return (Strip("strip.exhaustion", tuple(cells)),)
