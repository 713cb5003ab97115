"""Since when and until when a game waits, in steps or, if it has a pace, in time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta

from msgspec import UNSET, Struct, UnsetType

from ...kernel.chain.deadlines import days_left, format_utc, last_call
from ...kernel.chain.genesis import names_of, seat_of
from ...kernel.chain.letters.pace import current_pace, pace_hours
from ...kernel.chain.records import GameFile, Head, head_id
from ...kernel.content.packs import Words
from ...kernel.gamedir.log import entry_or_none, has_log, log_lines
from ...kernel.language.sentences import fill
from ..session.open_game import OpenGame, clock

DAY = timedelta(days=1)


class Wait(Struct, frozen=True):
    """How long the open question has been asked, and how long it may be answered."""

    step: int
    began: str | UnsetType = UNSET
    until: str | UnsetType = UNSET
    last: str | UnsetType = UNSET
    """The deadline including all grace and vacation."""
    passed: bool = False
    """Whether that time is over."""
    paused: str | UnsetType = UNSET
    """Until when the clock is stopped, if that is still to come."""


def wait_of(opened: OpenGame, now: str | None) -> Wait:
    game = opened.game
    state = game.state
    since = game.state.window.since
    if isinstance(game.genesis.pace, UnsetType):
        return Wait(since)
    moment = clock(now)
    end = last_call(game.genesis, state, state.window.waiting)
    passed = not isinstance(end, UnsetType) and end < moment
    paused = UNSET if isinstance(state.paused, UnsetType) or state.paused <= moment else state.paused
    return Wait(
        step=since,
        began=time_of(opened, since),
        until=state.window.deadline,
        last=end,
        passed=passed,
        paused=paused,
    )


def reminder_span(game: GameFile) -> timedelta:
    """Return how long before the deadline players are reminded: a day, or half the pace if that is shorter."""
    pace = current_pace(game.genesis, game.state)
    return min(DAY, timedelta(hours=pace_hours(pace) / 2)) if pace else DAY


def time_of(opened: OpenGame, seq: int) -> str | UnsetType:
    """Return the time of the step that opened the window, if the log has its head and the game file the same id."""
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
    """Return in words: since when, until when, how long paused, and how many days of vacation these seats have left."""
    names = names_of(opened.game.state)
    days = vacation(opened, seats)
    if isinstance(wait.began, UnsetType):
        parts = [fill(words, words.terms["todo.since"], {"step": wait.step}, names)]
    else:
        parts = [fill(words, words.terms["todo.began"], {"time": format_utc(wait.began)}, names)]
    if not isinstance(wait.until, UnsetType):
        last = format_utc(wait.last) if not isinstance(wait.last, UnsetType) and wait.last != wait.until else ""
        key = "todo.passed" if wait.passed else "todo.until"
        parts.append(fill(words, words.terms[key], {"deadline": format_utc(wait.until), "last": last}, names))
    if not isinstance(wait.paused, UnsetType):
        parts.append(fill(words, words.terms["todo.paused"], {"until": format_utc(wait.paused)}, names))
    return [*parts, *([fill(words, words.terms["todo.vacation"], {"days": days}, names)] if days else [])]


def vacation(opened: OpenGame, seats: Sequence[str]) -> Mapping[str, int]:
    """Return the days of vacation that seats have left, if the terms give any."""
    genesis = opened.game.genesis
    records = [record for seat in seats if (record := seat_of(opened.game.state, seat))]
    return {record.id: days_left(genesis, record) for record in records} if genesis.vacation else {}
