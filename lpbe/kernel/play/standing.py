"""Before anybody is asked: plans, forced answers, standing policies; and what is legal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import TYPE_CHECKING, TypeVar

from msgspec import UnsetType

from ..base.canon import jcs
from ..base.errors import ClosedDrawer, Refused, Rejected
from .events import PlanDropped, PlanUsed
from .phases import is_absent
from .rules import AnyHeld, Event, Held, Order, Question, Seat, Standing, State, Step

if TYPE_CHECKING:
    from .rulebook import Rulebook
    from .table import Table

    AnyTable = Table
else:
    AnyTable = object  # a probe stands in for a table and has none of what a table needs to play on

T = TypeVar("T")
PLANS = 4
"""How many orders a seat may plan ahead."""
ANSWER_LIMIT = 192
"""How many bytes an answer may take that is kept until all have answered."""
DRAFT_LIMIT = 360
"""How many bytes of a batch that was stopped are kept, at most."""
POLICY_LIMIT, POLICY_MORE = 832, 512
"""How many bytes a policy may take, and how many more with each expansion that has a section of its own."""
SAID_MORE = ANSWER_LIMIT
"""So many more policy and plans may take together: what the policy leaves is room for plans."""
WRAP = 30
"""What stands around a plan that waits: its names, and its slot in the letter that it came with."""

Found = tuple[AnyHeld, str]


def policy_limit(book: Rulebook) -> int:
    """How many bytes a policy of this game may take."""
    sections = sum(module.policy is not None for module in book.modules)
    return POLICY_LIMIT + POLICY_MORE * max(0, sections - 1)


def said_limit(book: Rulebook) -> int:
    """How many bytes policy and plans of a seat may take together."""
    return policy_limit(book) + SAID_MORE


def plan_room(book: Rulebook, own: Standing[Order]) -> int:
    """What the policy leaves for plans; one that has answered and is kept until all have is still one of them."""
    kept = own.answer if own.answer and is_plan(own.answer) else None
    return said_limit(book) - len(jcs(own.policy)) - (len(jcs(kept.order)) if kept else 0)


def draft_room(book: Rulebook, own: Standing[Order]) -> int:
    """A draft has the place of the answer that is kept; while there is one, what policy and plans leave."""
    left = plan_room(book, own) - size_of_plans(own.plan) if own.answer else DRAFT_LIMIT
    return min(DRAFT_LIMIT, left)


def crowded(book: Rulebook, own: Standing[Order]) -> bool:
    """Whether there is no room for its draft any more."""
    return len(jcs(own.draft)) > draft_room(book, own)


def is_plan(held: AnyHeld) -> bool:
    return not isinstance(held.proof, UnsetType) and held.proof.plan


def size_of_plans(plans: Sequence[AnyHeld]) -> int:
    """Each as its order is written, with what separates it; a proof that takes more than a plan's counts too."""
    return 1 + sum(1 + max(len(jcs(held.order)), len(jcs(held)) - WRAP) for held in plans)


def check_answer(order: Order) -> None:
    """An answer that is kept has room behind the screen."""
    if len(jcs(order)) > ANSWER_LIMIT:
        raise Rejected("E_ORDER_SIZE", "an answer has at most {limit} bytes", "say it shorter", limit=ANSWER_LIMIT)


def answer_in_name(table: Table, question: Question, seat: Seat) -> Found | None:
    """An answer in the seat's name and the reason for it, or None: then the seat must be asked."""
    own = table.state[Standing, seat]
    return (
        (by_plan(table, question, seat) if own.plan else None)
        or by_force(table, question, seat)
        or (by_policy(table.state, question, seat) if own.policy else None)
        or by_default(table, question, seat)
    )


def by_plan(table: Table, question: Question, seat: Seat) -> Found | None:
    """The first plan that answers this question and is legal; plans for it that are not are dropped on the way."""
    while (place := place_of_plan(table.state, table.closed, question, seat)) is not None:
        held = table.state[Standing, seat].plan[place]
        refused = refusal(table.state, question, seat, held.order)
        if refused is None:
            table.emit(PlanUsed(seat, place))
            return held, "plan"
        clause = refused.clause if isinstance(refused, Refused) else ""
        table.emit(PlanDropped(seat, place, held.order, clause, refused.template, refused.plain_values))
    return None


def place_of_plan(state: State, closed: State, question: Question, seat: Seat) -> int | None:
    """Where in the seat's list the first plan for this question stands, if the question takes plans."""
    offered = closed.book.offers[type(question)]
    place = next((n for n, held in enumerate(state[Standing, seat].plan) if type(held.order) in offered), None)
    return place if place is not None and question.takes_plans(closed, seat) else None


def by_force(table: Table, question: Question, seat: Seat) -> Found | None:
    order = only_answer(table.closed, question, seat)
    return (Held(order), "only") if order is not None else None


