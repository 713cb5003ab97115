"""Lessons of 2116: its orders name faults and tiles, so the learner looks at a map."""

from __future__ import annotations

import pytest

from lpbe.app.local.lesson import Course
from lpbe.app.local.play_screen import play_screen
from lpbe.app.reading.history import history
from lpbe.app.session.seat_view import SeatView
from lpbe.games.planet_2116.setup import PlaceFactory
from lpbe.games.planet_2116.state import Capital, City
from lpbe.kernel.chain.letter import Lang
from lpbe.kernel.content.lessons import lessons

from .positions import GAME


def screen(course: Course, view: SeatView) -> str:
    return play_screen(course.opened, view, history(course.opened, view.seat, None)).text


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_board_shows_faults_by_number(lang: Lang) -> None:
    course = Course(GAME, lessons(GAME)[0], lang)
    shown = screen(course, SeatView(course.opened, None, "planet", lang))
    assert all(f"x{number} " in shown for number in range(1, 5))
    assert all(tile in shown for tile in ("D11", "F11", "J07", "J16"))


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_board_shows_the_learners_own_capital(lang: Lang) -> None:
    course = Course(GAME, lessons(GAME)[1], lang)
    course.others()
    for tile in ("D12", "L11"):
        course.send(SeatView(course.opened, None, "human-1"), [PlaceFactory(tile)])
        course.others()
    view = SeatView(course.opened, None, "human-1", lang)
    assert view.state
    home = view.state.book.rows_of(City)[view.state[Capital, "human-1"].city].tile
    shown = screen(course, view)
    assert f"({home})" in shown and "C1" in shown
