"""The steps of a game, from its log or from the tail of a copy."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...kernel.chain.letters.play import Play
from ...kernel.chain.records import Entry
from ...kernel.gamedir.log import chained_entries, has_log
from ..session.open_game import OpenGame

MAX_STEPS = 5000
"""The most steps in a report; a game has some hundreds."""


def history(opened: OpenGame, seat: str | None, since: int | None) -> list[Entry]:
    """Return the steps since a step or since the seat's last order; without log and tail, the last step."""
    entries: list[Entry] = []
    for entry in available_steps(opened):
        if since is None and seat and answers_for(entry, seat):
            entries = []
        if since is None or entry.head.seq >= since:
            entries.append(entry)
    return entries[-MAX_STEPS:]


def available_steps(opened: OpenGame) -> Iterable[Entry]:
    if has_log(opened.place):
        return chained_entries(opened.place, opened.game)
    return [*opened.game.tail, opened.game.last]


def answers_for(entry: Entry, seat: str) -> bool:
    return isinstance(entry.letter, Play) and entry.letter.seat == seat


def is_complete(opened: OpenGame, seat: str | None, entries: Sequence[Entry]) -> bool:
    """Return whether nothing is missing before these steps: the tail of a copy is limited."""
    if has_log(opened.place) or not entries:
        return True
    first = available_steps(opened)
    begins = next(iter(first)).head.seq
    return begins == 0 or entries[0].head.seq > begins or bool(seat and answers_for(entries[0], seat))


def earlier_steps(opened: OpenGame, entries: Sequence[Entry]) -> list[Entry]:
    """Return the steps before these, if the log or the tail of a copy has them."""
    first = entries[0].head.seq if entries else 0
    return [entry for entry in available_steps(opened) if entry.head.seq < first]
