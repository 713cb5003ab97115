"""Sampled worlds: positions that play can reach, and that a seat cannot distinguish from the true one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from lpbe.bots.arena import first_unanswered
from lpbe.bots.simple import choose_greedy
from lpbe.games import GAMES, game_of
from lpbe.kernel.engine.chance import Rng, Stream
from lpbe.kernel.engine.events import Ended
from lpbe.kernel.engine.model import Held, Roster, Seat, State
from lpbe.kernel.engine.table import Table, answers_wanted, submit, top
from lpbe.kernel.engine.worlds import sample_world

from ..size_limits import every, some
from .contract_config import Case, cases
from .playouts import playouts

CASES = cases()
games = pytest.mark.parametrize("case", some(CASES, *CASES[::3]), ids=str)


def asked_views(case: Case, stride: int) -> Iterator[tuple[State, Seat]]:
    """Yield every few position of its games, as each seat sees it that is asked something there."""
    for number, transition in enumerate(playouts(case)):
        if number % stride == 0:
            state = transition.table.state
            yield from ((state.seen_by(seat), seat) for seat in answers_wanted(state))


def world_of(view: State, seat: Seat, number: int = 0) -> State:
    """Return a world whose draws all have labels of their own."""
    return sample_world(view, seat, Rng(number.to_bytes(32, "big")))


@every(day=15, full=1)
@games
def test_a_world_looks_to_its_seat_as_the_game_does(case: Case, every: int) -> None:
    for view, seat in asked_views(case, every):
        assert world_of(view, seat).seen_by(seat) == view


@every(day=15, full=1)
@games
def test_a_world_is_whole_and_breaks_no_law(case: Case, every: int) -> None:
    for number, (view, seat) in enumerate(asked_views(case, every)):
        world = world_of(view, seat, number)
        assert world.keys() == world.book.blank(world[Roster].seats, {}).keys()
        assert world.book.broken_laws(world) == []
        assert [list(world.book.complaints(world.seen_by(one), one)) for one in world[Roster].seats if one != seat] == [
            [] for one in world[Roster].seats if one != seat
        ]


@games
def test_a_world_comes_from_the_chance_it_is_given(case: Case) -> None:
    views = list(asked_views(case, 20))
    assert [world_of(view, seat) for view, seat in views] == [world_of(view, seat) for view, seat in views]
    assert any(world_of(view, seat) != world_of(view, seat, 1) for view, seat in views)


@every(day=400, full=20)
@games
def test_a_world_can_be_played_to_its_end(case: Case, every: int) -> None:
    game = game_of(case.game)
    for view, seat in asked_views(case, every):
        world = world_of(view, seat)
        views = {one: world.seen_by(one) for one in world[Roster].seats}
        table = Table(world, Stream(b"playout"))
        chance = Stream(b"bots")
        while question := top(world):
            table.clear()
            one = first_unanswered(table, table.asked_seats(question))
            submit(table, one, [Held(choose_greedy(game, views[one], question, one, chance))])
        assert any(isinstance(event, Ended) for event in table.events)


def test_every_game_is_tried() -> None:
    assert {case.game for case in CASES} == {*GAMES}
