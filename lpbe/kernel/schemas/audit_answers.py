"""JSON answers of the commands that check a game: verify, migrate and evidence."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from ..chain.letter import Count, Digest, Slug, Time
from .answer import Answer, Position


class SeatGiven(Struct, forbid_unknown_fields=True):
    """A seat that was given to other keys: by whom, or after how many misses to which bot."""

    seq: Count
    seat: Slug
    endorsed: list[Slug] | UnsetType = UNSET
    host: bool | UnsetType = UNSET
    held: str | UnsetType = UNSET
    missed: Count | UnsetType = UNSET


class TimedOutWindow(Struct, forbid_unknown_fields=True):
    """A window that time closed."""

    seq: Count
    window: Count
    deadline: Time
    at: Time
    seats: list[Slug]
    silent: list[Slug] | UnsetType = UNSET


class TimeChanged(Struct, forbid_unknown_fields=True):
    """A change of pace, a pause, a later deadline."""

    seq: Count
    kind: Literal["pace", "pause", "extend"]
    to: str
    before: str | UnsetType = UNSET
    endorsed: list[Slug] | UnsetType = UNSET


class Verified(Answer, kw_only=True):
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
    receipts: Count
    untried: Count
    other_rules: bool
    """The rules at hand are not those the game was begun with."""
    unproven: list[Literal["draws", "hidden", "end", "history", "players", "mail"]]
    terms: list[str]
    replaced: list[SeatGiven]
    rekeyed: list[SeatGiven]
    handovers: list[Count]
    timeouts: list[TimedOutWindow]
    times: list[TimeChanged]
    moves: dict[Slug, Count]
    late: dict[Slug, Count]
    ahead: Time | UnsetType = UNSET
    """When the last step is said to have been made, if that is later than the clock here."""


class Migrated(Position, kw_only=True):
    """How far a game was played again by the rules at hand; level none where it was begun with them."""

    level: Literal[0, 1, 2] | None
    steps: Count
    engine: str


class Evidence(Answer, kw_only=True):
    """What two files, or a bundle of evidence, prove: whom they convict, if anybody."""

    kind: Literal["fork", "letters", "receipts", "false-step", "complaint"]
    code: str
    convicts: str
    says: str
    files: list[str] | UnsetType = UNSET
