"""What the base refuses and lists if a module lets teams arrive elsewhere, repair from outside, build colonies."""

from __future__ import annotations

from functools import cache

import pytest
from msgspec.structs import replace

from lpbe.games.living_planet.actions.actions import Act, CallScientist
from lpbe.games.living_planet.actions.building_supply import building_bank, in_bank
from lpbe.games.living_planet.actions.construction import Build, Built, cost_of, may_build, may_build_unmanned
from lpbe.games.living_planet.actions.exploration import LayHex, PlaceHex
from lpbe.games.living_planet.actions.repairs import Repair
from lpbe.games.living_planet.events import ChipPlaced, CubesSpent, Paid, TeamArrived, TeamMoved
from lpbe.games.living_planet.map.queries import tile_of
from lpbe.games.living_planet.module import BASE
from lpbe.games.living_planet.scoring import Scored, score, victory_points
from lpbe.games.living_planet.state import Building, Hand, HexSet, Laid, Map, Place, Purse, Team, Turn, Zone
from lpbe.games.living_planet.turn.production import Produce, ProduceOne
from lpbe.kernel.content import packs
from lpbe.kernel.engine.chance import Rng
from lpbe.kernel.engine.model import Module, Seat, State
from lpbe.kernel.engine.rulebook import Rulebook, bind
from lpbe.kernel.engine.table import Table, answers_wanted, start

from ..positions import GAME, SEATS
from . import outposts
from .drought import PlaceSink, SetSink
from .outposts import OUTPOSTS
from .test_afloat import do_order, list_orders, refusal_clause
from .test_extension_points import flooded_state


@cache
def book() -> Rulebook:
    return bind(BASE, OUTPOSTS, content={**packs.rows(GAME), OUTPOSTS.name: outposts.ROWS})


def camp(**options: int) -> State:
    """Red's outpost and a mine without a chip on H05; R2 beside them, RM1 too."""
    table = Table(book().blank(SEATS[:3], {GAME: {"first_leader": "red", **options}}), Rng(bytes(32)))
    start(table)
    state = table.state
    state[Map].hexes["H05"] = Laid("1,0", 0, 1)
    state[Map].buildings |= {
        "H05.1": Building("outpost", "outpost-a", chip="red"),
        "H05.2": Building("iron_mine", "iron_mine-1", 1),
    }
    state[Map].teams |= {"R2": Team("red", "H05"), "RM1": Team("red", "H05", "motorized")}
    state[Turn].dice, state[Turn].order = dict.fromkeys(SEATS, 3), list(SEATS)
    state[Purse, "red"].cubes |= {"oil": 1}
    return state


# Repairs from outside


def test_a_vehicle_repairs_what_is_beside_it_and_the_phase_goes_on() -> None:
    state = camp()
    table = do_order(state, Repair("H05.2", "RM1"))
    assert {Paid("red", 5), ChipPlaced("red", "H05.2")} <= {*table.events}
    assert answers_wanted(state) == {"red": Act("red")}


@pytest.mark.parametrize("team", ["R2", "R5", "BM1"])
def test_nobody_else_does(team: str) -> None:
    """Not a team that is no vehicle, not one in reserve, not a rival's."""
    state = camp()
    state[Map].teams["BM1"] = Team("blue", "H05", "motorized")
    assert refusal_clause(state, Repair("H05.2", team)) == "LP-REPAIR-02"


@pytest.mark.parametrize(("money", "clause", "count"), [(5, "", 1), (4, "LP-REPAIR-01", 0)])
def test_a_repair_from_outside_is_paid(money: int, clause: str, count: int) -> None:
    state = camp()
    state[Purse, "red"].money = money
    assert refusal_clause(state, Repair("H05.2", "RM1")) == clause
    assert len(list_orders(state, Repair)) == count


