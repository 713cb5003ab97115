"""Lessons of every game: their words, the things they name, and that their tasks can be solved, in many ways."""

from __future__ import annotations

from random import Random

import pytest

from lpbe.app.local.lesson import Course, Mark
from lpbe.app.local.play_screen import USUAL_SIZE, play_screen
from lpbe.app.reading.history import history
from lpbe.app.session.seat_view import SeatView
from lpbe.games import GAMES, book_of
from lpbe.kernel.content.lessons import Task, has_happened, lessons
from lpbe.kernel.engine.model import Order
from lpbe.kernel.engine.rulebook import tag

from ..size_limits import sizes
from .contract_config import config_of
from .playouts import legal

LESSONS = [(game, number) for game in GAMES for number in range(len(lessons(game)))]
PATIENCE = 5000
"""How many random orders to try, few of which are right: a task not solved by then cannot be solved."""
each = pytest.mark.parametrize(("game", "number"), LESSONS)


def tasks(game: str) -> list[Task]:
    return [task for lesson in lessons(game) for task in lesson.tasks]


@pytest.mark.parametrize("game", [game for game in GAMES if lessons(game)])
def test_a_lesson_speaks_both_languages_and_names_what_there_is(game: str) -> None:
    book = book_of(game, ())
    events = {tag(kind): kind.__struct_fields__ for module in book.modules for kind in module.events}
    for task in tasks(game):
        for text in (task.told, task.hint, task.done):
            assert text.keys() == {"en", "fr"} and text["en"] != text["fr"] and all(map(str.strip, text.values()))
        assert (task.orders or task.events) and set(task.orders) <= book.orders.keys()
        for wanted in (*task.events, *task.missed):
            assert wanted.keys() - {"event"} <= set(events[wanted["event"]]), wanted


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_its_lessons_with_a_free_part_at_the_end(game: str) -> None:
    found = lessons(game)
    seats = config_of(game).lessons
    assert seats is None or [lesson.seat for lesson in found] == list(seats)
    assert not found or not found[-1].tasks[-1].missed, "nothing is wrong there"


@each
def test_a_position_is_there_and_nothing_is_done_before_it_is_asked(game: str, number: int) -> None:
    for lang in ("en", "fr"):
        course = Course(game, lessons(game)[number], lang)
        course.others()
        course.begin_task()
        first = course.lesson.tasks[0]
        assert not course.is_done(first) and not course.is_missed(first)
        view = SeatView(course.opened, None, course.lesson.seat, lang)
        screen = play_screen(course.opened, view, history(course.opened, view.seat, None), task=[first.told[lang]])
        lines = screen.text.split("\n")
        assert len(lines) < USUAL_SIZE[1] and max(map(len, lines)) <= USUAL_SIZE[0]


@each
@sizes("tries", 1, 40)
def test_who_answers_at_random_gets_there_in_the_end(game: str, number: int, tries: int) -> None:
    """Any answer that does what is asked is accepted; any other one leads back to the task."""
    found = set[str]()
    for seed in range(tries):
        course = Course(game, lessons(game)[number], "en")
        course.others()
        taken = [guess_orders(course, task, Random(f"{seed}/{at}")) for at, task in enumerate(course.lesson.tasks)]
        found.add(" ".join(taken))
    assert len(found) > 1 or tries < 2, "more than one answer is right"


def guess_orders(course: Course, task: Task, random: Random) -> str:
    """Return orders at random until the task is done; the last of them."""
    start = course.mark()
    course.begin_task()
    for _ in range(PATIENCE):
        seat_view = SeatView(course.opened, None, course.lesson.seat)
        assert seat_view.state
        order = any_kind(legal(seat_view.state, seat_view.seat), random)
        course.send(seat_view, [order])
        course.others()
        if course.is_done(task):
            return repr(order)
        if course.is_missed(task):
            taken_back(course, start)
    raise AssertionError(f"never done: {task.text['en']}")


def any_kind(orders: list[Order], random: Random) -> Order:
    """Choose each kind with equal probability: some have hundreds of orders."""
    kind = random.choice(list(dict.fromkeys(map(type, orders))))
    return random.choice([order for order in orders if type(order) is kind])


def taken_back(course: Course, start: Mark) -> None:
    course.go_back(start)
    assert (course.run.step, course.events, course.given) == (start.step, [], [])
    assert course.opened.game.last is start.step.game.last and course.past == list(start.past)


def test_an_event_fits_when_it_has_all_that_is_named() -> None:
    events = [{"event": "built", "seat": "red", "value": 3}]
    assert has_happened([{"event": "built"}], events) and has_happened(
        [{"event": "x"}, {"event": "built", "value": 3}], events
    )
    assert not has_happened([{"event": "built", "value": 4}], events) and not has_happened([], events)
