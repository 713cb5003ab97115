"""Green factories: in place of a Polluting one, or where a factory was destroyed."""

from __future__ import annotations

from collections.abc import Iterator

from ...kernel.base.errors import require
from ...kernel.engine.model import Event, Name, Order, Seat, State
from ...kernel.engine.table import Table
from .ending import human_victory
from .human_actions import HumanTurn
from .payment import Paid, pay
from .queries import is_refugee, own_cards
from .state import GREEN, POLLUTING_RUIN, Nations, Planet2116Options, World

BASE_COST_CARDS = 3
"""2116-GREEN-01: what a Green factory costs."""
RUIN_COST_CARDS = 1
"""2116-GREEN-04: how much more it costs on a ruin."""
REFUGEE_COST_CARDS = 1
"""2116-REF-06: how much more it costs a refugee."""


class BuildGreen(Order, frozen=True, tag="build"):
    site: Name


class GreenBuilt(Event, frozen=True):
    """The site works again, and its tile is back on the board (2116-GREEN-02, 2116-GREEN-03, 2116-DMG-15)."""

    seat: Seat
    site: str
    back: bool = False

    def apply(self, state: State) -> None:
        state[World].sites[self.site] = GREEN
        if self.back:
            state[World].taken.remove(self.site)


def cost_of(state: State, seat: Seat, site: str) -> int:
    """Return the price: three cards, more on a Green or Polluting ruin and for refugees.

    2116-GREEN-01, 2116-GREEN-04, 2116-GREEN-05, 2116-REF-06.
    """
    ruin = state[World].sites[site] == POLLUTING_RUIN
    return BASE_COST_CARDS + RUIN_COST_CARDS * ruin + REFUGEE_COST_CARDS * is_refugee(state, seat)


def funds(state: State, seat: Seat) -> list[str]:
    """Return what may be used: own cards only; for a refugee the POT only (2116-GREEN-01, 2116-REF-06)."""
    return sorted(state[Nations].pot) if is_refugee(state, seat) else own_cards(state, seat)


def build_green(table: Table, seat: Seat, turn: HumanTurn, order: BuildGreen) -> None:
    """Build on any continent; five Green factories, or an Ark, end the game (2116-GREEN-01 to 2116-GREEN-05)."""
    state = table.state
    sites = state[World].sites
    template = "{site} has neither a Polluting factory nor a ruin"
    require(sites.get(order.site, GREEN) != GREEN, "2116-GREEN-02", template, site=order.site)
    cost = cost_of(state, seat, order.site)
    cards = funds(state, seat)
    template = "it costs {cost} cards, but {seat} has {count}"
    require(len(cards) >= cost, "2116-GREEN-01", template, cost=cost, seat=seat, count=len(cards))
    spent = tuple(cards[:cost])
    pay(table, Paid(seat, 0, cards=(), pot=spent) if is_refugee(state, seat) else Paid(seat, 0, spent))
    back = order.site in state[World].taken and state[Planet2116Options].rebuild_restores_tile
    table.emit(GreenBuilt(seat, order.site, back))
    human_victory(table)


def buildings(state: State, seat: Seat, turn: HumanTurn) -> Iterator[BuildGreen]:
    """Yield every site; those that are green already are refused and not listed."""
    return map(BuildGreen, sorted(state[World].sites))
