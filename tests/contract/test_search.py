"""Bots that play ahead: what they consider is legal, what they see is their seat's, and they can be asked again."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator

import pytest

from lpbe.bots import search as search_module
from lpbe.bots.candidates import candidates, rate
from lpbe.bots.levels import LEVELS, Level, read_bot
from lpbe.bots.rollouts import Rollout, roll_out
from lpbe.bots.search import mean_less_error, search, sure_gain, until
from lpbe.bots.simple import choose_greedy
from lpbe.bots.strategies import BOTS, VERSIONS, choose_order, find_bot, with_version
from lpbe.games import game_of
from lpbe.kernel.base.errors import Malformed
from lpbe.kernel.engine import legality
from lpbe.kernel.engine.chance import Rng
from lpbe.kernel.engine.model import Question, Roster, Seat, State
from lpbe.kernel.engine.rulebook import phase_of
from lpbe.kernel.engine.table import top
from lpbe.kernel.engine.worlds import sample_world

from ..graph import ROOT
from ..size_limits import every, some
from .contract_config import Case, cases
from .test_worlds import asked_views, world_of

CASES = [case for case in cases() if game_of(case.game).outlook]
games = pytest.mark.parametrize("case", some(CASES, *CASES[::3]), ids=str)
SHORT = Level(rollouts=6, orders=3)


def asked(case: Case, stride: int) -> Iterator[tuple[State, Question, Seat]]:
    """Every so many-th position of its games, with its question, as each seat sees it that is asked."""
    for view, seat in asked_views(case, stride):
        question = top(view)
        assert question
        yield view, question, seat


@every(day=12, full=1)
@games
def test_what_is_considered_is_legal_and_has_every_kind_of_order(case: Case, every: int) -> None:
    game = game_of(case.game)
    for view, question, seat in asked(case, every):
        first = choose_greedy(game, view, question, seat, Rng(bytes(32)))
        found = list(candidates(game, view, question, seat, first, 1000, Rng(bytes(32))))
        assert found[0] == first and len(found) == len({*found})
        assert [one for one in found if legality.refusal(view, question, seat, one)] == []
        rated = {type(one.order) for one in rate(game, view, question, seat)}
        assert {type(one) for one in legality.legal_orders(view, question, seat)} <= rated | {type(first)}


@every(day=25, full=2)
@games
def test_an_outlook_is_made_of_whole_numbers(case: Case, every: int) -> None:
    game = game_of(case.game)
    assert game.outlook
    for view, _, seat in asked(case, every):
        world = world_of(view, seat)
        outlooks = [game.outlook(world, one, None) for one in world[Roster].seats]
        assert all(type(value) is int for parts in outlooks for value in parts.values())
        assert outlooks == [game.outlook(world.copy(), one, None) for one in world[Roster].seats]


@every(day=150, full=15)
@games
def test_a_rollout_ends_at_the_horizon_or_with_the_game(case: Case, every: int) -> None:
    game = game_of(case.game)
    for view, question, seat in asked(case, every):
        first = choose_greedy(game, view, question, seat, Rng(bytes(32)))
        last = None if game.horizon is None else phase_of(view, 0) + game.horizon
        world = world_of(view, seat)
        table = Rollout(game, world, bytes(32), last)
        table.play(seat, first)
        assert table.result or (last is not None and phase_of(table.state, 0) == last + 1)
        assert world.book.broken_laws(table.state) == []
        again = roll_out(game, world_of(view, seat), seat, first, bytes(32), last)
        assert game.outlook and again == game.outlook(table.state, seat, table.result)


@every(day=300, full=15)
@games
def test_two_positions_that_look_alike_to_a_seat_give_the_same_order(case: Case, every: int) -> None:
    game = game_of(case.game)
    differ = False
    for view, question, seat in asked(case, every):
        worlds = [sample_world(view, seat, Rng(bytes([n]) * 32)) for n in range(2)]
        before = [world.copy() for world in worlds]
        chosen = [
            search(SHORT, game, world.seen_by(seat), question, seat, Rng(bytes(32))).chosen.order for world in worlds
        ]
        assert chosen[0] == chosen[1] and worlds == before
        differ = differ or worlds[0] != worlds[1]
    assert differ


@games
def test_a_level_is_a_number_of_rollouts(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    counted: list[object] = []

    def counting(*given: object) -> dict[str, int]:
        counted.append(given)
        return {"equal": 0}

    monkeypatch.setattr(search_module, "roll_out", counting)
    game = game_of(case.game)
    for view, question, seat in asked(case, 60):
        for level in LEVELS.values():
            counted.clear()
            found = search(level, game, view, question, seat, Rng(bytes(32)))
            assert len(counted) <= level.rollouts and len(found.tried) <= level.orders
            assert found.chosen is found.tried[0]  # nothing is better than the greedy choice


def test_a_search_can_be_stopped() -> None:
    case = CASES[0]
    view, question, seat = next(asked(case, 30))
    found = search(SHORT, game_of(case.game), view, question, seat, Rng(bytes(32)), lambda: True)
    assert found.chosen is found.tried[0] and not found.chosen.outlooks


PROGRAM = """
from tests.contract.test_search import CASES, SHORT, asked
from lpbe.bots.search import search
from lpbe.games import game_of
from lpbe.kernel.base.errors import Malformed
from lpbe.kernel.engine.chance import Rng
for case in {case.game: case for case in CASES}.values():
    view, question, seat = next(asked(case, 40))
    print(case, search(SHORT, game_of(case.game), view, question, seat, Rng(bytes(32))))
"""


def test_another_process_gives_the_same_order() -> None:
    """Nothing depends on the order of a set or on the time."""
    said = []
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True, cwd=ROOT, env=environment
        )
        said.append(done.stdout)
    assert said[0] == said[1] != ""


def test_only_a_clear_advantage_counts() -> None:
    assert mean_less_error([5000] * 4) == 5000
    assert sure_gain([9, 9, 9], [4, 4, 4]) == 5000
    assert sure_gain([9, 9], [4, 4]) == 0  # too few worlds
    assert 0 < sure_gain([9, 8, 9, 7], [4, 4, 4, 4]) < 4250
    assert sure_gain([30, 0, 0, 0], [4, 4, 4, 4]) < 0


def test_every_bot_has_a_version() -> None:
    assert [*VERSIONS] == [*BOTS]
    assert {*LEVELS} < {*BOTS}


def test_the_time_to_think_is_part_of_a_bots_name() -> None:
    assert with_version("bot:club", 1500) == "bot:club:1500ms@1"
    assert read_bot("bot:club:1500ms@1") == ("bot:club", LEVELS["bot:club"], 1500)
    assert with_version("bot:greedy", 1500) == with_version("bot:greedy")
    assert read_bot("bot:greedy@2") == ("bot:greedy", None, 0)
    with pytest.raises(Malformed):
        find_bot("club:1500ms")  # nobody can verify it, so no command takes it


def test_a_bot_with_no_time_gives_the_greedy_order() -> None:
    case = CASES[0]
    view, question, seat = next(asked(case, 30))
    found = search(SHORT, game_of(case.game), view, question, seat, Rng(bytes(32)), until(0))
    assert choose_order("bot:club:1ms@1", game_of(case.game), view, seat, Rng(bytes(32)))
    assert found.chosen is found.tried[0]
