"""Check whether the table of a game file is one that play can lead to, from its log or from the table alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..base.errors import Diverged, Failure, Message
from ..base.safe_text import quote
from ..chain.records import GameFile
from ..chain.sealed_state import has_started, public_state
from ..engine.model import Agenda, Roster
from ..engine.rulebook import Rules
from .verify import verify


def find_table_fault(rules: Rules, game: GameFile, log: Sequence[bytes] | None) -> Message | None:
    """Return what is impossible about the table of a game file, or None if nothing is found.

    If the log leads to this step, it decides: only the table that its events produce is right. Without a log, or with a
    false one, only the names in the table can be checked.
    """
    if log is not None:
        try:
            verify(rules, game, log)
        except Diverged as fault:
            if fault.depends_on_rules:
                return fault.sentence
        except Failure:
            pass  # the log is damaged, or belongs to another step
        else:
            return None
    return next((Message("{fault}", {"fault": quote(fault)}) for fault in table_faults(rules, game)), None)


def table_faults(rules: Rules, game: GameFile) -> Iterator[str]:
    """Return the names in the public table that do not exist in this game."""
    if not has_started(game.state):
        return
    state = public_state(rules.book, game.state.table)
    seats = [seat.id for seat in game.state.seats]
    roster = state[Roster]
    if sorted(roster.seats) != sorted(seats):
        yield f"the seats are {seats}, but the table has {roster.seats}"
    named = {*roster.resigned, *roster.stopping, *roster.silent}
    named |= {seat for step in state[Agenda].steps if (seat := getattr(step, "seat", ""))}
    if unknown := named.difference(seats):
        yield f"nobody plays {sorted(unknown)}"
    yield from rules.book.table_faults(state)
