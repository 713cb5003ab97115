"""Which cards the Planet prepares, those that would do most now, and the plan for the rest of its turn."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from ....kernel.engine.capacity import MAX_PLANS
from ....kernel.engine.chance import NoChance
from ....kernel.engine.model import Order, Seat, State
from ....kernel.engine.table import Table
from ..attack_sequence import Declare
from ..attacks import catastrophes
from ..destruction import TilesTaken, blast_area
from ..globe import is_standing
from ..preparation import PrepareCards, combos, limit
from ..queries import equal_cards_mixed, is_heat, kind_of, row_of
from ..state import PLANET, Attack, Hand, World
from .attack_choice import best_attack, rated_attacks
from .tile_values import Appraisal, heat_worth

SAME_KIND_WEIGHT = 0.9
"""What each further attack of a kind is worth, as a share of the one before."""


def lay(state: State, seat: Seat) -> Order:
    hand = equal_cards_mixed(state, seat, state[Hand, seat].cards)
    look = Appraisal(state)
    known: dict[tuple[str, int], float] = {}
    choices = list(combinations(hand, min(limit(state), len(hand))))
    best = max(choices, key=lambda cards: plan_worth(state, look, cards, known)[0], default=())
    return PrepareCards(plan_worth(state, look, best, known)[1])


def plan_worth(
    state: State, look: Appraisal, cards: tuple[str, ...], known: dict[tuple[str, int], float]
) -> tuple[float, tuple[str, ...]]:
    """Return what these cards are worth, each kind as one combo or one by one, whichever is better."""
    total = 0.0
    groups = list[str]()
    for group in combos(state, cards):
        own = group.split(":")
        if is_heat(state, own[0]):
            total += heat_worth(state, row_of(state, kind_of(state, own[0])).degrees)
            groups.append(group)
            continue
        joined = worth_of(state, look, tuple(own), known) + heat_worth(state, len(own) - 1)
        apart = sum(worth_of(state, look, (card,), known) * SAME_KIND_WEIGHT**n for n, card in enumerate(own))
        total += max(joined, apart)
        groups += [group] if joined > apart else own
    return total, tuple(groups)


def worth_of(state: State, look: Appraisal, cards: tuple[str, ...], known: dict[tuple[str, int], float]) -> float:
    key = kind_of(state, cards[0]), len(cards)
    if key not in known:
        known[key] = max((worth for worth, _ in rated_attacks(state, look, key[0], cards)), default=0.0)
    return known[key]


def rest_of_turn(state: State, seat: Seat) -> Sequence[Order]:
    """Return the attacks still to come, and the cards that are prepared then."""
    return plan_orders(state) if seat == PLANET and state[Attack].pending else ()


def plan_orders(state: State) -> list[Order]:
    view = without_defence(state)
    orders = list[Order]()
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
    state = view.copy()
    tiles = view[Attack].tiles
    hit = dict.fromkeys((*tiles, *blast_area(state, tiles)))
    TilesTaken(tuple(tile for tile in hit if is_standing(state, tile) and tile not in state[World].shields)).apply(
        state
    )
    return state
