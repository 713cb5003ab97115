"""Play on from a sampled world with a quick bot on every seat, to a horizon or to the end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..kernel.base.errors import Rejected
from ..kernel.engine.chance import Chance, Rng
from ..kernel.engine.events import Answered, Ended
from ..kernel.engine.game import Game
from ..kernel.engine.legality import safe_order
from ..kernel.engine.model import Event, Held, Order, Question, Roster, Seat, State
from ..kernel.engine.rulebook import phase_of
from ..kernel.engine.table import Table, top
from .simple import choose_greedy


class Rollout(Table):
    """A table that asks nobody: the same quick bot answers for every seat, and no event is kept."""

    __slots__ = ("chance", "game", "last_phase", "result", "views")

    def __init__(self, game: Game, world: State, root: bytes, last_phase: int | None) -> None:
        super().__init__(world, Rng(root))
        self.game = game
        self.chance: Chance = BotChance(root)
        self.last_phase = last_phase
        """Play stops at the first question after this phase; None: at the end of the game."""
        self.result: Ended | None = None
        self.views = {seat: world.seen_by(seat) for seat in world[Roster].seats}

    def emit(self, event: Event) -> None:
        """Apply an event and what follows from it; nobody will read it."""
        reactions = self.reactions[type(event)]
        self.progress.asking = None
        event.apply(self.state)
        if type(event) is Ended:
            self.result = event
            self.over = True
        for react in reactions:
            if not self.over:
                react(self, event)

    def pass_by(self, question: Question) -> bool:
        """Answer for all seats up to the horizon."""
        if self.last_phase is not None and phase_of(self.state, 0) > self.last_phase:
            return False
        return super().pass_by(question)

    def answer_for(self, question: Question, seat: Seat) -> bool:
        """Answer with the quick bot; with the safe default where it chose what a rule forbids."""
        order = self.choose(question, seat)
        try:
            self.carry_out(question, seat, Held(order))
        except Rejected:
            self.carry_out(question, seat, Held(safe_order(self.state, question, seat)))
        return True

    def stand_in(self, poll: Question, seat: Seat) -> None:
        self.emit(Answered(seat, Held(self.choose(poll, seat)), window=True))

    def choose(self, question: Question, seat: Seat) -> Order:
        """Return the answer of the game's quick bot; of its greedy one if it has none or does not know."""
        quick = self.game.quick(self.views[seat], question, seat, self.chance) if self.game.quick else None
        return quick or choose_greedy(self.game, self.views[seat], question, seat, self.chance)

    def play(self, seat: Seat, order: Order) -> None:
        """Give the order of a seat, then play on."""
        question = top(self.state)
        assert question
        if question.several:
            self.emit(Answered(seat, Held(order), window=True))
        else:
            self.carry_out(question, seat, Held(order))
        self.settle()


class BotChance(Rng):
    """The draws of the bots in a rollout, which need no proof and no label of their own."""

    def __init__(self, root: bytes) -> None:
        super().__init__(root)
        self.count = 0

    def stream(self, label: str) -> Iterator[int]:
        self.count += 1
        return super().stream(f"bots/{self.count}")


def roll_out(
    game: Game, world: State, seat: Seat, order: Order, root: bytes, last_phase: int | None
) -> Mapping[str, int]:
    """Return what a position is worth to a seat, part by part, after an order of its and the play that follows."""
    table = Rollout(game, world, root, last_phase)
    table.play(seat, order)
    assert game.outlook
    return game.outlook(table.state, seat, table.result)
