"""The game of a lesson, in memory: brought to its position, where bots answer for everybody but the learner."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from ...kernel.base.canonical import Plain
from ...kernel.chain.letter import Lang
from ...kernel.chain.records import Entry, Envelope
from ...kernel.chain.transition import ChainState, Referee
from ...kernel.content import packs
from ...kernel.content.lessons import Lesson, Task, has_happened
from ...kernel.engine.model import Order
from ...kernel.engine.rulebook import tag
from ...kernel.gamedir.gamedir import Place
from ...kernel.gamedir.referee_run import Run
from ..creating.genesis import GameRequest
from ..creating.new_game import build_game
from ..hosting.referee_actions import make_run
from ..ordering.bot_order import choose_for_player
from ..ordering.place_order import FIRST, write_unseen
from ..ordering.typed_orders import parse_batch
from ..reading.pages import page_of, render_page
from ..session.open_game import OpenGame
from ..session.seat_view import SeatView

OTHER_PLAYERS = "bot:greedy"
LESSON_PATH = "lesson"
"""The name of the game on a page: it is in no folder."""


class Mark(Struct, frozen=True):
    """A position that a lesson can go back to."""

    step: ChainState
    past: tuple[Entry, ...]


class Course:
    """One lesson as it is taken: the game, and how far the current task has come.

    The game is English in every language: its draws depend on all of its terms, and so on its language too.
    """

    __slots__ = ("events", "given", "lang", "lesson", "opened", "past", "run")

    def __init__(self, game: str, lesson: Lesson, lang: Lang) -> None:
        self.lesson = lesson
        self.lang = lang
        request = GameRequest(
            game=game,
            seats=lesson.seats,
            settings=tuple(lesson.settings),
            seed=lesson.seed * 32,
            nonce=lesson.seed * 32,
        )
        self.opened = build_game(request, None, Place(LESSON_PATH), None).latest
        self.run: Run = make_run(self.opened, Referee())
        self.past: list[Entry] = [self.opened.game.last]
        self.begin_task()
        for line in lesson.before:
            seat, _, orders = line.partition(": ")
            view = SeatView(self.opened, None, seat)
            self.send(view, parse_batch(view, orders))

    def begin_task(self) -> None:
        self.events: list[Plain] = []
        self.given: list[str] = []

    def mark(self) -> Mark:
        return Mark(self.run.step, tuple(self.past))

    def go_back(self, mark: Mark) -> None:
        self.run.step = mark.step
        self.past = list(mark.past)
        self.look()
        self.begin_task()

    def look(self) -> None:
        self.opened = OpenGame(self.opened.place, self.run.step.game, self.opened.rules)

    def send(self, view: SeatView, orders: list[Order]) -> None:
        self.keep(write_unseen(view, orders, FIRST), orders)

    def keep(self, envelope: Envelope, orders: list[Order]) -> None:
        """Carry out a letter and remember the step; nothing is written."""
        self.run.step, _ = self.run.play(envelope, None)
        self.look()
        self.past.append(self.run.step.entry)
        self.events += self.run.step.events
        if envelope.letter.seat == self.lesson.seat:
            self.given += [tag(type(order)) for order in orders]

    def others(self) -> None:
        """Let bots answer until the learner is asked, or the game is over."""
        while (waiting := self.opened.game.state.window.waiting) and self.lesson.seat not in waiting:
            view = SeatView(self.opened, None, waiting[0])
            self.send(view, [choose_for_player(view, OTHER_PLAYERS)])

    def is_done(self, task: Task) -> bool:
        return any(kind in task.orders for kind in self.given) or has_happened(task.events, self.events)

    def is_missed(self, task: Task) -> bool:
        return self.over or has_happened(task.missed, self.events)

    @property
    def over(self) -> bool:
        return self.opened.game.state.window.is_over

    def render_sections(self, view: SeatView, sections: list[str]) -> str:
        """Return the parts of the learner's page that a task is about, without its title."""
        listing = packs.words(self.opened.rules.game.name, self.lang).terms["play.legal"]
        page = page_of(self.opened, view, self.past[-1:], self.lang, listing=listing)
        kept = [section for section in page.sections if section.key in sections]
        _, _, body = render_page(self.opened, replace(page, sections=kept), "text", False).partition("\n\n")
        return body
