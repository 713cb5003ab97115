"""Take orders back in a game that one person plays against bots: the game is as it was before them."""

from __future__ import annotations

from collections.abc import Sequence

from ...kernel.base.errors import Misused, OtherRules
from ...kernel.chain.records import Entry, head_id
from ...kernel.chain.transition import ChainState, Referee, begin, extend
from ...kernel.disk import files
from ...kernel.gamedir.gamedir import dump_step, steps_with_report
from ...kernel.gamedir.log import cut_log
from ..reading.history import answers_for, available_steps
from ..session.open_game import OpenGame
from ..session.seat_view import SeatView
from .quick_answers import obvious_answer

MAX_REMEMBERED = 64
"""How many positions are remembered; earlier ones are played again from the log."""


class PastPositions:
    """The positions in which somebody was asked, and the way back to them."""

    __slots__ = ("known",)

    def __init__(self) -> None:
        self.known: dict[int, ChainState] = {}

    def remember(self, step: ChainState) -> None:
        self.known[step.game.state.seq] = step
        while len(self.known) > MAX_REMEMBERED:
            del self.known[min(self.known)]

    def before_last_order(self, opened: OpenGame, seat: str, lang: str) -> ChainState:
        """Return the position before the last order that the seat's player chose; what was obvious does not count."""
        log = list(available_steps(opened))
        for entry in reversed(log):
            if answers_for(entry, seat):
                step = self.at(opened, log, entry.head.seq - 1)
                if obvious_answer(SeatView(opened.at(step.game), None, seat, lang)) is None:
                    return step
        raise Misused("E_USAGE", "there is nothing to take back: you have not given an order yet")

    def at(self, opened: OpenGame, log: Sequence[Entry], seq: int) -> ChainState:
        """Return an earlier position: one that is remembered, or the nearest one before it played on."""
        nearest = max((number for number in self.known if number <= seq), default=-1)
        step = self.known[nearest] if nearest >= 0 else begin(opened.game.genesis, opened.rules, Referee(), None)
        for entry in log[step.game.state.seq + 1 : seq + 1]:
            step = extend(opened.rules, step, entry.envelope, Referee(), None)
        if head_id(step.entry.head) != head_id(log[seq].head):
            raise OtherRules(
                "E_RULES_VERSION", "another version of lpbe played these steps, so they cannot be taken back"
            )
        self.remember(step)
        return step

    def forget_after(self, seq: int) -> None:
        self.known = {number: step for number, step in self.known.items() if number <= seq}


def go_back(opened: OpenGame, step: ChainState) -> None:
    """Make an earlier step the last one of a game folder.

    The game file comes first, as in every step. If the rest is interrupted, `mend` completes it.
    """
    place = opened.place
    files.write(place.game, dump_step(step.game, place.game))
    cut_log(place, step.game)
    for seq in steps_with_report(place):
        if seq > step.game.state.seq:
            files.remove(place.report(seq))
