"""Rekey: a seat goes on with new keys, signed by the old one and proven by the new one."""

# No `from __future__ import annotations`: msgspec would compile every string of a type again in each process.

from typing import TYPE_CHECKING

from msgspec import UNSET
from msgspec.structs import replace

from ...base.canon import jcs
from ...crypto import sshsig
from ...crypto.keys import Identity, b64, unb64
from ..checks import blaming_the_order, check_keys, check_started
from ..letters import Digest, Key, Letter, Record, Sig
from ..seating import Genesis, Now, given_seat, use_rev, with_seat
from ..writing import heading

if TYPE_CHECKING:
    from ..records import Envelope, GameFile, StateRecord


class RekeyArgs(Record, frozen=True):
    sign: Key
    seal: Key
    tie: Digest
    proof: Sig


class Rekey(Letter, frozen=True, kw_only=True, tag="rekey"):
    free = True

    args: RekeyArgs

    def check(self, genesis: Genesis, state: "StateRecord", at: str | None) -> None:
        args = self.args
        check_started(state)
        with blaming_the_order():
            check_keys(genesis, state, self.seat, args.sign, args.seal)
            proven = rekey_message(state.game, self.seat, args.sign, args.seal, args.tie)
            sshsig.verify(unb64(args.sign), sshsig.REKEY, proven, unb64(args.proof))

    def enter(self, genesis: Genesis, state: "StateRecord", envelope: "Envelope", now: Now) -> "StateRecord":
        freed = use_rev(state, self)
        args = self.args
        record = replace(given_seat(freed, self.seat), sign=args.sign, seal=args.seal, tie=args.tie, memo=UNSET)
        return with_seat(freed, record)


def rekey_message(game: str, seat: str, sign: str, seal: str, tie: str) -> bytes:
    """What the new key signs to show that it is in its holder's hands."""
    return jcs({"game": game, "seat": seat, "sign": sign, "seal": seal, "tie": tie})


def rekey_letter(game: "GameFile", seat: str, new: Identity, rev: int) -> Rekey:
    sign, seal = new.keys
    tie = new.tie(game.state.game, seat)
    proof = new.sign(sshsig.REKEY, rekey_message(game.state.game, seat, sign, seal, tie))
    return Rekey(**heading(game, seat, rev), args=RekeyArgs(sign, seal, tie, b64(sshsig.bare(proof))))
