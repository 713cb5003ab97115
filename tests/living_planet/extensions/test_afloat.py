"""What the base refuses and lists if a module adds needs, fares, zones and builders that do not move in."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from lpbe.games.living_planet.actions.actions import Act
from lpbe.games.living_planet.actions.arrivals import arriving_kinds
from lpbe.games.living_planet.actions.construction import Build
from lpbe.games.living_planet.actions.exploration import LayHex, PlaceHex
from lpbe.games.living_planet.actions.movement import Move
from lpbe.games.living_planet.events import CubesSpent, TeamMoved, affords
from lpbe.games.living_planet.map.paths import ways
from lpbe.games.living_planet.map.queries import chips_left, ground_of, tile_of
from lpbe.games.living_planet.map.zones import are_joined, ground_facing, zone_facing, zones_at
from lpbe.games.living_planet.state import Bank, Building, Hand, HexSet, Laid, Map, Purse, Team, Turn
from lpbe.kernel.engine import legality
from lpbe.kernel.engine.chance import Rng
from lpbe.kernel.engine.model import Held, Order, Question, State
from lpbe.kernel.engine.table import Table, submit

from .test_extension_points import flooded_state


def refusal_clause(state: State, order: Order, question: Question | None = None) -> str:
    """Return the clause that forbids it, or None if it is allowed."""
    wrong = legality.refusal(state, question or Act("red"), "red", order)
    return getattr(wrong, "clause", "") if wrong else ""


def list_orders(state: State, kind: type[Order], question: Question | None = None) -> list[Order]:
    return [o for o in legality.legal_orders(state, question or Act("red"), "red") if isinstance(o, kind)]


def do_order(state: State, order: Order, question: Question | None = None) -> Table:
    table = Table(state, Rng(bytes(32)))
    table.then(question or Act("red"))
    table.push()
    submit(table, "red", [Held(order)])
    return table


def with_chips(state: State, left: int) -> State:
    """Return a position with this many chips in red's reserve; the others are on buildings somewhere."""
    state[Map].hexes |= {"H08": Laid("-1,0", 0, 5), "H16": Laid("-1,1", 0, 6), "H24": Laid("0,-1", 0, 7)}
    spots = [f"{hex}.{n}" for hex in ("H08", "H16", "H24") for n in range(1, 5)]
    for n, spot in enumerate(spots[: chips_left(state, "red") - left]):
        state[Map].buildings[spot] = Building("reed_bed", f"other-{n}", 9, "red")
    assert chips_left(state, "red") == left
    return state


def jetties(state: State) -> list[Order]:
    return [order for order in list_orders(state, Build) if isinstance(order, Build) and order.building == "jetty"]


@pytest.mark.parametrize(("reed", "money", "count"), [(1, 5, 1), (0, 5, 0), (1, 4, 0)])
def test_what_costs_cubes_is_listed_for_those_who_have_them(reed: int, money: int, count: int) -> None:
    state = flooded_state()
    state[Purse, "red"].cubes["reed"], state[Purse, "red"].money = reed, money
    assert len(jetties(state)) == count


def test_cubes_are_spent_on_a_building() -> None:
    state = flooded_state()
    bank = state[Bank].cubes["reed"]
    table = do_order(state, Build("jetty", "W0.2", 0, "R2"))
    assert CubesSpent("red", "reed", 1) in table.events
    assert state[Purse, "red"].cubes["reed"] == 2 and state[Bank].cubes["reed"] == bank + 1


@pytest.mark.parametrize(("left", "clause"), [(0, "LP-BUILD-08"), (1, "")])
def test_who_does_not_move_in_needs_a_chip(left: int, clause: str) -> None:
    """The raft stays on the water; a scientist moves in, with or without a chip."""
    state = with_chips(flooded_state(), left)
    assert refusal_clause(state, Build("jetty", "W0.2", 0, "RR1")) == clause
    assert refusal_clause(state, Build("jetty", "W0.2", 0, "R2")) == ""
    state[Map].teams["R2"] = Team("red", "W0.L1", wounded=True)
    assert len(jetties(state)) == left


def test_a_builder_that_does_not_move_in_stays_where_it_is() -> None:
    table = do_order(flooded_state(), Build("jetty", "W0.2", 0, "RR1"))
    assert table.state[Map].teams["RR1"].place == "W0.W1"
    assert table.state[Map].buildings["W0.2"].chip == "red"
    assert not [event for event in table.events if isinstance(event, TeamMoved)]


