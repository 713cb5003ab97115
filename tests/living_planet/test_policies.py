"""What a seat decides in advance, and what the defaults do for seats that do not answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from lpbe.games.living_planet.actions.actions import (
    Act,
    ActionsEnded,
    CallScientist,
    EndActions,
    Heal,
    TakeFate,
    TakeSubsidy,
)
from lpbe.games.living_planet.actions.exploration import HexesReturned, ReturnHexes
from lpbe.games.living_planet.state import Turn
from lpbe.games.living_planet.turn.card_selection import CardRevealed, SelectCard, SelectCards
from lpbe.games.living_planet.turn.cataclysms import HexesTriggered, ProtectHexes, ProtectNothing, TriggerHexes
from lpbe.games.living_planet.turn.exhaustion import ExhaustResource
from lpbe.games.living_planet.turn.fate import ChangeDieTo, KeepDie, UseFate
from lpbe.games.living_planet.turn.leader_step import ArrangeDice, Lead, NameDouble, RecoverCard, RemoveResource
from lpbe.games.living_planet.turn.production import CallNobody, ProduceOne
from lpbe.games.living_planet.turn.strikes import SufferDamage
from lpbe.kernel.base.errors import Malformed, Rejected
from lpbe.kernel.engine import legality
from lpbe.kernel.engine.dry_run import look_ahead
from lpbe.kernel.engine.events import Answered, Ended, PolicySet, Silent
from lpbe.kernel.engine.leaving import resign
from lpbe.kernel.engine.model import Held, Order, Plan, Seat, Standing
from lpbe.kernel.engine.rulebook import phase_of
from lpbe.kernel.engine.table import Table, answers_wanted, submit, time_out

from .positions import GAME, SEATS, merge_tables, new_game, position

Given = Mapping[str, Any]

FACTORIES: Given = {
    "agenda": {"steps": [{"step": "produce", "seat": "red"}]},
    "turn": {"dice": {"red": 4}},
    "map": {
        "hexes": {"H08": {"at": "1,0"}},
        "buildings": {
            "H08.1": {"kind": "turbine", "tile": "turbine-4", "value": 4, "chip": "red"},
            "H08.2": {"kind": "iron_mine", "tile": "iron_mine-4", "value": 4},
        },
        "teams": {"R2": {"seat": "red", "place": "H08.2"}},
    },
}
STRUCK: Given = {
    "agenda": {"steps": [{"step": "tornado", "hex": "H08", "by": "blue"}]},
    "map": {
        "hexes": {"H08": {"at": "1,0"}},
        "buildings": {
            "H08.1": {"kind": "turbine", "tile": "turbine-4", "value": 4, "chip": "red"},
            "H08.2": {"kind": "iron_mine", "tile": "iron_mine-4", "value": 4, "chip": "red"},
            "H08.3": {"kind": "vib_mine", "tile": "vib_mine-4", "value": 4, "chip": "red"},
        },
        "teams": {
            "R2": {"seat": "red", "place": "H08.1"},
            "R3": {"seat": "red", "place": "H08.2", "wounded": True},
            "RM1": {"seat": "red", "place": "H08.3", "kind": "motorized"},
        },
    },
}
TWO_HEXES: Given = {
    "agenda": {"steps": [{"step": "cataclysm", "colour": "red"}]},
    "turn": {"dice": {"red": 1}},
    "map": {"hexes": {"H04": {"at": "1,0"}, "H16": {"at": "0,1"}}},
}


OWN_TEAM_ON_ONE: Given = {
    **TWO_HEXES,
    "map": {**TWO_HEXES["map"], "teams": {"R2": {"seat": "red", "place": "H04"}}},
}
SHELTERED: Given = {
    "agenda": {"steps": [{"step": "cataclysm", "colour": "green"}]},
    "turn": {"dice": {"green": 6}, "column": 3},
    "map": {
        "hexes": {"H06": {"at": "1,0"}},
        "buildings": {"H06.1": {"kind": "shelter_tornado", "tile": "shelter_tornado-a", "chip": "red"}},
    },
    "red": {"purse": {"cubes": {"electricity": 1}}},
}
DRAWN: Given = {
    "agenda": {"steps": [{"step": "bury-hexes", "seat": "red"}]},
    "red": {"hand": {"hexes": ["H08", "H04", "H16"]}},
}


def lead(effect: int) -> Given:
    return {"agenda": {"steps": [{"step": "lead", "seat": "red"}]}, "turn": {"effect": effect}}


def with_agenda(*steps: Mapping[str, Any], **parts: Any) -> Given:
    return {"agenda": {"steps": list(steps)}, **parts}


def answers(table: Table, seat: Seat = "red") -> list[tuple[Order, str]]:
    return [
        (event.held.order, event.why) for event in table.events if isinstance(event, Answered) and event.seat == seat
    ]


def with_policy(given: Given, policy: Mapping[str, Any], options: Mapping[str, Any] | None = None) -> Table:
    own = {"red": {"standing": {"policy": {GAME: policy}}}}
    table = position(merge_tables(given, own), options=options)
    table.book.read_policy({GAME: policy})
    table.settle()
    return table


FATE = {"number": 4, "dice": {"red": 2}, "fate": {"red": 3}}
WOUNDED = {"map": {"teams": {"R1": {"wounded": True}, "R2": {"seat": "red", "place": "A", "wounded": True}}}}
ONE_WOUNDED = {
    "map": {"teams": {"R2": {"seat": "red", "place": "A"}, "R3": {"seat": "red", "place": "A", "wounded": True}}}
}
OUTSIDE_FIRST = {
    "map": {"teams": {"R1": {"place": "A", "wounded": True}, "R2": {"seat": "red", "place": "A.1", "wounded": True}}}
}
RICH, POOR = ({"purse": {"cubes": {"mycelium": count}}} for count in (5, 1))
PILE = {"red": {"hand": {"cards": [4], "pile": [1, 2, 3, 5, 6]}}}
ANSWERED: list[tuple[Given, Given, Order | None]] = [
    (lead(2), {"double": ["iron", "oil"]}, NameDouble("iron")),
    (lead(5), {"remove": ["iron", "oil"]}, RemoveResource("iron")),
    (merge_tables(lead(5), {"bank": {"cubes": {"iron": 0}}}), {"remove": ["iron", "oil"]}, RemoveResource("oil")),
    (merge_tables(lead(6), PILE), {"recover": [4, 6, 5]}, RecoverCard(5)),
    (merge_tables(lead(6), PILE), {"recover": [4]}, None),
    (lead(4), {"double": ["iron"]}, None),
    (with_agenda({"step": "lead", "seat": "red", "chosen": True}, turn={"effect": 2}), {"double": ["iron"]}, None),
    (with_agenda({"step": "lead", "seat": "red", "chosen": True}, turn={"effect": 2}), {"double": "default"}, None),
    (lead(2), {"double": "default"}, NameDouble("oil")),
    (lead(5), {"remove": "default"}, RemoveResource("mycelium")),
    (merge_tables(lead(6), PILE), {"recover": "default"}, RecoverCard(5)),
    (with_agenda({"step": "exhaust", "seat": "red"}), {"exhaust": ["iron"]}, ExhaustResource("iron")),
    (with_agenda({"step": "exhaust", "seat": "red"}), {}, None),
    (
        with_agenda({"step": "exhaust", "seat": "red"}, bank={"cubes": {"iron": 3, "oil": 2, "vibranium": 3}}),
        {"exhaust": "default"},
        ExhaustResource("vibranium"),
    ),
    (DRAWN, {"bury": "drawn"}, ReturnHexes()),
    (DRAWN, {"bury": "ask"}, None),
    (with_agenda({"step": "fate", "colour": "red", "row": "A"}, turn=FATE), {"fate": {"A": "never"}}, KeepDie()),
    (with_agenda({"step": "fate", "colour": "red", "row": "B"}, turn=FATE), {"fate": {"A": "never"}}, None),
    (with_agenda({"step": "fate", "colour": "red", "row": "B"}, turn=FATE), {"fate": {"B": 6}}, UseFate(6)),
    (with_agenda({"step": "fate", "colour": "red", "row": "B"}, turn=FATE), {"fate": {"B": 2}}, KeepDie()),
    (with_agenda({"step": "change-die", "colour": "blue"}, turn={"effect": 1}), {"change": "never"}, KeepDie()),
    (with_agenda({"step": "change-die", "colour": "blue"}, turn={"effect": 1}), {"change": "ask"}, None),
    (
        with_agenda({"step": "change-die", "colour": "blue"}, turn={"effect": 1}),
        {"change": {"die": "blue", "value": 5}},
        ChangeDieTo(5),
    ),
    (
        with_agenda({"step": "change-die", "colour": "green"}, turn={"effect": 1}),
        {"change": {"die": "blue", "value": 5}},
        KeepDie(),
    ),
    (FACTORIES, {"produce": {"ranking": ["iron"]}}, ProduceOne("factory", "H08.2")),
    (FACTORIES, {"produce": {"ranking": ["electricity", "iron"]}}, ProduceOne("factory", "H08.1")),
    (FACTORIES, {"produce": {"repair_first": True}}, ProduceOne("repair", "H08.2")),
    (FACTORIES, {"produce": {}}, ProduceOne("factory", "H08.1")),
    (FACTORIES, {"heal": "all"}, None),
    (
        merge_tables(FACTORIES, {"bank": {"cubes": {"electricity": 0}}}),
        {"produce": {"ranking": ["electricity", "iron"]}},
        ProduceOne("factory", "H08.2"),
    ),
    (
        merge_tables(FACTORIES, {"bank": {"cubes": {"electricity": 0}}}),
        {"produce": {"ranking": ["electricity", "iron"], "skip_empty": False}},
        ProduceOne("factory", "H08.1"),
    ),
    (
        with_agenda({"step": "act", "seat": "red"}, **WOUNDED, red={"purse": {"cubes": {"mycelium": 5}}}),
        {"heal": "all"},
        Heal(("R1", "R2")),
    ),
    (
        with_agenda({"step": "act", "seat": "red"}, **WOUNDED, red={"purse": {"cubes": {"mycelium": 1}}}),
        {"heal": "inside-first"},
        Heal(("R1",)),
    ),
    (with_agenda({"step": "act", "seat": "red"}, **WOUNDED), {"heal": "all"}, None),
    (with_agenda({"step": "act", "seat": "red"}, **WOUNDED, red=RICH), {"heal": "none"}, None),
    (with_agenda({"step": "act", "seat": "red", "taken": ["subsidy"]}, **WOUNDED, red=RICH), {"heal": "all"}, None),
    (with_agenda({"step": "act", "seat": "red"}, **ONE_WOUNDED, red=RICH), {"heal": "all"}, Heal(("R3",))),
    (with_agenda({"step": "act", "seat": "red"}, **OUTSIDE_FIRST, red=POOR), {"heal": "inside-first"}, Heal(("R2",))),
    (with_agenda({"step": "act", "seat": "red"}, **OUTSIDE_FIRST, red=POOR), {"heal": "all"}, Heal(("R1",))),
    (
        with_agenda({"step": "act", "seat": "red"}, turn={"effect": 3}, map={"teams": {"R1": {"place": "A"}}}),
        {"call": "always"},
        CallScientist(),
    ),
    (TWO_HEXES, {"trigger": {"ranking": ["H16"], "unlisted": "last"}}, TriggerHexes(("H16",))),
    (TWO_HEXES, {"trigger": {"ranking": ["H16"], "unlisted": "first"}}, TriggerHexes(("H04",))),
    (TWO_HEXES, {"trigger": {"ranking": ["H16"]}}, None),
    (TWO_HEXES, {"trigger": {"ranking": ["H16", "H04"]}}, TriggerHexes(("H16",))),
    (TWO_HEXES, {"trigger": {"ranking": ["H16"], "strike": "all"}}, TriggerHexes(("H16", "H04"))),
    (TWO_HEXES, {"trigger": {"ranking": ["H01", "H16"], "strike": "all"}}, TriggerHexes(("H16", "H04"))),
    (TWO_HEXES, {}, None),
    (OWN_TEAM_ON_ONE, {"trigger": "default"}, TriggerHexes(("H16",))),
    (
        STRUCK,
        {"damage": {"unwounded": "team", "wounded": "chip", "motorized": "team"}},
        SufferDamage(("R2", "RM1")),
    ),
    (STRUCK, {"damage": {"unwounded": "team", "wounded": "chip"}}, None),
]


@pytest.mark.parametrize(("given", "policy", "order"), ANSWERED)
def test_a_policy_answers(given: Given, policy: Given, order: Order | None) -> None:
    table = with_policy(given, policy)
    assert answers(table)[:1] == ([(order, "policy")] if order else [])
    for reader in (None, "blue"):
        assert not any(isinstance(event.seen_by(reader), Answered) for event in table.events)


@pytest.mark.parametrize(
    ("wish", "cubes", "order"),
    [
        ("scientist", {"mycelium": 1, "oil": 1}, ProduceOne("scientist")),
        ("motorized", {"mycelium": 1, "oil": 1}, ProduceOne("motorized")),
        ("motorized", {"mycelium": 1}, ProduceOne("none")),
        ("never", {"mycelium": 1}, ProduceOne("none")),
        ("ask", {}, None),
    ],
)
def test_a_policy_for_the_colony(wish: str, cubes: Mapping[str, int], order: Order | None) -> None:
    """A seat that leaves this open is asked whatever is behind the screen."""
    given = with_agenda(
        {"step": "produce", "seat": "red"},
        turn={"dice": {"red": 6}},
        map={"teams": {"R1": {"place": "A"}}},
        red={"purse": {"cubes": cubes}},
    )
    table = with_policy(given, {"produce": {"colony": wish}})
    assert answers(table) == ([(order, "policy")] if order else [])


def test_a_ranking_is_of_factories_whoever_might_arrive() -> None:
    """With a 6 red might let a scientist arrive, but does not want to: the turbine runs, as it is ranked."""
    given = with_agenda(
        {"step": "produce", "seat": "red"},
        turn={"dice": {"red": 6}},
        map={
            "hexes": {"H08": {"at": "1,0"}},
            "buildings": {"H08.1": {"kind": "turbine", "tile": "turbine-6", "value": 6, "chip": "red"}},
            "teams": {"R1": {"place": "A"}},
        },
        red={"purse": {"cubes": {"mycelium": 1}}},
    )
    table = with_policy(given, {"produce": {"colony": "never", "ranking": ["electricity"]}})
    assert answers(table) == [(ProduceOne("factory", "H08.1"), "policy")]


@pytest.mark.parametrize(("wish", "order"), [("always", CallScientist()), ("never", CallNobody())])
def test_a_policy_for_card_3_in_row_a(wish: str, order: Order) -> None:
    given = with_agenda(
        {"step": "call-early", "seat": "red"}, turn={"effect": 3}, map={"teams": {"R1": {"place": "A"}}}
    )
    assert answers(with_policy(given, {"call": wish}, {"card3": "production"})) == [(order, "policy")]


@pytest.mark.parametrize(
    ("wish", "order"), [("always", ProtectHexes(("H06",))), ("never", ProtectNothing()), ("ask", None)]
)
def test_a_policy_for_shelters_that_cost_something(wish: str, order: Order | None) -> None:
    table = with_policy(SHELTERED, {"protect": wish}, options={"protection": {"cost": 1}})
    assert answers(table) == ([(order, "policy")] if order else [])


def test_the_second_half_of_the_cards_counts_after_six_turns() -> None:
    """In turn 6 a card of the first half still comes first."""
    cards = [3, 5, 1, 2, 4, 6, 5, 3, 1, 2, 4, 6]
    for turn, first in ((6, 3), (7, 5)):
        hand = {"hand": {"cards": [3, 5], "pile": [1, 2, 4, 6]}}
        table = with_policy(with_agenda({"step": "select-cards"}, turn={"number": turn}, red=hand), {"cards": cards})
        assert answers(table) == [(SelectCard(first), "policy")]


def test_a_policy_lays_cards() -> None:
    table = new_game(1, SEATS[:2], {"first_leader": "red"})
    table.emit(PolicySet("red", {GAME: {"cards": [5, 1]}}))
    submit(table, "blue", [Held(SelectCard(2))])
    assert table.state[Turn].dice["red"] == 5
    assert answers(table) == [(SelectCard(5), "policy")]


@pytest.mark.parametrize(
    "policy",
    [
        {"arboria": {}},
        {GAME: {"cards": [7]}},
        {GAME: {"exhaust": ["mycelium"]}},
        {GAME: {"fate": {"B": 7}}},
        {GAME: {"x": 1}},
    ],
)
def test_a_policy_must_be_one_of_this_game(policy: dict[str, dict[str, object]]) -> None:
    with pytest.raises(Malformed):
        new_game().book.read_policy(policy)


def test_a_card_for_the_next_turn_is_laid_in_advance() -> None:
    table = new_game(1, SEATS[:2], {"first_leader": "red"})
    submit(table, "red", [Held(Plan(SelectCard(3))), Held(SelectCard(4))])
    resign(table, "blue")
    while table.state[Turn].number == 1:
        time_out(table, list(answers_wanted(table.state)), phase_of(table.state, 0))
    assert (SelectCard(3), "plan") in answers(table)


@pytest.mark.parametrize(
    ("cards", "laid"),
    [
        ([6, 2, 4, 1, 3, 5, 6, 5, 1, 4, 2, 3], [6, 2, 4, 1, 3, 5, 6, 5, 1, 4, 2, 3]),
        ([6, 2, 4, 1, 3, 5], [6, 2, 4, 1, 3, 5, 6, 2, 4, 1, 3, 5]),
    ],
)
def test_all_cards_of_a_game_are_laid_in_advance(cards: list[int], laid: list[int]) -> None:
    """Six are for every hand alike; those after six are for the second hand."""
    table = new_game(1, SEATS[:2], {"first_leader": "red"})
    table.emit(PolicySet("red", table.book.read_policy({GAME: {"cards": cards}})))
    resign(table, "blue")
    while wanted := answers_wanted(table.state):
        assert not isinstance(wanted["red"], SelectCards) or table.state[Turn].number == 1
        time_out(table, list(wanted), phase_of(table.state, 0))
    shown = [event.card for event in table.events if isinstance(event, CardRevealed) and event.seat == "red"]
    assert shown == laid


def test_a_card_that_a_policy_laid_is_changed_until_the_reveal() -> None:
    table = new_game(1, SEATS[:3], {"first_leader": "red"})
    table.emit(PolicySet("red", {GAME: {"cards": [5, 1]}}))
    submit(table, "blue", [Held(SelectCard(2))])
    assert table.state[Standing, "red"].answer == Held(SelectCard(5))
    assert set(answers_wanted(table.state)) == {"red", "blue", "yellow"}, "nobody sees that it is laid"
    submit(table, "red", [Held(SelectCard(4))])
    submit(table, "yellow", [Held(SelectCard(3))])
    assert table.state[Turn].dice["red"] == 4


def test_hexes_go_back_as_they_were_drawn_and_nobody_else_reads_them() -> None:
    table = with_policy(DRAWN, {"bury": "drawn"})
    (returned,) = [event for event in table.events if isinstance(event, HexesReturned)]
    assert returned.hexes == ("H08", "H04", "H16")
    assert returned.seen_by("blue") == returned.seen_by(None) == HexesReturned("red", 3)


ACTING: Given = {**TWO_HEXES, "agenda": {"steps": [*TWO_HEXES["agenda"]["steps"], {"step": "act", "seat": "red"}]}}
DOES = (TakeFate(), TakeSubsidy())


def test_what_the_own_policy_answers_first_must_be_planned() -> None:
    """Otherwise a player's own order would be kept as a draft while the policy answers."""
    ruled = with_policy(ACTING, {"trigger": "default"}).state.seen_by("red")
    with pytest.raises(Rejected, match="your policy would answer before 'trigger' can be used"):
        look_ahead(ruled, "red", [*DOES, TriggerHexes(("H16",))])
    planned = look_ahead(ruled, "red", [Plan(TriggerHexes(("H16",))), *DOES])
    assert HexesTriggered("red", ("H16",)) in planned.events
    free = with_policy(ACTING, {}).state.seen_by("red")
    assert HexesTriggered("red", ("H16",)) in look_ahead(free, "red", [*DOES, TriggerHexes(("H16",))]).events


