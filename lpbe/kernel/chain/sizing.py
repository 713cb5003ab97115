"""How large what is sealed must be so that nothing a game can come to ever fails to fit."""

from __future__ import annotations

from ..base.errors import Malformed
from ..play.rulebook import Rules
from ..play.standing import PLANS, WRAP, said_limit
from .seating import Sizes

KEPT = 384
"""An answer that is kept with what proves it, or a plan's proof alone: its order counts as a plan; or a draft."""
FILING = 320
"""The letter that plans came with, and the commitment or the nonce of each of them."""
FRAME, LETTER_FRAME = 96, 64
"""The names of all parts of a view or the drawer, and of a letter."""
NEWS = 64
"""What is told to a seat between two orders takes more at times: then the oldest goes, but there is room as a rule."""
STEP = 32
LETTER, MEMO, REASON = 288, 64, 512
LARGEST = 6 << 10
"""No game needs more; a pack that does is refused."""


def sizes_of(rules: Rules, seats: int) -> Sizes:
    """The sizes of one game, from its rules, its content and the number of its seats."""
    screen, box = rules.game.room(rules.book, seats)
    said = said_limit(rules.book)
    standing = said + PLANS * WRAP + KEPT + FILING
    view, drawer = rounded(screen + standing + FRAME + NEWS), rounded(box + FRAME)
    if max(view, drawer) > LARGEST:
        raise Malformed(
            "E_PACK",
            "what a player of this game can come to hold takes {count} bytes; {limit} can be sealed",
            "use a smaller content pack",
            count=max(view, drawer),
            limit=LARGEST,
        )
    return Sizes(view, drawer, LETTER, rounded(said + LETTER_FRAME), MEMO, REASON)


def rounded(size: int) -> int:
    return -(-size // STEP) * STEP
