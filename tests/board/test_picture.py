"""Pictures of Living Planet: what a reader sees of it, and where an explorer's hexes may go."""

from __future__ import annotations

import subprocess
import sys

from lpbe.board.picture import changed
from lpbe.games.living_planet.explore import PlaceHex
from lpbe.games.living_planet.show.picture import picture
from lpbe.games.living_planet.state import Hand
from lpbe.kernel.play import standing
from lpbe.kernel.play.table import answers_wanted

from .boards import explorers, exploring, full, public


def test_the_places_are_those_of_the_legal_orders() -> None:
    for state, seat in explorers():
        orders = list(standing.legal(state, answers_wanted(state)[seat], seat))
        legal = {(order.at, order.hex, order.turn) for order in orders if isinstance(order, PlaceHex)}
        places = picture(state, seat).candidates
        shown = {(f"{p.q},{p.r}", fit.hex, turn) for p in places for fit in p.fits for turn in fit.turns}
        assert shown == legal


def test_places_are_numbered_row_by_row() -> None:
    places = picture(exploring(), "red").candidates
    assert [place.number for place in places] == list(range(1, len(places) + 1))
    assert [(place.r, place.q) for place in places] == sorted((place.r, place.q) for place in places)
    assert len(places) == 5


def test_only_the_explorer_sees_what_was_drawn() -> None:
    for state, seat in explorers():
        assert [face.name for face in picture(state, seat).faces] == sorted(state[Hand, seat].hexes)
        board = picture(state.seen_by(None), None)
        assert board.faces == () and board.candidates == ()


def test_another_seat_sees_no_places() -> None:
    state, seat = explorers()[0]
    other = next(name for name in picture(state, seat).colours if name != seat)
    board = picture(state.seen_by(None), other)
    assert board.faces == () and board.candidates == ()


def test_changed_is_what_the_events_name() -> None:
    events = [
        {"event": "team-moved", "team": "RM1", "place": "H02.1"},
        {"event": "hexes-triggered", "hexes": ["H05", "H99"], "colour": "red"},
        {"event": "moved", "steps": {"R1": [["H03"]]}},
    ]
    assert changed(public(full()), events) == {"RM1", "H02.1", "H05", "R1", "H03"}


def test_who_does_not_look_at_the_board_does_not_load_it() -> None:
    code = "import sys; from lpbe.games import game_of; game_of('living-planet'); print('lpbe.board' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
