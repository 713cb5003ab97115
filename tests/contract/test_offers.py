"""What an offer says about its list is true: an exact one lists only accepted orders, a complete one all of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import pairwise

import pytest
from msgspec import structs, to_builtins

from lpbe.games import GAMES
from lpbe.kernel.base.errors import Malformed, NotVisible
from lpbe.kernel.engine import legality
from lpbe.kernel.engine.model import Offer, Order, Question, Seat, State
from lpbe.kernel.engine.rulebook import Rulebook
from lpbe.kernel.engine.table import answers_wanted, play_batch

from ..size_limits import some
from .contract_config import Case, cases, config_of, root
from .playouts import Transition, legal, playout, playouts

CASES = cases()
POOL = 12
Asked = tuple[State, Question, Seat]


def asked_questions(transitions: Iterable[Transition]) -> Iterator[Asked]:
    """Yield every question of some games, as all see it, as its seat sees it, and with nothing hidden."""
    for transition in transitions:
        for seat, question in answers_wanted(transition.table.state).items():
            for state in (transition.table.closed, transition.table.state.seen_by(seat), transition.table.state):
                yield state, question, seat


def outcome(orders: Callable[[], list[Order]]) -> list[Order] | None:
    """Return the outcome of an order; None if it depends on what a screen hides."""
    try:
        return orders()
    except NotVisible:
        return None


def check(offer: Offer, state: State, question: Question, seat: Seat) -> list[Order]:
    """Return what the offer lists, which must be what is left when each order is tried."""
    listed = outcome(lambda: list(offer.legal(state, seat, question)))
    if listed is None:
        return []
    tried = outcome(lambda: [order for order in listed if legality.refusal(state, question, seat, order) is None])
    assert listed == tried, (question, seat)
    return listed


def check_exact(transitions: Iterable[Transition]) -> None:
    for state, question, seat in asked_questions(transitions):
        for offer in state.book.offers[type(question)].values():
            if offer.exact:
                check(offer, state, question, seat)


@pytest.mark.parametrize("case", some(CASES, *CASES[::4]), ids=str)
def test_an_exact_list_has_only_what_is_accepted(case: Case) -> None:
    check_exact(playouts(case))


@pytest.mark.parametrize("game", GAMES)
def test_every_exact_list_was_tried(game: str) -> None:
    """Except those that take a special position."""
    offers = config_of(game).whole.offers
    exact = {(question, order) for question, kinds in offers.items() for order in kinds if kinds[order].exact}
    most = max(case.players for case in CASES)
    listed = {
        (type(question), order)
        for case in CASES
        if case.game == game and case.players == most
        for seed in (0, 1)
        for state, question, seat in asked_questions(playout(case, seed))
        for order, offer in state.book.offers[type(question)].items()
        if (type(question), order) in exact and list(list_offer(offer, state, question, seat))
    }
    special = config_of(game).unlisted
    missed = [{question.__name__, order.__name__} for question, order in exact - listed]
    assert [names for names in missed if not names & special] == []


def list_offer(offer: Offer, state: State, question: Question, seat: Seat) -> list[Order]:
    return outcome(lambda: list(offer.legal(state, seat, question))) or []


def pool(book: Rulebook, transitions: Iterable[Transition]) -> dict[type[Order], list[Order]]:
    """Return orders that were legal somewhere, some of each kind, and others made from their parts."""
    found: dict[type[Order], dict[Order, None]] = defaultdict(dict)
    for transition in transitions:
        for seat in answers_wanted(transition.table.state):
            for order in legal(transition.table.state, seat):
                found[type(order)][order] = None
    some = {kind: list(orders)[:: 1 + len(orders) // POOL] for kind, orders in found.items()}
    return {kind: [*orders, *filter(partial(can_be_sent, book), variants(orders))] for kind, orders in some.items()}


def can_be_sent(book: Rulebook, order: Order) -> bool:
    try:
        return book.read_orders([to_builtins(order)]) == [order]
    except Malformed:
        return False


def variants(orders: list[Order]) -> Iterator[Order]:
    """Yield one part of an order changed: for that of another, for a number beside it, for both lists together."""
    for one, other in pairwise([*orders, *orders[:1]]):
        for name in one.__struct_fields__:
            mine, theirs = getattr(one, name), getattr(other, name)
            yield structs.replace(one, **{name: theirs})
            if isinstance(mine, int) and not isinstance(mine, bool):
                yield from (structs.replace(one, **{name: near}) for near in (mine - 1, mine + 1))
            if isinstance(mine, tuple) and mine != theirs:
                yield structs.replace(one, **{name: (*mine, *theirs)})


@pytest.mark.parametrize("case", some(CASES, *CASES[::4]), ids=str)
def test_nothing_is_accepted_that_a_complete_list_leaves_out(case: Case) -> None:
    """Or it is an order of the list in other words, with the same effect."""
    transitions = playout(case, 0)
    others = pool(transitions[0].table.book, transitions)
    for transition in transitions[::3]:
        for seat, question in answers_wanted(transition.table.state).items():
            for kind, offer in transition.table.book.offers[type(question)].items():
                check_complete(offer, transition.table.state, question, seat, others.get(kind, []))


def check_complete(offer: Offer, state: State, question: Question, seat: Seat, others: list[Order]) -> None:
    listed = list(offer.legal(state, seat, question)) if offer.complete else others
    unlisted = [order for order in others if order not in listed]
    accepted = [order for order in unlisted if legality.refusal(state, question, seat, order) is None]
    effects = [play_batch(state, root(1), seat, order).events for order in listed] if accepted else []
    assert [order for order in accepted if play_batch(state, root(1), seat, order).events not in effects] == []