def upstream(reed: int) -> State:
    """Put a second marsh beside the first, water beside water."""
    state = flooded_state()
    state[Map].hexes["W1"] = Laid("2,-1", 3, 2)
    state[Purse, "red"].cubes["reed"] = reed
    return state


def test_a_fare_is_paid_or_there_is_no_move() -> None:
    sail = Move(("RR1:W1.W1",))
    assert refusal_clause(upstream(0), sail) == "LP-MOVE-01" and sail not in list_orders(upstream(0), Move)
    assert refusal_clause(upstream(1), sail) == "" and sail in list_orders(upstream(1), Move)
    state = upstream(1)
    assert CubesSpent("red", "reed", 1) in do_order(state, sail).events
    assert state[Purse, "red"].cubes["reed"] == 0


def test_what_a_module_adds_to_moves_is_listed() -> None:
    assert Move(("R2:RR1",)) in list_orders(upstream(0), Move)


def test_going_aboard_costs_no_points() -> None:
    """With a 1: onto the raft for free, and one hex further with it."""
    state = upstream(1)
    state[Turn].dice["red"] = 1
    assert refusal_clause(state, Move(("R2:RR1", "RR1:W1.W1"))) == ""
    assert refusal_clause(state, Move(("R2:RR1", "RR1:W1.W1", "RR1:W0.W1"))) == "LP-MOVE-01"


def test_a_raft_stays_on_the_water() -> None:
    state = upstream(3)
    assert [*ways(state, "RR1", 1)] == ["W1.W1"]
    assert refusal_clause(state, Move(("RR1:W0.L1",))) == "G-45"
    moves = [order for order in list_orders(state, Move) if isinstance(order, Move)]
    assert [order for order in moves if order.steps[0].startswith("RR1:")] == [Move(("RR1:W1.W1",))]


@pytest.mark.parametrize(("reed", "clause"), [(0, "LP-EXPL-07"), (1, "")])
def test_a_voyage_is_paid(reed: int, clause: str) -> None:
    """By raft to a hex two steps away, whose water adjoins that of the one between."""
    state = upstream(reed)
    state[Map].hexes |= {"W1": Laid("2,-1", 4, 2), "H01": Laid("3,-2", 0, 3)}
    state[Hand, "red"].hexes = ["W3"]
    voyage = PlaceHex("W3", "3,-1", 3, "RR1")
    assert refusal_clause(state, voyage, LayHex("red")) == clause
    assert (voyage in list_orders(state, PlaceHex, LayHex("red"))) == (not clause)
    unnamed = PlaceHex("W3", "3,-1", 3)
    assert refusal_clause(state, unnamed, LayHex("red")) == ("" if reed else "LP-EXPL-05")
    if not clause:
        assert CubesSpent("red", "reed", 1) in do_order(state, voyage, LayHex("red")).events
        assert state[Map].teams["RR1"].place == "W3.W1" and state[Purse, "red"].cubes["reed"] == 0


def test_zones_face_sides_as_the_hex_is_turned() -> None:
    state = upstream(0)
    assert [zone_facing(state, "W1", side) for side in range(6)] == ["L1"] * 3 + ["W1"] * 3
    assert [ground_facing(state, "W1", side) for side in (0, 3)] == ["W1.L1", "W1.W1"]
    assert ground_facing(state, "2", 0) == "2"
    assert [ground_of(state, place) for place in ("W0.W1", "W0.L1", "W0.1", "W0.2", "2", "W0")] == [
        "water",
        "mud",
        "mud",
        "water",
        "land",
        "land",
    ]


def test_places_are_joined_where_zones_meet() -> None:
    state = upstream(0)
    assert [zones_at(state, place) for place in ("W0.1", "W0.2", "W0.W1", "2.1")] == [
        ("L1",),
        ("W1", "L1"),
        ("W1",),
        ("",),
    ]
    assert zones_at(state, "W0") == ()
    state[HexSet].tiles["W1"] = replace(tile_of(state, "W1"), beside=())
    assert zones_at(state, "W1.1") == () and zones_at(state, "W1") == ()
    pairs = [("W0.1", "W0.L1"), ("W0.1", "W0.W1"), ("W0.2", "W0.W1"), ("W0.2", "W0.L1"), ("W0.W1", "W0.L1")]
    assert [are_joined(state, *pair) for pair in pairs] == [True, False, True, True, False]
    assert are_joined(state, "W0.W1", "W1.W1") and not are_joined(state, "W0.L1", "W1.W1")
    assert (
        not are_joined(state, "W0.W1", "W1.L1")
        and are_joined(state, "2", "W0.L1")
        and not are_joined(state, "2", "W0.W1")
    )
    assert are_joined(state, "RR1", "W0.L1") and are_joined(state, "W0.L1", "RR1")


