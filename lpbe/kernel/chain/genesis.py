"""The terms of a game, its seats and its windows: the data that all letters refer to."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field
from msgspec.structs import replace

from ..base.canonical import Plain, ident, jcs, tagged_hash, to_plain
from ..base.errors import Malformed
from ..base.safe_text import break_marks, check_seat
from ..crypto.keys import Identity, Secret, b64, game_secret
from ..engine.model import Event
from .key_proofs import ProvenKeys
from .letter import (
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
    Version,
    Word,
    kind_of,
    present,
)

if TYPE_CHECKING:
    from .records import StateRecord

MAX_LETTERS_PER_WINDOW = 4
"""How many notes, and how many standing letters, a seat may send while one window is open."""


MAIL = "mail"
"""The holder of a seat that is played by mail."""


class StepOutcome(Struct, frozen=True):
    """When a letter was carried out, and the events that it caused: bookkeeping depends on both."""

    at: str | None
    events: Sequence[Event]


class SeatSpec(Record, frozen=True):
    """Who may take a seat: the holder of a key, whoever has the invitation, or the referee."""

    id: Slug
    key: Key | UnsetType = UNSET
    invite: bool = False
    held: Word | UnsetType = UNSET


class RefereeKeys(Record, frozen=True):
    sign: Key
    seal: Key


class Sizes(Record, frozen=True):
    """The sizes of all seals, whatever is inside: fixed for the whole game."""

    view: Count
    drawer: Count
    """The size of the seal on what is hidden from everyone."""
    letter: Count
    standing: Count
    memo: Count
    reason: Count


class Genesis(Record, frozen=True):
    """What a game is and on which terms it is played, fixed before anybody joins; its hash is the game's id."""

    format: Literal[2]
    rules: Slug
    rules_version: Count
    rules_sha256: Digest
    expansions: Annotated[list[Slug], Meta(max_length=16)]
    options: Annotated[dict[Slug, Plain], Meta(max_length=16)]
    seats: Annotated[list[SeatSpec], Meta(min_length=1, max_length=8)]
    trust: Literal["open", "referee"]
    rng: Literal[2]
    nonce: Digest
    lang: Lang
    referee: RefereeKeys | UnsetType = UNSET
    seed_commit: Digest | UnsetType = UNSET
    seed: Digest | UnsetType = UNSET
    sizes: Sizes | UnsetType = UNSET
    pace: Pace | UnsetType = UNSET
    grace: Pace | UnsetType = UNSET
    vacation: Annotated[int, Meta(ge=0, le=365)] = 0
    quorum: Annotated[int, Meta(ge=0, le=8)] | UnsetType = UNSET
    bot_after: Annotated[int, Meta(ge=1, le=1000)] | UnsetType = UNSET
    disclose: bool = True
    pack: Digest | UnsetType = UNSET
    engine: Version | UnsetType = UNSET
    """The version of the program that started the game, for anyone who needs that version again."""


class Agreement(Record, frozen=True):
    """What some seats have agreed to; the referee may do it once enough of them have."""

    of: Digest
    endorsed: list[Slug]


class ReplaceArgs(ProvenKeys, frozen=True, kw_only=True):
    """The keys of a seat's new player, or of the bot that takes over."""

    seat: Slug
    name: Name | UnsetType = UNSET
    held: Word | UnsetType = UNSET


class Replacement(Record, frozen=True):
    """New keys for a seat, waiting for the others to endorse them."""

    letter_id: Digest = field(name="order")
    args: ReplaceArgs
    endorsed: list[Slug] = []


class Memory(Record, frozen=True):
    """A seat's own last memo, with the context that opens it."""

    kind: Word
    window: Count
    rev: Count
    seen: Digest
    seal: Blob


class Tally(Record, frozen=True):
    """Which rev comes next, and how many were used in one window."""

    next: Count = 0
    window: Count = 0
    sent: Count = 0

    def after(self, rev: int, window: int) -> "Tally":
        return Tally(rev + 1, window, self.sent_in(window) + 1)

    def sent_in(self, window: int) -> int:
        return self.sent if self.window == window else 0


