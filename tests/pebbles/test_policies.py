"""What a seat says in advance: plans, policies, and what the defaults do for those who left."""

from __future__ import annotations

import pytest

from lpbe.games.pebbles.bid import BidCoins, BidsShown
from lpbe.games.pebbles.dig import Keep, Kept
from lpbe.games.pebbles.rain import NoShelter, PointAt, Rained, Sheltered, ShelterOne
from lpbe.games.pebbles.state import Hand, Round
from lpbe.games.pebbles.turn import Dig, EndTurn, Lay, TurnEnded
from lpbe.kernel.base.errors import Malformed
from lpbe.kernel.engine.events import Answered, Ended, PlanDropped, PlanUsed, PolicySet, Silent
from lpbe.kernel.engine.leaving import resign
from lpbe.kernel.engine.model import Event, Held, Plan, Proof, Seat, Standing
from lpbe.kernel.engine.rulebook import phase_of
from lpbe.kernel.engine.table import Table, answers_wanted, submit, time_out

from .positions import new_game, position

LAST_TURN = {
    "agenda": {"steps": [{"step": "point", "seat": "red"}, {"step": "turn", "seat": "red"}]},
    "round": {"number": 1, "turns": ["red"]},
    "supply": {"bag": 9},
    "path": {"laid": {"p07": "blue", "p01": "red"}, "row": ["p07", "p01"]},
    "red": {"hand": {"pebbles": ["p13", "p02"]}, "purse": {"coins": 2}},
}


def events_of(table: Table, kind: type[Event]) -> list[Event]:
    return [event for event in table.events if isinstance(event, kind)]


def why(table: Table, seat: Seat) -> list[str]:
    return [event.why for event in table.events if isinstance(event, Answered) and event.seat == seat]


def test_a_plan_answers_once_when_its_question_comes() -> None:
    table = position(LAST_TURN)
    submit(table, "red", [Held(Plan(PointAt("black"))), Held(Lay("p13")), Held(EndTurn())])
    assert events_of(table, PlanUsed) == [PlanUsed("red", 0)]
    assert why(table, "red") == ["plan"]
    assert [event.colour for event in table.events if isinstance(event, Rained)] == ["black"]
    assert table.state[Standing, "red"].plan == []


def test_a_plan_that_no_longer_fits_is_dropped_alone() -> None:
    table = position(LAST_TURN)
    plans = [Held(Plan(PointAt("white"))), Held(Plan(BidCoins(1)))]
    submit(table, "red", [*plans, Held(EndTurn())])
    (dropped,) = events_of(table, PlanDropped)
    assert isinstance(dropped, PlanDropped)
    assert (dropped.place, dropped.plan, dropped.clause) == (0, PointAt("white"), "PEB-RAIN-01")
    assert why(table, "red") == []
    assert table.state[Standing, "red"].plan == [Held(BidCoins(1))]
    assert list(answers_wanted(table.state)) == ["red"]


def test_a_plan_waits_for_its_own_question() -> None:
    table = position(LAST_TURN)
    submit(table, "red", [Held(Plan(ShelterOne(("p01",)))), Held(EndTurn())])
    assert events_of(table, PlanUsed) == []
    submit(table, "red", [Held(PointAt("amber"))])
    assert events_of(table, Sheltered) == [Sheltered("red", "p01")]
    assert why(table, "red") == ["plan"]


def test_a_bid_from_a_plan_is_shown_to_be_what_was_signed() -> None:
    table = position({"agenda": {"steps": [{"step": "bid"}]}, "red": {"purse": {"coins": 2}}})
    planned, sent = Held(BidCoins(2), Proof(1)), Held(BidCoins(0), Proof(0, "cc", "dd"))
    table.state[Standing, "red"].plan = [planned]
    submit(table, "blue", [sent])
    assert table.openings == [("red", planned), ("blue", sent)]


@pytest.mark.parametrize(("wish", "kept"), [("highest", "p06"), ("lowest", "p01")])
def test_a_policy_sorts_and_only_its_seat_learns_why(wish: str, kept: str) -> None:
    table = position(LAST_TURN | {"bag": {"pebbles": ["p03", "p06", "p01"]}})
    table.emit(PolicySet("red", table.book.read_policy({"pebbles": {"keep": wish}})))
    submit(table, "red", [Held(Dig())])
    assert [event.pebble for event in table.events if isinstance(event, Kept)] == [kept]
    assert why(table, "red") == ["policy"]
    for reader in (None, "blue"):
        assert not any(isinstance(event.seen_by(reader), Answered | PolicySet) for event in table.events)


