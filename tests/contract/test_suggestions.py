"""Suggested orders: none is worse than another one by its own foresight, and the reasons are those of the search."""

from __future__ import annotations

from itertools import islice

import pytest
from msgspec import to_builtins

from lpbe.bots.levels import Level
from lpbe.bots.reasons import Comparison, compare, compare_with_next, is_clear
from lpbe.bots.search import Search, Tried, search
from lpbe.games import game_of
from lpbe.kernel.content import packs
from lpbe.kernel.engine import legality
from lpbe.kernel.engine.chance import Rng
from lpbe.kernel.engine.model import Order
from lpbe.report.content.dominance import dominates, undominated
from lpbe.report.content.suggested_reply import sensible_order

from ..size_limits import sizes, some
from .contract_config import Case, cases
from .page_positions import asked_seats

CASES = [case for case in cases() if game_of(case.game).outlook]
games = pytest.mark.parametrize("case", some(CASES, *CASES[::3]), ids=str)
MAX_LISTED = 60


@sizes("positions", day=8, full=150)
@games
def test_no_suggestion_is_worse_than_another_order_of_the_same_cost(case: Case, positions: int) -> None:
    advice = game_of(case.game).presentation().advice
    for asked in asked_seats(case, positions):
        effects = asked.effects()
        chosen = sensible_order(effects, advice)
        listed = islice(legality.legal_orders(asked.view, asked.question, asked.seat), MAX_LISTED)
        kinds = len(asked.view.book.offers[type(asked.question)])
        rivals = [order for order in listed if kinds <= 2 or type(order) is type(chosen)]
        assert [to_builtins(order) for order in rivals if dominates(effects, order, chosen)] == []


@sizes("positions", day=4, full=60)
@games
def test_what_is_safe_from_harm_replaces_what_is_not(case: Case, positions: int) -> None:
    """From whatever order one starts, what is left is not dominated, and it is legal."""
    for asked in asked_seats(case, positions, seed=1):
        effects = asked.effects()
        for order in list(legality.legal_orders(asked.view, asked.question, asked.seat))[:4]:
            better = undominated(effects, order)
            assert legality.refusal(asked.view, asked.question, asked.seat, better) is None
            assert better == order or dominates(effects, better, order) or not dominates(effects, order, better)


@games
def test_every_part_that_is_told_has_words_in_both_languages(case: Case) -> None:
    english, french = (packs.words(case.game, lang).terms for lang in ("en", "fr"))
    told = {key for key in english if key.startswith("outlook.")}
    assert told and told == {key for key in french if key.startswith("outlook.")}
    assert all("{change}" in english[key] and "{change}" in french[key] for key in told)


@games
def test_an_order_is_compared_with_the_next_best(case: Case) -> None:
    game = game_of(case.game)
    for asked in asked_seats(case, 2, seed=2):
        found = search(Level(rollouts=12, orders=3), game, asked.view, asked.question, asked.seat, Rng(bytes(32)))
        comparison = compare_with_next(found)
        if comparison:
            assert comparison.order == found.chosen.order != comparison.other
            assert comparison.worlds >= 3


class Go(Order, frozen=True):
    pass


class Stay(Order, frozen=True):
    pass


def test_only_clear_differences_are_told() -> None:
    mine = Tried(Go(), [{"money": 500, "luck": n} for n in (900, -900, 850, -800)])
    theirs = Tried(Stay(), [{"money": 200, "luck": 0}] * 4)
    assert compare(mine, theirs) == Comparison(Go(), Stay(), 4, 312, False, {"money": 300})
    assert compare_with_next(Search(mine, [mine, theirs])) == compare(mine, theirs)
    assert compare_with_next(Search(mine, [mine])) is None
    assert is_clear([300] * 4) and not is_clear([300] * 2) and not is_clear([9, -9, 8, -8])
