"""Planet Aquarius: what others learn of an answer, how refusals are explained, what is counted."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from lpbe.bots.arena import Match
from lpbe.games import game_of
from lpbe.games.living_planet.actions.actions import Act
from lpbe.games.living_planet.actions.hex_draws import HexBuried
from lpbe.games.living_planet.actions.movement import Move
from lpbe.games.living_planet.expansions.aquarius.boat_reactions import SaveBoats
from lpbe.games.living_planet.expansions.aquarius.forecast import sea_threats
from lpbe.games.living_planet.expansions.aquarius.hex_picks import HexPicked, PickHex, Picks, RankHexes
from lpbe.games.living_planet.presentation.action_effects import ActionEffects
from lpbe.games.living_planet.turn.cataclysms import TriggerHexes
from lpbe.kernel.base.canonical import to_plain
from lpbe.kernel.base.errors import Refused
from lpbe.kernel.chain.commitments import travels_sealed
from lpbe.kernel.content import packs
from lpbe.kernel.engine.batches import is_unforeseen
from lpbe.kernel.engine.chance import Rng
from lpbe.kernel.engine.foresight import Fact
from lpbe.kernel.engine.model import Held, Proof
from lpbe.kernel.engine.table import Table, answers_wanted, submit
from lpbe.kernel.language.effects import Effects
from lpbe.kernel.language.sentences import fact_text

from .positions import GAME, SEATS, new_game, position

MODULE = "aquarius"
HEXES = ["H04", "H07", "H09", "H10", "H11", "H13", "H14", "H16", "H24"]


# Picks


def pick_by_policy(policy: Any, seed: int = 0) -> Table:
    """Return what a policy picks for blue."""
    given = {
        "agenda": {"steps": [{"step": "pick-one", "seat": "blue", "nth": 1}]},
        "blue": {"picks": {"pool": HEXES}, "standing": {"policy": {MODULE: {"picks": policy}}}},
    }
    table = Table(position(given, SEATS, {}, [MODULE]).state, Rng(seed.to_bytes(32, "big")))
    table.settle()
    return table


def test_whoever_leaves_a_pick_to_chance_by_policy_cannot_be_guessed() -> None:
    found = Counter(pick_by_policy("default", seed).state[Picks, "blue"].picked[0] for seed in range(90))
    assert set(found) == set(HEXES) and max(found.values()) < 25


@pytest.mark.parametrize("reader", ["red", None])
def test_nobody_is_told_who_left_a_pick_to_chance(reader: str | None) -> None:
    answer = [
        [to_plain(event) for one in pick_by_policy(policy).events if (event := one.seen_by(reader))]
        for policy in ("default", ["H16"], ["H99", "H04"])
    ]
    assert answer[0] == answer[1] == answer[2] and answer[0][0]["event"] == "hex-picked"


# Boats


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_hex_whose_name_says_what_strikes_it_is_named_once(lang: str) -> None:
    words = packs.words(GAME, lang)
    text = fact_text(words, Fact("strike.would", values={"hex": "AQ19", "kind": "maelstrom", "losses": ()}))
    assert "AQ19 (" in text and text.count("(") == 1, text


def at_sea(*teams: str, **given: Any) -> Table:
    """Return the Maelstrom with two hexes beside it, and boats there; everybody has an oil."""
    where = {"GB1": "AQ05.W1", "YB1": "AQ05.W1", "YB2": "AQ19.W1", "RB1": "AQ06.W1"}
    kinds = {"R": "red", "B": "blue", "Y": "yellow", "G": "green"}
    laid = {
        "turn": {"dice": {"yellow": 4}, "column": 2},
        "map": {
            "hexes": {
                "AQ19": {"at": "10,0", "nth": 1},
                "AQ05": {"at": "10,1", "nth": 2},
                "AQ06": {"at": "9,1", "nth": 3},
            },
            "teams": {name: {"seat": kinds[name[0]], "place": where[name], "kind": "boat"} for name in teams},
        },
        **{seat: {"purse": {"cubes": {"oil": 1}}} for seat in SEATS},
        **given,
    }
    table = position(laid, SEATS, {}, [MODULE], {MODULE: {"scenario": "terra_h2o"}})
    table.settle()
    return table


@pytest.mark.parametrize(
    ("step", "teams"),
    [
        ({"step": "cataclysm", "colour": "yellow"}, ("GB1", "YB1", "YB2")),
        ({"step": "tornado", "hex": "AQ05", "by": "red"}, ("GB1", "YB1")),
    ],
    ids=["Maelstrom", "tornado"],
)
def test_nobody_knows_who_pays_before_all_have_answered(step: dict[str, str], teams: tuple[str, ...]) -> None:
    table = at_sea(*teams, agenda={"steps": [step]})
    table.clear()
    proofs = {
        seat: Held(SaveBoats(stay=(f"{seat[0].upper()}B1",)), Proof(0, seat, "r")) for seat in ("yellow", "green")
    }
    assert travels_sealed(proofs["green"].order)
    submit(table, "green", [proofs["green"]])
    assert not table.openings and [event for event in table.events if event.seen_by(None)] == []
    submit(table, "yellow", [proofs["yellow"]])
    assert sorted(table.openings, key=str) == sorted(proofs.items(), key=str), (
        "what was chosen is shown as it was signed"
    )
    paid = [event.seat for event in table.events if type(event).__name__ == "CubesSpent"]
    assert sorted(paid) == ["green", "yellow"]


def test_who_is_asked_alone_is_shown_to_have_signed_it() -> None:
    table = at_sea("GB1", agenda={"steps": [{"step": "tornado", "hex": "AQ05", "by": "red"}]})
    signed = Held(SaveBoats(stay=("GB1",)), Proof(0, "green", "r"))
    submit(table, "green", [signed])
    assert table.openings == [("green", signed)]


def test_what_is_nobodys_business_yet_travels_sealed_and_stops_nobody_who_said_it() -> None:
    assert all(map(travels_sealed, (PickHex("H04"), RankHexes(("H04",)), SaveBoats())))
    assert not is_unforeseen(HexPicked("red", "H04"), "red")


def refusal_message(order: dict[str, Any], **given: Any) -> str:
    table = position(
        {"map": {"hexes": {"AQ05": {"at": "10,0", "nth": 1}}, **given.pop("map")}, **given},
        SEATS,
        {},
        [MODULE],
        {MODULE: {"scenario": "terra_h2o"}},
    )
    with pytest.raises(Refused) as fault:
        submit(table, "red", [Held(one) for one in table.book.read_orders([order])])
    return fault.value.message


def test_a_fourth_boat_is_refused_for_want_of_boats() -> None:
    message = refusal_message(
        {"order": "produce", "what": "boat", "place": "AQ05.2"},
        agenda={"steps": [{"step": "produce", "seat": "red"}]},
        turn={"dice": {"red": 3}},
        map={
            "buildings": {"AQ05.2": {"kind": "port", "tile": "port-34", "value": 3, "chip": "red"}},
            "teams": {f"RB{n}": {"seat": "red", "place": "AQ05.W1", "kind": "boat"} for n in (1, 2, 3)},
        },
        red={"purse": {"cubes": {"iron": 1}}},
    )
    assert message == "red has no such team in reserve"


def test_who_repairs_the_building_it_stands_in_need_not_be_named() -> None:
    message = refusal_message(
        {"order": "repair", "place": "AQ05.2", "team": "R2"},
        agenda={"steps": [{"step": "act", "seat": "red"}]},
        map={
            "buildings": {"AQ05.2": {"kind": "port", "tile": "port-34", "value": 3}},
            "teams": {"R2": {"seat": "red", "place": "AQ05.2"}},
        },
    )
    assert message == "R2 is in AQ05.2: repair it without naming R2"


# What is counted


def test_of_the_hexes_buried_only_the_volcano_is_counted_as_such() -> None:
    table = new_game(0, SEATS, expansions=["arboria", MODULE])
    match = Match(game_of(GAME), dict.fromkeys(SEATS, "bot:random"), table, bytes(32))
    table.events = [HexBuried("red", "AQ19"), HexBuried("red", "VOL"), HexBuried("blue", "AQ19")]
    match.count_events()
    assert match.counts["volcano_buried"] == 1


# What threatens boats


def list_threats(reader: str, **dice: int) -> list[tuple[str, str, str, list[str]]]:
    """Return the threats to a seat's boats when all dice are rolled and none is played."""
    state = at_sea("GB1", "RB1", "YB2", turn={"number": 3, "dice": dice}).state
    answer = sea_threats([Fact("before")], state, reader)
    assert [one.key for one in answer] == ["before", *["threat.boat"] * (len(answer) - 1)]
    assert all(one.place == one.values["hex"] and not one.values["cargo"] for one in answer[1:])
    return [(one.values["boat"], one.values["hex"], one.values["kind"], list(one.values["dice"])) for one in answer[1:]]


