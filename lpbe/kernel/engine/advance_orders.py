"""File standing orders of a seat; what can never be used is left out with a private notice, not refused."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ..base.canonical import Plain, jcs
from ..base.errors import Failure, Malformed, Rejected, WrongKind
from . import capacity, legality
from .events import DraftDropped, PlanFiled, PolicySet, Returned, Unfit
from .model import AnyHeld, Order, Plan, Roster, Seat, Standing

if TYPE_CHECKING:
    from .rulebook import Rulebook
    from .table import Table


def file_standing_orders(table: Table, seat: Seat, policy: Plain | None, plans: Sequence[AnyHeld | Rejected]) -> None:
    """Replace the seat's policy and plans; without a policy it keeps the one it has."""
    mark_returned(table, seat)
    if policy is not None:
        wanted, unfit = judge_policy(table.book, seat, policy)
        emit_filing(table, PolicySet(seat, wanted), unfit)
    file_plans(table, seat, plans)
    own = table.state[Standing, seat]
    if own.draft and capacity.draft_overflows(table.book, own):
        table.emit(DraftDropped(seat, tuple(own.draft)))


def mark_returned(table: Table, seat: Seat) -> None:
    """Note that the seat is back if it had timed out."""
    if seat in table.state[Roster].silent:
        table.emit(Returned(seat))


def file_plans(table: Table, seat: Seat, plans: Sequence[AnyHeld | Rejected]) -> None:
    """Replace the seat's plans."""
    own = table.state[Standing, seat]
    kept, unfit = judge_plans(table.book, capacity.plan_capacity(table.book, own), seat, plans)
    if kept or unfit or own.plan:
        emit_filing(table, PlanFiled(seat, tuple(kept)), unfit)


def emit_filing(table: Table, filed: PlanFiled[Order] | PolicySet, unfit: Sequence[Unfit]) -> None:
    for event in (filed, *unfit):
        table.emit(event)


def judge_policy(book: Rulebook, seat: Seat, policy: Plain) -> tuple[Plain, list[Unfit]]:
    """Return the valid sections of a policy, and what is wrong with the others."""
    wrong = dict(unreadable_sections(book, policy))
    kept = {name: section for name, section in policy.items() if name not in wrong}
    unfit = [unfit_event(seat, "policy", fault) for fault in wrong.values()]
    if fault := policy_size_refusal(book, kept):
        return {}, [*unfit, unfit_event(seat, "policy", fault)]
    return kept, unfit


def policy_size_refusal(book: Rulebook, policy: Plain) -> Rejected | None:
    """Return why a policy is too long, or None."""
    limit = capacity.policy_capacity(book)
    if len(jcs(policy)) <= limit:
        return None
    return Rejected("E_SEAL_TOO_LARGE", "a policy can have at most {limit} bytes", limit=limit)


def unreadable_sections(book: Rulebook, policy: Plain) -> Iterator[tuple[str, Failure]]:
    for name, section in policy.items():
        try:
            book.read_policy({name: section})
        except Malformed as fault:
            yield name, fault


def judge_plans(
    book: Rulebook, space: int, seat: Seat, plans: Sequence[AnyHeld | Rejected]
) -> tuple[list[AnyHeld], list[Unfit]]:
    """Return the plans that may be used some day, and what is wrong with the others; unreadable plans are refusals."""
    kept: list[AnyHeld] = []
    unfit: list[Unfit] = []
    for number, plan in enumerate(plans, 1):
        if isinstance(plan, Rejected):
            unfit.append(unfit_event(seat, "plan", plan, number))
        elif fault := plan_refusal(book, space, kept, plan):
            unfit.append(unfit_event(seat, "plan", fault, number))
        else:
            kept.append(plan)
    return kept, unfit


def plan_refusal(book: Rulebook, space: int, before: Sequence[AnyHeld], plan: AnyHeld) -> Rejected | None:
    """Return why a plan after these can never be used, or does not fit beside the policy; or None."""
    if type(plan.order) in book.timeout_only_orders:
        return legality.timeout_only_refusal(plan.order)
    if len(before) >= capacity.MAX_PLANS:
        return Rejected(
            "E_SEAL_TOO_LARGE", "at most {limit} orders can be planned ahead", "plan fewer", limit=capacity.MAX_PLANS
        )
    if capacity.plans_size([*before, plan]) > space or is_too_long_to_keep(book, plan.order):
        return Rejected("E_SEAL_TOO_LARGE", "this plan is too long", "plan fewer orders ahead, or shorten your policy")
    return None


def is_too_long_to_keep(book: Rulebook, order: Order) -> bool:
    """Return whether an order that answers polls is too long to be kept until the last answer."""
    polls = (offers for question, offers in book.offers.items() if question.several)
    return len(jcs(order)) > capacity.MAX_ANSWER_BYTES and any(type(order) in offers for offers in polls)


def unfit_event(seat: Seat, kind: str, fault: Failure, number: int = 0) -> Unfit:
    return Unfit(seat=seat, kind=kind, reason=fault.template, values=fault.plain_values, number=number)


def read_plan(book: Rulebook, raw: Plain) -> Order | Rejected:
    """Return the order of a plan, or why it is not one."""
    try:
        (order,) = book.read_orders([raw])
    except Malformed as fault:
        return Rejected.like(fault)
    if isinstance(order, Plan):
        return WrongKind("E_ORDER_KIND", "a plan contains an order, not another plan", "plan the order itself")
    return order
