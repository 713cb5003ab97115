"""The extension points of the base game: two expansions of our own, each alone and both in either order of binding."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from lpbe.board.model import TokenView
from lpbe.bots.arena import game_root, play
from lpbe.games import book_of, game_of
from lpbe.games.living_planet.actions.actions import Act
from lpbe.games.living_planet.actions.building_supply import building_bank, over_limit
from lpbe.games.living_planet.actions.construction import Build, Built
from lpbe.games.living_planet.actions.exploration import ExplorationFailed, Explore, LayHex
from lpbe.games.living_planet.actions.hex_draws import HexBuried, HexShown, urgent_cells
from lpbe.games.living_planet.actions.movement import Move
from lpbe.games.living_planet.actions.trade_terms import cubes_of
from lpbe.games.living_planet.bot.greedy import greedy
from lpbe.games.living_planet.events import ChipLost, CubesSpent, TeamArrived, TeamLost, TeamMoved
from lpbe.games.living_planet.map.paths import all_one_ground, arrival, is_place, may_leave, may_step
from lpbe.games.living_planet.map.queries import (
    hex_name,
    hex_of,
    inside,
    is_motorized,
    reserve,
    resource_names,
    resources,
    team_kinds,
    team_names,
    turns,
)
from lpbe.games.living_planet.map.zones import zone_facing, zones_at
from lpbe.games.living_planet.module import BASE
from lpbe.games.living_planet.presentation_hooks import tokens_on, where
from lpbe.games.living_planet.setup import DecksShuffled, pool
from lpbe.games.living_planet.state import (
    LAND,
    Bank,
    Building,
    Decks,
    Hand,
    Laid,
    Map,
    Piles,
    Purse,
    Team,
    Tile,
    Track,
    Turn,
)
from lpbe.games.living_planet.turn.production import Produced
from lpbe.games.living_planet.turn.strikes import (
    ColonyLost,
    HurtOutside,
    Struck,
    ravage,
    teams_outside,
    untouched_places,
)
from lpbe.games.living_planet.turn.turn import TurnBegan
from lpbe.kernel.base.errors import Refused
from lpbe.kernel.content import packs
from lpbe.kernel.engine import legality
from lpbe.kernel.engine.chance import Rng
from lpbe.kernel.engine.model import Agenda, Event, Held, Module, Order, Roster, Seat, State
from lpbe.kernel.engine.rulebook import Rulebook, bind
from lpbe.kernel.engine.table import Table, answers_wanted, play_batch, start, submit

from ..positions import GAME, SEATS
from . import drought, rafts
from .drought import DROUGHT, Dry, PlaceSink, SetSink
from .rafts import RAFTS, ChooseMarsh, LaunchRaft, Marshes, PickMarsh, cargo_of, carries
from .sights import sights_state

CONTENT = {**packs.rows(GAME), RAFTS.name: rafts.ROWS, DROUGHT.name: drought.ROWS}
SETS: dict[str, tuple[Module, ...]] = {
    "rafts": (RAFTS,),
    "drought": (DROUGHT,),
    "rafts and drought": (RAFTS, DROUGHT),
    "drought and rafts": (DROUGHT, RAFTS),
}
sets = pytest.mark.parametrize("name", SETS)
SEEDS = (12, 13, 23)


@cache
def bind_rules(name: str) -> Rulebook:
    return bind(BASE, *SETS[name], content=CONTENT)


def begin_game(name: str, seats: int = 3, seed: int = 0, **options: str | int) -> Table:
    table = Table(bind_rules(name).blank(SEATS[:seats], {GAME: options}), Rng(seed.to_bytes(32, "big")))
    start(table)
    return table


def read_by(book: Rulebook, state: State) -> State:
    """Return the same position, by the rules of another rulebook."""
    again = state.with_parts(state)
    again.book = book
    return again


def legal(state: State, seat: Seat) -> list[Order]:
    return list(legality.legal_orders(state, answers_wanted(state)[seat], seat))


def pick(state: State, orders: list[Order], random: Random) -> Order:
    """Choose a kind of order first; rafts and boarding whenever possible."""
    aboard = [
        o for o in orders if isinstance(o, Move) and any(s.partition(":")[2] in state[Map].teams for s in o.steps)
    ]
    wet = [
        o for o in orders if isinstance(o, LaunchRaft) or (isinstance(o, Build) and o.building in ("jetty", "reed_bed"))
    ]
    for wanted in (wet, aboard):
        if wanted and random.random() < 0.7:
            return random.choice(wanted)
    kind = random.choice(list(dict.fromkeys(map(type, orders))))
    return random.choice([order for order in orders if type(order) is kind])


def positions(name: str, seed: int) -> Iterator[tuple[State, Table]]:
    """Yield every position of a game at random, and what had just happened."""
    table, random = begin_game(name, 2 + seed % 3, seed, hex_set="generated" if seed % 2 else "standard"), Random(seed)
    yield table.state, table
    while wanted := answers_wanted(table.state):
        seat = random.choice(list(wanted))
        table = Table(table.state, Rng(seed.to_bytes(32, "big")))
        submit(table, seat, [Held(pick(table.state, legal(table.state, seat), random))])
        yield table.state, table


def check_conserved(state: State) -> None:
    """Check that all cubes, teams, hexes and tiles from the beginning are somewhere."""
    seats, gone = state[Roster].seats, Counter([*state[Track].spots, *state[Track].removed])
    for resource, count in cubes_of(state).items():
        purses = [state[Purse, seat].cubes[resource] for seat in seats]
        assert min(*purses, state[Bank].cubes[resource]) >= 0
        assert state[Bank].cubes[resource] + sum(purses) + gone[resource] == count, resource
    for seat, kind in [(seat, kind) for seat in seats for kind in team_kinds(state.book)]:
        names = team_names(state.book, seat, kind)
        placed = [name for name in state[Map].teams if name in names]
        assert len(placed) + len(reserve(state, seat, kind)) == len(names)
        assert all(state[Map].teams[name].kind == kind for name in placed)
    for name, team in state[Map].teams.items():
        assert is_place(state, team.place) and hex_of(state, team.place) in state[Map].hexes, (name, team)
        assert not team.wounded or not is_motorized(state, team)
        assert len([one for one in state[Map].teams.values() if one.place == name]) <= 1
    hands = [hex for seat in seats for hex in state[Hand, seat].hexes]
    found = [*state[Decks].hexes, *hands, *state[Map].hexes]
    assert len(found) == len(set(found)) and state[Piles].hexes == len(state[Decks].hexes)


def exact(state: State) -> None:
    """Check that everything listed as legal is accepted."""
    for seat, question in answers_wanted(state).items():
        for order in legal(state, seat):
            assert legality.refusal(state, question, seat, order) is None, (question, order)


@cache
def play_events(name: str) -> list[Event]:
    """Play random games to their end: nothing is made or lost on the way, and no list of orders promises too much."""
    events: list[Event] = []
    for seed in SEEDS:
        for number, (state, table) in enumerate(positions(name, seed)):
            check_conserved(state)
            if number % 7 == seed % 7:
                exact(state)
            events += table.events
        check_ended(name, state, events)
    return events


def check_ended(name: str, state: State, events: list[Event]) -> None:
    """Check that the game had as many turns as the modules say, and every hex of the deck is somewhere."""
    assert len(state[Track].spots) == turns(state) == 12 + 2 * (RAFTS in SETS[name]) + (DROUGHT in SETS[name])
    sizes = [event.sizes[0] for event in events if isinstance(event, DecksShuffled)]
    hands = [hex for seat in state[Roster].seats for hex in state[Hand, seat].hexes]
    assert sizes[-1] == len([*state[Decks].hexes, *hands, *state[Map].hexes]) - 1


@sets
def test_games_at_random_come_to_their_end_and_nothing_is_lost(name: str) -> None:
    assert len([event for event in play_events(name) if isinstance(event, DecksShuffled)]) == len(SEEDS)


def test_both_orders_of_binding_allow_the_same() -> None:
    """At every position: the same orders, the same defaults, and the same consequences."""
    other, sampled = bind_rules("drought and rafts"), 0
    for seed in SEEDS:
        for state, _ in positions("rafts and drought", seed):
            again = read_by(other, state)
            for seat, question in answers_wanted(state).items():
                orders = legal(state, seat)
                assert set(orders) == set(legal(again, seat))
                assert legality.default_order(state, question, seat) == legality.default_order(again, question, seat)
                ends = [play_batch(one, Rng(bytes(32)), seat, orders[-1]).events for one in (state, again)]
                assert ends[0] == ends[1]
                sampled += 1
    assert sampled > 1000


def test_every_door_is_gone_through() -> None:
    """Plain games hardly ever use rafts; these tests check that what players here like to do does happen."""
    events = [event for name in SETS for event in play_events(name)]
    kinds = Counter(type(event) for event in events)
    assert all(kinds[kind] for kind in (rafts.MarshChosen, drought.HexDried, Built, TeamLost))
    arrived = [event for event in events if isinstance(event, TeamArrived)]
    assert {event.kind for event in arrived} >= {"scientist", "raft"}
    moved = [event for event in events if isinstance(event, TeamMoved)]
    assert any(event.place[:1] in "RBYG" and event.place[1:2] == "R" for event in moved), "nobody went aboard"
    assert any(".L1" in event.place for event in moved) and any(".W1" in event.place for event in moved)
    struck = {event.kind for event in events if isinstance(event, Struck)}
    assert struck >= {"mudslide", "dust", "tornado"}
    assert {event.building for event in events if isinstance(event, Built)} >= {"reed_bed", "jetty", "salt_pan"}
    assert {event.resource for event in events if isinstance(event, CubesSpent)} >= {"reed"}
    assert any(event.resource == "salt" and event.count == 2 for event in events if isinstance(event, Produced))


def test_what_is_asked_before_turn_1_decides_what_the_deck_is_made_of() -> None:
    table = begin_game("rafts", 2)
    assert table.state[Turn].number == 0 and not [e for e in table.events if isinstance(e, DecksShuffled)]
    question = answers_wanted(table.state)["red" if "red" in answers_wanted(table.state) else "blue"]
    assert isinstance(question, PickMarsh)
    for hex in ("V3", "V1"):
        seat = next(iter(answers_wanted(table.state)))
        submit(table, seat, [Held(ChooseMarsh(hex))])
    assert table.state[Turn].number == 1 and table.state[Marshes].chosen == ["V3", "V1"]
    deck = table.state[Decks].hexes
    pools = Counter(bind_rules("rafts").rows_of(Tile)[hex].deck for hex in deck)
    assert pools == {LAND: 12, "marsh": 6, "bog": 2} and {"V3", "V1"} <= set(deck)
    (began,) = [event for event in table.events if isinstance(event, TurnBegan)]
    assert (began.number, began.turns) == (1, 14)


def test_hexes_that_are_made_keep_to_the_pool_of_the_base() -> None:
    table = begin_game("rafts and drought", hex_set="generated")
    made = [event for event in table.events if event.__class__.__name__ == "HexesMade"]
    assert made and {tile.deck for event in made for tile in event.tiles.values()} == {LAND}


def test_resources_have_one_order_whatever_is_bound_first() -> None:
    both = [resource_names(bind_rules(name)) for name in ("rafts and drought", "drought and rafts")]
    assert both[0] == both[1] == ("oil", "vibranium", "electricity", "iron", "mycelium", "reed", "salt")
    state = begin_game("drought and rafts", 2).state
    assert sorted(state[Bank].prices) == sorted(resources(state)) and set(state[Bank].prices.values()) == {5}
    assert [state[Purse, seat].cubes["reed"] for seat in state[Roster].seats] == [3, 3]
    assert state[Bank].cubes["reed"] == 16 - 6


def flooded_state(name: str = "rafts and drought") -> State:
    """Return red beside a marsh next to the start tile, water to the north-east; a raft of red's on the water."""
    state = begin_game(name, 2, first_leader="red").state
    for _ in range(2):
        seat, table = next(iter(answers_wanted(state))), Table(state, Rng(bytes(32)))
        submit(table, seat, [Held(ChooseMarsh(f"V{_}"))])
    state[Map].hexes["W0"] = Laid("1,0", 0, 1)
    state[Map].teams |= {"R2": Team("red", "W0.L1"), "RR1": Team("red", "W0.W1", "raft")}
    state[Turn].dice, state[Turn].order = dict.fromkeys(SEATS, 3), list(SEATS)
    return state


