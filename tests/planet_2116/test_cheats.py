"""Cheats: orders out of turn, cards of others, tiles there are not, patterns nearly right, words that silence has.

Each is refused whole, for the clause that stands here, at every level of clairvoyance; and what is refused tells the
same whatever others hold.
"""

from __future__ import annotations

from typing import Any

import pytest

from lpbe.games import book_of
from lpbe.games.planet_2116.quick_blocks import Blocked
from lpbe.games.planet_2116.state import (
    HUMANS,
    PLANET,
    Attack,
    Capital,
    Climate,
    Hand,
    Nations,
    Piles,
    Planet2116Options,
    Prepared,
    World,
)
from lpbe.kernel.base.errors import Failure, Refused
from lpbe.kernel.engine.events import Ended, Unfit
from lpbe.kernel.engine.leaving import agree_to_stop, resign, withdraw_stop
from lpbe.kernel.engine.model import Held, Plan, Seat, Standing, State
from lpbe.kernel.engine.table import Table, submit

from ..contract.playouts import Act, give
from .positions import GAME
from .test_pairs import acts_in, at, outcome

BOOK = book_of(GAME, ())


def order(kind: str, **fields: Any) -> dict[str, Any]:
    return {"order": kind, **fields}


def path(*legs: str, origin: str = "D11", **more: Any) -> dict[str, Any]:
    return order("tornado", origin=origin, path=list(legs), **more)


def over(*tiles: str) -> dict[str, Any]:
    return order("tornado", origin="D11", tiles=list(tiles))


