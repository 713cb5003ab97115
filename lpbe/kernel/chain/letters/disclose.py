"""Disclose: after the end the referee publishes the game's secrets, so that everybody can replay it."""

from typing import TYPE_CHECKING

from ...base.errors import Stale, TooEarly
from ..genesis import Genesis, StepOutcome, use_rev
from ..letter import Letter
from ..letter_builder import heading

if TYPE_CHECKING:
    from ..records import Envelope, GameFile, StateRecord
    from ..transition import LetterContext


class Disclose(Letter, frozen=True, kw_only=True, tag="disclose"):
    """The referee's letter that publishes the secrets of a finished game."""

    free = True
    by_referee = True
    in_open_games = False
    before_start = True
    after_end = True

    def check(self, genesis: Genesis, state: "StateRecord", at: str | None) -> None:
        if not state.window.is_over:
            raise TooEarly("E_ORDER_EARLY", "the game is not over")
        if genesis.disclose:
            raise Stale("E_ORDER_STALE", "the step that ended the game has already shown its secrets")

    def bookkeep(
        self, genesis: Genesis, state: "StateRecord", envelope: "Envelope", outcome: StepOutcome
    ) -> "StateRecord":
        return use_rev(state, self)

    def carry_out(self, context: "LetterContext") -> None:
        context.disclosing = True


def disclose_letter(game: "GameFile") -> Disclose:
    """Return the letter that discloses a game."""
    return Disclose(**heading(game, "referee", game.state.free))
