"""A new game is begun in memory before it is written: what cannot begin, or not be played, shows there."""

from __future__ import annotations

from ..bots.arena import play
from ..kernel.base.canon import Plain, jcs
from ..kernel.base.errors import Malformed, Message, Rejected
from ..kernel.base.text import quote
from ..kernel.chain.seating import Genesis
from ..kernel.disk import files
from ..kernel.play.chance import Rng
from ..kernel.play.rulebook import Rules
from ..kernel.play.table import Table, start

ROOT = bytes(32)
"""Of draws that decide nothing."""


def check_size(table: Table) -> None:
    """A line of the log must hold the first step, of which the events are the most."""
    if len(jcs(table.events)) > files.LOG_LINE // 2:
        raise Malformed("E_SCHEMA", "the first step of such a game is too large", "leave out some content")


def rehearse(genesis: Genesis, rules: Rules, pack: Plain) -> None:
    """Refuse options that no game can begin with, and content that one game between bots breaks down with."""
    seats = [spec.id for spec in genesis.seats]
    try:
        table = Table(rules.book.blank(seats, genesis.options), Rng(ROOT))
        start(table)
        check_size(table)
        if pack:
            play(rules.game, rules.book, genesis.options, dict.fromkeys(seats, "bot:random"), ROOT)
    except Rejected as fault:
        raise Malformed("E_SCHEMA", "a game cannot begin like this: {reason}", reason=fault.sentence) from None
    except Exception as error:
        if not pack or isinstance(error, Malformed):
            raise
        reason = Message("a game with it breaks down: {error}", {"error": quote(f"{type(error).__name__}: {error}")})
        raise Malformed("E_SCHEMA", "content pack: {reason}", reason=reason) from None
