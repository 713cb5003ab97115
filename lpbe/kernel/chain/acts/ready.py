"""Ready: a seat shows what its key draws for this roster; the last one sets the game up."""

# No `from __future__ import annotations`: msgspec would compile every string of a type again in each process.

from typing import TYPE_CHECKING

from msgspec import UNSET
from msgspec.structs import replace

from ...base.errors import Rejected
from ...crypto.keys import Identity, b64
from ..checks import blaming_the_order, referee_keys
from ..letters import Blob, Letter, Record
from ..randomness import drawn_by, root_of, roster_of
from ..seating import Genesis, Now, SeatRecord, given_seat, is_held, stop_waiting, with_seat
from ..writing import heading

if TYPE_CHECKING:
    from ..records import Envelope, GameFile, StateRecord
    from ..step import Deed


class ReadyArgs(Record, frozen=True):
    proof: Blob


class Ready(Letter, frozen=True, kw_only=True, tag="ready"):
    before_start = True

    args: ReadyArgs

    def check(self, genesis: Genesis, state: "StateRecord", at: str | None) -> None:
        heads = state.seq - state.window.since  # heads since the roster was full, the present one aside
        if self.seen in state.recent[: len(state.recent) - heads]:
            raise Rejected(
                "E_ORDER_FORK", "this order was made before everybody had joined", "make it again on this file"
            )
        check_order_of_draws(genesis, state, self.seat)
        with blaming_the_order():
            drawn_by(with_proof(state, self), roster_of(state))

    def enter(self, genesis: Genesis, state: "StateRecord", envelope: "Envelope", now: Now) -> "StateRecord":
        """What was shown, and the key for it, is kept until all have shown theirs."""
        entered = stop_waiting(with_seat(state, with_proof(state, self)), self.seat)
        if entered.window.waiting:
            return entered
        return replace(entered, seats=[replace(seat, draw=UNSET, proof=UNSET) for seat in entered.seats])

    def carry_out(self, deed: "Deed") -> None:
        state = deed.game.state
        if state.window.waiting == [self.seat]:
            deed.start(root_of(with_seat(state, with_proof(state, self)), deed.secrets))


def with_proof(state: "StateRecord", letter: Ready) -> SeatRecord:
    return replace(given_seat(state, letter.seat), proof=letter.args.proof)


def knows_secret(genesis: Genesis, state: "StateRecord", seat: SeatRecord) -> bool:
    """Whether the referee sits there: whoever knows the game's secret could stop it when the draws displease."""
    return is_held(seat) or seat.sign == referee_keys(genesis, state).sign


def check_order_of_draws(genesis: Genesis, state: "StateRecord", seat: str) -> None:
    """Those who know the game's secret show their draws first."""
    first = [s.id for s in state.seats if knows_secret(genesis, state, s)]
    waiting = state.window.waiting
    if seat in first and any(s.id not in first and s.id not in waiting for s in state.seats):
        raise Rejected("E_ORDER_STALE", "who has the referee's key is ready before all others, or not at all")
    if seat not in first and any(other in waiting for other in first):
        raise Rejected("E_ORDER_EARLY", "the host's own seats are ready first", "ask the host: lpbe run")


def ready_letter(game: "GameFile", seat: str, identity: Identity) -> Ready:
    from ...crypto.draws import prove_draw  # saves it for all but the start

    proof = prove_draw(identity.draw_seed(game.state.game), roster_of(game.state).encode())
    return Ready(**heading(game, seat, 0), args=ReadyArgs(b64(proof)))
