"""Which cards the Planet prepares: those that would do most now."""

from __future__ import annotations

from itertools import combinations

from ....kernel.engine.model import Order, Seat, State
from ..preparation import PrepareCards, combos, limit
from ..queries import is_heat, kind_of, row_of
from ..state import Hand
from .attack_choice import attacks
from .tile_values import Appraisal, heat_worth

JOINED = 0.9
"""What a second attack of a kind is worth, beside the first one, for each card."""


def lay(state: State, seat: Seat) -> Order:
    hand, look = sorted(state[Hand, seat].cards), Appraisal(state)
    known: dict[tuple[str, int], float] = {}
    choices = list(combinations(hand, min(limit(state), len(hand))))
    best = max(choices, key=lambda cards: plan_worth(state, look, cards, known)[0], default=())
    return PrepareCards(plan_worth(state, look, best, known)[1])


def plan_worth(
    state: State, look: Appraisal, cards: tuple[str, ...], known: dict[tuple[str, int], float]
) -> tuple[float, tuple[str, ...]]:
    """Return what these cards are worth, each kind as one combo or one by one, whichever is better."""
    total, groups = 0.0, list[str]()
    for group in combos(state, cards):
        own = group.split(":")
        if is_heat(state, own[0]):
            total += heat_worth(state, row_of(state, kind_of(state, own[0])).degrees)
            groups.append(group)
            continue
        joined = worth_of(state, look, tuple(own), known) + heat_worth(state, len(own) - 1)
        apart = sum(worth_of(state, look, (card,), known) * JOINED**n for n, card in enumerate(own))
        total += max(joined, apart)
        groups += [group] if joined > apart else own
    return total, tuple(groups)


def worth_of(state: State, look: Appraisal, cards: tuple[str, ...], known: dict[tuple[str, int], float]) -> float:
    key = kind_of(state, cards[0]), len(cards)
    if key not in known:
        known[key] = max((worth for worth, _ in attacks(state, look, key[0], cards)), default=0.0)
    return known[key]
