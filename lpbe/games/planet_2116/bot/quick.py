"""The bot that plays on in other bots' heads: greedy, but the Planet looks at fewer attacks."""

from __future__ import annotations

from itertools import combinations

from ....kernel.engine.chance import Chance
from ....kernel.engine.model import Order, Question, Seat, State
from ..attack_sequence import Declare
from ..attacks import card_sets, catastrophes
from ..preparation import Prepare, PrepareCards, combos, limit
from ..queries import equal_cards_mixed, is_heat, kind_of, row_of
from ..state import Hand
from .attack_choice import rated_attacks
from .greedy import greedy
from .tile_values import Appraisal, heat_worth

COMBO_GAINS = (1.0, 1.0, 1.1, 1.2, 1.3)
"""How much more a combo of so many cards takes than its cards would one by one, as a factor."""


def quick(state: State, question: Question, seat: Seat, rng: Chance) -> Order | None:
    if isinstance(question, Declare):
        return attack(state)
    if isinstance(question, Prepare):
        return prepare(state, seat)
    return greedy(state, question, seat, rng)


def attack(state: State) -> Order | None:
    """Return the best attack with all cards of a kind."""
    look = Appraisal(state)
    kinds = dict.fromkeys(kind_of(state, card) for card in catastrophes(state))
    most = [(kind, max(card_sets(state, kind), key=len)) for kind in kinds]
    found = [one for kind, cards in most for one in rated_attacks(state, look, kind, cards)]
    return max(found, key=lambda one: one[0])[1] if found else None


def prepare(state: State, seat: Seat) -> Order:
    """Return as many cards as may be prepared, by what each would do alone, those of a kind joined."""
    look = Appraisal(state)
    hand = equal_cards_mixed(state, seat, state[Hand, seat].cards)
    kinds = {card: kind_of(state, card) for card in hand}
    worth = {kind: worth_of(state, look, kind, card) for card, kind in kinds.items()}

    def value(cards: tuple[str, ...]) -> float:
        held = [kinds[card] for card in cards]
        return sum(worth[kind] * COMBO_GAINS[held.count(kind)] for kind in held)

    chosen = max(combinations(hand, min(limit(state), len(hand))), key=value, default=())
    return PrepareCards(tuple(combos(state, chosen)))


def worth_of(state: State, look: Appraisal, kind: str, card: str) -> float:
    """Return what one card of a kind is worth."""
    if is_heat(state, card):
        return heat_worth(state, row_of(state, kind).degrees)
    return max((worth for worth, _ in rated_attacks(state, look, kind, (card,))), default=0.0)