DECLARE = {
    "a leg of no step": (path("e:0"), "E_SCHEMA"),
    "a path of ninety-nine steps": (path("e:99"), "2116-DMG-05"),
    "a step too many, leg by leg": (path("e", "e", "e", "e"), "2116-DMG-05"),
    "there and back": (path("e", "w"), "2116-DMG-05"),
    "back over the origin": (over("D12", "D11", "D10"), "2116-DMG-05"),
    "the same tile twice": (over("D12", "D12"), "2116-DMG-05"),
    "the origin as a tile": (over("D11"), "2116-DMG-05"),
    "around the corner with one card": (over("C11", "C12", "D12"), "2116-DMG-05"),
    "a jump over a tile": (over("D12", "D14"), "2116-DMG-05"),
    "a tile beside the map": (over("D12", "D23"), "2116-DMG-05"),
    "a path told twice": (order("tornado", origin="D11", path=["e"], tiles=["D12"]), "2116-DMG-02"),
    "no path at all": (order("tornado", origin="D11"), "2116-DMG-02"),
    "off the board": (path("w:3", origin="J07", cards=["P01", "P05"]), "2116-PREP-06"),
    "from a standing tile": (path("e", origin="A01"), "2116-DMG-03"),
    "from a tile there is not": (path("e", origin="Z99"), "2116-MAP-01"),
    "from a small letter": (path("e", origin="d11"), "2116-MAP-01"),
    "from nowhere": (path("e", origin=""), "2116-MAP-01"),
    "one card as two": (path("e", "ne", cards=["P01", "P01"]), "2116-PREP-06"),
    "a card of the hand": (path("e", cards=["P02"]), "2116-DMG-01"),
    "a temperature rise in a combo": (path("e", cards=["P01", "P17"]), "2116-PREP-06"),
    "a temperature rise as an attack": (path("e", cards=["P17"]), "2116-PREP-06"),
    "a Human's card": (path("e", cards=["U01"]), "2116-DMG-01"),
    "two kinds as one": (path("e", cards=["P01", "P05"]), "2116-PREP-06"),
    "a kind that was not laid": (order("meteorite", origin="D11"), "2116-DMG-01"),
    "a seventh direction": (order("tsunami", origin="D11", dir="n"), "E_SCHEMA"),
    "no attack, though one is possible": (order("forfeit"), "E_ORDER_KIND"),
    "the next phase already": (order("prepare", cards=["P02"]), "E_ORDER_KIND"),
    "a plan and no answer": (order("plan", then=order("forfeit")), "E_ORDER_KIND"),
}
BLOCK = {
    "two tiles with one unit": (order("block", blocks=["A01", "A02"]), "2116-BLOCK-01"),
    "one tile twice with one unit": (order("block", blocks=["A01", "A01"]), "2116-BLOCK-01"),
    "a hole": (order("block", blocks=["D11"]), "2116-BLOCK-03"),
    "a hole as the second best": (order("block", blocks=["A01:D11"]), "2116-BLOCK-03"),
    "a tile there is not": (order("block", blocks=["Z99"]), "2116-BLOCK-03"),
    "no tile": (order("block", blocks=[]), "E_SCHEMA"),
    "seven wishes": (order("block", blocks=["A01:A02:A03:A04:A05:A06:A07"]), "E_SCHEMA"),
    "five units": (order("block", blocks=["A01", "A02", "A03", "A04", "A05"]), "E_SCHEMA"),
    "a turn instead": (order("discard"), "E_ORDER_KIND"),
}
PREPARE = {
    "a card twice": (order("prepare", cards=["P02", "P02"]), "2116-PREP-01"),
    "a combo of one card": (order("prepare", cards=["P02:P02"]), "2116-PREP-01"),
    "a combo of two kinds": (order("prepare", cards=["P02:P06"]), "2116-PREP-06"),
    "two temperature rises as a combo": (order("prepare", cards=["P18:P19"]), "2116-PREP-06"),
    "three at twenty degrees": (order("prepare", cards=["P02", "P03", "P06"]), "2116-PREP-02"),
    "three as one combo and a card": (order("prepare", cards=["P02:P03", "P06"]), "2116-PREP-02"),
    "a card that lies there already": (order("prepare", cards=["P01"]), "2116-PREP-01"),
    "a card of the pile": (order("prepare", cards=["P04"]), "2116-PREP-01"),
    "an attack after the attacks": (path("e"), "E_ORDER_KIND"),
}
TURN = {
    "another's Resource card": (order("lay", card="U04"), "2116-HUM-03"),
    "a card that lies there already": (order("lay", card="U01"), "2116-HUM-03"),
    "a Cooling card as a Resource": (order("lay", card="U17"), "2116-HUM-03"),
    "for the Planet": (order("lay", card="U03", to="planet"), "2116-HUM-04"),
    "for the POT, without need": (order("lay", card="U03", to="pot"), "2116-HUM-04"),
    "for a fourth Human": (order("lay", card="U03", to="human-4"), "2116-HUM-04"),
    "another's card away": (order("discard", cards=["U04"]), "2116-HUM-07"),
    "a card of the table away": (order("discard", cards=["U01"]), "2116-HUM-07"),
    "one card away twice": (order("discard", cards=["U03", "U03"]), "2116-HUM-07"),
    "another's Cooling": (order("cool", card="U19"), "2116-COOL-01"),
    "a Resource as Cooling": (order("cool", card="U03"), "2116-COOL-01"),
    "more than it costs": (order("cool", card="U17", own=2), "2116-RES-07"),
    "out of the POT of others": (order("cool", card="U17", pot=1), "2116-RES-07"),
    "less than nothing": (order("cool", card="U17", own=-1), "E_SCHEMA"),
    "another's Shield": (order("shield", card="U27", at=["A01"]), "2116-SHIELD-01"),
    "a unit in a turn": (order("block", blocks=["A01"]), "E_ORDER_KIND"),
    "a factory on credit": (order("build", site="D10"), "2116-GREEN-01"),
    "a factory where none was": (order("build", site="A01"), "2116-GREEN-02"),
    "green over green": (order("build", site="C05"), "2116-GREEN-02"),
}
WINDOWS = {"declare": (PLANET, DECLARE), "block": ("human-1", BLOCK), "prepare": (PLANET, PREPARE)}
WINDOWS |= {"human-turn": ("human-1", TURN)}
CASES = [(window, name) for window, (_, cheats) in WINDOWS.items() for name in cheats]