def test_a_zone_is_a_place_and_reaches_its_own_sides() -> None:
    state = flooded_state()
    assert [is_place(state, place) for place in ("W0", "W0.W1", "W0.L2", "W0.1", "2", "2.W1")] == [
        False,
        True,
        False,
        False,
        True,
        False,
    ]
    assert [zone_facing(state, "W0", side) for side in range(6)] == ["W1"] * 3 + ["L1"] * 3
    assert zones_at(state, "W0.2") == ("W1", "L1") and zones_at(state, "2") == ("",)
    assert arrival(state, "R1", "2", "W0") == "W0.L1"
    assert may_step(state, "R1", "2.1", "W0.L1") and not may_step(state, "R1", "2.1", "W0.W1")
    assert not may_leave(state, "R2", "W0.L1", "W0.W1")
    assert not inside(state, "W0.W1") and inside(state, "W0.2")


def test_who_is_on_a_raft_is_where_the_raft_is() -> None:
    state = flooded_state()
    assert may_step(state, "R2", "W0.L1", "RR1") and not may_step(state, "RR1", "W0.W1", "W0.L1")
    assert is_place(state, "RR1") and not is_place(state, "R2")
    TeamMoved("R2", "RR1").apply(state)
    assert cargo_of(state, "RR1") == "R2" and carries(state, "RR1")
    assert hex_of(state, "RR1") == "W0" and not inside(state, "RR1")
    assert (where(state, "RR1"), tokens_on(state, "W0"), tokens_on(state, "2")) == (
        "W0",
        (TokenView(kind="marsh"),),
        (),
    )
    table = Table(state, Rng(bytes(32)))
    table.emit(TeamLost("RR1"))
    assert "R2" not in state[Map].teams


