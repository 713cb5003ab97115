"""The chance of one game: a stream that hangs on the game's secret and on every seat's nonce."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..base.canon import kdf
from ..crypto.keys import Secret
from ..play.chance import Rng
from .letters import present

if TYPE_CHECKING:
    from .records import StateRecord
    from .seating import Genesis


def need_secret(secret: Secret | None) -> Secret:
    """Nobody gets here without the game's secret."""
    assert secret
    return secret


def rng_of(genesis: Genesis, state: StateRecord, secret: Secret | None) -> Rng:
    if genesis.trust == "open":
        return Rng(kdf(bytes.fromhex(present(genesis.seed)), "rng-root", state.game))
    nonces = [bytes.fromhex(present(s.nonce)) for s in state.seats]
    return Rng(kdf(need_secret(secret).raw, "rng-root", state.game, *nonces))
