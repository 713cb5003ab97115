"""The rest of the Planet's turn, said together with an attack: what follows if nobody opposes it."""

from __future__ import annotations

from collections.abc import Sequence

from ....kernel.play.chance import NoChance
from ....kernel.play.rules import Order, Seat, State
from ....kernel.play.standing import PLANS
from ....kernel.play.table import Table
from ..assault import Declare
from ..attack import catastrophes
from ..globe import standing
from ..state import PLANET, Attack, World
from ..strike import TilesTaken, blast_area
from .assault import best_attack
from .laying import lay


def rest_of_turn(state: State, seat: Seat) -> Sequence[Order]:
    """The attacks that are still to come, and the cards that are laid then."""
    return planned(state) if seat == PLANET and state[Attack].pending else ()


def planned(state: State) -> list[Order]:
    view, orders = unopposed(state), list[Order]()
    while len(orders) < PLANS and catastrophes(view) and (order := best_attack(view)):
        orders.append(order)
        view = unopposed(announced(view, order))
    return [*orders, lay(view, PLANET)][:PLANS]


def announced(view: State, order: Order) -> State:
    """The position when an attack is known."""
    table = Table(view.copy(), NoChance())
    table.handler(Declare(), order).play(table, PLANET, Declare(), order)
    return table.state


def unopposed(view: State) -> State:
    """What the Planet hopes for: all that no shield guards is gone, and the factories among it have exploded."""
    state, tiles = view.copy(), view[Attack].tiles
    hit = dict.fromkeys((*tiles, *blast_area(state, tiles)))
    TilesTaken(tuple(tile for tile in hit if standing(state, tile) and tile not in state[World].shields)).apply(state)
    return state
