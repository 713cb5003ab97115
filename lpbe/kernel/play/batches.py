"""What a batch holds and how far it has come: plans, what is kept of it, and what its sender could not foresee."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec import UnsetType, structs, to_builtins

from ..base.canon import jcs
from . import standing
from .events import Answered
from .rules import AnyHeld, Event, Held, Opening, Order, Plan, Proof, Question, Seat


class Progress:
    """What counts only while one batch is carried out."""

    __slots__ = ("asking", "done", "passed", "proofs", "wanted")

    def __init__(self) -> None:
        self.asking: Question | None = None
        """The question of which `wanted` is known."""
        self.wanted: Sequence[Seat] = ()
        """Whom it asks, until the next fact is stated."""
        self.done = 0
        """How many orders of the batch were carried out."""
        self.passed = False
        """Whether a question was answered."""
        self.proofs: Mapping[Seat, AnyHeld] = {}
        """The answers being carried out, with what proves them."""


def opening(held: AnyHeld, proof: Proof) -> Opening:
    value = to_builtins(Plan(held.order) if proof.plan else held.order)
    return Opening(proof.order, proof.index, value, proof.r)


def plans_of(batch: Sequence[AnyHeld]) -> list[AnyHeld]:
    return [Held(held.order.then, as_plan(held.proof)) for held in batch if type(held.order) is Plan]


def as_plan(proof: Proof | UnsetType) -> Proof | UnsetType:
    return proof if isinstance(proof, UnsetType) else structs.replace(proof, plan=True)


def fitting(orders: Iterable[Order]) -> list[Order]:
    """As much of a draft as may be kept."""
    kept: list[Order] = []
    for order in orders:
        if len(jcs([*kept, order])) > standing.DRAFT_LIMIT:
            break
        kept.append(order)
    return kept


def unforeseen(event: Event, seat: Seat) -> bool:
    """What a seat cannot know when it writes a batch: its own draws, and what others have decided in advance."""
    if isinstance(event, Answered):
        return event.seat != seat and event.why != "only"
    return not event.foreseen and event.seen_by(seat) != event.seen_by(None)


def has_planned(event: Event, seat: Seat) -> bool:
    """The seat has planned for it."""
    return isinstance(event, Answered) and event.seat == seat and event.why == "plan"