def test_a_veto_is_heard_whatever_is_granted_and_whoever_was_bound_first() -> None:
    """Boarding and going ashore is free; but nobody leaves dry land, no matter which rule comes first."""
    for name in ("rafts and drought", "drought and rafts"):
        state = flooded_state(name)
        state[Dry].hexes = ["W0"]
        assert not may_step(state, "R2", "W0.L1", "RR1")
        table = Table(state, Rng(bytes(32)))
        table.then(Act("red"))
        table.push()
        with pytest.raises(Refused) as refused:
            submit(table, "red", [Held(Move(("R2:RR1",)))])
        assert refused.value.clause == "G-45"
        TeamMoved("R2", "RR1").apply(state)
        assert not may_leave(state, "R2", "RR1", "W0.L1")
        state[Dry].hexes = []
        assert may_step(state, "R2", "RR1", "W0.L1")


def test_a_cataclysm_spares_grounds_and_refuges() -> None:
    state = flooded_state()
    assert teams_outside(state, "W0", "mudslide") == ["R2"]
    assert teams_outside(state, "W0", "tornado") == ["R2", "RR1"]
    Built("red", "jetty", "jetty-a", "W0.2").apply(state)
    Built("red", "reed_bed", "reed_bed-1", "W0.1").apply(state)
    assert (
        untouched_places(state, "W0", "mudslide", ()) == ("W0.2",)
        and untouched_places(state, "W0", "tornado", ()) == ()
    )
    state[Map].hexes["S1"] = Laid("0,1", 0, 2)
    TeamMoved("R1", "S1").apply(state)
    assert teams_outside(state, "S1", "dust") == [] and teams_outside(state, "S1", "geyser") == ["R1"]
    table = Table(state, Rng(bytes(32)))
    ravage(table, "W0", "mudslide")
    assert table.planned[-1] == HurtOutside("W0", "mudslide")


