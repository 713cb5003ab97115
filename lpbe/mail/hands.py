"""Whether a seat has changed hands since its address was noted: its screen is no longer that reader's."""

from __future__ import annotations

from ..app.game import OpenGame
from ..kernel.chain.records import Entry
from ..kernel.folder.log import entry_or_none, has_log, log_lines

MARK = b'"replaced"'


def has_changed_hands(opened: OpenGame, seat: str, since: int) -> bool:
    """Whether another person or a bot was given the seat after that step."""
    if not has_log(opened.place):
        return False
    found = (entry_or_none(line) for line in log_lines(opened.place.log) if MARK in line)
    return any(entry.head.seq > since and is_replaced(entry, seat) for entry in found if entry)


def is_replaced(entry: Entry, seat: str) -> bool:
    return any(event["event"] == "replaced" and event["seat"] == seat for event in entry.public.events)
