"""What a player's orders come to as far as he can see; or which of them cannot be given, why, and what can."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import TYPE_CHECKING

from ..kernel.base.canon import data
from ..kernel.base.errors import Rejected
from ..kernel.content import packs
from ..kernel.content.packs import Words
from ..kernel.play import standing
from ..kernel.play.dry_run import Outlook, look_ahead
from ..kernel.play.rulebook import tag
from ..kernel.play.rules import Order, Plan
from ..kernel.words.grammar import phrase
from ..kernel.words.templates import printed
from ..kernel.words.translate import translated

if TYPE_CHECKING:
    from .order import Desk

SHOWN = 3


def foresee(desk: Desk, batch: Sequence[Order], lang: str) -> Outlook:
    """A dry run; a refusal names the order that is refused."""
    assert desk.state is not None
    try:
        return look_ahead(desk.state, desk.seat, batch)
    except Rejected as fault:
        acts = [order for order in batch if not isinstance(order, Plan)]
        if fault.at is not None and fault.at.index < len(acts):
            explain(fault, desk, acts, packs.words(desk.opened.rules.game.name, lang), lang)
        raise


def explain(fault: Rejected, desk: Desk, acts: Sequence[Order], words: Words, lang: str) -> None:
    """The refusal in the words of the order, the question that was open then, and what would answer it."""
    where = fault.at
    assert where
    order = printed(words, data(acts[where.index]))
    if fault.code == "E_ORDER_KIND" and not fault.hint.startswith("plan it"):
        asked = words.terms.get(f"ask.{tag(type(where.question))}", "")
        fault.message = phrase(words, "other", order=order, question=asked)
        legal = islice(standing.legal(where.state, where.question, desk.seat), SHOWN)
        fault.hint = phrase(words, "instead", orders=", ".join(f"'{printed(words, data(one))}'" for one in legal))
    elif len(acts) > 1:
        reason = translated(fault.message, lang, words)
        fault.message = phrase(words, "nth", number=where.index + 1, count=len(acts), order=order, reason=reason)
