"""Resign: a seat leaves the game; its policy and the defaults play on."""

from typing import TYPE_CHECKING

from ...base.errors import Stale
from ...engine.model import Roster
from ..genesis import Genesis, StepOutcome, bots_in, stop_waiting, use_rev
from ..letter import Letter
from ..letter_builder import heading
from ..letter_checks import check_started

if TYPE_CHECKING:
    from ..records import Envelope, GameFile, StateRecord
    from ..transition import LetterContext


class Resign(Letter, frozen=True, kw_only=True, tag="resign"):
    """The letter by which a seat leaves the game."""

    free = True

    def check(self, genesis: Genesis, state: "StateRecord", at: str | None) -> None:
        check_started(state)

    def bookkeep(
        self, genesis: Genesis, state: "StateRecord", envelope: "Envelope", outcome: StepOutcome
    ) -> "StateRecord":
        return stop_waiting(use_rev(state, self), self.seat)

    def carry_out(self, context: "LetterContext") -> None:
        if self.seat in context.table.state[Roster].resigned:
            raise Stale("E_ORDER_STALE", "{seat} has already left", seat=self.seat)
        from ...engine.leaving import resign  # saves it for games that nobody leaves

        resign(context.table, self.seat, bots_in(context.game.state))


def resign_letter(game: "GameFile", seat: str, rev: int) -> Resign:
    """Return the letter that resigns."""
    return Resign(**heading(game, seat, rev))