def test_without_a_chip_nobody_repairs_from_outside() -> None:
    state = camp()
    state[Map].hexes |= {"H08": Laid("-1,0", 0, 2), "H16": Laid("-1,1", 0, 3)}
    for n in range(1, 5):
        for hex in ("H08", "H16"):
            state[Map].buildings[f"{hex}.{n}"] = Building("outpost", f"{hex}-{n}", chip="red")
    assert refusal_clause(state, Repair("H05.2", "RM1")) == "G-39" and list_orders(state, Repair) == []


def test_what_is_not_there_has_its_chip_or_a_rival_in_it_is_not_repaired() -> None:
    state = camp()
    assert [refusal_clause(state, Repair(spot, "RM1")) for spot in ("H05.1", "H05.3")] == ["LP-REPAIR-01"] * 2
    state[Map].teams["B2"] = Team("blue", "H05.2")
    assert refusal_clause(state, Repair("H05.2", "RM1")) == "LP-REPAIR-02" and list_orders(state, Repair) == []


def test_a_colony_is_repaired_by_its_colour_only() -> None:
    state = camp()
    for seat in ("red", "blue"):
        spot = next(spot for spot, b in state[Map].buildings.items() if b.tile == f"colony-{seat}")
        state[Map].buildings[spot] = replace(state[Map].buildings[spot], chip="")
        state[Map].teams["RM1"] = Team("red", spot.partition(".")[0], "motorized")
        state[Map].teams.pop(f"{seat[0].upper()}1")
        assert refusal_clause(state, Repair(spot, "RM1")) == ("" if seat == "red" else "LP-REPAIR-02")
        assert len(list_orders(state, Repair)) == 1


def test_a_repair_does_not_make_one_too_many() -> None:
    """Red has a shelter of this kind; one with red's own team in it is red's already."""
    state = camp(special_limit=1)
    state[Map].hexes["H08"] = Laid("0,1", 0, 2)
    state[Map].buildings |= {
        "H08.4": Building("shelter_quake", "shelter_quake-a", chip="red"),
        "H05.2": Building("shelter_quake", "shelter_quake-b"),
    }
    assert refusal_clause(state, Repair("H05.2", "RM1")) == "G-07" and list_orders(state, Repair) == []
    state[Map].teams["R2"] = Team("red", "H05.2")
    assert refusal_clause(state, Repair("H05.2", "RM1")) == ""
    assert Repair("H05.2", "RM1") in list_orders(state, Repair)
    del state[Map].buildings["H08.4"], state[Map].teams["R2"]
    assert refusal_clause(state, Repair("H05.2", "RM1")) == "" and len(list_orders(state, Repair)) == 1


# Arrivals elsewhere


def test_a_scientist_arrives_at_an_outpost_for_oil() -> None:
    state = camp()
    table = do_order(state, ProduceOne("scientist", "H05.1"), Produce("red"))
    assert {CubesSpent("red", "oil", 1), TeamArrived("R3", "red", "H05.1")} <= {*table.events}
    assert state[Purse, "red"].cubes["oil"] == 0


def test_the_only_outpost_need_not_be_named() -> None:
    state = camp()
    assert TeamArrived("R3", "red", "H05.1") in do_order(state, ProduceOne("scientist"), Produce("red")).events


def test_of_two_outposts_one_is_named() -> None:
    state = camp()
    state[Map].buildings["H05.3"] = Building("outpost", "outpost-b", chip="red")
    assert refusal_clause(state, ProduceOne("scientist"), Produce("red")) == "LP-COLONY-02"
    assert refusal_clause(state, ProduceOne("scientist", "H05.3"), Produce("red")) == ""
    assert refusal_clause(state, ProduceOne("scientist", "H05.2"), Produce("red")) == "LP-COLONY-02"
    ways = [order for order in list_orders(state, ProduceOne, Produce("red")) if isinstance(order, ProduceOne)]
    assert [order.place for order in ways if order.what == "scientist"] == ["H05.1", "H05.3"]


