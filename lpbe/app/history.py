"""What has happened in a game, from its log."""

from __future__ import annotations

from collections.abc import Iterator

from ..kernel.base.canon import ident
from ..kernel.base.errors import Unauthentic
from ..kernel.chain.letters import Play
from ..kernel.chain.records import Entry, head_id
from ..kernel.disk import files
from ..kernel.folder.folder import last_entry
from .game import OpenGame

LONGEST = 5000
"""The steps that a report tells at most; a game has some hundreds."""


def history(opened: OpenGame, seat: str | None, since: int | None) -> list[Entry]:
    """The steps since the seat's last order; without a log, the last step."""
    if not has_log(opened):
        return [opened.game.last]
    entries: list[Entry] = []
    for entry in log_entries(opened):
        if since is None and seat and isinstance(entry.order, Play) and entry.order.seat == seat:
            entries = []
        if since is None or entry.head.seq >= since:
            entries.append(entry)
    return entries[-LONGEST:]


def has_log(opened: OpenGame) -> bool:
    return bool(opened.place.folder) and files.is_file(opened.place.log)


def log_entries(opened: OpenGame) -> Iterator[Entry]:
    """The log up to the position at hand, each line what the head after it names: a story is told as it happened.

    A run that is going on writes the game file first: the log may be a step behind, or already ahead.
    """
    head, last = opened.game.state.game, opened.game.last
    for line in files.each_line(opened.place.log, files.LOG_LINE):
        entry = last_entry(line)
        if entry is None or head == opened.head:
            break
        if entry.head.prev != head or entry.head.public != ident("public", entry.public):
            raise Unauthentic("E_STATE_LOG", "the log is false at step {step}", "see: lpbe verify", step=entry.head.seq)
        head = head_id(entry.head)
        yield entry
    if head != opened.head:
        if head != last.head.prev:
            told = "the log does not lead to this game file"
            raise Unauthentic("E_STATE_LOG", told, "restore both from one backup")
        yield last
