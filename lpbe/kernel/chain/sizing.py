"""How large what is sealed must be so that nothing a game can come to ever fails to fit."""

from __future__ import annotations

from ..base.errors import Malformed
from ..play.rulebook import Rules
from ..play.standing import ANSWER_LIMIT, DRAFT_LIMIT, PLAN_LIMIT, PLANS, policy_limit
from .seating import Sizes

PROOF = 76
"""What a plan says of where it was filed, with what it stands between."""
WHOLE = 340
"""What proves an answer that is kept, if it was a plan."""
FILING = 452
"""The letter that plans came with, and the commitments and nonces of all of them."""
FRAME = 96
"""The names of all parts."""
NEWS = 64
"""What is told to a seat between two orders takes more at times: then the oldest goes, but there is room as a rule."""
STEP = 32
LETTER, MEMO, REASON = 288, 96, 512
LARGEST = 1 << 13
"""No game needs more; a pack that does is refused."""


def sizes_of(rules: Rules, seats: int) -> Sizes:
    """The sizes of one game, from its rules, its content and the number of its seats."""
    screen, box = rules.game.room(rules.book, seats)
    policy = policy_limit(rules.book)
    standing = policy + PLAN_LIMIT + DRAFT_LIMIT + ANSWER_LIMIT + PLANS * PROOF + WHOLE + FILING
    view, drawer = rounded(screen + standing + FRAME + NEWS), rounded(box + FRAME + NEWS)
    if max(view, drawer) > LARGEST:
        raise Malformed(
            "E_PACK",
            "what a player of this game can come to hold takes {count} bytes; {limit} can be sealed",
            "use a smaller content pack",
            count=max(view, drawer),
            limit=LARGEST,
        )
    return Sizes(view, drawer, LETTER, rounded(policy + PLAN_LIMIT + 64), MEMO, REASON)


def rounded(size: int) -> int:
    return -(-size // STEP) * STEP
