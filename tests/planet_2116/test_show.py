"""The world as a picture: small enough for an e-mail, and each reader's own capital alone."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from lpbe.board.model import Chart
from lpbe.board.svg import svg_board
from lpbe.board.text import text_board
from lpbe.games import game_of
from lpbe.games.planet_2116.attacks import Tornado
from lpbe.games.planet_2116.destruction import CapitalLost, CityDestroyed, TilesTaken
from lpbe.games.planet_2116.state import HUMANS, PLANET, Attack, Capital, Round, World
from lpbe.kernel.base.wrapping import columns
from lpbe.kernel.content import packs
from lpbe.kernel.engine.model import Held, State
from lpbe.kernel.engine.table import Table, submit

from ..contract.contract_config import Position, Reader, root
from .golden import load_recording, replay_tables
from .positions import GAME, laid_out

SEATS = (PLANET, *HUMANS)
SITES = {
    "D10": "polluting",
    "F07": "green",
    "E15": "polluting-ruin",
    "G15": "green-ruin",
    "K12": "green",
    "M14": "polluting",
}
HOLES = ["D11", "F11", "E15", "G15", "C12", "C11", "E11", "E12", "F10", "F12"]


def draw_chart(state: State, reader: Reader) -> Chart:
    draw = game_of(GAME).presentation().picture
    assert draw
    chart = draw(state.seen_by(reader), reader)
    assert isinstance(chart, Chart)
    return chart


def late() -> State:
    """Everything there is to draw, and an attack that was announced."""
    given = {
        "agenda": {"steps": [{"step": "declare"}]},
        "world": {"taken": HOLES, "sites": SITES, "shields": ["B08", "C04", "D06", "E09", "F07", "G07", "I05"]},
        "nations": {"front": {"U01": "human-1"}},
        "prepared": {"cards": ["P01", "P02", "P03", "P04"], "groups": ["P01:P02:P03:P04"], "level": 3},
    }
    table = laid_out(Position(given, SEATS, {}, ()))
    submit(table, PLANET, [Held(Tornado("D11", ("w:9", "sw:3")))])
    return table.state


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("reader", [None, "human-1"])
def test_the_world_goes_into_a_mail(lang: str, reader: Reader) -> None:
    for ascii in (False, True):
        lines = text_board.draw(draw_chart(late(), reader), packs.words(GAME, lang), {"D10"}, ascii=ascii)
        assert len(lines) <= 40 and max(map(columns, lines)) <= 72
    for state, limit in ((middle(), 32_000), (late(), 34_000)):
        page = svg_board.draw_board(draw_chart(state, reader), packs.words(GAME, lang), quote_rules=False)
        assert len(page.encode()) <= limit


def test_a_capital_is_shown_to_its_owner_alone() -> None:
    state = late()
    for reader in (None, *SEATS):
        chart = draw_chart(state, reader)
        tokens = [(tile.name, token) for tile in chart.tiles for token in tile.tokens if token.kind == "capital"]
        assert chart.private == bool(tokens) == (reader in HUMANS)
        home = {"human-1": "C04", "human-2": "C21", "human-3": "N14"}.get(reader or "", "")
        assert [name for name, _ in tokens] == ([home] if home else [])
        assert all(token.private for _, token in tokens)


def test_a_capital_that_fell_is_no_secret() -> None:
    table = Table(late(), root(1))
    for event in (TilesTaken(("C04",)), CityDestroyed("arvik", "C04"), CapitalLost("human-1", "arvik", "pon")):
        table.emit(event)
    assert draw_chart(table.state, "human-1") == draw_chart(table.state, None)
    assert table.state[Capital, "human-1"].city == "arvik"


def test_announced_and_past_attacks_are_marked() -> None:
    state = late()
    aimed = {tile.name for tile in draw_chart(state, None).tiles if tile.threatened}
    assert aimed == set(state[Attack].tiles) and "D10" in aimed
    state[Attack].pending = False
    state[World].taken += state[Attack].tiles
    grounds = {tile.name: tile.ground for tile in draw_chart(state, None).tiles}
    assert grounds["D10"] == "struck" and grounds["D11"] == "hole" and grounds["A01"] == "sea"


def middle() -> State:
    """Return a recorded game, half of it."""
    recording = load_recording("capitals")
    half = {**recording, "sent": recording["sent"][: len(recording["sent"]) // 2]}
    *_, table = replay_tables(half)
    return table.state


def test_the_example_is_current(example: Callable[[str, str], None]) -> None:
    words = packs.words(GAME, "en")
    example("world.svg", svg_board.draw_file(draw_chart(middle(), None), words, title="2116"))


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_policy_is_offered_to_humans_who_have_none(lang: str) -> None:
    draw = game_of(GAME).presentation().panels
    assert draw
    state = laid_out(Position({"round": {"number": 1}}, SEATS, {}, ())).state
    offered = {seat: [p for p in draw(state.seen_by(seat), seat, ()) if p.key == "panel.offer"] for seat in SEATS}
    assert [seat for seat in SEATS if offered[seat]] == list(HUMANS)
    assert "city:pon" in packs.words(GAME, lang).terms["panel.offer.template"]


def test_effects_tell_what_is_aimed_at_and_whose_it_is() -> None:
    """A shielded city does not count; the blast of a factory does."""
    module = game_of(GAME).base
    counts = module.gauges(late().seen_by(PLANET), PLANET)
    assert (counts["aimed_smoke"], counts["aimed_cities"], counts["aimed_greens"]) == (1, 0, 0)
    assert (counts["hit.human-1"], counts["hit.human-2"], counts["hit.human-3"]) == (1, 0, 0)
    assert counts["aimed"] == 13, "eleven of the path, and C10 and E10 in the blast"


def text_map(state: State, reader: Reader, lang: str = "en") -> str:
    return "\n".join(text_board.draw(draw_chart(state, reader), packs.words(GAME, lang)))


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_faults_have_their_numbers_until_the_set_up_is_over(lang: str) -> None:
    """`open fault 3` names no tile: the map says where that is."""
    opened = {"agenda": {"steps": [{"step": "choose-fault"}]}, "world": {"taken": ["F11"]}}
    state = laid_out(Position(opened, SEATS, {}, ())).state
    state[Round].number = 0
    kind = packs.words(GAME, lang).terms["fault"]
    board = text_map(state, PLANET, lang)
    places = {"en": "D11 no. 1  J07 no. 3  J16 no. 4", "fr": "D11 n° 1  J07 n° 3  J16 n° 4"}
    assert places[lang] in board and "x2" not in board
    assert [board.count(f" x{number} ") for number in (1, 3, 4)] == [1, 1, 1] and board.count(f"x {kind}") == 1
    assert svg_board.draw_board(draw_chart(state, None), packs.words(GAME, lang)).count(f"; {kind}, n") == 3
    state[Round].number = 1
    assert not any(f"x{number}" in text_map(state, None, lang) for number in (1, 3, 4))


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_secret_capital_is_named_with_its_tile(lang: str) -> None:
    draw = game_of(GAME).presentation().panels
    assert draw
    state = laid_out(Position({}, SEATS, {}, ())).state.seen_by("human-2")
    found = [panel for panel in draw(state, "human-2", ()) if panel.key == "panel.own"]
    assert found[0].rows == [("capital", {"value": state[Capital, "human-2"].city, "tile": "C21"})]
    assert "({tile})" in packs.words(GAME, lang).terms["panel.own.capital"]
