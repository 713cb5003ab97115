"""Ready: a seat shows the nonce it had committed to; the last one sets the game up."""

# No `from __future__ import annotations`: msgspec would compile every string of a type again in each process.

from typing import TYPE_CHECKING

from msgspec.structs import replace

from ...base.errors import Rejected
from ...crypto.keys import Identity, Secret
from ...play.table import Table, start
from ..letters import Digest, Letter, Record
from ..randomness import rng_of
from ..seating import Genesis, given_seat, stop_waiting, with_seat
from ..writing import heading, nonce_commitment, own_nonce

if TYPE_CHECKING:
    from ...play.rulebook import Rules
    from ..records import Envelope, GameFile, StateRecord


class ReadyArgs(Record, frozen=True):
    nonce: Digest


class Ready(Letter, frozen=True, kw_only=True, tag="ready"):
    before_start = True

    args: ReadyArgs

    def check(self, genesis: Genesis, state: "StateRecord", at: str | None) -> None:
        heads = state.seq - state.window.since  # heads since the roster was full, the present one aside
        if self.seen in state.recent[: len(state.recent) - heads]:
            raise Rejected(
                "E_ORDER_FORK", "this order was made before everybody had joined", "make it again on this file"
            )
        committed = given_seat(state, self.seat).nonce_commit
        if nonce_commitment(state.game, self.seat, bytes.fromhex(self.args.nonce)) != committed:
            raise Rejected("E_COMMIT_MISMATCH", "the nonce is not the one that was committed to when joining")

    def enter(self, genesis: Genesis, state: "StateRecord", envelope: "Envelope") -> "StateRecord":
        return stop_waiting(with_nonce(state, self), self.seat)

    def carry_out(self, table: Table, rules: "Rules", game: "GameFile", secret: Secret | None) -> Table:
        if game.state.window.waiting != [self.seat]:
            return table
        live = rules.book.blank([s.id for s in game.state.seats], game.genesis.options)
        play = Table(live, rng_of(game.genesis, with_nonce(game.state, self), secret))
        start(play)
        return play


def with_nonce(state: "StateRecord", letter: Ready) -> "StateRecord":
    return with_seat(state, replace(given_seat(state, letter.seat), nonce=letter.args.nonce))


def ready_letter(game: "GameFile", seat: str, identity: Identity) -> Ready:
    return Ready(**heading(game, seat, 0), args=ReadyArgs(own_nonce(identity, game.state.game).hex()))
