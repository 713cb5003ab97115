"""Handover: the referee gives the game, with its secret, to another referee."""

# No `from __future__ import annotations`: msgspec would compile every string of a type again in each process.

from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from ...base.errors import Rejected
from ...crypto.keys import Identity, Secret, b64, check_seal_key, check_sign_key, unb64
from ...crypto.seals import seal, unseal
from ..checks import blaming_the_order
from ..letters import Blob, Key, Letter, Record, seal_info
from ..randomness import need_secret
from ..seating import Genesis, RefereeKeys, use_rev
from ..writing import heading

if TYPE_CHECKING:
    from ...play.rulebook import Rules
    from ...play.table import Table
    from ..records import Envelope, GameFile, StateRecord

SIZE = 256
EMPTY = "AAAA"
"""What stands where the sealed secret will be."""


class HandoverArgs(Record, frozen=True):
    sign: Key
    seal: Key
    secret: Blob


class Handover(Letter, frozen=True, kw_only=True, tag="handover"):
    free = True
    by_referee = True
    in_open_games = False
    before_start = True

    args: HandoverArgs

    def new_referee(self) -> RefereeKeys:
        return RefereeKeys(self.args.sign, self.args.seal)

    def secret_for(self, identity: Identity) -> Secret | None:
        """The game's secret, if it was handed to this identity."""
        if self.args.sign != b64(identity.sign_public):
            return None
        text = unseal(identity.seal_secret, seal_info(self), unb64(self.args.secret), SIZE)
        return Secret(bytes.fromhex(msgspec.json.decode(text)))

    def check(self, genesis: Genesis, state: "StateRecord", at: str | None) -> None:
        with blaming_the_order():
            check_sign_key(unb64(self.args.sign))
            check_seal_key(unb64(self.args.seal))

    def enter(self, genesis: Genesis, state: "StateRecord", envelope: "Envelope") -> "StateRecord":
        return replace(use_rev(state, self), handovers=[*state.handovers, envelope])

    def carry_out(self, table: "Table", rules: "Rules", game: "GameFile", secret: Secret | None) -> "Table":
        """The new referee must be able to open the game: the same bytes come out again only if the secret is inside."""
        if self.args.secret != sealed_secret(self, need_secret(secret)):
            raise Rejected("E_SEAL_OPEN", "the handover does not hold the game's secret", "make it with: lpbe handover")
        return table


def sealed_secret(letter: Handover, secret: Secret) -> str:
    return b64(seal(secret.eph, unb64(letter.args.seal), seal_info(letter), secret.raw.hex(), SIZE))


def handover_letter(game: "GameFile", keys: tuple[str, str], secret: Secret, rev: int) -> Handover:
    letter = Handover(**heading(game, "referee", rev), args=HandoverArgs(*keys, EMPTY))
    return replace(letter, args=replace(letter.args, secret=sealed_secret(letter, secret)))