def test_a_building_needs_cubes_and_its_ground() -> None:
    state = flooded_state()
    state[Purse, "red"].cubes["reed"] = 0
    build = Build("jetty", "W0.2", 0, "R2")
    assert legality.refusal(state, Act("red"), "red", build).clause == "LP-BUILD-01"
    state[Purse, "red"].cubes["reed"] = 1
    assert legality.refusal(state, Act("red"), "red", build) is None
    assert legality.refusal(state, Act("red"), "red", Build("jetty", "W0.1", 0, "R2")).clause == "LP-BUILD-05"
    assert [team for team in ("R2", "RR1") if build_by(state, team)] == ["R2", "RR1"]
    assert building_bank(state, "red")["jetty"] == ["jetty-a", "jetty-b", "jetty-c"]


def build_by(state: State, team: str) -> bool:
    return legality.refusal(state, Act("red"), "red", Build("jetty", "W0.2", 0, team)) is None


def exploring(deck: list[str], die: int = 2, built: bool = True) -> Table:
    """Red explores; on tile 2 two teams are left, east and west of it lie hexes that show desert to it."""
    state = begin_game("drought", 2, first_leader="red").state
    if built:
        state[Map].hexes |= {"H01": Laid("0,1", 0, 1), "S1": Laid("-1,1", 0, 2)}
    state[Turn].dice, state[Turn].order = dict.fromkeys(SEATS, die), list(SEATS)
    state[Decks].hexes, state[Piles].hexes = deck, len(deck)
    state[Agenda].steps = [Act("red")]
    table = Table(state, Rng(bytes(32)))
    submit(table, "red", [Held(Explore())])
    return table


