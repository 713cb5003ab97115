"""Play: a seat answers the open question with one order or a batch of them."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from ...base.canonical import Plain
from ...base.errors import WrongKind
from ...crypto.keys import Identity
from ...engine.table import submit
from ..commitments import file_letter_plans, open_letter, read_batch, read_draft
from ..deadlines import days_late
from ..genesis import AcceptedLetter, Genesis, StepOutcome, by_mail, given_seat, keep_memo, stop_waiting, with_seat
from ..letter import BatchLetter, Digest, letter_id
from ..letter_builder import ALONE, Beside, heading, seal_batch

if TYPE_CHECKING:
    from ..records import Envelope, GameFile, StateRecord
    from ..transition import LetterContext


class Play(BatchLetter, frozen=True, kw_only=True, tag="play"):
    """The letter that answers the open question."""

    reads_news = True

    via: Literal["mail"] | UnsetType = UNSET
    mail: Digest | UnsetType = UNSET
    """A hash of the mail it was made from and its code; only for seats that play by mail."""

    def check(self, genesis: Genesis, state: "StateRecord", at: str | None) -> None:
        mailed = by_mail(given_seat(state, self.seat))
        if {isinstance(self.via, UnsetType), isinstance(self.mail, UnsetType)} != {not mailed}:
            template = (
                "{seat} plays by e-mail, and this is not an e-mail" if mailed else "{seat} does not play by e-mail"
            )
            raise WrongKind("E_ORDER_KIND", template, seat=self.seat)

    def bookkeep(
        self, genesis: Genesis, state: "StateRecord", envelope: "Envelope", outcome: StepOutcome
    ) -> "StateRecord":
        window = state.window
        record = given_seat(state, self.seat)
        accepted = [a for a in window.accepted if a.seat != self.seat]
        accepted.append(AcceptedLetter(self.seat, self.rev, letter_id(self)))
        accepted.sort(key=lambda a: a.seat)
        late = days_late(genesis, state, record, outcome.at)
        spoken = with_seat(state, replace(record, missed=0, away=record.away + late))
        entered = replace(keep_memo(spoken, self), window=replace(window, accepted=accepted))
        return stop_waiting(entered, self.seat)

    def carry_out(self, context: "LetterContext") -> None:
        contents = open_letter(context.game, self, context.secrets)
        batch = read_batch(context.rules, context.game.genesis, contents.entries)
        plans = file_letter_plans(context, self, contents)
        submit(context.table, self.seat, batch, plans, read_draft(context.rules, contents))


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
    """Return the letter with a batch of orders, sealed where they are secret."""
    letter = Play(**heading(game, seat, rev, note), batch=[dict(order) for order in orders])
    if game.genesis.trust == "open" or identity is None:
        return letter
    return seal_batch(game, letter, identity, secret, beside)
