"""Since when and until when a game waits, in steps or, where it has a pace, in time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import UNSET, Struct, UnsetType

from ..kernel.chain.records import Head, head_id
from ..kernel.chain.seating import names_of, seat_of
from ..kernel.chain.times import days_left, last_call, utc_text
from ..kernel.content.packs import Words
from ..kernel.folder.log import entry_or_none, has_log, log_lines
from ..kernel.words.sentences import fill
from .game import OpenGame, clock


class Wait(Struct, frozen=True):
    """How long the open question has been asked, and how long it may be answered."""

    step: int
    began: str | UnsetType = UNSET
    until: str | UnsetType = UNSET
    last: str | UnsetType = UNSET
    """The same with all grace and vacation that there is."""
    passed: bool = False
    """Whether that is over."""
    paused: str | UnsetType = UNSET
    """Until when no time runs, if that is still to come."""


def wait_of(opened: OpenGame, now: str | None) -> Wait:
    game = opened.game
    state, since = game.state, game.state.window.since
    if isinstance(game.genesis.pace, UnsetType):
        return Wait(since)
    moment, end = clock(now), last_call(game.genesis, state, state.window.waiting)
    passed = not isinstance(end, UnsetType) and end < moment
    paused = UNSET if isinstance(state.paused, UnsetType) or state.paused <= moment else state.paused
    return Wait(since, time_of(opened, since), state.window.deadline, end, passed, paused)


def time_of(opened: OpenGame, seq: int) -> str | UnsetType:
    """When the step was that opened the window: its head stands in the log, and its id in the game file."""
    game = opened.game
    if seq == game.state.seq:
        return game.last.head.at
    recent = game.state.recent[seq - game.state.seq :]
    head = head_of(opened, seq)
    return head.at if head and recent and head_id(head) == recent[0] else UNSET


def head_of(opened: OpenGame, seq: int) -> Head | None:
    if not has_log(opened.place):
        return next((entry.head for entry in opened.game.tail if entry.head.seq == seq), None)
    mark = f'"seq":{seq},'.encode()
    entries = (entry_or_none(line) for line in log_lines(opened.place.log) if mark in line)
    return next((entry.head for entry in entries if entry and entry.head.seq == seq), None)


def wait_parts(opened: OpenGame, words: Words, wait: Wait, seats: Sequence[str] = ()) -> list[str]:
    """In words: since, until, paused, and which days of vacation these seats have left."""
    names, days = names_of(opened.game.state), vacation(opened, seats)
    if isinstance(wait.began, UnsetType):
        parts = [fill(words, words.terms["todo.since"], {"step": wait.step}, names)]
    else:
        parts = [fill(words, words.terms["todo.began"], {"time": utc_text(wait.began)}, names)]
    if not isinstance(wait.until, UnsetType):
        last = utc_text(wait.last) if not isinstance(wait.last, UnsetType) and wait.last != wait.until else ""
        key = "todo.passed" if wait.passed else "todo.until"
        parts.append(fill(words, words.terms[key], {"deadline": utc_text(wait.until), "last": last}, names))
    if not isinstance(wait.paused, UnsetType):
        parts.append(fill(words, words.terms["todo.paused"], {"until": utc_text(wait.paused)}, names))
    return [*parts, *([fill(words, words.terms["todo.vacation"], {"days": days}, names)] if days else [])]


def vacation(opened: OpenGame, seats: Sequence[str]) -> Mapping[str, int]:
    """The days of vacation that seats have left, where the terms give any."""
    genesis = opened.game.genesis
    records = [record for seat in seats if (record := seat_of(opened.game.state, seat))]
    return {record.id: days_left(genesis, record) for record in records} if genesis.vacation else {}