def test_all_that_is_due_must_be_there() -> None:
    state = flooded_state()
    state[Purse, "red"].cubes |= {"reed": 1, "oil": 0}
    assert affords(state, "red", {"reed": 1}) and not affords(state, "red", {"reed": 1, "oil": 1})


def test_only_teams_that_cost_a_cube_arrive() -> None:
    assert arriving_kinds(flooded_state().book) == ("scientist", "motorized")


def test_a_named_path_goes_from_zone_to_zone() -> None:
    state = upstream(1)
    state[Map].hexes |= {"W1": Laid("2,-1", 4, 2), "H01": Laid("3,-2", 0, 3)}
    state[Hand, "red"].hexes = ["W3"]
    table = do_order(state, PlaceHex("W3", "3,-1", 3, "RR1", ("W1",)), LayHex("red"))
    moved = [event.place for event in table.events if isinstance(event, TeamMoved)]
    assert moved == ["W1.W1", "W3.W1"]


def exploration_orders(state: State) -> list[PlaceHex]:
    return [order for order in list_orders(state, PlaceHex, LayHex("red")) if isinstance(order, PlaceHex)]


def test_a_place_that_can_be_reached_from_one_side_is_listed() -> None:
    """The raft's water touches the cell in the east from W0; from W1, as it is placed here, land is between."""
    state = upstream(0)
    state[Map].hexes["W1"] = Laid("2,-1", 2, 2)
    state[Hand, "red"].hexes = ["W3", "W4", "W6", "W7"]
    state[Map].teams["R2"] = Team("red", "W0.L1", wounded=True)
    by_raft = [order for order in exploration_orders(state) if order.team == "RR1"]
    assert {"2,0"} <= {order.at for order in by_raft}
    assert all(refusal_clause(state, order, LayHex("red")) == "" for order in by_raft)


def test_who_is_aboard_explores_from_where_the_raft_is() -> None:
    """It could only go ashore: nothing is listed for it, and nothing breaks."""
    state = upstream(1)
    TeamMoved("R2", "RR1").apply(state)
    state[Hand, "red"].hexes = ["W3", "W6"]
    assert {order.team for order in exploration_orders(state)} <= {"R1", "RR1"}
    assert ways(state, "R2", 2) == {}


def shore(turn: int = 0) -> State:
    """Return a hex of land in the east of W0, where its water is."""
    state = flooded_state()
    state[Map].hexes["H01"] = Laid("2,0", turn, 2)
    return state


def test_water_parts_what_is_beside_it() -> None:
    state = shore()
    assert "H01" not in ways(state, "RR1", 2) and "H01" not in ways(state, "R2", 1)
    assert (
        refusal_clause(state, Move(("RR1:H01",))) == "LP-MOVE-07" and refusal_clause(state, Move(("R2:H01",))) == "G-45"
    )


def moved_to(state: State, name: str) -> list[tuple[str, ...]]:
    moves = [order.steps for order in list_orders(state, Move) if isinstance(order, Move)]
    return [steps for steps in moves if steps[0].startswith(f"{name}:")]


def test_steps_out_of_buildings_lead_into_their_zones() -> None:
    state = flooded_state()
    state[Map].buildings["W0.1"] = Building("reed_bed", "reed_bed-1", 1, "red")
    state[Map].teams["R2"] = Team("red", "W0.1")
    assert ("R1:2",) in moved_to(state, "R1")
    assert ("R2:W0.L1",) in moved_to(state, "R2") and ("R2:W0.W1",) not in moved_to(state, "R2")
    state[Map].teams["R2"] = Team("red", "W0.L1")
    assert ("R2:W0.L1",) not in moved_to(state, "R2") and ("R2:W0.1",) in moved_to(state, "R2")


def test_a_building_two_hexes_away_is_entered_from_the_zone_between() -> None:
    state = flooded_state()
    state[Map].hexes["H02"] = Laid("1,1", 0, 2)
    state[Map].buildings["H02.1"] = Building("turbine", "turbine-1", 1)
    state[Map].teams = {"RM1": Team("red", "2", "motorized")}
    assert moved_to(state, "RM1") == [
        ("RM1:2.1",),
        ("RM1:W0.L1",),
        ("RM1:W0.L1", "RM1:H02"),
        ("RM1:W0.L1", "RM1:H02.1"),
    ]