def test_an_urgent_hex_is_placed_where_it_touches_most_and_another_one_drawn_for_it() -> None:
    table = exploring(["S4", "H02", "H03", "H05"])
    question = answers_wanted(table.state)["red"]
    assert question == SetSink("red", "S4")
    cells = {order.at for order in legal(table.state, "red") if isinstance(order, PlaceSink)}
    assert cells == set(urgent_cells(table.state, "S4")) and len(cells) >= 1
    wrong = PlaceSink("1,-1")
    assert legality.refusal(table.state, question, "red", wrong).clause == "DRY-01"
    submit(table, "red", [Held(PlaceSink(min(cells), 3))])
    assert table.state[Map].hexes["S4"].turn == 3
    assert isinstance(answers_wanted(table.state)["red"], LayHex)
    assert table.state[Hand, "red"].hexes == ["H02", "H03"] and table.state[Piles].hexes == 1


def test_an_urgent_hex_that_fits_nowhere_is_buried_and_not_drawn_again() -> None:
    """Mountains all around: nothing else is in the deck, so nothing is left to place."""
    table = begin_game("drought", 4, first_leader="red", start_tile="A")
    state = table.state
    state[Turn].dice, state[Turn].order = dict.fromkeys(SEATS, 3), list(SEATS)
    for deck, left in ((["S4"], []), (["S4", "H02"], ["H02"])):
        state[Decks].hexes, state[Piles].hexes = deck, len(deck)
        table = Table(state.copy(), Rng(bytes(32)))
        table.state[Agenda].steps = [Act("red")]
        submit(table, "red", [Held(Explore())])
        assert table.state[Hand, "red"].hexes == left
        assert (table.state[Decks].hexes, table.state[Piles].hexes) == (["S4"], 1)
        kinds = [type(event) for event in table.events]
        assert HexShown in kinds and kinds.count(HexBuried) == 1
        assert (ExplorationFailed in kinds) is not bool(left)


def test_a_colony_is_struck_only_by_what_strikes_colonies_and_goes_back_to_its_owner() -> None:
    state = begin_game("drought", 2, first_leader="red").state
    assert (
        untouched_places(state, "2", "tornado", ()) == ("2.1", "2.2") and untouched_places(state, "2", "dust", ()) == ()
    )
    for name in ("R1", "B1"):
        TeamMoved(name, "2").apply(state)
    ChipLost("2.2").apply(state)
    table = Table(state, Rng(bytes(32)))
    ravage(table, "2", "dust")
    table.push()
    table.settle()
    assert "2.2" not in state[Map].buildings and ColonyLost("blue", "2.2") in table.events


@sets
def test_greedy_plays_what_it_does_not_know_by_the_module_or_by_default(name: str) -> None:
    done = play(game_of(GAME), bind_rules(name), {}, dict.fromkeys(SEATS[:2], "bot:greedy"), game_root(0, 1))
    assert done.result and {*done.result.scores} == {*SEATS[:2]}
    if RAFTS in SETS[name]:
        state = begin_game(name, 2).state
        (seat, question), *_ = answers_wanted(state).items()
        assert greedy(state.seen_by(seat), question, seat, Rng(bytes(32))) == ChooseMarsh("V0")


def test_a_module_limits_a_kind_whatever_the_switch_says() -> None:
    """Three salt pans at most; any number of offices if the switch is off."""
    state = begin_game("drought", 2, special_limit=0).state
    state[Map].hexes["S1"] = Laid("1,0", 0, 1)
    for n in range(1, 4):
        state[Map].buildings[f"S1.{n}"] = Building("salt_pan", f"salt_pan-{n}", n, "red")
        assert over_limit(state, "red", "salt_pan") is (n == 3)
    state[Map].buildings["S1.4"] = Building("office_broker", "office_broker-a", chip="red")
    assert not over_limit(state, "red", "office_broker") and not over_limit(state, "blue", "salt_pan")


def test_zones_part_a_hex_whether_a_module_says_more_of_them_or_not() -> None:
    """If only the content has zones, what is listed is accepted too."""
    state = sights_state()
    for seat in SEATS:
        moves = [order for order in legality.legal_orders(state, Act(seat), seat) if isinstance(order, Move)]
        assert moves
        for order in moves:
            assert legality.refusal(state, Act(seat), seat, order) is None, order


def test_the_base_knows_nothing_of_it() -> None:
    base = book_of(GAME, ())
    assert not base.amendments and all_one_ground(base) and not all_one_ground(bind_rules("drought"))
    assert team_kinds(base) == ("scientist", "motorized") and len(resource_names(base)) == 5
    state = base.blank(SEATS, {})
    assert pool(state, "marsh") == {} and {tile.deck for tile in base.rows_of(Tile).values()} == {LAND}
    assert hex_name("H05.2") == "H05"
