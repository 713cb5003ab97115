"""How large what is sealed must be so that nothing a game can come to ever fails to fit."""

from __future__ import annotations

from ..base.errors import Malformed
from ..play.rulebook import Rules
from ..play.standing import DRAFT_LIMIT, PLAN_LIMIT, POLICY_LIMIT
from .seating import Sizes

ANSWER = 384
"""What a seat's answer to an open question takes at most, with its proof."""
FILING = 1472
"""What opens plans later: the proofs of four, and the commitments of two letters."""
NEWS = 384
"""What is told to a seat between two orders takes more at times: then the oldest goes."""
STEP = 64
LETTER, MEMO, REASON = 384, 96, 512
LARGEST = 1 << 13
"""No game needs more; a pack that does is refused."""


def sizes_of(rules: Rules, seats: int) -> Sizes:
    """The sizes of one game, from its rules, its content and the number of its seats."""
    screen, box = rules.game.room(rules.book, seats)
    standing = POLICY_LIMIT + PLAN_LIMIT + DRAFT_LIMIT + ANSWER + FILING
    view, drawer = rounded(screen + standing + NEWS), rounded(box + 128)
    if max(view, drawer) > LARGEST:
        raise Malformed(
            "E_PACK",
            "what a player of this game can come to hold takes {count} bytes; {limit} can be sealed",
            "use a smaller content pack",
            count=max(view, drawer),
            limit=LARGEST,
        )
    return Sizes(view, drawer, LETTER, rounded(POLICY_LIMIT + PLAN_LIMIT + 64), MEMO, REASON)


def rounded(size: int) -> int:
    return -(-size // STEP) * STEP
