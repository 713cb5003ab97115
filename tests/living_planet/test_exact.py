"""Lists that nobody tries: an exact offer lists only what is accepted, whoever looks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

from lpbe.games.living_planet.cataclysm import Protect
from lpbe.kernel.base.errors import ClosedDrawer
from lpbe.kernel.play import standing
from lpbe.kernel.play.rules import Offer, Order, Question, Seat, State
from lpbe.kernel.play.table import answers_wanted

from .playouts import EDITIONS, deeds, playouts
from .positions import new_game

SWITCHES: tuple[Mapping[str, Any], ...] = (
    {"direct_entry": False, "repair": "separate", "protection": {"range": 1, "cost": 1}, "card3": "production"},
    {"direct_entry": False, "scientist_limit": "one-step", "repair": "free", "special_limit": 1, "bank_mc": 60},
)
Asked = tuple[State, Question, Seat]


def asked(options: int, seats: int) -> Iterator[Asked]:
    """Every question of some games, as all see it, as its seat sees it, and with nothing hidden."""
    common = options < len(EDITIONS)
    games = playouts(options, seats) if common else deeds(SWITCHES[options - len(EDITIONS)], seats, 1)
    for deed in games:
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


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("options", range(len(EDITIONS) + len(SWITCHES)))
def test_what_is_listed_without_a_trial_is_what_a_trial_accepts(options: int, seats: int) -> None:
    for state, question, seat in asked(options, seats):
        for offer in state.book.offers[type(question)].values():
            if offer.exact:
                check(offer, state, question, seat)


def test_every_exact_list_was_tried() -> None:
    """But for what takes a special position."""
    offers = new_game(1).book.offers
    exact = {(question, order) for question, kinds in offers.items() for order in kinds if kinds[order].exact}
    listed = {
        (type(question), order)
        for options in range(len(EDITIONS) + len(SWITCHES))
        for state, question, seat in asked(options, 4)
        for order, offer in offers[type(question)].items()
        if (type(question), order) in exact and check(offer, state, question, seat)
    }
    assert {question for question, _ in exact - listed} <= {Protect}
