"""Letters: what every act of a seat says when it is signed, and what its seals are bound to."""

# No `from __future__ import annotations`: msgspec would compile every string of a type again in each process.

from typing import TYPE_CHECKING, Annotated, ClassVar, Literal, TypeVar

from msgspec import UNSET, Meta, Struct, UnsetType, structs

from ..base.canon import Plain, known, lp, plain
from ..base.errors import Rejected
from ..base.text import check_note, check_seat
from ..crypto.keys import unb64
from ..crypto.seals import OVERHEAD, commitment

if TYPE_CHECKING:
    from .records import Envelope, StateRecord
    from .seating import Genesis, Now, RefereeKeys, SeatRecord, Tally
    from .step import Deed

Digest = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]


Slug = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9-]{0,15}\Z")]


Word = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9:_@-]{0,47}\Z")]


Key = Annotated[str, Meta(pattern=r"^[A-Za-z0-9+/]{43}=\Z")]


Blob = Annotated[str, Meta(pattern=r"^[A-Za-z0-9+/]+={0,2}\Z", max_length=65536)]


Sig = Annotated[str, Meta(pattern=r"^[A-Za-z0-9+/]{86}==\Z")]
"""A signature as it is kept: bare, its frame follows from the key and the namespace."""


Count = Annotated[int, Meta(ge=0, le=2**31)]


Rev = Annotated[int, Meta(ge=0, le=15)]