def test_a_boat_is_threatened_by_the_dice_that_sweep_its_hex() -> None:
    """A tornado for red 3 and yellow 2 on AQ05, a wave for red 3 and green 1 on AQ06, the Maelstrom from 4 on."""
    assert list_threats("green", red=3, blue=1, yellow=2, green=1) == [("GB1", "AQ05", "tornado", ["red3", "yellow2"])]
    assert list_threats("green", red=3, blue=1, yellow=1, green=1) == [("GB1", "AQ05", "tornado", ["red3"])]
    assert list_threats("green", red=2, blue=1, yellow=1, green=1) == []
    assert list_threats("red", red=1, blue=2, yellow=2, green=1) == [("RB1", "AQ06", "tidal-wave", ["green1"])]
    assert list_threats("yellow", red=3, blue=6, yellow=2, green=4) == [
        ("YB2", "AQ19", "maelstrom", ["blue6", "green4"])
    ]
    assert list_threats("blue", red=3, blue=6, yellow=2, green=4) == []


# What an order brings at sea


def seen_by_red(**given: Any) -> Effects:
    """Return what red reads about its orders: the Maelstrom with two hexes beside it, and dice that strike one."""
    hexes = {name: {"at": at, "nth": n} for n, (name, at) in enumerate(AT_SEA.items(), 1)}
    turn = {"number": 3, "dice": {"red": 3, "blue": 1, "yellow": 1, "green": 1}, "order": ["red", *SEATS[1:]]}
    laid = {"turn": turn, **given, "map": {"hexes": hexes, "teams": given["teams"]}}
    del laid["teams"]
    state = position(laid, SEATS, {}, [MODULE], {MODULE: {"scenario": "terra_h2o"}}).state
    return Effects(packs.words(GAME, "en"), state.seen_by("red"), answers_wanted(state)["red"], "red")