def refusal_code(state: State, seat: Seat, *raw: dict[str, Any]) -> str:
    """Why, as a clause or a code; an order that is accepted is no cheat."""
    try:
        table = give(seat, [Held(one) for one in BOOK.read_orders(list(raw))]).on(state, 3)
    except Failure as no:
        return no.clause if isinstance(no, Refused) else no.code
    raise AssertionError(f"accepted: {table.events}")


@pytest.mark.parametrize("level", [3, 2, 1])
@pytest.mark.parametrize(("window", "name"), CASES)
def test_a_cheat_is_refused(window: str, name: str, level: int) -> None:
    seat, cheats = WINDOWS[window]
    assert refusal_code(at(window, level, "none"), seat, cheats[name][0]) == cheats[name][1]


@pytest.mark.parametrize("window", [*WINDOWS, "choose-fault", "found", "pick-bag"])
def test_nobody_speaks_out_of_turn(window: str) -> None:
    """Every order of every window, by everybody who is not asked there."""
    state = at(window, 3, "none")
    asked = {"declare": {PLANET}, "prepare": {PLANET}, "choose-fault": {PLANET}, "block": {"human-1", "human-2"}}
    for seat in {PLANET, *HUMANS} - asked.get(window, {"human-1"}):
        for _, cheats in WINDOWS.values():
            for raw, why in cheats.values():
                if why != "E_SCHEMA" and raw["order"] != "plan":
                    assert refusal_code(state, seat, raw) == "E_ORDER_NOT_WAITING"


@pytest.mark.parametrize("kind", ["forfeit", "place-anywhere", "choose-any-bag"])
def test_what_silence_says_cannot_be_planned(kind: str) -> None:
    """Otherwise the Planet could hold its attacks back, and a player who dislikes a hand could ask chance."""
    window, seat = {"forfeit": ("declare", PLANET)}.get(kind, ("human-turn", "human-1"))
    first = path("ne") if seat == PLANET else order("discard")
    (sent,) = BOOK.read_orders([first])
    (planned,) = BOOK.read_orders([order(kind)])
    table = give(seat, [Held(sent), Held(Plan(planned))]).on(at(window, 3, "none"), 3)
    assert [event.kind for event in table.events if isinstance(event, Unfit)]
    assert not table.state[Standing, seat].plan


def test_two_units_on_one_tile_are_one() -> None:
    """The second is kept, with the card it would have cost."""
    state = at("block", 3, "none").copy()
    state[Hand, "human-1"].cards = ["U32", "U34"]
    state[Piles].hands["human-1"] = 2
    state[Nations].front["U06"] = "human-1"
    both = BOOK.read_orders([order("block", blocks=["C12", "C12"])])
    table = give("human-1", [Held(one) for one in both]).on(state, 3)
    submit(table, "human-2", [Held(one) for one in BOOK.read_orders([order("no-block")])])
    sent = [(event.tile, event.card, event.paid) for event in table.events if isinstance(event, Blocked)]
    ((tile, unit, paid),) = sent
    assert (tile, paid) == ("C12", "U01") and table.state[Nations].front["U06"] == "human-1"
    assert {"U32", "U34"} - {unit} < {*table.state[Hand, "human-1"].cards}


def test_no_card_is_found_out_by_asking_for_it() -> None:
    """Whether a card is in another's hand, in the pile, on the table or nowhere, the refusal is the same."""
    state = at("human-turn", 3, "none")
    answer = set()
    for card in ("U04", "U29", "U01", "U99", "P02"):
        with pytest.raises(Refused) as no:
            give("human-1", list(map(Held, BOOK.read_orders([order("discard", cards=[card])])))).on(state, 3)
        answer.add((no.value.clause, no.value.template, str(no.value).replace(card, "?")))
    assert len(answer) == 1


