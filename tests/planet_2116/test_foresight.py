"""Foresight is right: the losses, threats and heat that it announces are what happens."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

import pytest

from lpbe.games.planet_2116.attack_sequence import Declare
from lpbe.games.planet_2116.attacks import Aimed, Block, Tornado
from lpbe.games.planet_2116.destruction import AttackOver, CapitalLost, CityDestroyed, Exploded, ShieldsUsed, TilesTaken
from lpbe.games.planet_2116.heat import Warmed
from lpbe.games.planet_2116.human_actions import Discard
from lpbe.games.planet_2116.human_turn import LayResource
from lpbe.games.planet_2116.preparation import Prepare, PrepareCards
from lpbe.games.planet_2116.presentation.attack_reach import reachable_tiles
from lpbe.games.planet_2116.presentation.brief import brief
from lpbe.games.planet_2116.presentation.foresight import foresight
from lpbe.games.planet_2116.presentation.threats import heat_to_come, in_sight
from lpbe.games.planet_2116.quick_blocks import NoBlock
from lpbe.games.planet_2116.setup import ChooseFault, OpenFault
from lpbe.games.planet_2116.state import HUMANS, PLANET, Climate, Prepared, Round, World
from lpbe.kernel.engine import legality
from lpbe.kernel.engine.dry_run import effect
from lpbe.kernel.engine.events import Ended
from lpbe.kernel.engine.foresight import Fact
from lpbe.kernel.engine.model import Event, Held, Order, Question, Seat, State
from lpbe.kernel.engine.table import Table, answers_wanted, submit, time_out

from ..contract.contract_config import Case, Position, cases, root
from ..contract.playouts import playout
from ..contract.unchanged_words import Say, at_ease, once, quiet, watch_until
from ..size_limits import sizes
from .positions import laid_out

CASES = [case for case in cases() if case.game == "planet-2116"]
TAKEN = (TilesTaken, CityDestroyed, Exploded, ShieldsUsed)


def foresee_order(state: State, question: Question, seat: Seat, order: Order) -> Sequence[Fact]:
    view = state.seen_by(seat)
    found = foresight(view, question, seat)(order, effect(view, question, seat, order))
    return [part for fact in found for part in fact.parts()]


def pass_always(state: State, question: Question, seat: Seat) -> Order | None:
    """Let no Human do anything."""
    return NoBlock() if isinstance(question, Block) else Discard() if seat in HUMANS else None


def give_once(seat: Seat, order: Order) -> Say:
    return once(seat, order, pass_always)


def same_strike(text: Sequence[Fact], state: State, events: Sequence[Event]) -> None:
    """Tiles, cities, factories, shields and heat, unless the end of the game came in between."""
    counted = {one.key: one for one in text}
    tiles = [tile for event in events if isinstance(event, TilesTaken) for tile in event.tiles]
    cities = [event.city for event in events if isinstance(event, CityDestroyed)]
    lost = [event.city for event in events if isinstance(event, CapitalLost)]
    assert counted["takes"].values["tiles"] == len(tiles)
    assert [one.values["city"] for one in text if one.key in ("takes.city", "takes.capital")] == cities
    assert {one.values["city"] for one in text if one.key == "takes.capital"} <= set(lost)
    heat = sum(event.degrees for event in events if isinstance(event, Exploded))
    assert (counted["takes.heat"].values["degrees"] if "takes.heat" in counted else 0) == heat
    ruins = {tile for tile in tiles if state[World].sites.get(tile) in ("green", "polluting")}
    assert {one.values["tile"] for one in text if one.key == "takes.factory"} == ruins


def check_attack(state: State, question: Question, seat: Seat) -> None:
    for order in few(state, question, seat):
        events = list(watch_until(state, give_once(seat, order), lambda event: isinstance(event, AttackOver)))
        if not any(isinstance(event, Ended) for event in events):
            same_strike(foresee_order(state, question, seat, order), state, events)


def check_block(state: State, question: Question, seat: Seat) -> None:
    for order in few(state, question, seat):
        text = foresee_order(state, question, seat, order)
        events = list(watch_until(state, give_once(seat, order), lambda event: isinstance(event, AttackOver)))
        if any(isinstance(event, Ended) for event in events):
            continue
        same_strike(text, state, events)
        taken = {tile for event in events if isinstance(event, TilesTaken) for tile in event.tiles}
        assert not taken & {tile for one in text if one.key == "saves" for tile in one.values["tiles"]}


def check_prepare(state: State, question: Question, seat: Seat) -> None:
    """The heat of the next turn, if its attacks are given up and the Humans pass."""
    for order in few(state, question, seat):
        text = next(one for one in foresee_order(state, question, seat, order) if one.key.startswith("heat."))
        heat = next_heat(state, give_once(seat, order))
        assert heat == text.values["heat"] or (heat is None and text.values["heat"] >= 0)
        assert isinstance(order, PrepareCards)
        for one in foresee_order(state, question, seat, order):
            if one.key in ("reach", "reach.none"):
                assert one.values["tiles"] == len(reachable_tiles(state, one.values["kind"], one.values["cards"]))


def next_heat(state: State, say: Say) -> int | None:
    """Return the first reading of the next round; nothing where the game ends before."""
    number = state[Round].number
    for _ in range(60):
        wanted = answers_wanted(state)
        if not wanted:
            return None
        seat, question = next(iter(wanted.items()))
        table = Table(state.copy(), root(1))
        if isinstance(question, Declare):
            time_out(table, [PLANET], 0)
        else:
            submit(table, seat, [Held(say(state, question, seat) or legality.safe_order(state, question, seat))])
        warm = [event.heat for event in table.events if isinstance(event, Warmed)]
        if warm and (table.state[Round].number > number):
            return warm[0]
        state = table.state
    raise AssertionError("no round came")


def check_turn(state: State, question: Question, seat: Seat) -> None:
    """Check an order whose foresight says how warm it will get."""
    for order in few(state, question, seat):
        text = [one for one in foresee_order(state, question, seat, order) if one.key == "heat.next"]
        if text and not state[Prepared].hidden:
            heat = next_heat(state, give_once(seat, order))
            assert heat in (None, text[0].values["heat"])


def check_reach(state: State) -> None:
    """Every tile that is within reach is hit by the order that goes with it, and no listed attack hits another one."""
    for kind, count in in_sight(state):
        found = reachable_tiles(state, kind, count)
        declared = Declare()
        for tile, made in islice(found.items(), 0, None, max(1, len(found) // 4)):
            hit = effect(state, declared, PLANET, made())
            assert hit and any(isinstance(event, Aimed) and tile in event.tiles for event in hit.events), (kind, tile)
        for order in islice(legality.legal_orders(state, declared, PLANET), 40):
            hit = effect(state, declared, PLANET, order)
            aimed = [event for event in hit.events if isinstance(event, Aimed)] if hit else []
            if type(order).__name__.lower() == kind:
                assert set(aimed[0].tiles) <= set(found)


def check_threats(state: State, seat: Seat) -> None:
    for text in brief(state.seen_by(seat), seat).threats:
        if text.key == "threat.heat" and not state[Prepared].hidden:
            assert text.values["heat"] == heat_to_come(state) > state[Climate].heat


def test_a_shield_that_blasts_do_not_heed_is_no_comfort() -> None:
    """2116-DMG-18: the option decides what an announced attack takes by its blasts."""
    world = {"taken": ["F09"], "sites": {"F07": "polluting", "E07": "green"}, "shields": ["E07", "F06"]}
    given = {"world": world, "attack": {"kind": "tornado", "tiles": ["F08", "F07", "F06"], "pending": True}}
    for heeded in (True, False):
        options = {"planet-2116": {"blast_respects_protection": heeded}}
        state = laid_out(Position(given, (PLANET, *HUMANS), options, ())).state
        sure = [text.place for text in brief(state.seen_by("human-1"), "human-1").threats if text.key == "threat.sure"]
        assert sure == (["F07"] if heeded else ["F07", "E07"])


def test_what_an_attack_takes_is_told_although_a_draw_chooses_its_cards() -> None:
    given = {
        "agenda": {"steps": [{"step": "assault"}, {"step": "declare"}]},
        "world": {"taken": ["D11"]},
        "prepared": {"level": 1},
        "planet": {"face-down": {"cards": ["P03", "P01", "P02"]}},
    }
    state = laid_out(Position(given, (PLANET, *HUMANS), {}, ())).state
    far, near = (foresee_order(state, Declare(), PLANET, Tornado("D11", ("w:" + steps,))) for steps in ("7", "3"))
    assert [one.values["tiles"] for one in (*far, *near) if one.key == "takes"] == [7, 3]


def few(state: State, question: Question, seat: Seat) -> list[Order]:
    orders = list(islice(legality.legal_orders(state.seen_by(seat), question, seat), 200))
    return orders[:: max(1, len(orders) // 4)]


CHECKS = {Declare: check_attack, Block: check_block, Prepare: check_prepare}


def positions(case: Case) -> Iterator[tuple[State, Seat, Question]]:
    for transition in playout(case, 0):
        wanted = answers_wanted(transition.table.state)
        if wanted and at_ease(transition.table.state) and transition.table.state[Round].number:
            seat = sorted(wanted)[0]
            yield quiet(transition.table.state), seat, wanted[seat]


@pytest.mark.parametrize("case", CASES, ids=str)
@sizes("count", 4, 200)
def test_what_is_foreseen_comes_true(case: Case, count: int) -> None:
    found = list(positions(case))
    assert found
    kinds = set()
    for state, seat, question in found[:: max(1, len(found) // count)]:
        CHECKS.get(type(question), check_turn)(state, question, seat)
        check_reach(state)
        check_threats(state, seat)
        kinds.add(type(question))
    assert len(kinds) > 1


def test_a_fault_says_which_tile_it_takes() -> None:
    given = {"agenda": {"steps": [{"step": "choose-fault"}]}, "world": {"taken": ["F11"]}}
    state = laid_out(Position(given, (PLANET, *HUMANS), {}, ())).state
    for number, tile in ((1, "D11"), (3, "J07"), (4, "J16")):
        (fact,) = foresee_order(state, ChooseFault(), PLANET, OpenFault(number))
        assert (fact.key, fact.values, fact.place, fact.covers) == ("opens", {"tile": tile}, tile, ("tiles",))
    assert foresee_order(state, ChooseFault(), PLANET, OpenFault(2)) == []


def test_no_heat_is_foreseen_after_an_order_that_ends_the_game() -> None:
    """A gift is the fourth card of a Human with two Green factories at home: the Ark is built."""
    given = {
        "agenda": {"steps": [{"step": "human-turn", "seat": "human-1"}]},
        "world": {"sites": {"L08": "green", "K12": "green", "D10": "polluting"}},
        "nations": {"front": dict.fromkeys(("U01", "U02", "U03"), "human-3")},
        "human-1": {"hand": {"cards": ["U04"]}},
    }
    state = laid_out(Position(given, ("planet", *HUMANS), {}, ())).state
    question = answers_wanted(state)["human-1"]
    gift = LayResource("U04", "human-3")
    outcome = effect(state.seen_by("human-1"), question, "human-1", gift)
    assert outcome and any(isinstance(event, Ended) for event in outcome.events)
    assert not [fact for fact in foresee_order(state, question, "human-1", gift) if fact.key.startswith("heat")]
