"""Ready: a seat proves what its key draws for this roster; the last one sets the game up."""

from typing import TYPE_CHECKING

from msgspec import UNSET
from msgspec.structs import replace

from ...base.canonical import kdf
from ...base.errors import Rejected, Stale, TooEarly
from ...crypto.keys import Identity, Secrets, b64, unb64
from ..genesis import Genesis, SeatRecord, StepOutcome, given_seat, is_held, roster_of, stop_waiting, with_seat
from ..letter import Blob, Letter, Record, present
from ..letter_builder import heading
from ..letter_checks import blame_sender, referee_keys

if TYPE_CHECKING:
    from ..records import Envelope, GameFile, StateRecord
    from ..transition import LetterContext


class ReadyArgs(Record, frozen=True):
    """The proof of a draw."""

    proof: Blob


class Ready(Letter, frozen=True, kw_only=True, tag="ready"):
    """The letter by which a seat shows its draw."""

    before_start = True

    args: ReadyArgs

    def check(self, genesis: Genesis, state: "StateRecord", at: str | None) -> None:
        heads = state.seq - state.window.since  # heads since the roster was full, not counting the present one
        if self.seen in state.recent[: len(state.recent) - heads]:
            raise Rejected(
                "E_ORDER_FORK", "this order is from before everybody had joined", "make it again with this file"
            )
        check_order_of_draws(genesis, state, self.seat)
        with blame_sender():
            check_seat_draw(with_proof(state, self), roster_of(state))

    def bookkeep(
        self, genesis: Genesis, state: "StateRecord", envelope: "Envelope", outcome: StepOutcome
    ) -> "StateRecord":
        """Store the proof until every seat has shown its own; then remove proofs and keys."""
        entered = stop_waiting(with_seat(state, with_proof(state, self)), self.seat)
        if entered.window.waiting:
            return entered
        return replace(entered, seats=[replace(seat, draw=UNSET, proof=UNSET) for seat in entered.seats])

    def carry_out(self, context: "LetterContext") -> None:
        state = context.game.state
        if state.window.waiting == [self.seat]:
            context.start(make_root(with_seat(state, with_proof(state, self)), context.secrets))


def with_proof(state: "StateRecord", letter: Ready) -> SeatRecord:
    """Return the seat of a letter with the proof in it."""
    return replace(given_seat(state, letter.seat), proof=letter.args.proof)


def knows_secret(genesis: Genesis, state: "StateRecord", seat: SeatRecord) -> bool:
    """Return whether the referee plays this seat: they know the secret and could stop a game with bad draws."""
    return is_held(seat) or seat.sign == referee_keys(genesis, state).sign


def check_order_of_draws(genesis: Genesis, state: "StateRecord", seat: str) -> None:
    """Check that the seats which know the game's secret show their draws first."""
    first = [s.id for s in state.seats if knows_secret(genesis, state, s)]
    waiting = state.window.waiting
    if seat in first and any(s.id not in first and s.id not in waiting for s in state.seats):
        raise Stale("E_ORDER_STALE", "seats with the referee's key must be ready before all others")
    if seat not in first and any(other in waiting for other in first):
        raise TooEarly("E_ORDER_EARLY", "the host's own seats must be ready first", "ask the host: lpbe run")


def ready_letter(game: "GameFile", seat: str, identity: Identity) -> Ready:
    """Return the letter that shows the draw of a seat."""
    from ...crypto.vrf import prove_draw  # saves it for steps after the start

    proof = prove_draw(identity.draw_seed(game.state.game), roster_of(game.state).encode())
    return Ready(**heading(game, seat, 0), args=ReadyArgs(b64(proof)))


def check_seat_draw(seat: SeatRecord, roster: str) -> bytes:
    """Return what a seat's key draws for a roster, if its proof is valid."""
    from ...crypto.vrf import check_draw  # saves it for steps after the start

    return check_draw(unb64(present(seat.draw)), roster.encode(), unb64(present(seat.proof)))


def make_root(state: "StateRecord", secrets: Secrets) -> str:
    """Return the root of all draws of the game: nobody could choose it, only the referee can know it."""
    roster = roster_of(state)
    return kdf(secrets[0].raw, "rng-root", state.game, roster, *(check_seat_draw(s, roster) for s in state.seats)).hex()