def test_on_a_six_teams_arrive_at_home() -> None:
    """The colony is empty: an order that names no place means the colony."""
    state = camp()
    home = next(spot for spot, b in state[Map].buildings.items() if b.tile == "colony-red")
    state[Turn].dice["red"], state[Purse, "red"].cubes["mycelium"] = 6, 1
    state[Map].teams["R1"] = Team("red", "H05")
    assert TeamArrived("R3", "red", home) in do_order(state, ProduceOne("scientist"), Produce("red")).events


def test_who_cannot_arrive_does_not() -> None:
    state = camp()
    assert refusal_clause(state, ProduceOne("motorized", "H05.1"), Produce("red")) == "LP-COLONY-02"
    state[Map].teams["R2"] = Team("red", "H05.1")
    assert refusal_clause(state, ProduceOne("scientist", "H05.1"), Produce("red")) == "POST-01"
    state = camp()
    state[Purse, "red"].cubes["oil"] = 0
    assert refusal_clause(state, ProduceOne("scientist", "H05.1"), Produce("red")) == "POST-01"
    assert not [o for o in list_orders(state, ProduceOne, Produce("red")) if o == ProduceOne("scientist", "H05.1")]
    state = camp()
    state[Map].teams |= {name: Team("red", "H05") for name in ("R3", "R4", "R5")}
    assert refusal_clause(state, ProduceOne("scientist", "H05.1"), Produce("red")) == "POST-01"
    assert list_orders(state, ProduceOne, Produce("red")) == [ProduceOne("none")]


def test_where_both_are_open_an_arrival_that_names_no_place_is_at_home() -> None:
    """With a 6, and nobody on the colony; for mycelium, as there."""
    state = camp()
    home = state[Map].teams["R1"].place
    state[Map].teams["R1"], state[Purse, "red"].cubes["mycelium"] = Team("red", "H05"), 1
    state[Turn].dice["red"] = 6
    table = do_order(state, ProduceOne("scientist"), Produce("red"))
    assert {CubesSpent("red", "mycelium", 1), TeamArrived("R3", "red", home)} <= {*table.events}


# Card 3


def leading() -> State:
    state = camp()
    state[Turn].effect, state[Turn].leader = 3, "red"
    return state


def test_who_is_called_arrives_where_it_is_said() -> None:
    state = leading()
    assert TeamArrived("R3", "red", "H05.1") in do_order(state, CallScientist("H05.1")).events
    assert refusal_clause(leading(), CallScientist("H05.2")) == "LP-CARD3-01"


def test_one_place_need_not_be_said_two_are_listed() -> None:
    """The colony is occupied; then R1 leaves, and the colony is the most likely place."""
    state = leading()
    assert list_orders(state, CallScientist) == [CallScientist()]
    home = state[Map].teams["R1"].place
    state[Map].teams["R1"] = Team("red", "H05")
    assert list_orders(state, CallScientist) == [CallScientist(home), CallScientist("H05.1")]
    assert TeamArrived("R3", "red", "H05.1") in do_order(state.copy(), CallScientist("H05.1")).events
    assert TeamArrived("R3", "red", home) in do_order(state, CallScientist()).events


# Colonies that are constructed


def exiled_state(seat: str = "red", money: int = 20) -> State:
    """A seat's colony is not on the map; its team is on H05."""
    state = camp()
    state[Map].buildings = {spot: b for spot, b in state[Map].buildings.items() if b.tile != f"colony-{seat}"}
    state[Map].teams = {"R1": Team("red", "H05"), "B1": Team("blue", "H05"), "Y1": Team("yellow", "H05")}
    state[Purse, seat].money = money
    return state


@pytest.mark.parametrize(("money", "clause"), [(8, ""), (7, "LP-BUILD-01")])
def test_a_colony_is_constructed_at_its_price(money: int, clause: str) -> None:
    state = exiled_state(money=money)
    found = [order for order in list_orders(state, Build) if isinstance(order, Build) and order.building == "colony"]
    assert refusal_clause(state, Build("colony", "H05.3")) == clause
    assert [order.place for order in found] == ([] if clause else ["H05.3"])
    if not clause:
        table = do_order(state, Build("colony", "H05.3"))
        assert {Paid("red", 8), Built("red", "colony", "colony-red", "H05.3", 6)} <= {*table.events}


