"""Play: a seat answers what it is asked, with one order or a batch of them."""

# No `from __future__ import annotations`: msgspec would compile every string of a type again in each process.

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from ...base.canon import Plain
from ...crypto.keys import Identity, Secret
from ...play.table import Table, submit
from ..letters import BatchLetter, letter_id
from ..openings import open_batch
from ..seating import Accepted, Genesis, given_seat, remember, stop_waiting, with_seat
from ..writing import heading, seal_batch

if TYPE_CHECKING:
    from ...play.rulebook import Rules
    from ..records import Envelope, GameFile, StateRecord


class Play(BatchLetter, frozen=True, kw_only=True, tag="play"):
    reads_news = True

    def enter(self, genesis: Genesis, state: "StateRecord", envelope: "Envelope") -> "StateRecord":
        window = state.window
        accepted = [a for a in window.accepted if a.seat != self.seat]
        accepted.append(Accepted(self.seat, self.rev, letter_id(self)))
        accepted.sort(key=lambda a: a.seat)
        spoken = with_seat(state, replace(given_seat(state, self.seat), missed=0))
        entered = replace(remember(spoken, self), window=replace(window, accepted=accepted))
        return stop_waiting(entered, self.seat)

    def carry_out(self, table: Table, rules: "Rules", game: "GameFile", secret: Secret | None) -> Table:
        submit(table, self.seat, open_batch(rules, game.genesis, self, secret))
        return table


def play_letter(
    game: "GameFile",
    seat: str,
    identity: Identity | None,
    orders: Sequence[Plain],
    secret: Sequence[bool],
    rev: int,
    note: str = "",
    draft: Sequence[Plain] = (),
    memo: str = "",
) -> Play:
    letter = Play(**heading(game, seat, rev, note), batch=[dict(order) for order in orders])
    if game.genesis.trust == "open" or identity is None:
        return letter
    return seal_batch(game, letter, identity, secret, list(draft), memo)