def silent(given: Given, options: Mapping[str, Any] | None = None, seats: tuple[Seat, ...] = SEATS) -> Order:
    """Return the default answer to the question that the position asks red."""
    table = position(given, seats, options)
    table.settle()
    time_out(table, ["red"], phase_of(table.state, 0))
    order, why = answers(table)[0]
    assert why == "default"
    return order


DEFAULTS: list[tuple[Given, Order]] = [
    (lead(4), ArrangeDice(("red", "blue", "yellow", "green"))),
    (lead(2), NameDouble("oil")),
    (lead(5), RemoveResource("mycelium")),
    (merge_tables(lead(5), {"bank": {"cubes": {"mycelium": 8, "oil": 7}}}), RemoveResource("vibranium")),
    (merge_tables(lead(6), PILE), RecoverCard(5)),
    (
        with_agenda({"step": "exhaust", "seat": "red"}, bank={"cubes": {"iron": 3, "oil": 2, "vibranium": 3}}),
        ExhaustResource("vibranium"),
    ),
    (with_agenda({"step": "fate", "colour": "red", "row": "A"}, turn=FATE), KeepDie()),
    (with_agenda({"step": "change-die", "colour": "blue"}, turn={"effect": 1}), KeepDie()),
    (with_agenda({"step": "act", "seat": "red"}), TakeSubsidy()),
    (with_agenda({"step": "act", "seat": "red", "taken": ["subsidy"]}), TakeFate()),
    (with_agenda({"step": "act", "seat": "red", "taken": ["subsidy"]}, turn=FATE), EndActions()),
    (
        with_agenda(
            {"step": "act", "seat": "red", "taken": ["subsidy", "move"]},
            turn={"effect": 3},
            map={"teams": {"R1": {"place": "A"}}},
        ),
        CallScientist(),
    ),
    (merge_tables(lead(2), {"map": FACTORIES["map"], "bank": {}}), NameDouble("electricity")),
    (STRUCK, SufferDamage(("R2", "R3"))),
    (FACTORIES, ProduceOne("factory", "H08.1")),
]


