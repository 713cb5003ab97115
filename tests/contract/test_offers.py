"""What an offer says of its list is true: an exact one lists only what is accepted, a complete one all of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import pairwise

import pytest
from msgspec import structs, to_builtins

from lpbe.games import GAMES
from lpbe.kernel.base.errors import ClosedDrawer, Malformed
from lpbe.kernel.play import standing
from lpbe.kernel.play.rulebook import Rulebook
from lpbe.kernel.play.rules import Offer, Order, Question, Seat, State
from lpbe.kernel.play.table import answers_wanted, play_batch

from .playouts import Deed, legal, playout, playouts
from .trial import Case, cases, root, trial

CASES = cases()
POOL = 12
Asked = tuple[State, Question, Seat]


def asked(deeds: Iterable[Deed]) -> Iterator[Asked]:
    """Every question of some games, as all see it, as its seat sees it, and with nothing hidden."""
    for deed in deeds:
        for seat, question in answers_wanted(deed.table.state).items():
            for state in (deed.table.closed, deed.table.state.seen_by(seat), deed.table.state):
                yield state, question, seat


def outcome(orders: Callable[[], list[Order]]) -> list[Order] | None:
    """None where a screen hides it."""
    try:
        return orders()
    except ClosedDrawer:
        return None


def check(offer: Offer, state: State, question: Question, seat: Seat) -> list[Order]:
    """What the offer lists, which must be what is left when each order is tried."""

    def tried() -> list[Order]:
        listed = offer.legal(state, seat, question)
        return [order for order in listed if standing.refusal(state, question, seat, order) is None]

    listed = outcome(lambda: list(offer.legal(state, seat, question)))
    assert listed == outcome(tried), (question, seat)
    return listed or []


def check_exact(deeds: Iterable[Deed]) -> None:
    for state, question, seat in asked(deeds):
        for offer in state.book.offers[type(question)].values():
            if offer.exact:
                check(offer, state, question, seat)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_what_is_listed_without_a_trial_is_what_a_trial_accepts(case: Case) -> None:
    check_exact(playouts(case))


@pytest.mark.parametrize("game", GAMES)
def test_every_exact_list_was_tried(game: str) -> None:
    """But for what takes a special position."""
    offers = trial(game).whole.offers
    exact = {(question, order) for question, kinds in offers.items() for order in kinds if kinds[order].exact}
    most = max(case.players for case in CASES)
    listed = {
        (type(question), order)
        for case in CASES
        if case.game == game and case.players == most
        for seed in (0, 1)
        for state, question, seat in asked(playout(case, seed))
        for order, offer in state.book.offers[type(question)].items()
        if (type(question), order) in exact and list(offered(offer, state, question, seat))
    }
    special = trial(game).unlisted
    missed = [{question.__name__, order.__name__} for question, order in exact - listed]
    assert [names for names in missed if not names & special] == []


def offered(offer: Offer, state: State, question: Question, seat: Seat) -> list[Order]:
    return outcome(lambda: list(offer.legal(state, seat, question))) or []


def pool(book: Rulebook, deeds: Iterable[Deed]) -> dict[type[Order], list[Order]]:
    """Orders that were legal somewhere, some of each kind, and others made from their parts."""
    found: dict[type[Order], dict[Order, None]] = defaultdict(dict)
    for deed in deeds:
        for seat in answers_wanted(deed.table.state):
            for order in legal(deed.table.state, seat):
                found[type(order)][order] = None
    some = {kind: list(orders)[:: 1 + len(orders) // POOL] for kind, orders in found.items()}
    return {kind: [*orders, *filter(partial(can_be_sent, book), variants(orders))] for kind, orders in some.items()}


def can_be_sent(book: Rulebook, order: Order) -> bool:
    try:
        return book.read_orders([to_builtins(order)]) == [order]
    except Malformed:
        return False


def variants(orders: list[Order]) -> Iterator[Order]:
    """One part of an order changed: for that of another, for a number beside it, for both lists together."""
    for one, other in pairwise([*orders, *orders[:1]]):
        for name in one.__struct_fields__:
            mine, theirs = getattr(one, name), getattr(other, name)
            yield structs.replace(one, **{name: theirs})
            if isinstance(mine, int) and not isinstance(mine, bool):
                yield from (structs.replace(one, **{name: near}) for near in (mine - 1, mine + 1))
            if isinstance(mine, tuple) and mine != theirs:
                yield structs.replace(one, **{name: (*mine, *theirs)})


@pytest.mark.parametrize("case", CASES, ids=str)
def test_nothing_is_accepted_that_a_complete_list_leaves_out(case: Case) -> None:
    """Or it is an order of the list in other words: what comes of it is the same."""
    deeds = playout(case, 0)
    others = pool(deeds[0].table.book, deeds)
    for deed in deeds[::3]:
        for seat, question in answers_wanted(deed.table.state).items():
            for kind, offer in deed.table.book.offers[type(question)].items():
                check_complete(offer, deed.table.state, question, seat, others.get(kind, []))


def check_complete(offer: Offer, state: State, question: Question, seat: Seat, others: list[Order]) -> None:
    listed = list(offer.legal(state, seat, question)) if offer.complete else others
    unlisted = [order for order in others if order not in listed]
    accepted = [order for order in unlisted if standing.refusal(state, question, seat, order) is None]
    effects = [play_batch(state, root(1), seat, order).events for order in listed] if accepted else []
    assert [order for order in accepted if play_batch(state, root(1), seat, order).events not in effects] == []
