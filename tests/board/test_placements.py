"""Hexes to place are drawn as they could be placed, with the numbers under which their places are typed."""

from __future__ import annotations

import pytest
from msgspec import to_builtins
from msgspec.structs import replace

from lpbe.board.model import HexMap
from lpbe.board.svg import svg_board
from lpbe.board.svg.placements import options, rotate
from lpbe.games.living_planet.actions.exploration import PlaceHex
from lpbe.games.living_planet.presentation.board_view import picture
from lpbe.kernel.engine import legality
from lpbe.kernel.engine.dry_run import look_ahead
from lpbe.kernel.engine.model import Seat, State
from lpbe.kernel.engine.table import answers_wanted

from .boards import LANGUAGES, explorers, public, samples, words
from .drawings import parse_svg, tag, words_in
from .test_sights import SEA
from .worlds import words as chart_words
from .worlds import world


def placements(state: State, seat: Seat) -> list[PlaceHex]:
    legal = legality.legal_orders(state, answers_wanted(state)[seat], seat)
    return [order for order in legal if isinstance(order, PlaceHex)]


def drawn_for(state: State, seat: Seat, order: PlaceHex) -> tuple[str, int, int]:
    places = {f"{place.q},{place.r}": place.number for place in picture(state, seat).candidates}
    return order.hex, order.turn, places[order.at]


def test_whatever_may_be_placed_is_drawn_and_nothing_else() -> None:
    for state, seat in explorers():
        offered = {
            (option.face.name, option.turn, number)
            for option in options(picture(state, seat))
            for number in option.places
        }
        assert offered == {drawn_for(state, seat, order) for order in placements(state, seat)}


def test_it_is_drawn_as_it_lies_once_it_is_placed() -> None:
    tried = 0
    for state, seat in explorers()[:4]:
        shown = {(option.face.name, option.turn): option.face for option in options(picture(state, seat))}
        for order in placements(state, seat)[::5]:
            after = look_ahead(state, seat, [order]).state
            laid = next(hex for hex in picture(after, seat).hexes if hex.name == order.hex)
            assert shown[order.hex, order.turn].edges == laid.edges, to_builtins(order)
            tried += 1
    assert tried > 8


def test_zones_turn_with_their_edges() -> None:
    (zone,) = rotate(SEA, 4).zones
    assert rotate(SEA, 4).edges == "SDDDSS" and zone.edges == (0, 4, 5)
    assert rotate(SEA, 0) == SEA


@pytest.mark.parametrize("lang", LANGUAGES)
def test_turn_and_places_stand_below_as_they_are_typed(lang: str) -> None:
    for state, seat in explorers()[:3]:
        board = picture(state, seat)
        drawn, typed = svg_board.options(board, words(lang))
        root = parse_svg(drawn)
        lines = words_in(root)
        turn = words(lang).terms["board.turn"]
        first, *_ = options(board)
        assert f"{turn} {first.turn}" in lines and " ".join(f"#{n}" for n in first.places) in lines
        assert f"{first.face.name} " in typed and f"#{first.places[0]} {turn} {first.turn}" in typed
        assert len([each for each in root if tag(each) == "g"]) == len(options(board))


def test_who_has_nothing_to_place_is_shown_nothing() -> None:
    assert svg_board.options(public(samples()[0]), words()) == ("", "")
    assert svg_board.options(world("human-2"), chart_words("en")) == ("", "")
    board = picture(*explorers()[0])
    assert isinstance(board, HexMap) and options(replace(board, candidates=())) == []
