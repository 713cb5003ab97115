"""Random positions of whole games, and the data with which a page shows them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from lpbe.games import game_of
from lpbe.kernel.content import packs
from lpbe.kernel.engine.model import Question, Seat, State
from lpbe.kernel.engine.table import answers_wanted
from lpbe.kernel.language.effects import Effects
from lpbe.kernel.schemas.page_data import Asked, PageData
from lpbe.report.content.action_data import add_actions, gauge_views
from lpbe.report.content.choices import question_for

from .contract_config import Case
from .playouts import playout


class AskedSeat(NamedTuple):
    """A position in which a seat is asked: the whole state, and what the seat sees of it."""

    case: Case
    state: State
    view: State
    seat: Seat
    question: Question

    def effects(self, lang: str = "en") -> Effects:
        return Effects(packs.words(self.case.game, lang), self.view, self.question, self.seat)

    def data(self, lang: str = "en") -> PageData:
        effects = self.effects(lang)
        game = game_of(self.case.game)
        base = PageData(
            seat=self.seat,
            game=game.name,
            window=1,
            lang=lang,
            question=Asked(""),
            gauges=gauge_views(effects.words, self.view, self.seat),
        )
        return add_actions(base, game.presentation(), effects)


def asked_seats(case: Case, count: int, seed: int = 0) -> Iterator[AskedSeat]:
    """Yield this many random positions of a game, with each seat that is asked there."""
    transitions = playout(case, seed)
    chosen = Random(f"{case} {seed}").sample(transitions, min(count, len(transitions)))
    for transition in chosen:
        state = transition.table.state
        for seat in answers_wanted(state):
            view = state.seen_by(seat)
            question = question_for(view, seat)
            if question is not None:
                yield AskedSeat(case, state, view, seat, question)