def test_a_colony_may_be_free() -> None:
    state = exiled_state("blue", 0)
    assert [cost_of(state, seat, "colony") for seat in ("red", "blue", "yellow")] == [8, 0, 0]


def test_only_a_colony_that_is_away_is_in_the_bank() -> None:
    state = exiled_state()
    assert building_bank(state, "red")["colony"] == in_bank(state, "red", "colony") == ["colony-red"]
    assert building_bank(state, "blue")["colony"] == in_bank(state, "blue", "colony") == []
    assert building_bank(state, "yellow")["colony"] == in_bank(state, "yellow", "colony") == []
    assert len(building_bank(state, "red")["shelter_quake"]) == 4
    assert building_bank(state, "red")["outpost"] == ["outpost-b", "outpost-c", "outpost-d"]


def test_a_colony_is_built_on_closed_spots_of_the_start_tile() -> None:
    state = exiled_state()
    start_tile = min(hex for hex in state[Map].hexes if hex != "H05")
    state[Map].teams["R1"] = Team("red", start_tile)
    empty = [f"{start_tile}.{n}" for n in range(1, 4) if f"{start_tile}.{n}" not in state[Map].buildings]
    found = [order for order in list_orders(state, Build) if isinstance(order, Build)]
    assert [(order.building, order.place) for order in found] == [("colony", spot) for spot in empty]
    assert refusal_clause(state, Build("shelter_quake", empty[0])) == "G-53"
    state[Purse, "red"].money = 8
    assert [order.place for order in list_orders(state, Build) if isinstance(order, Build)] == empty
    state[Purse, "red"].money = 7
    assert list_orders(state, Build) == [] and refusal_clause(state, Build("colony", empty[0])) == "LP-BUILD-01"


def by_nobody(answer: bool, state: State, seat: Seat, building: str, spot: Place) -> bool:
    return True


def not_on_h10_1(answer: bool, state: State, building: str, spot: Place) -> bool:
    return answer and spot != "H10.1"


def test_a_colony_that_needs_no_team_is_listed_wherever_it_may_stand() -> None:
    """Other buildings that nobody builds are left to those who name them."""
    state = exiled_state()
    state[Map].hexes["H09"] = Laid("-1,0", 0, 2)
    state[Map].hexes["H10"] = Laid("-1,1", 0, 3)
    remote = Module("remote", amendments={may_build_unmanned: by_nobody, may_build: not_on_h10_1})
    state.book = bind(BASE, OUTPOSTS, remote, content={**packs.rows(GAME), OUTPOSTS.name: outposts.ROWS})
    found = [order for order in list_orders(state, Build) if isinstance(order, Build)]
    places = [(o.place, o.team) for o in found if o.building == "colony"]
    assert places == [("H05.3", "R1"), ("3.1", ""), ("H09.1", ""), ("H10.2", "")]
    assert {o.building for o in found if not o.team} == {"colony"}
    assert refusal_clause(state, Build("colony", "3.1")) == refusal_clause(state, Build("shelter_quake", "H09.1")) == ""


# Hexes that cannot wait, and grounds that several ways lead to


def test_an_urgent_hex_fits_like_any_other() -> None:
    state = flooded_state()
    state[HexSet].tiles["S9"] = replace(tile_of(state, "S4"), edges="MDDDDD", traits=("sink",))
    state[Hand, "red"].hexes = ["S9"]
    question = SetSink("red", "S9")
    fitting = [order for order in list_orders(state, PlaceSink, question) if isinstance(order, PlaceSink)]
    at = fitting[0].at
    good = {order.turn for order in fitting if order.at == at}
    assert 0 < len(good) < 6
    for turn in range(6):
        assert refusal_clause(state, PlaceSink(at, turn), question) == ("" if turn in good else "DRY-01")


