"""Take lessons at a keyboard: short guided positions, then a free one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from ...games import game_of
from ...kernel.base.errors import Failure, Misused
from ...kernel.base.wrapping import wrap
from ...kernel.chain.letter import Lang
from ...kernel.chain.records import Envelope
from ...kernel.content import packs
from ...kernel.content.lessons import Lesson, Task, Translations, lessons
from ...kernel.engine.model import Order
from ..session.failures import failure_lines
from ..session.locale import environment_language
from ..session.seat_view import SeatView
from ..session.session import Session
from .console import Console
from .hot_seat import LEAVING, HotSeat
from .lesson import Course, Mark
from .progress import lessons_taken, remember_lesson

BACK = ("back", "retour")
TICK = "✓"
Way = Literal["on", "back", "quit"]


def take_lessons(
    session: Session, console: Console, game: str, first: int | None = None, lang: Lang | None = None
) -> None:
    """Take the lessons of a game, from a number on or from the first new one, until the learner leaves."""
    language = lang or environment_language()
    name = game_of(game).name
    session.request_language(language)
    session.address(language, name)
    known = lessons(name)
    number = first - 1 if first else first_new(name, known)
    if not known[number:]:
        template = "{game} has {count} lessons" if known else "{game} has no lessons"
        raise Misused("E_USAGE", template, "the rules in short: lpbe rules GAME --short", game=name, count=len(known))
    console.show(list_lessons(name, language))
    remarks: list[str] = []
    while number < len(known):
        course = Course(name, known[number], language)
        way = Classroom(session, console, course, remarks, number + 1, len(known)).go()
        if way == "quit":
            return
        if way == "on":
            keep_progress(session, name, known[number])
        number = max(0, number + (1 if way == "on" else -1))
    console.show("\n".join(line for text in remarks for line in wrap(text)))
    console.show(session.locale.localise("That was the last lesson. Now play: lpbe play --game {game}", game=name))


def first_new(game: str, known: Sequence[Lesson]) -> int:
    """Return the index of the first lesson that was not taken yet; the first one if all were."""
    taken = lessons_taken(game)
    return next((n for n, lesson in enumerate(known) if lesson.title["en"] not in taken), 0)


def list_lessons(game: str, lang: Lang) -> str:
    """Return the lessons of a game, those that were taken with a tick."""
    taken = lessons_taken(game)
    titles = [lesson.title for lesson in lessons(game)]
    lines = [f"{TICK if title['en'] in taken else ' '} {n:2}  {title[lang]}" for n, title in enumerate(titles, 1)]
    words = packs.words(game, lang).terms
    return "\n".join([words["play.lessons"].format(game=words.get(game, game), name=game), *lines, ""])


def keep_progress(session: Session, game: str, lesson: Lesson) -> None:
    """Remember that a lesson was taken; a disk that cannot be written does not end the course."""
    try:
        remember_lesson(game, lesson.title["en"])
    except Failure as failure:
        session.warn("\n".join(failure_lines(failure, session.locale)))


class Classroom(HotSeat):
    """A lesson at a keyboard: one learner and bots; the game is only in memory and can go back."""

    __slots__ = ("course", "number", "of", "task")

    def __init__(
        self, session: Session, console: Console, course: Course, remarks: list[str], number: int, of: int
    ) -> None:
        super().__init__(session, console, course.opened, course.run, course.lang)
        self.course = course
        self.remarks = remarks
        self.number = number
        self.of = of
        self.seat = course.lesson.seat
        self.task = course.lesson.tasks[0]

    def go(self) -> Way:
        """Go through the tasks one after the other; back from the first leads to the lesson before."""
        lesson = self.course.lesson
        at = 0
        marks: list[Mark] = []
        self.course.others()
        while at < len(lesson.tasks):
            marks[at:] = [self.course.mark()]
            way = self.take(lesson.tasks[at], marks[at])
            if way == "quit" or (way == "back" and at == 0):
                return way
            at += 1 if way == "on" else -1
            if way == "back":
                self.go_back(marks[at])
        return "on"

    def go_back(self, mark: Mark) -> None:
        self.course.go_back(mark)
        self.drafts.clear()

    def take(self, task: Task, start: Mark) -> Way:
        """Work on one task until what it is about has happened."""
        self.task = task
        self.course.begin_task()
        view = self.present_task()
        while (line := self.console.ask(f"{self.player_name}> ", self.completions(view))) not in LEAVING:
            if line in BACK and self.course.run.step is start.step:
                return "back"
            if line in BACK:
                self.go_back(start)
                view = self.present_task()
            elif line and self.obey(view, line):
                self.course.others()
                if self.course.is_done(task):
                    self.remarks += self.paragraphs(task.done)
                    return "on"
                if self.course.is_missed(task):
                    self.remarks += [self.text("missed"), *self.paragraphs(task.hint)]
                    self.go_back(start)
                view = self.present_task()
            elif not line:
                view = self.present_task()
        return "quit"

    def present_task(self) -> SeatView:
        """Draw the screen of the task, with its text above the prompt; return the learner's view."""
        self.opened = self.course.opened
        view = self.view_of(self.seat)
        title = self.course.lesson.title[self.lang]
        head = self.text("lesson", number=self.number, count=self.of, title=title)
        self.draw(view, [head, *self.paragraphs(self.task.told)])
        return view

    def paragraphs(self, text: Translations) -> list[str]:
        return text[self.lang].strip().split("\n")

    def undo(self, view: SeatView, rest: str) -> bool:
        raise Misused("E_USAGE", "in a lesson, go back with: {word}", word=BACK[0])

    def explain(self, failure: Failure) -> None:
        super().explain(failure)
        self.console.show("\n".join(line for text in self.paragraphs(self.task.hint) for line in wrap(text)))

    def keep(self, envelope: Envelope, orders: list[Order]) -> None:
        self.course.keep(envelope, orders)

    def help(self, view: SeatView, rest: str) -> None:
        self.console.show(self.text("learn"))
