"""What a seat says in advance, judged: what can never be used is left out and told in private, not refused."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ..base.canon import Plain, jcs
from ..base.errors import Failure, Malformed, Rejected
from . import standing
from .events import DraftDropped, PlanFiled, PolicySet, Returned, Unfit
from .rules import AnyHeld, Order, Plan, Roster, Seat, Standing

if TYPE_CHECKING:
    from .rulebook import Rulebook
    from .table import Table


def file_standing(table: Table, seat: Seat, policy: Plain | None, plans: Sequence[AnyHeld | Rejected]) -> None:
    """In place of the seat's policy and plans before; no policy at all leaves the one it has."""
    speak(table, seat)
    if policy is not None:
        wanted, unfit = judge_policy(table.book, seat, policy)
        tell(table, PolicySet(seat, wanted), unfit)
    file_plans(table, seat, plans)
    own = table.state[Standing, seat]
    if own.draft and standing.crowded(table.book, own):
        table.emit(DraftDropped(seat, tuple(own.draft)))


def speak(table: Table, seat: Seat) -> None:
    """A word of its own ends a seat's silence."""
    if seat in table.state[Roster].silent:
        table.emit(Returned(seat))


def file_plans(table: Table, seat: Seat, plans: Sequence[AnyHeld | Rejected]) -> None:
    """Put plans behind the seat's screen, in place of those that are there."""
    own = table.state[Standing, seat]
    kept, unfit = judge_plans(table.book, standing.plan_room(table.book, own), seat, plans)
    if kept or unfit or own.plan:
        tell(table, PlanFiled(seat, tuple(kept)), unfit)


def tell(table: Table, filed: PlanFiled[Order] | PolicySet, unfit: Sequence[Unfit]) -> None:
    for event in (filed, *unfit):
        table.emit(event)


def judge_policy(book: Rulebook, seat: Seat, policy: Plain) -> tuple[Plain, list[Unfit]]:
    """The sections of a policy that the rules can read, and what is wrong with the others."""
    wrong = dict(unreadable(book, policy))
    kept = {name: section for name, section in policy.items() if name not in wrong}
    unfit = [left_out(seat, "policy", fault) for fault in wrong.values()]
    if fault := too_long(book, kept):
        return {}, [*unfit, left_out(seat, "policy", fault)]
    return kept, unfit


def too_long(book: Rulebook, policy: Plain) -> Rejected | None:
    """Why there is no room for a policy, or None."""
    limit = standing.policy_limit(book)
    if len(jcs(policy)) <= limit:
        return None
    return Rejected("E_SEAL_TOO_LARGE", "a policy has at most {limit} bytes", limit=limit)


def unreadable(book: Rulebook, policy: Plain) -> Iterator[tuple[str, Failure]]:
    for name, section in policy.items():
        try:
            book.read_policy({name: section})
        except Malformed as fault:
            yield name, fault


def judge_plans(
    book: Rulebook, room: int, seat: Seat, plans: Sequence[AnyHeld | Rejected]
) -> tuple[list[AnyHeld], list[Unfit]]:
    """The plans that may fit one day, and what is wrong with the others; a refusal stands for one nobody can read."""
    kept: list[AnyHeld] = []
    unfit: list[Unfit] = []
    for number, plan in enumerate(plans, 1):
        if isinstance(plan, Rejected):
            unfit.append(left_out(seat, "plan", plan, number))
        elif fault := never_fits(book, room, kept, plan):
            unfit.append(left_out(seat, "plan", fault, number))
        else:
            kept.append(plan)
    return kept, unfit


def never_fits(book: Rulebook, room: int, before: Sequence[AnyHeld], plan: AnyHeld) -> Rejected | None:
    """Why a plan behind these can never be used, or has no room beside the policy; or None."""
    if type(plan.order) in book.silent:
        return standing.silence(plan.order)
    if len(before) >= standing.PLANS:
        return Rejected(
            "E_SEAL_TOO_LARGE", "at most {limit} orders can be planned ahead", "plan fewer", limit=standing.PLANS
        )
    if standing.size_of_plans([*before, plan]) > room or too_long_an_answer(book, plan.order):
        return Rejected("E_SEAL_TOO_LARGE", "this plan is too long", "plan fewer orders ahead, or shorten your policy")
    return None


def too_long_an_answer(book: Rulebook, order: Order) -> bool:
    """Whether it would answer many at once and could not be kept until the last answer is in."""
    polls = (offers for question, offers in book.offers.items() if question.several)
    return len(jcs(order)) > standing.ANSWER_LIMIT and any(type(order) in offers for offers in polls)


def left_out(seat: Seat, kind: str, fault: Failure, number: int = 0) -> Unfit:
    return Unfit(seat, kind, fault.template, fault.plain_values, number)


def read_plan(book: Rulebook, raw: Plain) -> Order | Rejected:
    """The order that somebody plans, or why it is none."""
    try:
        (order,) = book.read_orders([raw])
    except Malformed as fault:
        return Rejected.like(fault)
    if isinstance(order, Plan):
        return Rejected("E_ORDER_KIND", "a plan holds an order, not another plan", "plan the order itself")
    return order