def lake(reed: int) -> State:
    """Two hexes of water between red's raft and a third, whose shores they reach from different sides."""
    state = flooded_state()
    water = replace(tile_of(state, "W0"), edges="DDDDDD", zones={"W1": Zone((0, 1, 2, 3, 4, 5), "water")})
    shores = replace(water, zones={"A1": Zone((3,), "water"), "A2": Zone((4,), "water")})
    state[HexSet].tiles |= {"W1": water, "W2": water, "W3": shores}
    state[Map].hexes |= {"W1": Laid("2,-1", 0, 2), "W2": Laid("2,0", 0, 3)}
    state[Purse, "red"].cubes["reed"], state[Hand, "red"].hexes = reed, ["W3"]
    return state


@pytest.mark.parametrize(
    ("path", "clause"), [((), "LP-EXPL-08"), (("W1",), ""), (("W2",), ""), (("W1", "W0"), "LP-EXPL-07")]
)
def test_where_ways_lead_to_several_grounds_the_last_hex_is_named(path: tuple[str, ...], clause: str) -> None:
    order = PlaceHex("W3", "3,-1", 0, "RR1", path)
    state = lake(1)
    assert refusal_clause(state, order, LayHex("red")) == clause
    if not clause:
        do_order(state, order, LayHex("red"))
        assert state[Map].teams["RR1"].place == {"W1": "W3.A1", "W2": "W3.A2"}[path[0]]


def test_a_gate_is_named_alone_from_farther_away() -> None:
    """From two hexes away the last hex names the shore; a list of hexes must be the whole way."""
    state = lake(1)
    state[HexSet].tiles["W5"] = state[HexSet].tiles["W1"]
    state[Map].hexes["W5"] = Laid("2,-2", 0, 4)
    state[Map].teams["RR1"] = Team("red", "W5.W1", "raft")
    order = PlaceHex("W3", "3,-1", 0, "RR1", ("W2",))
    assert refusal_clause(state, order, LayHex("red")) == ""
    assert refusal_clause(state, replace(order, path=("W2", "W1")), LayHex("red")) == "LP-EXPL-07"
    do_order(state, order, LayHex("red"))
    assert state[Map].teams["RR1"].place == "W3.A2"


def test_a_path_that_is_the_whole_way_is_gone_as_it_is_named() -> None:
    """RM1 leaves its building first, though it need not; another way would lead to another ground."""
    state = lake(0)
    mud = replace(tile_of(state, "W2"), zones={"L1": Zone((0, 1, 2, 3, 4, 5), "mud")})
    state[HexSet].tiles |= {"W2": mud, "W3": replace(mud, zones={"A1": Zone((3,), "mud"), "A2": Zone((4,), "mud")})}
    del state[Map].hexes["W1"]
    state[Map].hexes["H01"] = Laid("2,-1", 0, 2)
    state[Map].buildings["H01.1"] = Building("turbine", "turbine-1", 1, "red")
    state[Map].teams["RM1"] = Team("red", "H01.1", "motorized")
    assert refusal_clause(state, PlaceHex("W3", "3,-1", 0, "RM1"), LayHex("red")) == "LP-EXPL-08"
    table = do_order(state, PlaceHex("W3", "3,-1", 0, "RM1", ("H01",)), LayHex("red"))
    assert [event.place for event in table.events if isinstance(event, TeamMoved)] == ["H01", "W3.A1"]


def test_who_can_pay_no_way_at_all_is_told_so() -> None:
    assert refusal_clause(lake(0), PlaceHex("W3", "3,-1", 0, "RR1"), LayHex("red")) == "LP-EXPL-07"


# What counts besides


def test_what_a_module_counts_is_added() -> None:
    """A mine without a chip is nobody's: the outpost, a vehicle, 20 MC; and the outpost once more."""
    state = camp()
    assert score(state, "red") == Scored("red", 1, 1, 4, 1)
    assert (victory_points(state, "red"), victory_points(state, "blue")) == (7, 4)