Time = Annotated[str, Meta(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z\Z")]


Version = Annotated[str, Meta(pattern=r"^[0-9][0-9A-Za-z.+-]{0,31}\Z")]
"""Of a program, as its packages are named."""


Pace = Annotated[str, Meta(pattern=r"^[1-9][0-9]{0,3}[hd]\Z")]


Lang = Literal["en", "fr"]
LANGUAGES: dict[str, Lang] = {"en": "en", "fr": "fr"}


Name = Annotated[str, Meta(min_length=1, max_length=32)]


Note = Annotated[str, Meta(max_length=400)]


Batch = Annotated[list[Plain], Meta(min_length=1, max_length=64)]


Raw = Plain | list[Plain] | str | int | None
"""A value as a file has it, before anybody has looked at it."""
Context = tuple[str, int, str, str, int]
"""The place of a letter in its game: what commitments are bound to."""


R = TypeVar("R")


class Record(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    pass


class Sealed(Record, frozen=True):
    """What a letter says in secret, of one size whatever it is: values, plans and a draft; and the seat's own memo."""

    plans: Digest
    seal: Blob
    memo: Blob | UnsetType = UNSET


class SignatureText(Record, frozen=True):
    ssh: Annotated[str, Meta(max_length=2048)]


class OfSomeKind:
    """A place for a letter in a record: which class it is of, its kind tells."""

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
    """One act of one seat, as it is signed; each kind says itself how it is checked, entered and carried out."""

    free: ClassVar[bool] = False
    """Sent when its sender likes, whatever window is open."""
    shelf: ClassVar[str] = "free"
    """Under which name its file is kept if it is free: letters of one shelf have one count."""
    by_referee: ClassVar[bool] = False
    in_open_games: ClassVar[bool] = True
    """Whether a game without a referee knows it."""
    before_start: ClassVar[bool] = False
    """Whether it can be carried out before the game has started."""
    after_end: ClassVar[bool] = False
    """Whether it can be sent when the game is over."""
    many: ClassVar[int] = 8
    """How many of its kind a seat may send while one window is open, if it is free."""
    reads_news: ClassVar[bool] = False
    """Whether its sender has taken note of all that was told in private until then."""

    format: Literal[2]
    game: Digest
    seat: Slug
    window: Count
    seen: Digest
    rev: Count
    note: Note | UnsetType = UNSET

    def check_text(self) -> None:
        """What it says to people is fit to be read by them."""
        if self.seat != "referee":
            check_seat(self.seat)
        if not isinstance(self.note, UnsetType):
            check_note(self.note)

    def said(self) -> str:
        """What its sender wrote to the table."""
        return self.note or ""

    def check_names(self, state: "StateRecord") -> None:
        """The name it brings looks like nobody else's. Only who takes a letter judges that, never who verifies."""

    def check_sizes(self, genesis: "Genesis") -> None:
        """Its seals have their fixed sizes, if it has any."""

    def used(self, seat: "SeatRecord") -> "Tally":
        """The count of its sender that its rev belongs to, if it is free."""
        return seat.free

    def count(self, seat: "SeatRecord", window: int) -> "SeatRecord":
        """Its rev is used up."""
        return structs.replace(seat, free=seat.free.after(self.rev, window))

    def signer(self, state: "StateRecord", key: str | UnsetType) -> str | UnsetType:
        """Whose key signs it: that of the seat, if it has one."""
        return key

    def new_referee(self) -> "RefereeKeys | None":
        """Whom it hands the game to."""
        return None

    def check(self, genesis: "Genesis", state: "StateRecord", at: str | None) -> None:
        """What everybody can see to be wrong with it, beyond what all letters must observe."""

    def enter(self, genesis: "Genesis", state: "StateRecord", envelope: "Envelope", now: "Now") -> "StateRecord":
        """What it changes in the books."""
        return state

    def carry_out(self, deed: "Deed") -> None:
        """What it does at the table."""


if TYPE_CHECKING:
    AnyLetter = Letter
else:
    AnyLetter = OfSomeKind


class BatchLetter(Letter, frozen=True, kw_only=True):
    """A letter with orders, some of which may be sealed: then there is a commitment in their place."""

    size: ClassVar[str] = "letter"
    """Which of the game's sizes its seal has."""
    has_memo: ClassVar[bool] = True

    batch: Batch
    hidden: Sealed | UnsetType = UNSET

    def check_sizes(self, genesis: "Genesis") -> None:
        """One size whatever it holds: nothing shows, and no player swells the game."""
        plain(self.batch)
        if isinstance(genesis.sizes, UnsetType):
            if not isinstance(self.hidden, UnsetType):
                raise Rejected("E_ORDER_KIND", "nothing is sealed in an open game")
            return
        if isinstance(self.hidden, UnsetType) or isinstance(self.hidden.memo, UnsetType) == self.has_memo:
            raise Rejected("E_SEAL_SIZE", "this order lacks what every order of the game carries", "lpbe order")
        check_size(self.hidden.seal, self.seal_size(genesis))
        if self.has_memo:
            check_size(present(self.hidden.memo), genesis.sizes.memo)

    def seal_size(self, genesis: "Genesis") -> int:
        sizes = present(genesis.sizes)
        return sizes.letter if self.size == "letter" else sizes.standing

    def commits(self) -> list[str]:
        """What it commits to without saying it, entry by entry."""
        return [str(entry.get("commit", "")) for entry in self.batch if entry.get("order") == "sealed"]

    def info(self, plans: str) -> bytes:
        """What its seal is bound to."""
        game, window, seat, kind, rev = context(self)
        return lp("letter", game, seat, kind, window, rev, self.seen, plans, *self.commits())


def present(value: R | UnsetType) -> R:
    """A field that must be there by now."""
    assert not isinstance(value, UnsetType)
    return value


def unwrap_letter(raw: Raw) -> None:
    """Take out the white space that mail programs put into the base64 of a letter."""
    for part in (raw.get("hidden"), raw.get("args")) if isinstance(raw, dict) else ():
        for name in ("seal", "memo", "proof", "secrets"):
            if isinstance(part, dict) and isinstance(value := part.get(name), str):
                part[name] = "".join(value.split())


def letter_id(letter: Letter) -> str:
    """Without the signature, so that nobody can make a second id for one order."""
    return known("order", letter)[1]


def letter_bytes(letter: Letter) -> bytes:
    """What is signed."""
    return known("order", letter)[0]


def kind_of(letter: Letter) -> str:
    return str(type(letter).__struct_config__.tag)


def context(letter: Letter) -> Context:
    return letter.game, letter.window, letter.seat, kind_of(letter), letter.rev


def memo_info(game: str, seat: str, kind: str, window: int, rev: int, seen: str) -> bytes:
    return lp("memo", game, seat, kind, window, rev, seen)


def commit_to(letter: Letter, index: int, nonce: bytes, text: bytes) -> str:
    """The commitment that a value and its nonce make at a place of this letter's batch."""
    return commitment(context(letter), index, nonce, text)


def check_size(sealed: str, size: int) -> None:
    if len(unb64(sealed)) != size + OVERHEAD:
        raise Rejected("E_SEAL_SIZE", "a seal of this order has not its fixed size")
