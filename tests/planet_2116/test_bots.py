"""Games between bots: they end, in every possible way, and the sides are about even."""

from __future__ import annotations

from collections import Counter
from math import sqrt

import pytest

from lpbe.bots.arena import Match, game_root
from lpbe.bots.strategies import find_bot
from lpbe.games import book_of, game_of
from lpbe.games.planet_2116.ending import WINS
from lpbe.games.planet_2116.preparation import CardsLaid
from lpbe.games.planet_2116.state import HUMANS, PLANET
from lpbe.kernel.engine.chance import Rng
from lpbe.kernel.engine.model import Seat
from lpbe.kernel.engine.table import Table

from ..size_limits import part
from .positions import GAME

BOOK = book_of(GAME, ())
TABLE = {"capitals": 42.3, "heat": 4.7, "greens": 29.9, "ark": 23.1}
"""How greedy games ended in the simulation that came with the rules, in per cent."""


class Watched(Match):
    """A match that keeps the laws, and remembers at which levels cards were laid."""

    levels: frozenset[int] = frozenset()
    lawful = True

    def count_events(self) -> None:
        laid = [event.level for event in self.table.events if isinstance(event, CardsLaid)]
        self.levels |= frozenset(laid)
        assert not self.lawful or BOOK.broken_laws(self.table.state) == []
        super().count_events()


def play_game(number: int, planet: str, human: str, lawful: bool = True) -> Watched:
    root = game_root(2116, number)
    bots: dict[Seat, str] = {PLANET: find_bot(planet), **dict.fromkeys(HUMANS, find_bot(human))}
    match = Watched(game_of(GAME), bots, Table(BOOK.blank(list(bots), {}), Rng(root)), root, False)
    match.lawful = lawful
    match.play("none")
    return match


def endings(matches: list[Watched]) -> Counter[str]:
    return Counter(match.result.why for match in matches if match.result)


def test_some_games_end_and_keep_the_laws() -> None:
    done = [*(play_game(number, "random", "random") for number in range(8)), play_game(0, "greedy", "greedy")]
    assert sum(endings(done).values()) == len(done)


def test_greedy_beats_random_in_both_roles() -> None:
    strong = endings([play_game(number, "greedy", "random", False) for number in range(3)])
    weak = endings([play_game(number, "random", "greedy", False) for number in range(3)])
    assert strong["heat"] + strong["capitals"] == 3
    assert weak["greens"] + weak["ark"] == 3


@pytest.mark.soak
def test_thousands_of_random_games_end() -> None:
    done = [play_game(number, "random", "random") for number in range(part(5000, 50))]
    ends = endings(done)
    print("random against random:", dict(ends))
    assert sum(ends.values()) == len(done) and {"heat"} <= set(ends) <= set(WINS)


WHOLE = 1000


@pytest.mark.soak
def test_a_thousand_greedy_games_are_about_even() -> None:
    """Every ending and every level of clairvoyance is reached, and none is far from the table."""
    done = [play_game(number, "greedy", "greedy") for number in range(part(WHOLE, 100))]
    ends = endings(done)
    shares = {why: 100 * ends[why] / len(done) for why in WINS}
    print("greedy against greedy:", {why: (round(shares[why], 1), TABLE[why]) for why in WINS})
    doubt = 0 if len(done) >= WHOLE else 150 / sqrt(len(done))  # three deviations of a share: so few games show no more
    assert 40 - doubt <= shares["heat"] + shares["capitals"] <= 60 + doubt
    assert all(abs(shares[why] - TABLE[why]) <= 10 + doubt for why in WINS), shares
    assert set(ends) == set(WINS) or (doubt and set(ends) == set(WINS) - {"heat"}), "heat is rare: random games have it"
    assert frozenset().union(*(match.levels for match in done)) == {1, 2, 3}
