"""Stop: a seat agrees to end the game now, or withdraws that; it ends when all who still play agree."""

from typing import TYPE_CHECKING

from ..genesis import Genesis, StepOutcome, bots_in, use_rev
from ..letter import Letter, Record
from ..letter_builder import heading
from ..letter_checks import check_started

if TYPE_CHECKING:
    from ..records import Envelope, GameFile, StateRecord
    from ..transition import LetterContext


class StopArgs(Record, frozen=True):
    """Whether the seat agrees or withdraws."""

    agree: bool


class Stop(Letter, frozen=True, kw_only=True, tag="stop"):
    """The letter by which a seat agrees to end the game."""

    free = True

    args: StopArgs

    def check(self, genesis: Genesis, state: "StateRecord", at: str | None) -> None:
        check_started(state)

    def bookkeep(
        self, genesis: Genesis, state: "StateRecord", envelope: "Envelope", outcome: StepOutcome
    ) -> "StateRecord":
        return use_rev(state, self)

    def carry_out(self, context: "LetterContext") -> None:
        from ...engine.leaving import agree_to_stop, withdraw_stop  # saves it for games that play on

        if self.args.agree:
            agree_to_stop(context.table, self.seat, bots_in(context.game.state))
        else:
            withdraw_stop(context.table, self.seat)


def stop_letter(game: "GameFile", seat: str, agree: bool, rev: int) -> Stop:
    """Return the letter that agrees to stop, or withdraws that."""
    return Stop(**heading(game, seat, rev), args=StopArgs(agree))