def test_shields_are_neither_made_nor_lost() -> None:
    """Whatever one card does with them: placed, moved, in a row, onto where one has just left."""
    state = at("human-turn", 3, "none").copy()
    state[Hand, "human-1"].cards = ["U27"]
    state[World].shields = ["A01", "A02"]
    state[Piles].hands["human-1"] = 1
    ways = [(at_, moves) for at_ in ((), ("A01",), ("A02",), ("A03",), ("A03", "A04")) for moves in MOVES]
    for places, moves in ways:
        raw = order("shield", card="U27", at=list(places), moves=list(moves))
        try:
            table = give("human-1", list(map(Held, BOOK.read_orders([raw])))).on(state, 3)
        except Refused:
            continue
        shields = table.state[World].shields
        assert len(shields) == len({*shields}) == 2 + len(places), raw


MOVES = (
    (),
    ("A01:A03",),
    ("A01:A02",),
    ("A01:A02", "A02:A03"),
    ("A02:A03", "A01:A02"),
    ("A01:A02", "A02:A01"),
    ("A01:A01",),
)


@pytest.mark.parametrize("window", WINDOWS)
def test_secret_continents_are_told_by_nothing(window: str) -> None:
    """Where the table keeps them secret two Humans may have changed places, until a capital falls or an Ark leaves."""
    one = at(window, 2, "none").copy()
    one[Planet2116Options].continent_public = False
    one[Nations].continents.clear()
    one[Nations].front |= dict.fromkeys(("U06", "U07", "U08"), "human-3")
    other = one.copy()
    homes = one[Capital, "human-2"].city, one[Capital, "human-3"].city
    other[Capital, "human-3"].city, other[Capital, "human-2"].city = homes
    for name, act in acts_in(window):
        if not name.startswith(("human-2", "human-3")):
            readers = (None, PLANET, "human-1")
            assert outcome(one, act, readers) == outcome(other, act, readers), name


# Ends


def everybody(do: Any, *seats: Seat) -> list[Act]:
    return [Act(lambda table, s=seat: do(table, s), seat) for seat in seats]


def after(state: State, *acts: Act) -> Table:
    table = Table(state.copy(), Act(lambda table: None).on(state, 1).rng)
    for act in acts:
        act.do(table)
    return table


def ends(table: Table) -> list[tuple[str, tuple[Seat, ...]]]:
    return [(event.why, event.winners) for event in table.events if isinstance(event, Ended)]


@pytest.mark.parametrize("window", WINDOWS)
def test_all_must_agree_to_stop_and_nobody_wins(window: str) -> None:
    state = at(window, 2, "none")
    three = everybody(agree_to_stop, PLANET, "human-1", "human-2")
    assert ends(after(state, *three)) == []
    back = Act(lambda table: withdraw_stop(table, "human-1"))
    assert ends(after(state, *three, back, *everybody(agree_to_stop, "human-3"))) == []
    assert ends(after(state, *three, *everybody(agree_to_stop, "human-3"))) == [("agreed", ())]
    assert ends(after(state, *three, *everybody(resign, "human-3"))) == [("agreed", ())]


@pytest.mark.parametrize("window", ["declare", "prepare"])
def test_who_has_left_need_not_agree_and_the_last_ends_it(window: str) -> None:
    state, left = at(window, 2, "none"), everybody(resign, *HUMANS)
    assert ends(after(state, *left)) == []
    assert ends(after(state, *left, *everybody(agree_to_stop, PLANET))) == [("agreed", ())]
    assert ends(after(state, *left, *everybody(resign, PLANET))) == [("deserted", ())]


def test_nothing_goes_on_after_the_end() -> None:
    """An attack that ends the game leaves its other blasts, cards and phases undone."""
    state = at("block", 3, "none").copy()
    state[Climate].heat = 43
    state[Attack].tiles = ["D10", "F07"]
    answers = [give(seat, [Held(BOOK.read_orders([order("no-block")])[0])]) for seat in ("human-1", "human-2")]
    table = after(state, *answers)
    assert ends(table) == [("heat", (PLANET,))] and table.state[Climate].heat == 46
    assert table.state[Prepared].cards == ["P05", "P17"] and table.state[World].sites["F07"] == "polluting-ruin"
    assert "F06" not in table.state[World].taken, "the second factory has not exploded any more"