class SeatRecord(Record, frozen=True):
    id: Slug
    name: Name | UnsetType = UNSET
    lang: Lang | UnsetType = UNSET
    sign: Key | UnsetType = UNSET
    seal: Key | UnsetType = UNSET
    tie: Digest | UnsetType = UNSET
    draw: Key | UnsetType = UNSET
    proof: Blob | UnsetType = UNSET
    """The key of its draw and the draw it showed when it was ready, until the game has started."""
    held: Word | UnsetType = UNSET
    free: Tally = Tally()
    standing: Tally = Tally()
    notes: Tally = Tally()
    missed: Count = 0
    silent: bool = False
    """Whether it missed a deadline and has sent nothing since: the default may have answered for it."""
    away: Count = 0
    """Days of vacation that it has used."""
    memo: Memory | UnsetType = UNSET


class RosterSeat(Record, frozen=True):
    """A seat as the roster names it."""

    id: Slug
    name: Name | UnsetType
    sign: Key | UnsetType
    seal: Key | UnsetType
    draw: Key | UnsetType
    tie: Digest | UnsetType
    held: Word | UnsetType


class AcceptedLetter(Record, frozen=True):
    """A letter that has been accepted in a window that still waits for others."""

    seat: Slug
    rev: Rev
    letter_id: Digest = field(name="order")


class WindowKind(StrEnum):
    """What a window waits for: players to join, players to be ready, an answer to a question, or nothing more."""

    JOIN = "join"
    READY = "ready"
    PLAY = "play"
    OVER = "over"


class WindowRecord(Record, frozen=True):
    """A numbered question to seats: its kind, who still has to answer, and until when."""

    number: Count
    kind: WindowKind
    since: Count
    waiting: list[Slug] = []
    accepted: list[AcceptedLetter] = []
    replace: bool = False
    deadline: Time | UnsetType = UNSET

    @property
    def is_over(self) -> bool:
        """Return whether the game has ended."""
        return self.kind == WindowKind.OVER

    @property
    def before_start(self) -> bool:
        """Return whether players still join or get ready."""
        return self.kind in (WindowKind.JOIN, WindowKind.READY)


def check_seats(genesis: Genesis) -> None:
    ids = [spec.id for spec in genesis.seats]
    for seat in ids:
        check_seat(seat)
    if len(set(ids)) != len(ids):
        raise Malformed("E_SCHEMA", "two seats have the same name")


def secret_terms(genesis: Genesis) -> bytes:
    """Return what a game's secret is derived from: the whole genesis without what follows from the secret."""
    terms = replace(genesis, referee=UNSET, seed_commit=UNSET)
    return jcs({**to_plain(terms), "referee": {"sign": present(genesis.referee).sign}})


def first_secret(seed: bytes, genesis: Genesis) -> Secret:
    """Return the secret that the seed of its first referee gives a game."""
    return game_secret(seed, secret_terms(genesis))


def with_referee(genesis: Genesis, identity: Identity) -> Genesis:
    """Return the genesis with its referee's keys and the commitment to the secret; the rest must be in it already."""
    signed = replace(genesis, referee=RefereeKeys(b64(identity.sign_public), ""))
    secret = first_secret(identity.seed, signed)
    keys = RefereeKeys(b64(identity.sign_public), b64(secret.seal_public))
    return replace(genesis, referee=keys, seed_commit=secret.commitment)


def game_id(genesis: Genesis) -> str:
    return ident("genesis", genesis)


def may_send(window: WindowRecord, seat: SeatRecord) -> bool:
    """Return whether a seat may answer: it has not answered, or it answered or timed out and may still change that."""
    answered = seat.silent or any(done.seat == seat.id for done in window.accepted)
    return seat.id in window.waiting or (window.replace and answered)


def seat_of(state: "StateRecord", seat: str) -> SeatRecord | None:
    return next((record for record in state.seats if record.id == seat), None)


