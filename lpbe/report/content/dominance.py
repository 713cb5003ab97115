"""Orders that are worse than another one by their own foresight, which nobody should be advised to give."""

from __future__ import annotations

from itertools import islice

from ...kernel.engine import legality
from ...kernel.engine.foresight import Certainty, Fact, Tone
from ...kernel.engine.model import Order
from ...kernel.language.effects import Effects

MAX_COMPARED = 60
"""How many other orders a suggestion is compared with."""
OTHER_TONES: tuple[Tone, ...] = ("good", "")
MAX_KINDS = 2
"""With more kinds of orders than this, an order is compared with its own kind alone: the others do something else."""


def undominated(effects: Effects, order: Order) -> Order:
    """Return the order, or one that costs the same and spares its sender a harm that the order is seen to do."""
    if not harms(effects, order):
        return order
    offers = effects.state.book.offers[type(effects.question)]
    listed = islice(legality.legal_orders(effects.state, effects.question, effects.seat), MAX_COMPARED)
    for other in listed:
        comparable = type(other) is type(order) or len(offers) <= MAX_KINDS
        if comparable and dominates(effects, other, order):
            order = other
    return order


def dominates(effects: Effects, one: Order, other: Order) -> bool:
    """Return whether an order is as good as another in everything that is foreseen, and does less harm."""
    if effects.after(one) != effects.after(other):
        return False
    mine, theirs = harms(effects, one), harms(effects, other)
    fewer = len(mine) < len(theirs) and all(fact in theirs for fact in mine)
    return fewer and all(promises(effects, one, fact) for tone in OTHER_TONES for fact in toned(effects, other, tone))


def promises(effects: Effects, order: Order, fact: Fact) -> bool:
    return fact in toned(effects, order, fact.tone)


def harms(effects: Effects, order: Order) -> list[Fact]:
    """Return what is bad for the sender in what is foreseen; where much else happens, only what is certain."""
    few = len(effects.state.book.offers[type(effects.question)]) <= MAX_KINDS
    return [fact for fact in toned(effects, order, "bad") if few or fact.certainty is Certainty.CERTAIN]


def toned(effects: Effects, order: Order, tone: Tone) -> list[Fact]:
    """Return the facts of this tone that hold no others, wherever they are nested."""
    parts = [part for fact in effects.facts(order) for part in fact.parts()]
    return [part for part in parts if part.tone == tone and len(list(part.parts())) == 1]
