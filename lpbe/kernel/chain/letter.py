"""Letters: the fields that every signed letter has, and what its seals are bound to."""

from typing import TYPE_CHECKING, Annotated, ClassVar, Literal, TypeVar

from msgspec import UNSET, Meta, Struct, UnsetType, structs

from ..base.canonical import Plain, check_plain, encode_and_hash, lp
from ..base.errors import Malformed, Rejected, WrongKind
from ..base.safe_text import check_note, check_seat
from ..crypto.keys import unb64
from ..crypto.seals import OVERHEAD_BYTES, commitment

if TYPE_CHECKING:
    from .genesis import Genesis, RefereeKeys, SeatRecord, StepOutcome, Tally
    from .records import Envelope, StateRecord
    from .transition import LetterContext

Digest = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]


Slug = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9-]{0,15}\Z")]


Word = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9:_@-]{0,47}\Z")]


Key = Annotated[str, Meta(pattern=r"^[A-Za-z0-9+/]{43}=\Z")]


Blob = Annotated[str, Meta(pattern=r"^[A-Za-z0-9+/]+={0,2}\Z", max_length=65536)]


Sig = Annotated[str, Meta(pattern=r"^[A-Za-z0-9+/]{86}==\Z")]
"""A bare signature, as files store it: its frame follows from the key and the namespace."""


Count = Annotated[int, Meta(ge=0, le=2**31)]


Rev = Annotated[int, Meta(ge=0, le=15)]


