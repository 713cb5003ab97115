"""What Living Planet lays out: the turn, the market with its arrows, the players, and what a seat has for itself."""

from __future__ import annotations

from typing import Any

import pytest

from lpbe.games.living_planet.presentation.panels import panels
from lpbe.games.living_planet.state import Bank, Hand, Turn
from lpbe.kernel.chain.sealed_state import public_state
from lpbe.kernel.content import packs
from lpbe.kernel.engine.model import State
from lpbe.kernel.engine.panels import Panel, Shift
from lpbe.report.content.panels import panel_blocks
from lpbe.report.document import Grid, Lines
from lpbe.report.render.text import render

from .readers import COLOURS, begin_game, midgame, own_page, step_page


def lay_out_panels(
    state: State, reader: str | None = None, answer: list[dict[str, Any]] | None = None
) -> dict[str, Panel]:
    return {panel.key: panel for panel in panels(state, reader, answer or [])}


def position(**options: object) -> State:
    party = begin_game("living-planet", 4, **options)
    return public_state(party.rules.book, party.game.state.table)


BUY = {"event": "cubes-bought", "seat": "red", "resource": "oil", "count": 1, "money": 5}
SELL = {"event": "cubes-sold", "seat": "red", "resource": "oil", "count": 1, "money": 5}
MADE = {"event": "produced", "seat": "red", "place": "H01.1", "resource": "oil", "count": 0}


def card(name: str) -> dict[str, Any]:
    return {"event": "card-chosen", "seat": "red", "card": name, "count": 3}


def move_price(price: int, event: str = "price-moved") -> dict[str, Any]:
    return {"event": event, "resource": "oil", "price": price}


@pytest.mark.parametrize(
    ("answer", "price", "shown"),
    [
        ([], 5, 5),
        ([{**move_price(7), "resource": "iron"}], 5, 5),
        ([card("oil+2"), move_price(7)], 7, Shift(7, "up")),
        ([card("oil-2"), move_price(3)], 3, Shift(3, "down")),
        ([BUY, move_price(6)], 6, Shift(6, "up")),
        ([SELL, move_price(4)], 4, Shift(4, "down")),
        ([MADE, move_price(6)], 6, Shift(6, "up")),
        ([card("oil+1"), move_price(6), SELL, move_price(5)], 5, 5),
        ([card("oil+2"), move_price(1, "crashed")], 1, Shift(1, "down")),
        ([card("oil-2"), move_price(1)], 1, Shift(1, "down")),
        ([card("oil-2"), move_price(1), BUY, move_price(2)], 2, Shift(2, "moved")),
    ],
)
def test_arrows_tell_which_way_a_price_has_gone(answer: list[dict[str, Any]], price: int, shown: object) -> None:
    state = position()
    state[Bank].prices["oil"] = price
    panel = lay_out_panels(state, None, answer)["panel.market"]
    market = dict(zip(panel.columns, panel.rows[0], strict=True))
    assert market["oil"] == shown and market["mycelium"] == state[Bank].prices["mycelium"]


def test_arrows_are_drawn_and_have_words_in_ascii() -> None:
    panel = Panel("panel.market", [("oil", Shift(7, "up"), 3), ("iron", 5, None)], ("resource", "price", "bank"))
    (grid,) = panel_blocks(packs.words("living-planet", "en"), [panel], "table", {})
    assert isinstance(grid, Grid)
    assert (grid.rows, grid.numeric) == ([["oil", "7 ↑", "3"], ["iron", "5", "\u2013"]], [False, True, True])


def test_dice_are_called_by_their_colour_and_listed_as_they_are_played() -> None:
    party = midgame()
    state = public_state(party.rules.book, party.game.state.table)
    ((key, answer),) = lay_out_panels(state)["panel.dice"].rows
    assert key == "order" and [die["colour"] for die in answer["value"]] == state[Turn].order
    assert [die["state"] for die in answer["value"]] == ["die.done", "die.done", "die.now", ""]
    (line,) = [line for line in render(step_page(party, "fr")).split("\n") if line.startswith("Dés, dans l'ordre")]
    assert f"1. {packs.words('living-planet', 'fr').terms[state[Turn].order[0]]} " in line


