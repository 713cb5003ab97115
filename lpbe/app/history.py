"""What has happened in a game, from its log."""

from __future__ import annotations

from ..kernel.chain.acts.play import Play
from ..kernel.chain.records import Entry
from ..kernel.folder.log import chained, has_log
from .game import OpenGame

LONGEST = 5000
"""The steps that a report tells at most; a game has some hundreds."""


def history(opened: OpenGame, seat: str | None, since: int | None) -> list[Entry]:
    """The steps since the seat's last order; without a log, the last step."""
    if not has_log(opened.place):
        return [opened.game.last]
    entries: list[Entry] = []
    for entry in chained(opened.place, opened.game):
        if since is None and seat and isinstance(entry.order, Play) and entry.order.seat == seat:
            entries = []
        if since is None or entry.head.seq >= since:
            entries.append(entry)
    return entries[-LONGEST:]
