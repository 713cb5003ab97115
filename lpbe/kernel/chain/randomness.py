"""The chance of one game: a root that hangs on its secret, on the roster, and on a draw of every seat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..base.canon import jcs, kdf, tagged
from ..crypto.keys import Secrets, unb64
from .letters import present
from .seating import SeatRecord, Sitter

if TYPE_CHECKING:
    from .records import Hidden, StateRecord
    from .seating import Genesis


def roster_of(state: StateRecord) -> str:
    """Who plays, with which keys: what every seat's draw is made for."""
    seats = [Sitter(s.id, s.name, s.sign, s.seal, s.draw, s.tie, s.held) for s in state.seats]
    return tagged("roster", state.game, jcs(seats)).hex()


def drawn_by(seat: SeatRecord, roster: str) -> bytes:
    """What a seat's key gives for a roster, if the proof it showed is true."""
    from ..crypto.draws import check_draw  # saves it for all but the start

    return check_draw(unb64(present(seat.draw)), roster.encode(), unb64(present(seat.proof)))


def root_of(state: StateRecord, secrets: Secrets) -> str:
    """What all draws of the game come from: nobody could choose it, nobody but the referee can know it."""
    roster = roster_of(state)
    return kdf(secrets[0].raw, "rng-root", state.game, roster, *(drawn_by(s, roster) for s in state.seats)).hex()


def bot_chance(genesis: Genesis, game: str, hidden: Hidden, seat: str, window: int) -> bytes:
    """The chance of a bot's choice: of the game's draws, so that nobody can choose it either."""
    return kdf(kept_root(genesis, game, hidden), "bot", seat, window)


def kept_root(genesis: Genesis, game: str, hidden: Hidden) -> bytes:
    """The root as it is kept; in an open game everybody can make it."""
    if genesis.trust == "open":
        return kdf(bytes.fromhex(present(genesis.seed)), "rng-root", game)
    return bytes.fromhex(present(hidden.inmost.root))
