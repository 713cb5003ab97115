"""The window in which Humans may oppose an attack that was announced."""

from __future__ import annotations

from collections.abc import Sequence

from ...kernel.play.rules import Offer, Order, Poll, Seat, State
from .block import NoBlock, QuickBlock, block, no_block, some_blocks
from .reading import human_order, own_cards, refugee
from .wishes import active, block_wanted


class Block(Poll, frozen=True):
    offers = {
        NoBlock: Offer(no_block, lambda state, seat, poll: (NoBlock(),), exact=True),
        QuickBlock: Offer(block, some_blocks, complete=False),
    }

    def asks(self, state: State) -> Sequence[Seat]:
        """2116-DMG-07, 2116-BLOCK-02, 2116-REF-05: who is no refugee and has a card in front, whatever is in hand."""
        return [seat for seat in human_order(state) if not refugee(state, seat) and own_cards(state, seat)]

    def late(self, state: State, seat: Seat) -> Order | None:
        """2116-DMG-07: rules of who wants to be asked; the word counts whether one of them fits or not."""
        return (block_wanted(state, seat) or NoBlock()) if active(state, seat) else None

    def default(self, state: State, seat: Seat) -> Order:
        """For who has left too: what was said for such a case, else nothing."""
        return block_wanted(state, seat) or NoBlock()
