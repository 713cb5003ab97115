"""Take lessons at a keyboard: short guided positions, then a free one."""

from __future__ import annotations

from typing import Literal

from ...games import game_of
from ...kernel.base.errors import Failure, Misused
from ...kernel.base.wrapping import wrap
from ...kernel.chain.letter import Lang
from ...kernel.chain.records import Envelope
from ...kernel.content.lessons import Task, Translations, lessons
from ...kernel.engine.model import Order
from ..reading.pages import report_text
from ..session.locale import environment_language
from ..session.seat_view import SeatView
from ..session.session import Session
from .hot_seat import LEAVING, Console, HotSeat
from .lesson import Course, Mark

BACK = ("back", "retour")
Way = Literal["on", "back", "quit"]


def take_lessons(session: Session, console: Console, game: str, first: int = 1, lang: Lang | None = None) -> None:
    """Take the lessons of a game from a number on, until the last one or until the learner leaves."""
    language = lang or environment_language()
    name = game_of(game).name
    session.request_language(language)
    session.address(language, name)
    number = first - 1
    known = lessons(name)
    if not known[number:]:
        template = "{game} has {count} lessons" if known else "{game} has no lessons"
        raise Misused("E_USAGE", template, "the rules in short: lpbe rules GAME --short", game=name, count=len(known))
    while number < len(known):
        course = Course(name, known[number], language)
        way = Classroom(session, console, course, number + 1, len(known)).go()
        if way == "quit":
            return
        number = max(0, number + (1 if way == "on" else -1))
    console.show(session.locale.localise("That was the last lesson. Now play: lpbe play --game {game}", game=name))


class Classroom(HotSeat):
    """A lesson at a keyboard: one learner and bots; the game is only in memory and can go back."""

    __slots__ = ("course", "number", "of", "task")

    def __init__(self, session: Session, console: Console, course: Course, number: int, of: int) -> None:
        super().__init__(session, console, course.opened, course.run, course.lang)
        self.course = course
        self.number = number
        self.of = of
        self.seat = course.lesson.seat
        self.task = course.lesson.tasks[0]

    def go(self) -> Way:
        """Go through the tasks one after the other; back from the first leads to the lesson before."""
        lesson = self.course.lesson
        at = 0
        marks: list[Mark] = []
        self.console.show(self.text("lesson", number=self.number, count=self.of, title=lesson.title[self.lang]))
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
                    self.show_text(task.done)
                    return "on"
                if self.course.is_missed(task):
                    self.console.show(f"\n{self.text('missed')}")
                    self.show_text(task.hint)
                    self.go_back(start)
                view = self.present_task()
        return "quit"

    def present_task(self) -> SeatView:
        """Show the parts of the page that the task is about, and its text; return the learner's view."""
        self.opened = self.course.opened
        self.session.address_seat(self.opened.game, self.seat)
        view = SeatView(self.opened, None, self.seat, self.lang)
        view.draft += self.drafts.get(self.seat, [])
        self.console.show(self.course.render_sections(view, self.task.shows))
        self.show_text(self.task.told)
        return view

    def show_text(self, text: Translations) -> None:
        """Show a text of the lesson, each paragraph wrapped to the width of a page."""
        lines = [line for paragraph in text[self.lang].split("\n") for line in wrap(paragraph, "", "  ")]
        self.console.show("\n".join(["", *lines, ""]))

    def explain(self, failure: Failure) -> None:
        super().explain(failure)
        self.show_text(self.task.hint)

    def keep(self, envelope: Envelope, orders: list[Order]) -> None:
        self.course.keep(envelope, orders)

    def report(self, view: SeatView, rest: str) -> None:
        self.console.show(report_text(self.opened, view, self.course.past[-1:], self.lang, self.text("legal")))

    def help(self, view: SeatView, rest: str) -> None:
        self.console.show(self.text("learn"))
