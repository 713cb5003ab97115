"""JSON answers of the commands that players use: orders, pages, boards and replays."""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from ..base.canonical import Plain
from ..chain.letter import Count, Digest, Slug, Time
from .answer import Answer, Position


class OrderAnswer(Position, kw_only=True):
    """A filed letter: its orders as understood, what they do and replace, and what is kept for later."""

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


class SeatEntry(Struct, forbid_unknown_fields=True):
    id: Slug
    name: str | UnsetType = UNSET
    sign: str | UnsetType = UNSET
    held: str | UnsetType = UNSET


class ShowAnswer(Position, kw_only=True):
    table: Plain
    seats: list[SeatEntry]
    terms: list[str]
    seat: Slug | UnsetType = UNSET
    screen: Plain | UnsetType = UNSET
    news: list[Plain] | UnsetType = UNSET


class Consequence(Struct, forbid_unknown_fields=True):
    """A consequence of an order: its key, a sentence, whether it is good or bad for the seat, where, and how sure."""

    key: str
    text: str
    tone: Literal["good", "bad"] | UnsetType = UNSET
    place: str | UnsetType = UNSET
    certainty: Literal["certain", "possible"] | UnsetType = UNSET


class HintReason(Struct, forbid_unknown_fields=True):
    """Why an order is suggested: the next best, the worlds both were tried in, and mean differences in hundredths."""

    rather: Plain | UnsetType = UNSET
    worlds: Count | UnsetType = UNSET
    clear: bool | UnsetType = UNSET
    parts: dict[str, int] | UnsetType = UNSET
    text: str | UnsetType = UNSET


class HintAnswer(Position, kw_only=True):
    """The orders a bot suggests: as data, as they are typed, what each costs and brings, and why it was chosen."""

    seat: Slug
    bot: str
    orders: list[Plain]
    texts: list[str]
    effects: list[str]
    reasons: list[HintReason]


class ReviewedDecision(Struct, forbid_unknown_fields=True):
    """A decision that cost much: the step, the order given, a better one, and the mean differences in hundredths."""

    seq: Count
    given: Plain
    better: Plain
    worlds: Count
    difference: int
    parts: dict[str, int]
    text: str


class ReviewAnswer(Position, kw_only=True):
    """How many decisions of a seat a bot looked at, and those that cost most, the costliest first."""

    seat: Slug
    bot: str
    decisions: Count
    costly: list[ReviewedDecision]


class LegalOrders(Position, kw_only=True):
    """The orders a seat may give, each as data, as it is typed, what it costs and brings, and what is foreseen."""

    seat: Slug
    orders: list[Plain]
    texts: list[str]
    effects: list[str]
    foresight: list[list[Consequence]]
    complete: bool


class TryAnswer(Position, kw_only=True):
    seat: Slug
    events: list[Plain]
    foresight: list[Consequence]
    draft: list[Plain]
    dropped: list[Plain]
    plans: list[Plain]
    depends: str | UnsetType = UNSET


class ReportAnswer(Position, kw_only=True):
    events: list[Plain]
    report: str


class CopyAnswer(Position, kw_only=True):
    """A copy of a game to be mailed, and the first step of its history."""

    files: list[str]
    since: Count


class BoardAnswer(Position, kw_only=True):
    format: Literal["text", "svg"]
    changed: list[str]
    files: list[str]
    seat: Slug | UnsetType = UNSET
    board: str | UnsetType = UNSET


class ReplayStep(Struct, forbid_unknown_fields=True):
    """One step of a replay; before the first turn it belongs to none."""

    seq: Count
    lines: list[str]
    events: list[Plain]
    seat: Slug | UnsetType = UNSET
    turn: Count | UnsetType = UNSET


class ReplayAnswer(Position, kw_only=True):
    """The steps of a replay, and the position after the last one."""

    steps: list[ReplayStep]
    files: list[str]


class Wish(StrEnum):
    """What a game wants from the caller."""

    ANSWER = "answer"
    ENDORSE = "endorse"
    RUN = "run"
    MEND = "mend"
    NOTHING = "nothing"


class IdleReason(StrEnum):
    """Why a game wants nothing: an answer is filed or counted, others must answer, it is over, or a stranger asks."""

    FILED = "filed"
    ANSWERED = "answered"
    OTHERS = "others"
    OVER = "over"
    STRANGER = "stranger"


class TodoItem(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """What one game needs from the caller: an answer, an endorsement, a run, working mail, or nothing, and why."""

    path: str
    game: Digest
    rules: Slug
    seq: Count
    since: Count
    wants: Wish
    text: str
    why: IdleReason | UnsetType = UNSET
    question: Slug | UnsetType = UNSET
    seats: list[Slug] | UnsetType = UNSET
    """The seats that have to answer: your own if you are one of them, otherwise the others."""
    orders: Count | UnsetType = UNSET
    code: str | UnsetType = UNSET
    """The code of the problem that keeps mail from a seat."""
    began: Time | UnsetType = UNSET
    deadline: Time | UnsetType = UNSET
    paused: Time | UnsetType = UNSET
    vacation: dict[Slug, Count] | UnsetType = UNSET
    """Days that your seats may still be late."""


class UnreadableFile(Struct, forbid_unknown_fields=True):
    file: str
    code: str
    message: str


class ToDo(Answer, kw_only=True):
    games: list[TodoItem]
    unread: list[UnreadableFile]


class PinAnswer(Position, kw_only=True):
    """What a key remembers of a game: the step it saw last, and whether the game file follows."""

    file: str
    pinned: Count | UnsetType = UNSET
    pinned_head: Digest | UnsetType = UNSET
    seen: Time | UnsetType = UNSET
    started: bool | UnsetType = UNSET
    roster: Digest | UnsetType = UNSET
    follows: str | UnsetType = UNSET
    reset: bool | UnsetType = UNSET
