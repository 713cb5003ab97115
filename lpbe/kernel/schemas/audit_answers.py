"""JSON answers of the commands that check a game: verify, migrate and evidence."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from ..chain.letter import Count, Digest, Slug, Time
from .answer import Answer, Position


class ReassignedSeat(Struct, forbid_unknown_fields=True):
    """A seat that changed its keys: who endorsed it, or which bot took over after how many missed windows."""

    seq: Count
    seat: Slug
    endorsed: list[Slug] | UnsetType = UNSET
    host: bool | UnsetType = UNSET
    held: str | UnsetType = UNSET
    missed: Count | UnsetType = UNSET


class TimedOutWindow(Struct, forbid_unknown_fields=True):
    """A window that timed out."""

    seq: Count
    window: Count
    deadline: Time
    at: Time
    seats: list[Slug]
    silent: list[Slug] | UnsetType = UNSET


class TimeChange(Struct, forbid_unknown_fields=True):
    """A change of pace, a pause, a later deadline."""

    seq: Count
    kind: Literal["pace", "pause", "extend"]
    to: str
    before: str | UnsetType = UNSET
    endorsed: list[Slug] | UnsetType = UNSET


class VerifyAnswer(Answer, kw_only=True):
    game: Digest
    seq: Count
    head: Digest
    level: Literal[0, 1, 2]
    steps: Count
    history: bool
    signed: bool
    over: bool
    complete: bool
    """Everything there is has been checked: exit 0."""
    unfinished: bool
    held: list[Slug]
    holders: dict[Slug, str]
    own: list[Slug]
    reports: Count
    unchecked: Count
    unchecked_reports: list[Count]
    unchecked_bots: dict[str, Count]
    skipped_bots: dict[str, Count]
    """How many moves of bots that think long were left out, because a sample was worked out again."""
    receipts: Count
    untried: Count
    other_rules: bool
    """The rules here are not those the game was started with."""
    unproven: list[Literal["draws", "hidden", "end", "history", "players", "mail"]]
    terms: list[str]
    replaced: list[ReassignedSeat]
    rekeyed: list[ReassignedSeat]
    handovers: list[Count]
    timeouts: list[TimedOutWindow]
    times: list[TimeChange]
    moves: dict[Slug, Count]
    late: dict[Slug, Count]
    ahead: Time | UnsetType = UNSET
    """When the last step is said to have been made, if that is later than the clock here."""


class MigrateAnswer(Position, kw_only=True):
    """How far a game was replayed with the rules here; without a level if it was started with them."""

    level: Literal[0, 1, 2] | None
    steps: Count
    engine: str


class Evidence(Answer, kw_only=True):
    """What two files or a bundle of evidence prove, and who cheated, if anybody."""

    kind: Literal["fork", "letters", "receipts", "false-step", "complaint"]
    code: str
    convicts: str
    says: str
    files: list[str] | UnsetType = UNSET
