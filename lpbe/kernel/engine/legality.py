"""Which answers to a question are legal: list them, or find out why one is not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import TYPE_CHECKING, TypeVar

from ..base.errors import NotVisible, Refused, Rejected, WrongKind
from .model import Event, Order, Question, Seat, State, Step

if TYPE_CHECKING:
    from .table import Table

    AnyTable = Table
else:
    AnyTable = object  # a probe stands in for a table and has none of what a table needs to play on

T = TypeVar("T")


def legal_orders(state: State, question: Question, seat: Seat) -> Iterator[Order]:
    """Return the orders that would be accepted, as far as the question can list them."""
    return chain.from_iterable(legal_by_offer(state, question, seat))


def legal_by_offer(state: State, question: Question, seat: Seat) -> Iterator[Iterable[Order]]:
    for offer in state.book.offers[type(question)].values():
        if offer.timeout_only:
            continue
        if offer.exact:
            yield offer.legal(state, seat, question)
        else:
            yield keep_legal(state, question, seat, offer.legal(state, seat, question))


def keep_legal(state: State, question: Question, seat: Seat, orders: Iterable[Order]) -> Iterator[Order]:
    """Return those of the orders that no rule forbids."""
    return (order for order in orders if illegality(state, question, seat, order) is None)


def lists_all(state: State, question: Question) -> bool:
    """Return whether `legal_orders` lists every order that would be accepted."""
    return all(offer.complete or offer.timeout_only for offer in state.book.offers[type(question)].values())


def only_answer(public: State, question: Question, seat: Seat) -> Order | None:
    """Return the only legal answer as far as everybody can see, or None.

    Even an offer that accepts any value lists at least one order.
    """
    try:
        two = list(islice(legal_orders(public, question, seat), 2))
    except NotVisible:
        return None  # what is legal depends on a secret: ask, or all would learn it
    if len(two) != 1 or not public.book.offers[type(question)][type(two[0])].complete:
        return None
    return two[0]


def default_order(state: State, question: Question, seat: Seat) -> Order:
    """Return the answer of a seat that times out; it may be an order that only a timeout gives."""
    view = state.seen_by(seat)
    order = question.default(view, seat)
    if order is None or illegality(state, question, seat, order):
        order = next(legal_orders(view, question, seat))
    return order


def safe_order(state: State, question: Question, seat: Seat) -> Order:
    """Return the default if a seat may send it, else the first legal order: for bots and suggested replies."""
    order = default_order(state, question, seat)
    if state.book.offers[type(question)][type(order)].timeout_only:
        order = next(legal_orders(state.seen_by(seat), question, seat))
    return order


def refusal(state: State, question: Question, seat: Seat, order: Order) -> Rejected | None:
    """Return why the order would be refused if the seat sent it, or None."""
    offer = state.book.offers[type(question)].get(type(order))
    if offer is not None and offer.timeout_only:
        return timeout_only_refusal(order)
    return illegality(state, question, seat, order)


def timeout_only_refusal(order: Order) -> Rejected:
    return WrongKind(
        "E_ORDER_KIND",
        "'{order}' is what happens when time runs out; nobody can send it",
        "see: lpbe legal",
        order=str(order.__struct_config__.tag),
    )


def illegality(state: State, question: Question, seat: Seat, order: Order) -> Rejected | None:
    """Return the rule that forbids the order, whoever gives it, or None."""
    offer = state.book.offers[type(question)].get(type(order))
    if offer is None:
        return WrongKind("E_ORDER_KIND", "that order does not answer this question")
    try:
        offer.play(Probe(state), seat, question, order)
    except Permitted:
        return None
    except Refused as refused:
        return refused
    return None


class Permitted(Exception):
    """Raised by a probe at the first effect of an order: every `require` before it was met."""


class Probe(AnyTable):
    """A table that stops play at the first effect, to find out legality without a copy of the state."""

    __slots__ = ("book", "closed", "rng", "state")
    over = False

    def __init__(self, state: State) -> None:
        self.book = state.book
        self.state = state
        self.rng = PROBE_CHANCE

    def __getattr__(self, name: str) -> State:
        """Compute the public view only for the few rules that look at it."""
        if name != "closed":
            raise AttributeError(name)
        self.closed = self.state.seen_by(None)
        return self.closed

    def emit(self, event: Event) -> None:
        raise Permitted

    def then(self, *steps: Step) -> None:
        raise Permitted

    def reveal(self, seat: Seat) -> None:
        raise Permitted


class ProbeChance:
    """The chance of a probe: the first draw stops play."""

    used: dict[str, None] = {}

    def below(self, limit: int, label: str) -> int:
        raise Permitted

    def pick(self, items: Sequence[T], label: str) -> T:
        raise Permitted

    def shuffled(self, items: Iterable[T], label: str) -> list[T]:
        raise Permitted


PROBE_CHANCE = ProbeChance()
