"""Green factories: in place of a Polluting one, or where a factory was destroyed."""

from __future__ import annotations

from collections.abc import Iterator

from ...kernel.base.errors import require
from ...kernel.play.rules import Event, Name, Order, Seat, State
from ...kernel.play.table import Table
from .acting import HumanTurn
from .ending import human_victory
from .options import Planet2116Options
from .pay import Paid, pay
from .reading import own_cards, refugee
from .state import GREEN, POLLUTING_RUIN, Nations, World

COST, RUIN_MORE, REFUGEE_MORE = 3, 1, 1
"""2116-GREEN-01, 2116-GREEN-04, 2116-REF-06."""


class BuildGreen(Order, frozen=True, tag="build"):
    site: Name


class GreenBuilt(Event, frozen=True):
    """2116-GREEN-02, 2116-GREEN-03, 2116-DMG-15: the site works again, and its tile is back on the board."""

    seat: Seat
    site: str
    back: bool = False

    def apply(self, state: State) -> None:
        state[World].sites[self.site] = GREEN
        if self.back:
            state[World].taken.remove(self.site)


def cost_of(state: State, seat: Seat, site: str) -> int:
    """2116-GREEN-01, 2116-GREEN-04, 2116-GREEN-05, 2116-REF-06: three cards; more on such ruins and for refugees."""
    ruin = state[World].sites[site] == POLLUTING_RUIN
    return COST + RUIN_MORE * ruin + REFUGEE_MORE * refugee(state, seat)


def funds(state: State, seat: Seat) -> list[str]:
    """2116-GREEN-01, 2116-REF-06: own cards alone; for a refugee the POT alone."""
    return sorted(state[Nations].pot) if refugee(state, seat) else own_cards(state, seat)


def build_green(table: Table, seat: Seat, turn: HumanTurn, order: BuildGreen) -> None:
    """2116-GREEN-01 to 2116-GREEN-05: on any continent; five of them, or an Ark, end the game."""
    state, sites = table.state, table.state[World].sites
    told = "{site} is no site of a Polluting factory or of a ruin"
    require(sites.get(order.site, GREEN) != GREEN, "2116-GREEN-02", told, site=order.site)
    cost, cards = cost_of(state, seat, order.site), funds(state, seat)
    told = "it costs {cost} cards; {seat} has {count} for it"
    require(len(cards) >= cost, "2116-GREEN-01", told, cost=cost, seat=seat, count=len(cards))
    spent = tuple(cards[:cost])
    pay(table, Paid(seat, 0, (), spent) if refugee(state, seat) else Paid(seat, 0, spent))
    back = order.site in state[World].taken and state[Planet2116Options].rebuild_restores_tile
    table.emit(GreenBuilt(seat, order.site, back))
    human_victory(table)


def buildings(state: State, seat: Seat, turn: HumanTurn) -> Iterator[BuildGreen]:
    """Every site: what is green already is tried, and not listed."""
    return map(BuildGreen, sorted(state[World].sites))