Time = Annotated[str, Meta(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z\Z")]


Version = Annotated[str, Meta(pattern=r"^[0-9][0-9A-Za-z.+-]{0,31}\Z")]
"""The version of a program, as packages name it."""


Pace = Annotated[str, Meta(pattern=r"^[1-9][0-9]{0,3}[hd]\Z")]


Lang = Literal["en", "fr"]
LANGUAGES: dict[str, Lang] = {"en": "en", "fr": "fr"}


Name = Annotated[str, Meta(min_length=1, max_length=32)]


Note = Annotated[str, Meta(max_length=400)]


Batch = Annotated[list[Plain], Meta(min_length=1, max_length=64)]


Raw = Plain | list[Plain] | str | int | None
"""A value of a file before it is checked."""
CommitmentContext = tuple[str, int, str, str, int]
"""What commitments are bound to: game, window, seat, kind and rev of a letter."""


R = TypeVar("R")


class Record(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The base of records in files: frozen, without unknown fields, defaults left out."""


class Sealed(Record, frozen=True):
    """The secret part of a letter, of a fixed size: values, plans and draft in one seal, and the seat's own memo."""

    plans: Digest
    seal: Blob
    memo: Blob | UnsetType = UNSET


class SignatureText(Record, frozen=True):
    """A signature as ssh-keygen writes it."""

    ssh: Annotated[str, Meta(max_length=2048)]


class OfSomeKind:
    """The type of a field that contains a letter: the letter's kind decides its class."""

    __slots__ = ()


class Letter(
    Struct,
    OfSomeKind,
    frozen=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    kw_only=True,
    tag_field="kind",
    tag="",
):
    """One signed message of one seat; each kind defines how it is checked, recorded and carried out."""

    free: ClassVar[bool] = False
    """Whether it can be sent at any time, whatever window is open."""
    counter: ClassVar[str] = "free"
    """Which count of its sender a free letter uses; also the start of its file name."""
    by_referee: ClassVar[bool] = False
    in_open_games: ClassVar[bool] = True
    """Whether it exists in games without a referee."""
    before_start: ClassVar[bool] = False
    """Whether it can be carried out before the game has started."""
    after_end: ClassVar[bool] = False
    """Whether it can be sent when the game is over."""
    max_per_window: ClassVar[int] = 8
    """How many free letters of its kind a seat may send while one window is open."""
    reads_news: ClassVar[bool] = False
    """Whether its sender has seen all private news up to then."""

    format: Literal[2]
    game: Digest
    seat: Slug
    window: Count
    seen: Digest
    rev: Count
    note: Note | UnsetType = UNSET

    def check_text(self) -> None:
        """Check the text in it that people will read."""
        if self.seat != "referee":
            check_seat(self.seat)
        if not isinstance(self.note, UnsetType):
            check_note(self.note)

    def public_text(self) -> str:
        """Return what its sender wrote to all players."""
        return self.note or ""

    def check_names(self, state: "StateRecord") -> None:
        """Refuse a new name that looks like another; only the program that accepts a letter checks that."""

    def check_sizes(self, genesis: "Genesis") -> None:
        """Check that its seals have their fixed sizes."""

    def tally(self, seat: "SeatRecord") -> "Tally":
        """Return the count of its sender that a free letter's rev belongs to."""
        return seat.free

    def use_rev(self, seat: "SeatRecord", window: int) -> "SeatRecord":
        """Return the seat with the rev of this letter used up."""
        return structs.replace(seat, free=seat.free.after(self.rev, window))

    def signer(self, state: "StateRecord", key: str | UnsetType) -> str | UnsetType:
        """Return the key that must sign it: that of the seat, if it has one."""
        return key

    def new_referee(self) -> "RefereeKeys | None":
        """Return the keys of the referee it hands the game over to, if it does."""
        return None

    def check(self, genesis: "Genesis", state: "StateRecord", at: str | None) -> None:
        """Check what everybody can see, beyond the checks that all letters have in common."""

    def bookkeep(
        self, genesis: "Genesis", state: "StateRecord", envelope: "Envelope", outcome: "StepOutcome"
    ) -> "StateRecord":
        """Return the state record after this letter: seats, window and counts."""
        return state

    def carry_out(self, context: "LetterContext") -> None:
        """Apply it to the table."""


if TYPE_CHECKING:
    AnyLetter = Letter
else:
    AnyLetter = OfSomeKind


class BatchLetter(Letter, frozen=True, kw_only=True):
    """A letter with orders, some of which may be sealed and replaced by commitments."""

    size: ClassVar[str] = "letter"
    """Which of the game's sizes its seal has."""
    has_memo: ClassVar[bool] = True

    batch: Batch
    hidden: Sealed | UnsetType = UNSET

    def check_sizes(self, genesis: "Genesis") -> None:
        """Check that its seals have the fixed sizes: they reveal nothing, and no player can inflate the game."""
        check_batch(self.batch)
        if isinstance(genesis.sizes, UnsetType):
            if not isinstance(self.hidden, UnsetType):
                raise WrongKind("E_ORDER_KIND", "nothing is sealed in an open game")
            return
        if isinstance(self.hidden, UnsetType) or isinstance(self.hidden.memo, UnsetType) == self.has_memo:
            raise Rejected(
                "E_SEAL_SIZE", "this order lacks something that every order of the game must have", "lpbe order"
            )
        check_size(self.hidden.seal, self.seal_size(genesis))
        if self.has_memo:
            check_size(present(self.hidden.memo), genesis.sizes.memo)

    def seal_size(self, genesis: "Genesis") -> int:
        """Return the size of its seal in this game."""
        sizes = present(genesis.sizes)
        return sizes.letter if self.size == "letter" else sizes.standing

    def commits(self) -> list[str]:
        """Return the commitments of its sealed entries."""
        return [str(entry.get("commit", "")) for entry in self.batch if entry.get("order") == "sealed"]

    def info(self, plans: str) -> bytes:
        """Return what its seal is bound to."""
        game, window, seat, kind, rev = commitment_context(self)
        return lp("letter", game, seat, kind, window, rev, self.seen, plans, *self.commits())


def present(value: R | UnsetType) -> R:
    """Return a field that must be set at this point."""
    assert not isinstance(value, UnsetType)
    return value


def unwrap_letter(raw: Raw) -> None:
    """Remove the white space that mail programs put into the base64 of a letter."""
    for part in (raw.get("hidden"), raw.get("args")) if isinstance(raw, dict) else ():
        for name in ("seal", "memo", "proof", "secrets"):
            if isinstance(part, dict) and isinstance(value := part.get(name), str):
                part[name] = "".join(value.split())


def letter_id(letter: Letter) -> str:
    """Return the id of a letter; it leaves the signature out, so that nobody can make a second id for one letter."""
    return encode_and_hash("order", letter)[1]


def letter_bytes(letter: Letter) -> bytes:
    """Return the bytes of a letter that are signed."""
    return encode_and_hash("order", letter)[0]


def kind_of(letter: Letter) -> str:
    """Return the kind of a letter, such as "play"."""
    return str(type(letter).__struct_config__.tag)


def commitment_context(letter: Letter) -> CommitmentContext:
    """Return what the commitments of a letter are bound to."""
    return letter.game, letter.window, letter.seat, kind_of(letter), letter.rev


def memo_info(game: str, seat: str, kind: str, window: int, rev: int, seen: str) -> bytes:
    """Return what the seal of a memo is bound to."""
    return lp("memo", game, seat, kind, window, rev, seen)


def commit_to(letter: Letter, index: int, nonce: bytes, text: bytes) -> str:
    """Return the commitment to a value at a place of this letter's batch."""
    return commitment(commitment_context(letter), index, nonce, text)


def check_batch(batch: list[Plain]) -> None:
    """Refuse orders that cannot be written in canonical form; that is the sender's fault, however they arrived."""
    try:
        check_plain(batch)
    except Malformed as fault:
        raise Rejected("E_SCHEMA", fault.template, **fault.values) from None


def check_size(sealed: str, size: int) -> None:
    """Check the size of a seal in base64."""
    if len(unb64(sealed)) != size + OVERHEAD_BYTES:
        raise Rejected("E_SEAL_SIZE", "a seal of this order does not have its fixed size")