def test_a_policy_bids_no_more_than_there_is() -> None:
    table = position({"agenda": {"steps": [{"step": "bid"}]}, "red": {"purse": {"coins": 2}}})
    table.emit(PolicySet("red", {"pebbles": {"bid": 5}}))
    submit(table, "blue", [Held(BidCoins(0))])
    assert events_of(table, BidsShown) == [BidsShown({"red": 2, "blue": 0})]


@pytest.mark.parametrize(
    ("wish", "coins", "saved"),
    [("never", 1, []), ("dear", 1, ["p04"]), ("always", 1, ["p04"]), ("always", 0, [])],
)
def test_a_policy_shelters(wish: str, coins: int, saved: list[str]) -> None:
    given = {
        "agenda": {"steps": [{"step": "shelter", "colour": "amber", "strength": 5}]},
        "path": {"laid": {"p03": "red", "p04": "red"}, "row": ["p03", "p04"]},
        "red": {"purse": {"coins": coins}, "standing": {"policy": {"pebbles": {"shelter": wish}}}},
    }
    table = position(given)
    table.settle()
    assert [event.pebble for event in table.events if isinstance(event, Sheltered)] == saved


def test_a_policy_for_dear_pebbles_lets_cheap_ones_go() -> None:
    given = {
        "agenda": {"steps": [{"step": "shelter", "colour": "amber", "strength": 5}]},
        "path": {"laid": {"p03": "red"}, "row": ["p03"]},
        "red": {"purse": {"coins": 1}, "standing": {"policy": {"pebbles": {"shelter": "dear"}}}},
    }
    table = position(given)
    table.settle()
    assert events_of(table, Answered) == [Answered("red", Held(NoShelter()), "policy", window=True)]


@pytest.mark.parametrize("policy", [{"shells": {}}, {"pebbles": {"bid": "all"}}, {"pebbles": {"gamble": True}}])
def test_a_policy_must_be_one_of_this_game(policy: dict[str, dict[str, object]]) -> None:
    with pytest.raises(Malformed):
        position({}).book.read_policy(policy)


def test_silence_past_the_deadline_is_answered_by_the_default() -> None:
    table = new_game(1, seats=3)
    submit(table, "blue", [Held(BidCoins(1))])
    time_out(table, ["red", "green"], phase_of(table.state, 0))
    assert events_of(table, BidsShown) == [BidsShown({"red": 0, "blue": 1, "green": 0})]
    assert why(table, "red") == ["default"]
    assert events_of(table, Silent) == [Silent(("red", "green"), 1)]


def test_a_round_is_the_longest_that_silence_is_answered() -> None:
    """Bids, turns, rain and shelter: one deadline for whoever is away, the next one in the round after."""
    table = new_game(1, seats=3)
    submit(table, "blue", [Held(BidCoins(1))])
    time_out(table, ["red", "green"], phase_of(table.state, 0))
    assert list(answers_wanted(table.state)) == ["blue"]
    submit(table, "blue", [Held(EndTurn())])
    assert events_of(table, TurnEnded) == [TurnEnded("blue"), TurnEnded("red"), TurnEnded("green")]
    assert table.state[Round].number == 2
    assert list(answers_wanted(table.state)) == ["red", "blue", "green"]
    assert len(events_of(table, Silent)) == 1


def test_the_default_keeps_the_first_pebble() -> None:
    table = new_game(1)
    for seat in ("red", "blue"):
        submit(table, seat, [Held(BidCoins(0))])
    submit(table, "red", [Held(Dig())])
    first, *others = table.state[Hand, "red"].drawn
    time_out(table, ["red"], phase_of(table.state, 0))
    assert Kept("red", 2, first, tuple(others)) in table.events
    assert Answered("red", Held(Keep(first, tuple(others))), "default") in table.events


def test_defaults_finish_a_game_that_everybody_left() -> None:
    table = new_game(2, ["moss"], seats=4)
    for seat in ("red", "blue", "green", "yellow"):
        resign(table, seat)
    assert answers_wanted(table.state) == {}
    everybody = ("red", "blue", "green", "yellow")
    assert events_of(table, Ended) == [Ended(dict.fromkeys(everybody, 2), everybody)]


def test_the_others_play_on_when_a_seat_leaves() -> None:
    table = new_game(3, seats=2, rounds=1)
    resign(table, "red")
    assert list(answers_wanted(table.state)) == ["red", "blue"]
    submit(table, "blue", [Held(BidCoins(0))])
    assert list(answers_wanted(table.state)) == ["blue"]
    submit(table, "blue", [Held(EndTurn())])
    assert events_of(table, Ended)