def test_events_call_dice_by_their_colour_too() -> None:
    (seat,) = midgame().waiting
    text = render(own_page(midgame(), seat, "en"))
    assert f"Die 3, {seat.capitalize()}: {seat.capitalize()}y [Step" in text


def test_the_rules_of_the_table_are_told_only_where_they_are_not_the_usual_ones() -> None:
    assert lay_out_panels(position())["panel.rules"].rows == []
    assert lay_out_panels(position(edition="fr"))["panel.rules"].rows == [("living-planet-options.edition", "fr")]
    changed = lay_out_panels(position(edition="en", screens="open", reselect=False))["panel.rules"]
    assert [name.partition(".")[2] for name, _ in changed.rows] == ["edition", "screens", "reselect"]
    (line,) = panel_blocks(packs.words("living-planet", "en"), [changed], "table", {})
    assert isinstance(line, Lines)
    assert line.lines[0].endswith("Screens: open; Players can still change the planet card they chose: no")


def test_open_screens_are_laid_out() -> None:
    rows = lay_out_panels(position(screens="open"))["panel.purses"].rows
    assert [row[0] for row in rows] == list(COLOURS) and {len(row) for row in rows} == {7}
    assert "panel.purses" not in lay_out_panels(position())


def test_colours_without_a_player_have_a_die_and_cards_only() -> None:
    party = begin_game("living-planet", 2).play_on(1, lambda party: bool(party.game.state.table["turn"].get("dice")))
    rows = lay_out_panels(public_state(party.rules.book, party.game.state.table))["panel.players"].rows
    assert [row[0] for row in rows] == list(COLOURS)
    assert rows[2][1:3] == (None, None) and rows[2][3] and rows[2][4:] == (None,) * 5


def test_what_a_seat_has_for_itself() -> None:
    party = midgame()
    state = party.state("green")
    state[Hand, "green"].hexes = ["H05"]
    state[Hand, "green"].market = ["oil+2", "iron-1", "oil+3"]
    state[Bank].prices |= {"oil": 4, "iron": 5}
    own = lay_out_panels(state, "green")
    assert own["panel.hexes"].rows == [
        ("H05", "MMDDDD", ["electricity", "iron", ""], ["blue3", "yellow1"], ["tornado"]),
    ]
    assert own["panel.cards"].rows == [("oil+2", 4, 6, None), ("iron-1", 5, 4, None), ("oil+3", 4, 7, None)]
    assert own["panel.purse"].columns[0] == "money" and len(own["panel.purse"].rows[0]) == 6
    assert not {"panel.hand", "panel.purse", "panel.buildings"} & lay_out_panels(state).keys()


def test_only_the_leader_who_lays_a_card_reads_what_his_cards_do() -> None:
    party = begin_game("living-planet", 2)
    leader = party.game.state.table["turn"]["leader"]
    other = next(seat for seat in party.seats if seat != leader)
    assert [row[0] for row in lay_out_panels(party.state(leader), leader)["panel.effects"].rows] == [1, 2, 3, 4, 5, 6]
    assert "panel.effects" not in lay_out_panels(party.state(other), other)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_key_of_a_panel_has_words(lang: str) -> None:
    terms = packs.words("living-planet", lang).terms
    party = midgame()
    state = party.state("green")
    state[Hand, "green"].hexes, state[Hand, "green"].market = ["H05"], ["oil+2"]
    state[Turn].leader, state[Turn].double, state[Turn].dice = "green", "oil", {}
    for panel in panels(state, "green", []):
        heads = panel.columns or tuple(row[0] for row in panel.rows)
        assert [head for head in heads if f"{panel.key}.{head}" not in terms and head not in terms] == []
    wanted = [f"effect.{card}" for card in range(1, 7)] + [f"die.{when}" for when in ("done", "now")]
    assert [key for key in (*wanted, "fate.ready", "fate.new", "use.anywhere") if key not in terms] == []