@pytest.mark.parametrize(("given", "order"), DEFAULTS)
def test_silence_is_answered_by_the_default(given: Given, order: Order) -> None:
    assert silent(given) == order


def test_who_is_away_costs_one_deadline_a_turn() -> None:
    """Even as the Leader: card, dice, production, actions and exhaustion are answered at once."""
    table = new_game(1, ("red", "yellow"), {"first_leader": "red"})
    submit(table, "yellow", [Held(SelectCard(4))])
    time_out(table, ["red"], 1)
    while (wanted := answers_wanted(table.state)) and table.state[Turn].number == 1:
        assert list(wanted) == ["yellow"]
        submit(table, "yellow", [Held(legality.safe_order(table.state, wanted["yellow"], "yellow"))])
    assert [event for event in table.events if isinstance(event, Silent)] == [Silent(("red",), 1)]
    assert set(answers_wanted(table.state)) == {"red", "yellow"}


BEFORE = 0
"""A phase that is over: only the open question is answered."""


def test_the_default_lays_the_highest_card_and_puts_others_last() -> None:
    table = new_game(1, ("red", "yellow"), {"first_leader": "yellow"})
    time_out(table, ["red", "yellow"], BEFORE)
    assert table.state[Turn].dice["red"] == table.state[Turn].dice["yellow"] == 6
    assert Lead("yellow").default(table.state, "yellow") == ArrangeDice(("yellow", "red", "blue", "green"))


def test_defaults_finish_a_game_that_everybody_left() -> None:
    table = new_game(2, SEATS)
    for seat in SEATS:
        resign(table, seat)
    assert answers_wanted(table.state) == {}
    assert [event.scores.keys() for event in table.events if isinstance(event, Ended)] == [dict.fromkeys(SEATS).keys()]
    assert len([event for event in table.events if isinstance(event, ActionsEnded)]) == 48


def test_who_has_nothing_left_to_do_is_not_asked() -> None:
    table = position(with_agenda({"step": "act", "seat": "red", "taken": ["subsidy", "fate"]}))
    table.settle()
    assert answers(table) == [(EndActions(), "only")]
    assert Act("red").after("move") == Act("red", ("move",))
