"""Rekey: a seat changes its keys; the old key signs the letter, the new one proves itself."""

from typing import TYPE_CHECKING

from msgspec import UNSET
from msgspec.structs import replace

from ...base.canonical import jcs
from ...crypto import sshsig
from ...crypto.keys import Identity, b64, unb64
from ..genesis import Genesis, StepOutcome, given_seat, use_rev, with_seat
from ..letter import Digest, Key, Letter, Record, Sig
from ..letter_builder import heading
from ..letter_checks import blame_sender, check_keys, check_started

if TYPE_CHECKING:
    from ..records import Envelope, GameFile, StateRecord


class RekeyArgs(Record, frozen=True):
    """The new keys of a seat, and the proof that its player has them."""

    sign: Key
    seal: Key
    tie: Digest
    proof: Sig


class Rekey(Letter, frozen=True, kw_only=True, tag="rekey"):
    """The letter by which a seat changes its keys."""

    free = True

    args: RekeyArgs

    def check(self, genesis: Genesis, state: "StateRecord", at: str | None) -> None:
        args = self.args
        check_started(state)
        with blame_sender():
            check_keys(genesis, state, self.seat, args.sign, args.seal)
            proven = rekey_message(state.game, self.seat, args.sign, args.seal, args.tie)
            sshsig.verify(unb64(args.sign), sshsig.REKEY, proven, unb64(args.proof))

    def bookkeep(
        self, genesis: Genesis, state: "StateRecord", envelope: "Envelope", outcome: StepOutcome
    ) -> "StateRecord":
        freed = use_rev(state, self)
        args = self.args
        record = replace(given_seat(freed, self.seat), sign=args.sign, seal=args.seal, tie=args.tie, memo=UNSET)
        return with_seat(freed, record)


def rekey_message(game: str, seat: str, sign: str, seal: str, tie: str) -> bytes:
    """Return what the new key signs to prove that the player has it."""
    return jcs({"game": game, "seat": seat, "sign": sign, "seal": seal, "tie": tie})


def rekey_letter(game: "GameFile", seat: str, new: Identity, rev: int) -> Rekey:
    """Return the letter that changes the keys of a seat."""
    sign, seal = new.keys
    tie = new.tie(game.state.game, seat)
    proof = new.sign(sshsig.REKEY, rekey_message(game.state.game, seat, sign, seal, tie))
    return Rekey(
        **heading(game, seat, rev), args=RekeyArgs(sign=sign, seal=seal, tie=tie, proof=b64(sshsig.strip_frame(proof)))
    )
