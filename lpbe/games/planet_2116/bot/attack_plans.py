"""The rest of the Planet's turn, planned together with an attack: what follows if nobody opposes it."""

from __future__ import annotations

from collections.abc import Sequence

from ....kernel.engine.capacity import MAX_PLANS
from ....kernel.engine.chance import NoChance
from ....kernel.engine.model import Order, Seat, State
from ....kernel.engine.table import Table
from ..attack_sequence import Declare
from ..attacks import catastrophes
from ..destruction import TilesTaken, blast_area
from ..globe import is_standing
from ..state import PLANET, Attack, World
from .attack_choice import best_attack
from .preparation import lay


def rest_of_turn(state: State, seat: Seat) -> Sequence[Order]:
    """Return the attacks still to come, and the cards that are prepared then."""
    return plan_orders(state) if seat == PLANET and state[Attack].pending else ()


def plan_orders(state: State) -> list[Order]:
    view, orders = without_defence(state), list[Order]()
    while len(orders) < MAX_PLANS and catastrophes(view) and (order := best_attack(view)):
        orders.append(order)
        view = without_defence(after_announcement(view, order))
    return [*orders, lay(view, PLANET)][:MAX_PLANS]


def after_announcement(view: State, order: Order) -> State:
    """Return the position after an attack is announced."""
    table = Table(view.copy(), NoChance())
    table.handler(Declare(), order).play(table, PLANET, Declare(), order)
    return table.state


def without_defence(view: State) -> State:
    """Return the position that the Planet hopes for: everything without a shield is gone, factories have exploded."""
    state, tiles = view.copy(), view[Attack].tiles
    hit = dict.fromkeys((*tiles, *blast_area(state, tiles)))
    TilesTaken(tuple(tile for tile in hit if is_standing(state, tile) and tile not in state[World].shields)).apply(
        state
    )
    return state
