"""How many bytes hidden components and the standing orders of a seat may take."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from msgspec import UnsetType

from ..base.canonical import jcs
from ..base.errors import Rejected
from .model import AnyHeld, Component, Order, Standing, kebab

if TYPE_CHECKING:
    from .rulebook import Rulebook

MAX_PLANS = 4
"""How many orders a seat may plan ahead."""
MAX_ANSWER_BYTES = 192
"""The size of an answer that is kept until all have answered."""
MAX_DRAFT_BYTES = 360
"""The size of what is kept of a batch that was stopped."""
MAX_POLICY_BYTES = 832
"""The size of a policy of the base game alone."""
POLICY_BYTES_PER_EXPANSION = 512
"""How much larger it may be for each expansion that has a section of its own."""
PLAN_BYTES = MAX_ANSWER_BYTES
"""The space for plans besides the policy; plans may also use what the policy leaves free of its own space."""
PLAN_FRAME_BYTES = 30
"""What surrounds a waiting plan: its field names, and its slot in the letter that it came with."""


def capacity_for(*parts: Component) -> int:
    """Return the bytes to reserve for these components, each as full as it can get, with a quarter of it to spare."""
    return -(-len(jcs({kebab(type(part).__name__): part for part in parts})) * 4 // 3)


def longest_names(names: Iterable[str], count: int) -> list[str]:
    """Return the `count` names that take the most bytes."""
    return sorted(names, key=lambda name: len(jcs(name)), reverse=True)[:count]


def policy_capacity(book: Rulebook) -> int:
    """Return how many bytes a policy of this game may take."""
    sections = sum(module.policy is not None for module in book.modules)
    return MAX_POLICY_BYTES + POLICY_BYTES_PER_EXPANSION * max(0, sections - 1)


def standing_orders_capacity(book: Rulebook) -> int:
    """Return how many bytes the policy and the plans of a seat may take together."""
    return policy_capacity(book) + PLAN_BYTES


def plan_capacity(book: Rulebook, own: Standing[Order]) -> int:
    """Return what the policy leaves for plans. A plan that has answered an open poll still counts as one."""
    kept = own.answer if own.answer and is_plan(own.answer) else None
    return standing_orders_capacity(book) - len(jcs(own.policy)) - (len(jcs(kept.order)) if kept else 0)


def draft_capacity(book: Rulebook, own: Standing[Order]) -> int:
    """Return the space for a draft: that of the kept answer, or what policy and plans leave while there is one."""
    left = plan_capacity(book, own) - plans_size(own.plan) if own.answer else MAX_DRAFT_BYTES
    return min(MAX_DRAFT_BYTES, left)


def draft_overflows(book: Rulebook, own: Standing[Order]) -> bool:
    """Return whether there is no longer space for the seat's draft."""
    return len(jcs(own.draft)) > draft_capacity(book, own)


def is_plan(held: AnyHeld) -> bool:
    return not isinstance(held.proof, UnsetType) and held.proof.plan


def plans_size(plans: Sequence[AnyHeld]) -> int:
    """Return the bytes of plans: each order with its separator. A proof longer than that of a plan counts too."""
    return 1 + sum(1 + max(len(jcs(held.order)), len(jcs(held)) - PLAN_FRAME_BYTES) for held in plans)


def check_answer_size(order: Order) -> None:
    """Refuse an answer that is too long to be kept until the last one is in."""
    if len(jcs(order)) > MAX_ANSWER_BYTES:
        raise Rejected(
            "E_ORDER_SIZE", "an answer can have at most {limit} bytes", "make it shorter", limit=MAX_ANSWER_BYTES
        )
