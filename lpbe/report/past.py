"""The table as it was before the steps that are told: the log's events, folded from the first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import ValidationError

from ..kernel.base.canon import Plain
from ..kernel.chain.records import Entry, GameFile
from ..kernel.play.rulebook import Rulebook, Rules
from ..kernel.play.rules import Event, State

IMPOSSIBLE = (LookupError, ValueError, TypeError)
"""What an event raises that cannot have happened on a table."""


def told_events(entries: Iterable[Entry]) -> list[Plain]:
    return [event for entry in entries for event in entry.public.events]


def table_before(rules: Rules, game: GameFile, earlier: Sequence[Entry], entries: Sequence[Entry]) -> State | None:
    """None where steps are missing before these."""
    steps = [entry.head.seq for entry in (*earlier, *entries[:1])]
    if not entries or steps != list(range(len(steps))):
        return None
    table: State | None = rules.book.blank([seat.id for seat in game.state.seats], game.genesis.options).seen_by(None)
    for entry in earlier:
        for event in read_events(rules.book, entry.public.events):
            table = folded(table, event)
    return table


def read_events(book: Rulebook, raw: Sequence[Plain]) -> Sequence[Event | None]:
    """The events of a step; of one that this version does not know, that there was something."""
    try:
        return book.read_events(raw)
    except ValidationError:
        return [None] * len(raw)


def folded(table: State | None, event: Event | None) -> State | None:
    """The table after an event; unknown once something cannot have happened on it."""
    if table is None or event is None:
        return None
    try:
        event.apply(table)
    except IMPOSSIBLE:
        return None
    return table
