"""A game in memory for a lesson: brought to its position, where bots answer for everybody but the learner."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from ..bots import choose
from ..kernel.base.canon import Plain
from ..kernel.chain.letters import Lang
from ..kernel.chain.records import Entry, Envelope
from ..kernel.chain.step import Link, Referee
from ..kernel.content import packs
from ..kernel.content.lessons import Lesson, Task, happened
from ..kernel.folder.folder import Place
from ..kernel.folder.run import Run
from ..kernel.play.chance import Rng
from ..kernel.play.rulebook import tag
from ..kernel.play.rules import Order
from .begin import build_game
from .desk import Desk
from .game import OpenGame
from .genesis import Wish
from .orders import parse_batch, write_order
from .pages import page_of, render_page
from .run import make_run, player_chance

OTHERS = "bot:greedy"
BEGUN = "lesson"
"""What the game of a lesson is called where a page names it: it lies nowhere."""


class Mark(Struct, frozen=True):
    """Where a lesson can go back to."""

    step: Link
    past: tuple[Entry, ...]


class Course:
    """One lesson as it is taken: the game, and what has come of the task at hand.

    The game is the same in every language: what it draws hangs on all of its terms, and so on its language too.
    """

    __slots__ = ("events", "given", "lang", "lesson", "opened", "past", "run")

    def __init__(self, game: str, lesson: Lesson, lang: Lang) -> None:
        self.lesson, self.lang = lesson, lang
        wish = Wish(
            game=game,
            seats=lesson.seats,
            settings=tuple(lesson.settings),
            seed=lesson.seed * 32,
            nonce=lesson.seed * 32,
        )
        self.opened = build_game(wish, None, Place(BEGUN), None).latest
        self.run: Run = make_run(self.opened, Referee(), None)
        self.past: list[Entry] = [self.opened.game.last]
        self.begin_task()
        for line in lesson.before:
            seat, _, orders = line.partition(": ")
            desk = Desk(self.opened, None, seat)
            self.send(desk, parse_batch(desk, orders))

    def begin_task(self) -> None:
        self.events: list[Plain] = []
        self.given: list[str] = []

    def mark(self) -> Mark:
        return Mark(self.run.step, tuple(self.past))

    def go_back(self, mark: Mark) -> None:
        self.run.step, self.past = mark.step, list(mark.past)
        self.look()
        self.begin_task()

    def look(self) -> None:
        self.opened = OpenGame(self.opened.place, self.run.step.game, self.opened.rules)

    def send(self, desk: Desk, orders: list[Order]) -> None:
        self.keep(write_order(desk, orders, [], "", "", 0, False), orders)

    def keep(self, envelope: Envelope, orders: list[Order]) -> None:
        """Carried out, remembered, and written nowhere."""
        self.run.step, _ = self.run.play(envelope, None)
        self.look()
        self.past.append(self.run.step.entry)
        self.events += self.run.step.events
        if envelope.order.seat == self.lesson.seat:
            self.given += [tag(type(order)) for order in orders]

    def others(self) -> None:
        """Bots answer until the learner is asked, or the game is over."""
        while (waiting := self.opened.game.state.window.waiting) and self.lesson.seat not in waiting:
            desk = Desk(self.opened, None, waiting[0])
            assert desk.state
            order = choose(OTHERS, self.opened.rules.game, desk.state, desk.seat, Rng(player_chance(desk)))
            self.send(desk, [order])

    def is_done(self, task: Task) -> bool:
        return any(kind in task.orders for kind in self.given) or happened(task.events, self.events)

    def is_missed(self, task: Task) -> bool:
        return self.over or happened(task.missed, self.events)

    @property
    def over(self) -> bool:
        return self.opened.game.state.window.kind == "over"

    def shown(self, desk: Desk, sections: list[str]) -> str:
        """The parts of the learner's page that a task is about, without its title."""
        listing = packs.words(self.opened.rules.game.name, self.lang).terms["play.legal"]
        page = page_of(self.opened, desk, self.past[-1:], self.lang, listing=listing)
        kept = [section for section in page.sections if section.key in sections]
        _, _, body = render_page(self.opened, replace(page, sections=kept), "text", False).partition("\n\n")
        return body