def only_answer(closed: State, question: Question, seat: Seat) -> Order | None:
    """The only legal answer as far as everybody can see. An offer that takes anything lists something."""
    try:
        two = list(islice(legal(closed, question, seat), 2))
    except ClosedDrawer:
        return None  # what is legal hangs on a secret: ask, or all would learn it
    if len(two) != 1 or not closed.book.offers[type(question)][type(two[0])].complete:
        return None
    return two[0]


def by_policy(state: State, question: Question, seat: Seat) -> Found | None:
    view = state.seen_by(seat)
    for policy in state.book.policies.get(type(question), ()):
        order = policy(view, seat, question)
        if order is not None and illegality(state, question, seat, order) is None:
            return Held(order), "policy"
    return None


def by_word(state: State, question: Question, seat: Seat) -> Found | None:
    """What the seat has said for a deadline that passes."""
    order = question.late(state.seen_by(seat), seat)
    return (Held(order), "policy") if order is not None and refusal(state, question, seat, order) is None else None


def by_default(table: Table, question: Question, seat: Seat) -> Found | None:
    """For seats that nobody waits for."""
    return by_silence(table, question, seat) if is_absent(table.state, seat) else None


def by_silence(table: Table, question: Question, seat: Seat) -> Found:
    return Held(default(table.state, question, seat)), "default"


def default(state: State, question: Question, seat: Seat) -> Order:
    """What silence answers; it may be an order that only silence gives."""
    view = state.seen_by(seat)
    order = question.default(view, seat)
    if order is None or illegality(state, question, seat, order):
        order = next(legal(view, question, seat))
    return order


def safe(state: State, question: Question, seat: Seat) -> Order:
    """The default where a seat may send it, else the first order that it may send: for bots and ready replies."""
    order = default(state, question, seat)
    if state.book.offers[type(question)][type(order)].silent:
        order = next(legal(state.seen_by(seat), question, seat))
    return order


def legal(state: State, question: Question, seat: Seat) -> Iterator[Order]:
    """The orders that would be accepted, as far as the question can list them."""
    return chain.from_iterable(offered(state, question, seat))


def offered(state: State, question: Question, seat: Seat) -> Iterator[Iterable[Order]]:
    for offer in state.book.offers[type(question)].values():
        if offer.silent:
            continue
        if offer.exact:
            yield offer.legal(state, seat, question)
        else:
            yield accepted(state, question, seat, offer.legal(state, seat, question))


def accepted(state: State, question: Question, seat: Seat, orders: Iterable[Order]) -> Iterator[Order]:
    return (order for order in orders if illegality(state, question, seat, order) is None)


def complete(state: State, question: Question) -> bool:
    return all(offer.complete or offer.silent for offer in state.book.offers[type(question)].values())


class Spoke(Exception):
    """Raised by a probe at the first word: every `require` held."""


class Probe(AnyTable):
    """A table where the first word ends the play: legality without a copy."""

    __slots__ = ("book", "closed", "rng", "state")
    over = False

    def __init__(self, state: State) -> None:
        self.book, self.state, self.rng = state.book, state, MUTE

    def __getattr__(self, name: str) -> State:
        """What all can see, made only for the few rules that look at it."""
        if name != "closed":
            raise AttributeError(name)
        self.closed = self.state.seen_by(None)
        return self.closed

    def emit(self, event: Event) -> None:
        raise Spoke

    def then(self, *steps: Step) -> None:
        raise Spoke

    def reveal(self, seat: Seat) -> None:
        raise Spoke


class Mute:
    """Chance of which the first draw ends the play."""

    used: dict[str, None] = {}

    def below(self, limit: int, label: str) -> int:
        raise Spoke

    def pick(self, items: Sequence[T], label: str) -> T:
        raise Spoke

    def shuffled(self, items: Iterable[T], label: str) -> list[T]:
        raise Spoke


MUTE = Mute()


def refusal(state: State, question: Question, seat: Seat, order: Order) -> Rejected | None:
    """Why the order would be refused if the seat sent it, or None."""
    offer = state.book.offers[type(question)].get(type(order))
    if offer is not None and offer.silent:
        return silence(order)
    return illegality(state, question, seat, order)


def silence(order: Order) -> Rejected:
    return Rejected(
        "E_ORDER_KIND",
        "'{order}' is what silence answers: nobody can send it",
        "see: lpbe legal",
        order=str(order.__struct_config__.tag),
    )


def illegality(state: State, question: Question, seat: Seat, order: Order) -> Rejected | None:
    """Which rule forbids the order, whoever gives it, or None."""
    offer = state.book.offers[type(question)].get(type(order))
    if offer is None:
        return Rejected("E_ORDER_KIND", "that order does not answer this question")
    try:
        offer.play(Probe(state), seat, question, order)
    except Spoke:
        return None
    except Refused as refused:
        return refused
    return None
