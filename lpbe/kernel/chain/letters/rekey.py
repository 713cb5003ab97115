"""Rekey: a seat changes its keys; the old key signs the letter, the new one proves itself."""

from typing import TYPE_CHECKING

from msgspec import UNSET
from msgspec.structs import replace

from ...crypto.keys import Identity
from ..genesis import Genesis, StepOutcome, given_seat, use_rev, with_seat
from ..key_proofs import ProvenKeys, check_claim, check_proofs, prove_keys
from ..letter import Letter
from ..letter_builder import heading, referee_key
from ..letter_checks import blame_sender, check_keys, check_started

if TYPE_CHECKING:
    from ..records import Envelope, GameFile, StateRecord
    from ..transition import LetterContext


class Rekey(Letter, frozen=True, kw_only=True, tag="rekey"):
    """The letter by which a seat changes its keys."""

    free = True

    args: ProvenKeys

    def check(self, genesis: Genesis, state: "StateRecord", at: str | None) -> None:
        args = self.args
        check_started(state)
        with blame_sender():
            check_keys(genesis, state, self.seat, args.sign, args.seal)
            check_proofs(genesis.trust, self.game, self.seat, args)

    def bookkeep(
        self, genesis: Genesis, state: "StateRecord", envelope: "Envelope", outcome: StepOutcome
    ) -> "StateRecord":
        freed = use_rev(state, self)
        args = self.args
        record = replace(given_seat(freed, self.seat), sign=args.sign, seal=args.seal, tie=args.tie, memo=UNSET)
        return with_seat(freed, record)

    def carry_out(self, context: "LetterContext") -> None:
        check_claim(context.secrets, self.game, self.seat, self.args)


def rekey_letter(game: "GameFile", seat: str, new: Identity, rev: int) -> Rekey:
    """Return the letter that changes the keys of a seat."""
    return Rekey(**heading(game, seat, rev), args=prove_keys(new, game.state.game, seat, referee_key(game)))
