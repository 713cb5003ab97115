"""What commands answer with --json: stable keys, absent where there is nothing to say."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType

from .letters import Count, Hex, Plain, Slug, Time


class Answer(Struct, kw_only=True, forbid_unknown_fields=True):
    ok: Literal[True]


class Failed(Struct, kw_only=True, forbid_unknown_fields=True):
    """Why a command did not do what it was asked."""

    ok: Literal[False]
    code: str
    message: str
    clause: str | UnsetType = UNSET
    hint: str | UnsetType = UNSET
    file: str | UnsetType = UNSET
    line: int | UnsetType = UNSET


class AwaitedWindow(Struct, forbid_unknown_fields=True):
    number: Count
    waiting: list[Slug]
    deadline: Time | UnsetType = UNSET


class Position(Answer, kw_only=True):
    """Where a game stands."""

    game: Hex
    seq: Count
    head: Hex
    window: AwaitedWindow
    over: bool


class Applied(Position, kw_only=True):
    events: list[Plain]
    files: list[str]


class AppliedOrder(Struct, forbid_unknown_fields=True):
    seq: Count
    seat: Slug
    order: Hex


class RefusedOrder(Struct, forbid_unknown_fields=True):
    file: str
    code: str


class RunDone(Position, kw_only=True):
    applied: list[AppliedOrder]
    refused: list[RefusedOrder]
    mended: list[str]


class Begun(Position, kw_only=True):
    files: list[str]
    invitations: dict[Slug, str]
    key: str | UnsetType = UNSET


class Filed(Position, kw_only=True):
    files: list[str]
    draft: list[Plain] | UnsetType = UNSET
    key: str | UnsetType = UNSET


class SeatTold(Struct, forbid_unknown_fields=True):
    id: Slug
    name: str | UnsetType = UNSET
    sign: str | UnsetType = UNSET
    held: str | UnsetType = UNSET


class Shown(Position, kw_only=True):
    table: Plain
    seats: list[SeatTold]
    seat: Slug | UnsetType = UNSET
    screen: Plain | UnsetType = UNSET
    news: list[Plain] | UnsetType = UNSET


class Choices(Position, kw_only=True):
    seat: Slug
    orders: list[Plain]
    complete: bool


class Tried(Position, kw_only=True):
    seat: Slug
    events: list[Plain]
    draft: list[Plain]
    depends: str | UnsetType = UNSET


class Reported(Position, kw_only=True):
    events: list[Plain]
    report: str


class Verified(Answer, kw_only=True):
    game: Hex
    seq: Count
    head: Hex
    level: Literal[0, 1, 2]
    steps: Count
    history: bool
    signed: bool
    over: bool
    held: list[Slug]


ANSWERS: dict[str, Any] = {
    "failure": Failed,
    "apply": Applied,
    "run": RunDone,
    "new": Begun,
    "order": Filed,
    "show": Shown,
    "legal": Choices,
    "try": Tried,
    "report": Reported,
    "verify": Verified,
}
