"""The data of a game as files carry it: genesis, states, heads, log entries."""

# No `from __future__ import annotations`: msgspec would compile every string of a type again in each process.

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from ..base.canon import Plain, ident, jcs
from ..base.errors import Malformed
from ..base.text import check_seat
from ..play.rules import Opening
from .letters import (
    AnyLetter,
    Blob,
    Count,
    Digest,
    Envelope,
    Key,
    Lang,
    Name,
    Pace,
    Record,
    ReplaceArgs,
    Rev,
    Slug,
    Time,
    Word,
    read_record,
    unwrap,
    unwrap_letter,
)

RECENT = 64


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


class Replacement(Record, frozen=True):
    """New keys for a seat, waiting for the others to endorse them."""

    order: Digest
    args: ReplaceArgs
    endorsed: list[Slug] = []


class Hidden(Record, frozen=True):
    """All that is not public: the box, the screens, and what each seat was told since its last order."""

    box: Plain = {}
    screens: dict[Slug, Plain] = {}
    news: dict[Slug, list[Plain]] = {}
    lost: list[Slug] = []


class View(Record, frozen=True):
    """What one seat may see beside the table."""

    screen: Plain = {}
    news: list[Plain] = []
    lost: bool = False


class StateRecord(Record, frozen=True):
    format: Literal[1]
    game: Digest
    seq: Count
    window: WindowRecord
    seats: list[SeatRecord]
    recent: list[Digest] = []
    free: Count = 0
    replacing: list[Replacement] = []
    handovers: list[Envelope] = []
    table: Plain = {}
    seals: dict[Slug, Blob] | UnsetType = UNSET
    clear: Hidden | UnsetType = UNSET
    disclosed: Digest | UnsetType = UNSET


class Head(Record, frozen=True):
    """The small signed record that names a state."""

    format: Literal[1]
    game: Digest
    seq: Count
    prev: Digest
    public: Digest
    state: Digest
    order: Digest | UnsetType = UNSET
    at: Time | UnsetType = UNSET


class Public(Record, frozen=True):
    """What one step made public."""

    events: list[Plain] = []
    openings: list[Opening] = []


class Entry(Record, frozen=True):
    """One line of the log, and the `last` of a game file; the first has the genesis in place of an order."""

    public: Public
    head: Head
    head_sig: Blob | UnsetType = UNSET
    order: AnyLetter | UnsetType = UNSET
    sig: Blob | UnsetType = UNSET
    genesis: Genesis | UnsetType = UNSET


class GameFile(Record, frozen=True):
    """All that a command needs."""

    genesis: Genesis
    state: StateRecord
    last: Entry
    sig: Blob | UnsetType = UNSET


def unwrap_game(raw: Any) -> None:
    """Undo the line breaks inside the blobs of a game file."""
    unwrap(raw, "sig")
    last, state = raw.get("last"), raw.get("state")
    if isinstance(last, dict):
        unwrap(last, "sig", "head_sig")
        unwrap_letter(last.get("order"))
    if isinstance(state, dict):
        unwrap(state.get("seals"))
        for seat in items(state.get("seats")):
            unwrap(seat.get("mine"), "seal")
        for handover in items(state.get("handovers")):
            unwrap(handover, "sig")
            unwrap_letter(handover.get("order"))


def items(value: Any) -> list[dict[str, Any]]:
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def read_game(raw: Plain) -> GameFile:
    unwrap_game(raw)
    game = read_record(raw, GameFile)
    check_seats(game.genesis)
    check_shape(game)
    return game


def check_shape(game: GameFile) -> None:
    """What a game of its trust must have, and may not have."""
    genesis, state = game.genesis, game.state
    sealed, clear = (genesis.referee, genesis.seed_commit, state.seals), (genesis.seed, state.clear)
    wanted, unwanted = (sealed, clear) if genesis.trust == "referee" else (clear, sealed)
    missing = [part for part in wanted if isinstance(part, UnsetType)]
    if missing or any(not isinstance(part, UnsetType) for part in unwanted):
        raise Malformed("E_SCHEMA", "this is not a game of trust '{trust}'", trust=genesis.trust)
    if any(isinstance(link.sig, UnsetType) for link in state.handovers):
        raise Malformed("E_SCHEMA", "a handover is not signed")


def read_entry(line: bytes) -> Entry:
    """A log line: canonical, byte for byte."""
    try:
        entry = msgspec.json.decode(line, type=Entry)
    except msgspec.ValidationError as error:
        raise Malformed("E_SCHEMA", "{error}", error=str(error)) from None
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        raise Malformed("E_FILE_SYNTAX", "a log line is not JSON") from None
    if jcs(entry) != line:
        raise Malformed("E_FILE_SYNTAX", "a log line is not in canonical form")
    return entry


def check_seats(genesis: Genesis) -> None:
    ids = [spec.id for spec in genesis.seats]
    for seat in ids:
        check_seat(seat)
    if len(set(ids)) != len(ids):
        raise Malformed("E_SCHEMA", "two seats have one name")


def game_id(genesis: Genesis) -> str:
    return ident("genesis", genesis)


def head_id(head: Head) -> str:
    return ident("head", head)


def seat_of(state: StateRecord, seat: str) -> SeatRecord | None:
    return next((record for record in state.seats if record.id == seat), None)


def spec_of(genesis: Genesis, seat: str) -> SeatSpec:
    return next(spec for spec in genesis.seats if spec.id == seat)


def names_of(state: StateRecord) -> Mapping[str, str]:
    return {s.id: s.name for s in state.seats if not isinstance(s.name, UnsetType)}
