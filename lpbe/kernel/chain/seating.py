"""Who sits where, and what is asked of whom: the part of a game's data that all letters refer to."""

# No `from __future__ import annotations`: msgspec would compile every string of a type again in each process.

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace

from ..base.canon import Plain, ident
from ..base.errors import Malformed
from ..base.text import check_seat
from .letters import (
    BatchLetter,
    Blob,
    Count,
    Digest,
    Key,
    Lang,
    Letter,
    Name,
    Pace,
    Record,
    Rev,
    Slug,
    Time,
    Word,
    context,
)

if TYPE_CHECKING:
    from .records import StateRecord


class SeatSpec(Record, frozen=True):
    """Who may sit there: the holder of a key, whoever has the invitation, or the referee."""

    id: Slug
    key: Key | UnsetType = UNSET
    invite: bool = False
    held: Word | UnsetType = UNSET


class RefereeKeys(Record, frozen=True):
    sign: Key
    seal: Key


class Genesis(Record, frozen=True):
    """What a game is, fixed before anybody joins; its hash is the game's id."""

    format: Literal[1]
    rules: Slug
    rules_version: Count
    rules_sha256: Digest
    expansions: list[Slug]
    options: dict[Slug, Plain]
    seats: Annotated[list[SeatSpec], Meta(min_length=1, max_length=8)]
    trust: Literal["open", "referee"]
    rng: Literal[1]
    nonce: Digest
    lang: Lang
    referee: RefereeKeys | UnsetType = UNSET
    seed_commit: Digest | UnsetType = UNSET
    seed: Digest | UnsetType = UNSET
    pace: Pace | UnsetType = UNSET
    quorum: Count | UnsetType = UNSET
    bot_after: Count | UnsetType = UNSET
    disclose: bool = True
    pack: Digest | UnsetType = UNSET


class Memory(Record, frozen=True):
    """A seat's own last `mine`, with the context that opens it."""

    kind: Word
    window: Count
    rev: Count
    seen: Digest
    commits: list[Digest]
    seal: Blob


class SeatRecord(Record, frozen=True):
    id: Slug
    name: Name | UnsetType = UNSET
    lang: Lang | UnsetType = UNSET
    sign: Key | UnsetType = UNSET
    seal: Key | UnsetType = UNSET
    nonce_commit: Digest | UnsetType = UNSET
    nonce: Digest | UnsetType = UNSET
    held: Word | UnsetType = UNSET
    free: Count = 0
    missed: Count = 0
    mine: Memory | UnsetType = UNSET


class Accepted(Record, frozen=True):
    """An order that is in, in a window that still waits for others."""

    seat: Slug
    rev: Rev
    order: Digest


class WindowRecord(Record, frozen=True):
    """A numbered decision slot: what kind, who is waited for, until when."""

    number: Count
    kind: Literal["join", "ready", "play", "over"]
    since: Count
    waiting: list[Slug] = []
    accepted: list[Accepted] = []
    replace: bool = False
    deadline: Time | UnsetType = UNSET


def check_seats(genesis: Genesis) -> None:
    ids = [spec.id for spec in genesis.seats]
    for seat in ids:
        check_seat(seat)
    if len(set(ids)) != len(ids):
        raise Malformed("E_SCHEMA", "two seats have one name")


def game_id(genesis: Genesis) -> str:
    return ident("genesis", genesis)


def may_send(window: WindowRecord, seat: str) -> bool:
    """Waiting seats may send; one that is in may change its mind where the window allows it."""
    return seat in window.waiting or (window.replace and any(done.seat == seat for done in window.accepted))


def seat_of(state: "StateRecord", seat: str) -> SeatRecord | None:
    return next((record for record in state.seats if record.id == seat), None)


def spec_of(genesis: Genesis, seat: str) -> SeatSpec:
    return next(spec for spec in genesis.seats if spec.id == seat)


def names_of(state: "StateRecord") -> Mapping[str, str]:
    return {s.id: s.name for s in state.seats if not isinstance(s.name, UnsetType)}


def given_seat(state: "StateRecord", seat: str) -> SeatRecord:
    record = seat_of(state, seat)
    assert record
    return record


def with_seat(state: "StateRecord", record: SeatRecord) -> "StateRecord":
    """The books with another record of one seat."""
    return replace(state, seats=[record if s.id == record.id else s for s in state.seats])


def stop_waiting(state: "StateRecord", *seats: str) -> "StateRecord":
    window = state.window
    return replace(state, window=replace(window, waiting=[s for s in window.waiting if s not in seats]))


def use_rev(state: "StateRecord", letter: Letter) -> "StateRecord":
    """The number of a free letter is used up."""
    if letter.seat == "referee":
        return replace(state, free=letter.rev + 1)
    return with_seat(state, replace(given_seat(state, letter.seat), free=letter.rev + 1))


def memory_of(letter: BatchLetter) -> Memory | None:
    """What a seat keeps for itself of its letter, if it keeps anything."""
    if isinstance(letter.hidden, UnsetType) or isinstance(letter.hidden.mine, UnsetType):
        return None
    _, window, _, kind, rev, seen, commits = context(letter)
    return Memory(kind, window, rev, seen, commits, letter.hidden.mine)


def remember(state: "StateRecord", letter: BatchLetter) -> "StateRecord":
    """The seat's last memory stands in its record."""
    memory = memory_of(letter)
    return with_seat(state, replace(given_seat(state, letter.seat), mine=memory)) if memory else state


def electors(state: "StateRecord", seat: str) -> list[str]:
    """Who has a say when a seat is given to somebody else: every other person."""
    return [s.id for s in state.seats if s.id != seat and isinstance(s.held, UnsetType)]
