"""What a key signed lately, as its pin remembers it: something else in the same place would convict its owner."""

from collections.abc import Sequence

from msgspec import field

from ...kernel.base.errors import WrongRev
from ...kernel.chain.letter import Count, Digest, Record, Slug, letter_id
from ...kernel.chain.letters.play import Play

MAX_SIGNED = 32
"""How many answers and steps a pin remembers: a restored game may ask the last questions again."""


class SignedOrder(Record, frozen=True):
    """The last answer that a key signed to one question: a second one with its rev would convict its player."""

    seat: Slug
    window: Count
    rev: Count
    letter_id: Digest = field(name="order")


class SignedStep(Record, frozen=True):
    """A step that a referee's key signed beside the game: a different one with its number would convict the host."""

    seq: Count
    head: Digest


def signed_order(letter: Play) -> SignedOrder:
    return SignedOrder(seat=letter.seat, window=letter.window, rev=letter.rev, letter_id=letter_id(letter))


def newest_order(signed: Sequence[SignedOrder], seat: str, window: int) -> SignedOrder | None:
    return next((one for one in signed if (one.seat, one.window) == (seat, window)), None)


def with_order(signed: Sequence[SignedOrder], order: SignedOrder) -> list[SignedOrder]:
    """Add an answer in place of an older one; refuse one that is not newer than what was signed for the question."""
    last = newest_order(signed, order.seat, order.window)
    if last is None or order.rev > last.rev:
        others = [one for one in signed if one is not last]
        return sorted([*others, order], key=lambda one: one.window)[-MAX_SIGNED:]
    if order.letter_id != last.letter_id:
        raise WrongRev(
            "E_ORDER_REV",
            "your key has already signed rev {rev} for this question; "
            "two orders with the same rev would be proof of cheating",
            "to replace it: lpbe order --rev {next}",
            rev=last.rev,
            next=last.rev + 1,
        )
    return list(signed)
