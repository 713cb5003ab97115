"""Bots by kind and by role, joint wins, what expansions count, and the laws that hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from lpbe.app.local.simulate import cast_of, part, seats_of, share, summary
from lpbe.bots.arena import GameResult, Series, counted_events, game_root, play
from lpbe.bots.strategies import choose_order
from lpbe.games import book_of, game_of
from lpbe.games.pebbles.bid import Bid, BidCoins
from lpbe.games.pebbles.module import bid_by_policy
from lpbe.games.pebbles.turn import Turn
from lpbe.kernel.base.errors import Misused, require
from lpbe.kernel.engine.chance import Stream
from lpbe.kernel.engine.events import Answered
from lpbe.kernel.engine.model import Held, Module, Offer, Seat, Standing, State
from lpbe.kernel.engine.table import Table

from .frost import FROST, Chill, Freeze, Froze, warm
from .positions import BINDINGS, book, find_position, names, new_game, tables
from .tide import TIDE, Wade, wade

PEBBLES = game_of("pebbles")
ZEROS = dict.fromkeys(counted_events(PEBBLES, book_of("pebbles", ())), 0)
PLANET = replace(
    PEBBLES,
    seats=("planet", "human1", "human2", "human3"),
    roles={"planet": "world", "human1": "people", "human2": "people", "human3": "people"},
    players=(3, 4),
    joint=True,
)


def depths(state: State, seat: Seat, turn: Turn) -> Iterator[Wade]:
    """Return hundreds of one kind before the few of all others, most of which are refused."""
    return map(Wade, range(2500))


def shallow(table: Table, seat: Seat, turn: Turn, order: Wade) -> None:
    require(order.depth == 2400, "TIDE-2", "too deep")
    wade(table, seat, turn, order)


DEEP = replace(TIDE, offers={Turn: {Wade: Offer(shallow, depths)}})


def test_a_random_bot_picks_a_kind_first() -> None:
    table, seat = find_position(0, "Turn", (DEEP,), least=4)
    chance = Stream(bytes(32))
    view = table.state.seen_by(seat)
    picked = Counter(type(choose_order("bot:random", PEBBLES, view, seat, chance)).__name__ for _ in range(300))
    assert {"Wade", "EndTurn"} < picked.keys()
    assert min(picked.values()) > 300 / len(picked) / 2


def test_within_a_kind_the_last_is_as_likely_as_the_first() -> None:
    many = replace(TIDE, offers={Turn: {Wade: Offer(wade, lambda state, seat, turn: map(Wade, range(1000)))}})
    table, seat = find_position(0, "Turn", (many,), least=1003)
    chance = Stream(bytes(32))
    view = table.state.seen_by(seat)
    given = [choose_order("bot:random", PEBBLES, view, seat, chance) for _ in range(400)]
    depths = [order.depth for order in given if isinstance(order, Wade)]
    assert len(depths) > 40 and min(depths) < 200 and max(depths) > 800


def test_bots_are_given_by_seat_role_or_prefix() -> None:
    seats = PLANET.seats
    assert cast_of(PLANET, seats, "planet=greedy,random") == (("bot:random",), {"planet": "bot:greedy"})
    assert cast_of(PLANET, seats, "people=greedy, random")[1] == dict.fromkeys(seats[1:], "bot:greedy")
    assert cast_of(PLANET, seats, "human=greedy,world=cautious") == (
        (),
        {**dict.fromkeys(seats[1:], "bot:greedy"), "planet": "bot:cautious"},
    )
    assert cast_of(PLANET, seats, "human2=random,greedy,cautious")[0] == ("bot:greedy", "bot:cautious")
    for wrong in ("martian=greedy,random", "planet=greedy", "=greedy"):
        with pytest.raises(Misused):
            cast_of(PLANET, seats, wrong)


def test_bots_take_turns_on_the_other_seats() -> None:
    series = Series("pebbles", (), {}, ("red", "blue", "green"), ("a", "b"), 0, fixed={"blue": "c"})
    assert [series.seating(n) for n in range(2)] == [
        {"red": "a", "blue": "c", "green": "b"},
        {"red": "b", "blue": "c", "green": "a"},
    ]


def test_the_fewest_seats_are_usual() -> None:
    assert seats_of(PLANET, None) == ("planet", "human1", "human2")
    assert seats_of(PLANET, 4) == PLANET.seats
    with pytest.raises(Misused):
        seats_of(PLANET, 2)


@pytest.mark.parametrize(("joint", "wins"), [(True, 2), (False, 1)])
def test_a_joint_win_is_a_win_for_one_side_of_the_table(joint: bool, wins: int) -> None:
    bots = {"planet": "a", "human1": "b", "human2": "b"}
    done = [
        GameResult(0, bots, {}, ("human1", "human2")),
        GameResult(1, bots, {}, ("human1",)),
        GameResult(2, bots, {}, ("planet",)),
    ]
    assert part(done, {"b"}, {"human1"}, joint) == {
        "played": 3, "wins": wins, "shared": 1, "mean_points": 0.0, "best": 0
    }  # fmt: skip
    assert part(done, {"a"}, {"planet"}, joint)["wins"] == 1


def test_what_an_expansion_counts_is_counted() -> None:
    bots = dict.fromkeys(("red", "blue"), "bot:random")
    match = play(PEBBLES, book(FROST, TIDE), {}, bots, game_root(1, 1))
    assert match.counts.keys() == {"freezes"}
    assert match.counts["freezes"] > 0
    series = Series("pebbles", ("moss",), {}, ("red", "blue"), ("bot:random",), 1)
    done = [series.play_game(PEBBLES, book_of("pebbles", ("moss",)), 0)]
    assert summary(series, done)["moss_grown"] == done[0].counts["moss_grown"]


@pytest.mark.parametrize("expansions", BINDINGS, ids=names)
def test_the_laws_of_all_modules_hold(expansions: tuple[Module, ...]) -> None:
    for seed in range(5):
        for table in tables(seed, *expansions):
            assert table.book.broken_laws(table.state) == []


def test_a_law_of_an_expansion_can_be_broken() -> None:
    table = new_game(0, FROST)
    Froze("red", "p99").apply(table.state)
    assert table.book.broken_laws(table.state) == ["frost: ['p99'] are frozen and lie nowhere"]


def last_warm(view: State, seat: Seat, chill: Chill) -> Freeze:
    return Freeze(warm(view, seat)[-1])


THAW = Module("thaw", policies={Chill: last_warm, Bid: lambda view, seat, poll: BidCoins(0)})


def test_policies_of_expansions_are_asked_before_those_of_the_base() -> None:
    for expansions in ((FROST, THAW), (THAW, FROST)):
        known = book(*expansions)
        assert known.policies[Bid][0] is THAW.policies[Bid]
        assert known.policies[Bid][1] is bid_by_policy
        table = Table(new_game(3, *expansions).state.copy(), Stream(bytes(32)))
        table.state[Standing, "red"].policy = {"pebbles": {"bid": 2}}
        table.settle()
        assert table.events[:1] == [Answered("red", Held(BidCoins(0)), "policy", window=True)]


@pytest.mark.parametrize("jobs", [2, 3, 8])
@pytest.mark.parametrize("games", [20, 40, 60, 250, 1000, 10_000])
def test_all_jobs_are_busy_to_the_end(games: int, jobs: int) -> None:
    """Games are dealt out in portions; the job with the most of them must finish only slightly later."""
    size = share(games, jobs)
    most = -(-games // (size * jobs)) * size
    assert most - games / jobs <= max(1, games / jobs / 16)


def test_endings_and_the_spread_of_turns_and_points_are_told() -> None:
    series = Series(game="pebbles", expansions=(), options={}, seats=("red", "blue"), bots=("bot:random",), seed=1)
    played = [
        GameResult(number=n, bots={"red": "bot:random"}, points={"red": n}, why=why, counts={**ZEROS, "turns": 10 - n})
        for n, why in enumerate(["heat", "ark", "heat", ""])
    ]
    found = summary(series, [*played, GameResult(number=4, bots={}, failure="broken")])
    assert found["endings"] == {"ark": 1, "heat": 2, "played-out": 1}
    assert found["spread"]["points"] == {"least": 0, "median": 1.5, "most": 3}
    assert found["spread"]["turns"] == {"least": 7, "median": 8.5, "most": 10}
