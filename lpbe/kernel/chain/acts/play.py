"""Play: a seat answers what it is asked, with one order or a batch of them."""

# No `from __future__ import annotations`: msgspec would compile every string of a type again in each process.

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from ...base.canon import Plain
from ...base.errors import Rejected
from ...crypto.keys import Identity
from ...play.table import submit
from ..letters import BatchLetter, Digest, letter_id
from ..openings import file_letter_plans, open_letter, read_batch, read_draft
from ..seating import Accepted, Genesis, Now, by_mail, given_seat, remember, stop_waiting, with_seat
from ..times import days_late
from ..writing import ALONE, Beside, heading, seal_batch

if TYPE_CHECKING:
    from ..records import Envelope, GameFile, StateRecord
    from ..step import Deed


class Play(BatchLetter, frozen=True, kw_only=True, tag="play"):
    reads_news = True

    via: Literal["mail"] | UnsetType = UNSET
    mail: Digest | UnsetType = UNSET
    """The mail that it was made from, and its code: of seats that play by mail alone."""

    def check(self, genesis: Genesis, state: "StateRecord", at: str | None) -> None:
        mailed = by_mail(given_seat(state, self.seat))
        if {isinstance(self.via, UnsetType), isinstance(self.mail, UnsetType)} != {not mailed}:
            template = "{seat} plays by mail: this is no mail" if mailed else "{seat} does not play by mail"
            raise Rejected("E_ORDER_KIND", template, seat=self.seat)

    def enter(self, genesis: Genesis, state: "StateRecord", envelope: "Envelope", now: Now) -> "StateRecord":
        window, record = state.window, given_seat(state, self.seat)
        accepted = [a for a in window.accepted if a.seat != self.seat]
        accepted.append(Accepted(self.seat, self.rev, letter_id(self)))
        accepted.sort(key=lambda a: a.seat)
        late = days_late(genesis, state, record, now.at)
        spoken = with_seat(state, replace(record, missed=0, away=record.away + late))
        entered = replace(remember(spoken, self), window=replace(window, accepted=accepted))
        return stop_waiting(entered, self.seat)

    def carry_out(self, deed: "Deed") -> None:
        contents = open_letter(deed.game, self, deed.secrets)
        batch = read_batch(deed.rules, deed.game.genesis, contents.entries)
        plans = file_letter_plans(deed, self, contents)
        submit(deed.table, self.seat, batch, plans, read_draft(deed.rules, contents))


def play_letter(
    game: "GameFile",
    seat: str,
    identity: Identity | None,
    orders: Sequence[Plain],
    secret: Sequence[bool],
    rev: int,
    note: str = "",
    beside: Beside = ALONE,
) -> Play:
    letter = Play(**heading(game, seat, rev, note), batch=[dict(order) for order in orders])
    if game.genesis.trust == "open" or identity is None:
        return letter
    return seal_batch(game, letter, identity, secret, beside)