AT_SEA = {"AQ19": "10,0", "AQ05": "10,1", "AQ06": "9,1"}


def sails_to_a_wave(oil: int) -> Effects:
    steps = [{"step": "column", "number": n} for n in (3, 2, 1)]
    return seen_by_red(
        agenda={"steps": [*steps, {"step": "act", "seat": "red"}]},
        teams={"RB1": {"seat": "red", "place": "AQ05.W1", "kind": "boat"}},
        red={"purse": {"cubes": {"oil": oil}}},
    )


@pytest.mark.parametrize("oils", [(1, 2), (2, 1)])
def test_the_last_oil_is_told_from_another_whichever_is_asked_first(oils: tuple[int, int]) -> None:
    """A boat that keeps an oil leaves before the wave; what orders have in common is computed once."""
    table, order = sails_to_a_wave(2), Move(("RB1:AQ06.W1",))
    shared = ActionEffects(table.state, Act("red"), "red", ())
    told = {oil: [fact.key for fact in shared.seen(order, sails_to_a_wave(oil).outcome(order))] for oil in oils}
    assert told == {1: ["risk.shown"], 2: []}


@pytest.mark.parametrize("oil", [0, 1])
def test_a_wave_on_a_rivals_loaded_boat_is_not_said_to_hit_nothing(oil: int) -> None:
    """Whether an oil is paid for it is up to its owner, whose purse nobody sees."""
    told = seen_by_red(
        agenda={"steps": [{"step": "trigger", "seat": "red", "colour": "red", "hexes": ["AQ06", "AQ05"]}]},
        teams={
            "GB1": {"seat": "green", "place": "AQ06.W1", "kind": "boat"},
            "G2": {"seat": "green", "place": "GB1"},
        },
        green={"purse": {"cubes": {"oil": oil}}},
    )
    assert told.text(TriggerHexes(("AQ06",))) == "perhaps Green's GB1 is lost"
    assert told.text(TriggerHexes(("AQ05",))) == "strikes nothing"
