"""What the holder of a key has opened in a game, for a program that does not have the key."""

from collections.abc import Iterator, Mapping

from msgspec import UNSET, Struct, UnsetType

from ..base.canonical import Plain, jcs
from ..base.errors import Rejected
from ..chain.commitments import Contents, Opening, Sealing, Slots, opens_entry
from ..chain.genesis import given_seat
from ..chain.letter import BatchLetter, Digest, commitment_context, letter_id, present
from ..chain.player_view import open_view
from ..chain.records import GameFile, View
from ..crypto.keys import Identity
from ..crypto.seals import EMPTY, SLOTS, plan_commitment, plans_commitment
from ..engine.model import Proof
from ..gamedir.receipts import Reason


class OpenedLetter(Struct, frozen=True, forbid_unknown_fields=True):
    """The content of a letter's seal, with the nonces that show that it is what the letter commits to."""

    sealing: Sealing
    nonces: list[Digest]
    """One nonce per sealed order, in the order of the batch."""
    plan_nonces: list[Digest]
    """One nonce per slot, whether or not it contains a plan."""

    def contents(self, letter: BatchLetter) -> Contents:
        """Return the content of a letter after checking it against the commitments that were signed."""
        entries = list(self.check_entries(letter))
        return Contents(
            entries=entries, plans=self.sealing.plans, draft=self.sealing.draft, slots=self.check_plans(letter)
        )

    def check_entries(self, letter: BatchLetter) -> Iterator[tuple[Plain, Proof | UnsetType]]:
        """Yield each order with its proof if it was sealed."""
        if not len(self.sealing.v) == len(self.nonces) == len(letter.commits()):
            raise Rejected("E_COMMIT_MISMATCH", "the seal does not contain one value for each sealed order")
        name = letter_id(letter)
        opened = zip(self.sealing.v, self.nonces, strict=True)
        for index, entry in enumerate(letter.batch):
            if entry.get("order") != "sealed":
                yield entry, UNSET
                continue
            value, nonce = next(opened)
            if not opens_entry(letter, Opening(letter_id=name, v=value, r=nonce, index=index)):
                raise Rejected("E_COMMIT_MISMATCH", "a sealed order is not the one that was committed to")
            yield value, Proof(index, name, nonce)

    def check_plans(self, letter: BatchLetter) -> Slots:
        """Return nonce and commitment of each slot."""
        plans = [jcs(plan) for plan in self.sealing.plans]
        if len(plans) > SLOTS or len(self.plan_nonces) != SLOTS:
            raise Rejected("E_SEAL_OPEN", "a seal does not contain what it should")
        context = commitment_context(letter)
        texts = [*plans, *[EMPTY] * (SLOTS - len(plans))]
        pairs = zip(self.plan_nonces, texts, strict=True)
        slots = [(nonce, plan_commitment(context, bytes.fromhex(nonce), text)) for nonce, text in pairs]
        if plans_commitment([commitment for _, commitment in slots]) != present(letter.hidden).plans:
            raise Rejected("E_COMMIT_MISMATCH", "the plans are not the ones that were committed to")
        return slots


class OpenedSeat(Struct, frozen=True, kw_only=True):
    """The private view of a seat, its own letters in the log, and why any of its letters were refused."""

    view: View
    letters: Mapping[str, OpenedLetter] = {}
    """By their ids."""
    reasons: Mapping[str, Reason] = {}
    """By the ids of the refused letters."""


SeatOpener = Identity | OpenedSeat
"""Whatever opens what is sealed to a seat: its key, or content that somebody else has opened already."""


def view_by(opener: SeatOpener, game: GameFile, seat: str) -> View:
    """Return the private view of a seat."""
    return opener.view if isinstance(opener, OpenedSeat) else open_view(game, seat, opener)


def seal_key_by(opener: SeatOpener, game: GameFile, seat: str) -> str:
    """Return the sealing key whose seals can be opened."""
    return present(given_seat(game.state, seat).seal) if isinstance(opener, OpenedSeat) else opener.keys[1]
