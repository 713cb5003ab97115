"""The data of a game as files carry it: genesis, states, heads, log entries."""

from typing import Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType, field

from ..base.canonical import Plain, encode_and_hash, jcs
from ..base.errors import FileFailure, Malformed
from .commitments import Filing, Opening
from .genesis import Agreement, Genesis, Replacement, SeatRecord, WindowRecord, check_seats
from .letter import AnyLetter, Blob, Count, Digest, Pace, Raw, Record, Sig, SignatureText, Slug, Time, unwrap_letter
from .letter_registry import read_letter, read_record

MIN_RECENT_HEADS = 16
"""How many heads before the last one a letter may have seen; more while one window is open."""
MAX_TAIL_BYTES = 1 << 17
"""How much of the log goes along with a copy of a game file."""


class Envelope(Record, frozen=True):
    """A letter and its signature."""

    letter: AnyLetter = field(name="order")
    sig: Blob | UnsetType = UNSET


class LetterFile(Record, frozen=True):
    """An envelope as people send it: the signature in the form ssh-keygen reads and writes."""

    letter: AnyLetter = field(name="order")
    sig: SignatureText | UnsetType = UNSET


class View(Record, frozen=True):
    """What one seat may see besides the table: its screen, its news since its last order, its filed plans."""

    screen: Plain = {}
    news: list[Plain] = []
    lost: bool = False
    filed: Filing | UnsetType = UNSET


class Inmost(Record, frozen=True):
    """What no seat may see: the hidden components, and the root of all draws."""

    box: Plain = {}
    root: Digest | UnsetType = UNSET


class Hidden(Record, frozen=True):
    """All that is not public."""

    inmost: Inmost = Inmost()
    views: dict[Slug, View] = {}


class StateRecord(Record, frozen=True):
    format: Literal[2]
    game: Digest
    seq: Count
    window: WindowRecord
    seats: list[SeatRecord]
    recent: list[Digest] = []
    free: Count = 0
    pace: Pace | UnsetType = UNSET
    """The current pace, if it is no longer that of the terms."""
    paused: Time | UnsetType = UNSET
    """The time until which the clock is stopped."""
    agreed: list[Agreement] = []
    replacing: list[Replacement] = []
    handovers: list[Envelope] = []
    table: Plain = {}
    seals: dict[Slug, Blob] | UnsetType = UNSET
    drawer: Blob | UnsetType = UNSET
    """What is hidden from everyone, sealed to the referee alone."""
    clear: Hidden | UnsetType = UNSET


class StepName(Struct, frozen=True):
    """The name of a step, which everything that is sealed in it is bound to."""

    game: str
    seq: int
    prev: str
    letter_id: str


class Head(Record, frozen=True):
    """The small signed record that names a state."""

    format: Literal[2]
    game: Digest
    seq: Count
    prev: Digest
    public: Digest
    state: Digest
    letter_id: Digest | UnsetType = field(default=UNSET, name="order")
    at: Time | UnsetType = UNSET

    @property
    def id(self) -> str:
        return encode_and_hash("head", self)[1]

    @property
    def signed_bytes(self) -> bytes:
        """Return the bytes that its signature covers."""
        return encode_and_hash("head", self)[0]

    @property
    def step(self) -> StepName:
        return StepName(game=self.game, seq=self.seq, prev=self.prev, letter_id=self.letter_id or "")


class Public(Record, frozen=True):
    """What one step made public."""

    events: list[Plain] = []
    openings: list[Opening] = []
    disclosed: list[Digest] = []
    """The secrets of the game, when it is over."""


class Entry(Record, frozen=True):
    """One line of the log, and the `last` of a game file; the first has the genesis in place of an order."""

    public: Public
    head: Head
    head_sig: Sig | UnsetType = UNSET
    letter: AnyLetter | UnsetType = field(default=UNSET, name="order")
    sig: Sig | UnsetType = UNSET
    genesis: Genesis | UnsetType = UNSET

    @property
    def envelope(self) -> Envelope:
        """Return the letter that made this step, as it was signed."""
        assert not isinstance(self.letter, UnsetType)
        return Envelope(self.letter, self.sig)


class GameFile(Record, frozen=True):
    """A whole game: all that a command needs."""

    genesis: Genesis
    state: StateRecord
    last: Entry
    sig: Sig | UnsetType = UNSET
    tail: list[Entry] = []
    """The preceding steps, in a copy that is sent without the log; each is named by its own head, not by the state."""


def check_format(raw: Raw) -> None:
    """Refuse any format but the current one; earlier ones were never released."""
    found = raw.get("format") if isinstance(raw, dict) else None
    if isinstance(found, int) and found != 2:
        raise Malformed(
            "E_FORMAT",
            "this file has format {format}, but this lpbe reads format 2",
            "play it with the version of lpbe that started it, or start a new game: lpbe new",
            format=found,
        )


def read_letter_file(raw: Plain) -> LetterFile:
    check_format(raw.get("order"))
    unwrap_letter(raw.get("order"))
    file = read_record(raw, LetterFile)
    file.letter.check_text()
    return file


def read_game(raw: Plain) -> GameFile:
    check_format(raw.get("genesis"))
    game = read_record(raw, GameFile)
    check_seats(game.genesis)
    check_shape(game)
    return game


def check_shape(game: GameFile) -> None:
    """Check that a game has the fields of its kind of trust, and none of the other kind."""
    genesis = game.genesis
    state = game.state
    sealed = (genesis.referee, genesis.seed_commit, genesis.sizes, state.seals, state.drawer)
    clear = (genesis.seed, state.clear)
    wanted, unwanted = (sealed, clear) if genesis.trust == "referee" else (clear, sealed)
    missing = [part for part in wanted if isinstance(part, UnsetType)]
    if missing or any(not isinstance(part, UnsetType) for part in unwanted):
        raise Malformed("E_SCHEMA", "this game does not have the trust mode '{trust}'", trust=genesis.trust)
    if any(isinstance(handover.sig, UnsetType) for handover in state.handovers):
        raise Malformed("E_SCHEMA", "a handover is not signed")


def read_entry(line: bytes) -> Entry:
    """Decode a log line, which must be canonical to the byte."""
    try:
        entry = msgspec.json.decode(line, type=Entry, dec_hook=read_letter)
    except msgspec.ValidationError as error:
        from ..base.schema_errors import schema_message  # saves it for what fits

        raise Malformed("E_SCHEMA", "{error}", error=schema_message(error)) from None
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        raise FileFailure("E_FILE_SYNTAX", "a log line is not JSON") from None
    if jcs(entry) != line:
        raise FileFailure("E_FILE_SYNTAX", "a log line is not in canonical form")
    return entry


def head_id(head: Head) -> str:
    return head.id
