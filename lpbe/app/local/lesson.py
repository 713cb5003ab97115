"""The game of a lesson, in memory: brought to its position, where bots answer for everybody but the learner."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from ...kernel.base.canonical import Plain
from ...kernel.chain.letter import Lang
from ...kernel.chain.records import Entry, Envelope
from ...kernel.chain.transition import ChainState, Referee
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
from ..session.open_game import OpenGame
from ..session.seat_view import SeatView
from .quick_answers import obvious_answer

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
            expansions=tuple(lesson.expansions),
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
        self.past = [*mark.past]
        self.look()
        self.begin_task()

    def look(self) -> None:
        """Open the position that was reached; its steps travel with it, since no folder has a log of them."""
        game = replace(self.run.step.game, tail=self.past[:-1])
        self.opened = OpenGame(self.opened.place, game, self.opened.rules)

    def send(self, view: SeatView, orders: list[Order]) -> None:
        self.keep(write_unseen(view, orders, FIRST), orders)

    def keep(self, envelope: Envelope, orders: list[Order]) -> None:
        """Carry out a letter and remember the step; nothing is written."""
        self.run.step, _ = self.run.play(envelope, None)
        self.past.append(self.run.step.entry)
        self.look()
        self.events += self.run.step.events
        if envelope.letter.seat == self.lesson.seat:
            self.given += [tag(type(order)) for order in orders]

    def others(self) -> None:
        """Let bots answer until the learner is asked something that is not obvious, or the game is over."""
        while waiting := self.opened.game.state.window.waiting:
            own = self.lesson.seat in waiting
            view = SeatView(self.opened, None, self.lesson.seat if own else waiting[0])
            order = obvious_answer(view) if own else choose_for_player(view, OTHER_PLAYERS)
            if order is None:
                return
            self.send(view, [order])

    def is_done(self, task: Task) -> bool:
        return any(kind in task.orders for kind in self.given) or has_happened(task.events, self.events)

    def is_missed(self, task: Task) -> bool:
        return self.over or has_happened(task.missed, self.events)

    @property
    def over(self) -> bool:
        return self.opened.game.state.window.is_over
