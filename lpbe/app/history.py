"""What has happened in a game, from its log."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..kernel.chain.acts.play import Play
from ..kernel.chain.records import Entry
from ..kernel.folder.log import chained, has_log
from .game import OpenGame

LONGEST = 5000
"""The steps that a report tells at most; a game has some hundreds."""


def history(opened: OpenGame, seat: str | None, since: int | None) -> list[Entry]:
    """The steps since the seat's last order, from the log or from the tail of a copy; with neither, the last step."""
    entries: list[Entry] = []
    for entry in told_steps(opened):
        if since is None and seat and answers_for(entry, seat):
            entries = []
        if since is None or entry.head.seq >= since:
            entries.append(entry)
    return entries[-LONGEST:]


def told_steps(opened: OpenGame) -> Iterable[Entry]:
    if has_log(opened.place):
        return chained(opened.place, opened.game)
    return [*opened.game.tail, opened.game.last]


def answers_for(entry: Entry, seat: str) -> bool:
    return isinstance(entry.order, Play) and entry.order.seat == seat


def tells_all(opened: OpenGame, seat: str | None, entries: Sequence[Entry]) -> bool:
    """Whether nothing is missing before these steps: a copy may go back only so far."""
    if has_log(opened.place) or not entries:
        return True
    first = told_steps(opened)
    begins = next(iter(first)).head.seq
    return begins == 0 or entries[0].head.seq > begins or bool(seat and answers_for(entries[0], seat))


def earlier_steps(opened: OpenGame, entries: Sequence[Entry]) -> list[Entry]:
    """The steps before these, where the log or the tail of a copy has them."""
    first = entries[0].head.seq if entries else 0
    return [entry for entry in told_steps(opened) if entry.head.seq < first]
