"""How the players stand: what is certain is true, what is estimated is within its range nine times out of ten."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from lpbe.bots.arena import Match, first_unanswered, game_root
from lpbe.games import book_of, game_of
from lpbe.games.living_planet.map.queries import kind_of
from lpbe.games.living_planet.presentation.panels import production
from lpbe.games.living_planet.presentation.standing import estimates, money_of
from lpbe.games.living_planet.scoring import victory_points
from lpbe.games.living_planet.state import COLOURS, Bank, Map, Purse, Turn
from lpbe.games.living_planet.turn.production import works_for
from lpbe.kernel.engine.chance import Rng
from lpbe.kernel.engine.model import State
from lpbe.kernel.engine.table import Table, start, top

from ..size_limits import sizes

GAME = "living-planet"


def turns(
    seed: int, count: int, screens: str = "closed", bank: int = 0, expansions: tuple[str, ...] = ()
) -> Iterator[State]:
    """The full state at the beginning of each turn of a game between bots, and at its end."""
    seats = COLOURS[:count]
    options = {GAME: {"screens": screens, "bank_mc": bank}}
    root = game_root(seed, count)
    table = Table(book_of(GAME, expansions).blank(list(seats), options), Rng(root))
    match = Match(game_of(GAME), dict.fromkeys(seats, "bot:greedy"), table, root, False)
    start(table)
    seen = 0
    while question := top(table.state):
        if table.state[Turn].number > seen:
            seen = table.state[Turn].number
            yield table.state
        match.answer(first_unanswered(table, table.asked_seats(question)))
    yield table.state


@pytest.mark.parametrize(("count", "screens", "bank"), [(2, "closed", 0), (2, "closed", 500), (3, "open", 0)])
def test_what_is_called_certain_is_exactly_the_score(count: int, screens: str, bank: int) -> None:
    for state in turns(1, count, screens, bank):
        seats = COLOURS[:count]
        for reader in seats:
            found = estimates(state.seen_by(reader), reader)
            assert [one.seat for one in found] == list(seats) and all(one.certain for one in found)
            assert [one.likely for one in found] == [victory_points(state, seat) for seat in seats]


@pytest.mark.parametrize("expansions", [(), ("arboria", "aquarius")])
def test_of_several_rivals_the_sum_is_certain(expansions: tuple[str, ...]) -> None:
    for state in turns(2, 4, bank=700, expansions=expansions):
        for reader in COLOURS:
            view = state.seen_by(reader)
            for one in estimates(view, reader):
                assert one.least <= one.likely <= one.most and one.certain is (one.seat == reader)
            likely = [money_of(view, reader, seat)[1] for seat in COLOURS if seat != reader]
            held = [state[Purse, seat].money for seat in COLOURS if seat != reader]
            assert sum(held) - len(held) < sum(likely) <= sum(held)
            assert sum(held) == 700 - view[Bank].money - state[Purse, reader].money


@sizes("games", 3, 60)
@pytest.mark.parametrize("count", [3, 4])
def test_an_estimate_is_within_its_range_nine_times_out_of_ten(count: int, games: int) -> None:
    """In every third of the game; with few games somewhat less."""
    right: dict[int, list[bool]] = {}
    for seed in range(games):
        for nth, state in enumerate(turns(seed, count)):
            for reader in COLOURS[:count]:
                for one in estimates(state.seen_by(reader), reader):
                    if one.seat != reader:
                        right.setdefault(nth // 5, []).append(one.least <= victory_points(state, one.seat) <= one.most)
    for part, found in right.items():
        assert sum(found) / len(found) >= (0.86 if games > 20 else 0.75), (part, len(found))


def test_production_lists_every_working_factory_under_its_value() -> None:
    for state in turns(3, 2):
        listed = {
            (value, seat, what)
            for value, *made in production(state).rows
            for seat, things in zip(COLOURS, made, strict=False)
            for what in things or ()
        }
        working = {
            (building.value, seat, kind_of(state, building).makes)
            for spot, building in state[Map].buildings.items()
            for seat in COLOURS[:2]
            if kind_of(state, building).makes and works_for(state, spot, seat)
        }
        assert listed == working
