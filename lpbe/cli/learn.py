"""A lesson at the terminal: short guided positions, then a free one."""

from __future__ import annotations

from typing import Literal

import click

from ..app.desk import Desk
from ..app.language import environment_language, localised, set_listener, speak_to, wish_language
from ..app.lesson import Course, Mark
from ..app.pages import report_text
from ..games import game_of
from ..kernel.base.errors import Failure, Misused
from ..kernel.base.width import wrap
from ..kernel.chain.letters import Lang
from ..kernel.chain.records import Envelope
from ..kernel.content.lessons import Task, Told, lessons
from ..kernel.play.rules import Order
from .evening import LEAVING, Evening
from .game_name import GameName
from .options import example
from .output import say

BACK = ("back", "retour")
Way = Literal["on", "back", "quit"]


@click.command("learn", epilog=example("lpbe learn", "lpbe learn 2116", "lpbe learn living-planet --lang fr --from 3"))
@click.argument("game", metavar="[GAME]", default="living-planet", type=GameName())
@click.option("--from", "first", metavar="N", default=1, type=click.IntRange(1), help="Begin with this lesson.")
@click.option("--lang", type=click.Choice(["en", "fr"]), help="Language of the lesson; else that of your locale.")
def learn_command(game: str, first: int, lang: Lang | None) -> None:
    """Learn GAME by playing: a few short positions, then one of your own.

    Any answer that does what is asked will do. Nothing is written. The word ? helps, rules
    tells the rules, back begins again or goes back, quit stops.
    """
    spoken, name = lang or environment_language(), game_of(game).name
    wish_language(spoken)
    set_listener(spoken, name)
    number, known = first - 1, lessons(name)
    if not known[number:]:
        told = "{game} has {count} lessons" if known else "{game} has no lessons"
        raise Misused("E_USAGE", told, "the rules in short: lpbe rules GAME --short", game=name, count=len(known))
    while number < len(known):
        way = Classroom(Course(name, known[number], spoken), number + 1, len(known)).go()
        if way == "quit":
            return
        number = max(0, number + (1 if way == "on" else -1))
    say(localised("That was the last lesson. Now play: lpbe play --game {game}", game=name))


class Classroom(Evening):
    """Somebody who learns, and bots; what is done is kept in memory and can be taken back."""

    __slots__ = ("course", "number", "of", "task")

    def __init__(self, course: Course, number: int, of: int) -> None:
        super().__init__(course.opened, course.run, course.lang)
        self.course, self.number, self.of, self.seat = course, number, of, course.lesson.seat
        self.task = course.lesson.tasks[0]

    def go(self) -> Way:
        """The tasks one after the other; back from the first leads to the lesson before."""
        lesson, at, marks = self.course.lesson, 0, list[Mark]()
        say(self.text("lesson", number=self.number, count=self.of, title=lesson.title[self.lang]))
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
        """One task, until what it is about has happened."""
        self.task = task
        self.course.begin_task()
        desk = self.set_out()
        while (line := self.prompt.ask(f"{self.called}> ", self.completions(desk))) not in LEAVING:
            if line in BACK and self.course.run.step is start.step:
                return "back"
            if line in BACK:
                self.go_back(start)
                desk = self.set_out()
            elif line and self.obey(desk, line):
                self.course.others()
                if self.course.is_done(task):
                    self.tell(task.done)
                    return "on"
                if self.course.is_missed(task):
                    say(f"\n{self.text('missed')}")
                    self.tell(task.hint)
                    self.go_back(start)
                desk = self.set_out()
        return "quit"

    def set_out(self) -> Desk:
        """What is seen and what is asked."""
        self.opened = self.course.opened
        speak_to(self.opened.game, self.seat)
        desk = Desk(self.opened, None, self.seat)
        desk.draft += self.drafts.get(self.seat, [])
        say(self.course.shown(desk, self.task.shows))
        self.tell(self.task.told)
        return desk

    def tell(self, told: Told) -> None:
        """A text of the lesson, a paragraph a line, as wide as a page."""
        lines = [line for paragraph in told[self.lang].split("\n") for line in wrap(paragraph, "", "  ")]
        say("\n".join(["", *lines, ""]))

    def stumble(self, failure: Failure) -> None:
        super().stumble(failure)
        self.tell(self.task.hint)

    def keep(self, envelope: Envelope, orders: list[Order]) -> None:
        self.course.keep(envelope, orders)

    def report(self, desk: Desk, rest: str) -> None:
        say(report_text(self.opened, desk, self.course.past[-1:], self.lang, self.text("legal")))

    def help(self, desk: Desk, rest: str) -> None:
        say(self.text("learn"))
