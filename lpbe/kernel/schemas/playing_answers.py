"""JSON answers of the commands that players use: orders, pages, boards and replays."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from ..base.canonical import Plain
from ..chain.letter import Count, Digest, Slug, Time
from .answer import Answer, Position


class Filed(Position, kw_only=True):
    """A letter on its way; orders as they were understood, what they come to and replace, what is kept for later."""

    files: list[str]
    orders: list[Plain] | UnsetType = UNSET
    texts: list[str] | UnsetType = UNSET
    events: list[Plain] | UnsetType = UNSET
    plans: list[Plain] | UnsetType = UNSET
    depends: str | UnsetType = UNSET
    replaces: int | UnsetType = UNSET
    draft: list[Plain] | UnsetType = UNSET
    dropped: list[Plain] | UnsetType = UNSET
    lost: list[Plain] | UnsetType = UNSET
    policy: Plain | UnsetType = UNSET
    key: str | UnsetType = UNSET
    terms: list[str] | UnsetType = UNSET


class SeatTold(Struct, forbid_unknown_fields=True):
    id: Slug
    name: str | UnsetType = UNSET
    sign: str | UnsetType = UNSET
    held: str | UnsetType = UNSET


class Shown(Position, kw_only=True):
    table: Plain
    seats: list[SeatTold]
    terms: list[str]
    seat: Slug | UnsetType = UNSET
    screen: Plain | UnsetType = UNSET
    news: list[Plain] | UnsetType = UNSET


class Foreseen(Struct, forbid_unknown_fields=True):
    """What follows from an order: what about, in words, whether it is good or bad for the seat, where, and how sure."""

    key: str
    text: str
    tone: Literal["good", "bad"] | UnsetType = UNSET
    place: str | UnsetType = UNSET
    certainty: Literal["certain", "possible"] | UnsetType = UNSET


class LegalOrders(Position, kw_only=True):
    """The orders a seat may give, each as data, as it is typed, what it costs and brings, and what is foreseen."""

    seat: Slug
    orders: list[Plain]
    texts: list[str]
    effects: list[str]
    foresight: list[list[Foreseen]]
    complete: bool


class Tried(Position, kw_only=True):
    seat: Slug
    events: list[Plain]
    foresight: list[Foreseen]
    draft: list[Plain]
    dropped: list[Plain]
    plans: list[Plain]
    depends: str | UnsetType = UNSET


class Reported(Position, kw_only=True):
    events: list[Plain]
    report: str


class Copied(Position, kw_only=True):
    """A file to be mailed, and from which step on it tells what happened."""

    files: list[str]
    since: Count


class Drawn(Position, kw_only=True):
    format: Literal["text", "svg"]
    changed: list[str]
    files: list[str]
    seat: Slug | UnsetType = UNSET
    board: str | UnsetType = UNSET


class ToldStep(Struct, forbid_unknown_fields=True):
    """What one step of a replay tells; before the first turn it belongs to none."""

    seq: Count
    lines: list[str]
    events: list[Plain]
    seat: Slug | UnsetType = UNSET
    turn: Count | UnsetType = UNSET


class Replayed(Position, kw_only=True):
    """Where the last of these steps led to."""

    steps: list[ToldStep]
    files: list[str]


class Awaited(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """What one game wants of whoever asks: an answer, an endorsement, a run, mail that works, or nothing, and why."""

    path: str
    game: Digest
    rules: Slug
    seq: Count
    since: Count
    wants: Literal["answer", "endorse", "run", "mend", "nothing"]
    text: str
    why: Literal["filed", "answered", "others", "over", "stranger"] | UnsetType = UNSET
    question: Slug | UnsetType = UNSET
    seats: list[Slug] | UnsetType = UNSET
    """Who is awaited: your own seats where an answer is wanted of you, else the others."""
    orders: Count | UnsetType = UNSET
    code: str | UnsetType = UNSET
    """Of the fault that keeps mail from a seat."""
    began: Time | UnsetType = UNSET
    deadline: Time | UnsetType = UNSET
    paused: Time | UnsetType = UNSET
    vacation: dict[Slug, Count] | UnsetType = UNSET
    """Days that your seats may still be late."""


class Unread(Struct, forbid_unknown_fields=True):
    file: str
    code: str
    message: str


class ToDo(Answer, kw_only=True):
    games: list[Awaited]
    unread: list[Unread]


class Pinned(Position, kw_only=True):
    """What a key remembers of a game: the step it saw last, and whether the game file follows."""

    file: str
    pinned: Count | UnsetType = UNSET
    pinned_head: Digest | UnsetType = UNSET
    seen: Time | UnsetType = UNSET
    started: bool | UnsetType = UNSET
    roster: Digest | UnsetType = UNSET
    follows: str | UnsetType = UNSET
    reset: bool | UnsetType = UNSET
