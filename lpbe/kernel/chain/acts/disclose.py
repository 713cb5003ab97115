"""Disclose: after the end the referee shows the game's secret, so that everybody can play it again."""

# No `from __future__ import annotations`: msgspec would compile every string of a type again in each process.

from typing import TYPE_CHECKING

from msgspec.structs import replace

from ...base.canon import tagged
from ...base.errors import Rejected
from ..letters import Digest, Letter, Record
from ..seating import Genesis, use_rev
from ..writing import heading

if TYPE_CHECKING:
    from ...crypto.keys import Secret
    from ..records import Envelope, GameFile, StateRecord


class DiscloseArgs(Record, frozen=True):
    secret: Digest


class Disclose(Letter, frozen=True, kw_only=True, tag="disclose"):
    free = True
    by_referee = True
    in_open_games = False

    args: DiscloseArgs

    def check(self, genesis: Genesis, state: "StateRecord", at: str | None) -> None:
        if state.window.kind != "over":
            raise Rejected("E_ORDER_EARLY", "the game is not over")
        if tagged("seed-commit", bytes.fromhex(self.args.secret)).hex() != genesis.seed_commit:
            raise Rejected("E_AUDIT_SEED", "this is not the secret the game was begun with")

    def enter(self, genesis: Genesis, state: "StateRecord", envelope: "Envelope") -> "StateRecord":
        return replace(use_rev(state, self), disclosed=self.args.secret)


def disclose_letter(game: "GameFile", secret: "Secret") -> Disclose:
    return Disclose(**heading(game, "referee", game.state.free), args=DiscloseArgs(secret.raw.hex()))