def spec_of(genesis: Genesis, seat: str) -> SeatSpec:
    return next(spec for spec in genesis.seats if spec.id == seat)


def names_of(state: "StateRecord") -> Mapping[str, str]:
    """Return the display names of the seats, without anything in them that could pass for a mark in an e-mail."""
    return {s.id: break_marks(s.name) for s in state.seats if not isinstance(s.name, UnsetType)}


def given_seat(state: "StateRecord", seat: str) -> SeatRecord:
    record = seat_of(state, seat)
    assert record
    return record


def with_seat(state: "StateRecord", record: SeatRecord) -> "StateRecord":
    """Return the state with another record of one seat."""
    return replace(state, seats=[record if s.id == record.id else s for s in state.seats])


def stop_waiting(state: "StateRecord", *seats: str) -> "StateRecord":
    window = state.window
    return replace(state, window=replace(window, waiting=[s for s in window.waiting if s not in seats]))


def use_rev(state: "StateRecord", letter: Letter) -> "StateRecord":
    """Return the state with the rev of a free letter used up."""
    if letter.seat == "referee":
        return replace(state, free=letter.rev + 1)
    return with_seat(state, letter.use_rev(given_seat(state, letter.seat), state.window.number))


def keep_memo(state: "StateRecord", letter: BatchLetter) -> "StateRecord":
    """Return the state with the memo of a letter in the record of its seat."""
    if isinstance(letter.hidden, UnsetType) or isinstance(letter.hidden.memo, UnsetType):
        return state
    memo = Memory(
        kind=kind_of(letter),
        window=letter.window,
        rev=letter.rev,
        seen=letter.seen,
        seal=letter.hidden.memo,
    )
    return with_seat(state, replace(given_seat(state, letter.seat), memo=memo))


def is_held(record: SeatRecord) -> bool:
    """Return whether the referee has the key of a seat."""
    return not isinstance(record.held, UnsetType)


def bots_in(state: "StateRecord") -> list[str]:
    """Return the seats that bots play."""
    return [s.id for s in state.seats if not isinstance(s.held, UnsetType) and s.held.startswith("bot:")]


def by_mail(record: SeatRecord) -> bool:
    """Return whether a seat is played by mail: the referee signs for it, but makes none of its choices."""
    return record.held == MAIL


def required_votes(genesis: Genesis, state: "StateRecord", seat: str) -> int:
    """Return how many must agree to a change of one seat or, without a seat, of the whole game.

    The people of the genesis are counted, so that no seat becomes easier to take when a bot has another one. If no
    person has the seat, or the whole game is concerned, the people who are left decide together.
    """
    entitled = [spec.id for spec in genesis.seats if spec.id != seat and is_entitled(spec)]
    wanted = len(entitled) // 2 + 1 if isinstance(genesis.quorum, UnsetType) else genesis.quorum
    record = seat_of(state, seat)
    takes_from_person = record is not None and not is_held(record)
    return min(wanted, len(entitled) if takes_from_person else len(electors(genesis, state, seat)))


def electors(genesis: Genesis, state: "StateRecord", seat: str) -> list[str]:
    """Return who has a say in a change of a seat, or of the whole game: all other people who were in from the start."""
    entitled = {spec.id for spec in genesis.seats if is_entitled(spec)}
    return [s.id for s in state.seats if s.id != seat and s.id in entitled and not is_held(s)]


def is_entitled(spec: SeatSpec) -> bool:
    """Return whether the terms give a seat a vote: not if the referee holds it from the start."""
    return isinstance(spec.held, UnsetType)


def roster_of(state: "StateRecord") -> str:
    """Return the hash of who plays with which keys: every seat's draw is made for it."""
    seats = [
        RosterSeat(id=s.id, name=s.name, sign=s.sign, seal=s.seal, draw=s.draw, tie=s.tie, held=s.held)
        for s in state.seats
    ]
    return tagged_hash("roster", state.game, jcs(seats)).hex()
