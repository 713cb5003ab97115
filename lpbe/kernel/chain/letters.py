"""Letters: what every act of a seat says when it is signed, and what its seals are bound to."""

# No `from __future__ import annotations`: msgspec would compile every string of a type again in each process.

from typing import TYPE_CHECKING, Annotated, ClassVar, Literal, TypeVar

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from ..base.canon import Plain, ident, plain
from ..base.errors import Malformed, Rejected
from ..base.text import check_note, check_seat
from ..crypto.keys import unb64
from ..crypto.seals import LETTER_SIZES, MINE_SIZE, OVERHEAD, commitment, letter_info

if TYPE_CHECKING:
    from ..crypto.keys import Secret
    from ..play.rulebook import Rules
    from ..play.table import Table
    from .records import Envelope, GameFile, StateRecord
    from .seating import Genesis, RefereeKeys

Digest = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]


Slug = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9-]{0,15}\Z")]


Word = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9:_-]{0,47}\Z")]


Key = Annotated[str, Meta(pattern=r"^[A-Za-z0-9+/]{43}=\Z")]


Blob = Annotated[str, Meta(pattern=r"^[A-Za-z0-9+/]+={0,2}\Z", max_length=65536)]


Count = Annotated[int, Meta(ge=0, le=2**31)]


Rev = Annotated[int, Meta(ge=0, le=15)]


Time = Annotated[str, Meta(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z\Z")]


Pace = Annotated[str, Meta(pattern=r"^[1-9][0-9]{0,3}[hd]\Z")]


Lang = Literal["en", "fr"]
LANGUAGES: dict[str, Lang] = {"en": "en", "fr": "fr"}


Name = Annotated[str, Meta(min_length=1, max_length=32)]


Note = Annotated[str, Meta(max_length=400)]


Batch = Annotated[list[Plain], Meta(min_length=1, max_length=64)]


Raw = Plain | list[Plain] | str | int | None
"""A value as a file has it, before anybody has looked at it."""
Context = tuple[str, int, str, str, int, str, list[str]]


R = TypeVar("R")


class Record(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    pass


class Sealed(Record, frozen=True):
    """What an order says in secret: openings for the referee, and the seat's own memory."""

    seal: Blob | UnsetType = UNSET
    mine: Blob | UnsetType = UNSET


class SignatureText(Record, frozen=True):
    ssh: Annotated[str, Meta(max_length=2048)]


class Letter(
    Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True, tag_field="kind", tag=""
):
    """One act of one seat, as it is signed; each kind says itself how it is checked, entered and carried out."""

    free: ClassVar[bool] = False
    """Sent when its sender likes, whatever window is open."""
    by_referee: ClassVar[bool] = False
    in_open_games: ClassVar[bool] = True
    """Whether a game without a referee knows it."""
    before_start: ClassVar[bool] = False
    """Whether it can be carried out before the game has started."""
    reads_news: ClassVar[bool] = False
    """Whether its sender has taken note of all that was told in private until then."""

    format: Literal[1]
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

    def check_sizes(self) -> None:
        """Its seals have their fixed sizes, if it has any."""

    def commits(self) -> list[str]:
        """What it commits to without saying it."""
        return []

    def signer(self, state: "StateRecord", key: str | UnsetType) -> str | UnsetType:
        """Whose key signs it: that of the seat, if it has one."""
        return key

    def new_referee(self) -> "RefereeKeys | None":
        """Whom it hands the game to."""
        return None

    def check(self, genesis: "Genesis", state: "StateRecord", at: str | None) -> None:
        """What everybody can see to be wrong with it, beyond what all letters must observe."""

    def enter(self, genesis: "Genesis", state: "StateRecord", envelope: "Envelope") -> "StateRecord":
        """What it changes in the books."""
        return state

    def carry_out(self, table: "Table", rules: "Rules", game: "GameFile", secret: "Secret | None") -> "Table":
        """What it does at the table."""
        return table


class BatchLetter(Letter, frozen=True, kw_only=True):
    """A letter with orders, some of which may be sealed: then there is a commitment in their place."""

    batch: Batch
    hidden: Sealed | UnsetType = UNSET

    def check_text(self) -> None:
        super().check_text()
        plain(self.batch)

    def check_sizes(self) -> None:
        check_seal_sizes(self, self.hidden)

    def commits(self) -> list[str]:
        return [str(entry.get("commit", "")) for entry in self.batch if entry.get("order") == "sealed"]


def present(value: R | UnsetType) -> R:
    """A field that must be there by now."""
    assert not isinstance(value, UnsetType)
    return value


def read_record(raw: Raw, kind: type[R]) -> R:
    try:
        return msgspec.convert(raw, kind)
    except msgspec.ValidationError as error:
        raise Malformed("E_SCHEMA", "{error}", error=str(error)) from None


def unwrap(part: Raw, *names: str) -> None:
    """Take out the white space that files wrap base64 with."""
    if isinstance(part, dict):
        for name in names or tuple(part):
            if isinstance(value := part.get(name), str):
                part[name] = "".join(value.split())


def unwrap_letter(raw: Raw) -> None:
    if isinstance(raw, dict):
        unwrap(raw.get("hidden"), "seal", "mine")
        unwrap(raw.get("args"), "proof", "secret")


def letter_id(letter: Letter) -> str:
    """Without the signature, so that nobody can make a second id for one order."""
    return ident("order", letter)


def kind_of(letter: Letter) -> str:
    return str(type(letter).__struct_config__.tag)


def context(letter: Letter) -> Context:
    """The place of a letter in its game: what its seals are bound to."""
    return letter.game, letter.window, letter.seat, kind_of(letter), letter.rev, letter.seen, letter.commits()


def seal_info(letter: Letter) -> bytes:
    return letter_info(*context(letter))


def commit_to(letter: Letter, index: int, nonce: bytes, value: Raw) -> str:
    """The commitment that a value and its nonce make at a place of this letter's batch."""
    game, window, seat, kind, rev, _, _ = context(letter)
    return commitment(game, window, seat, kind, rev, index, nonce, value)


def check_seal_sizes(letter: Letter, hidden: Sealed | UnsetType) -> None:
    """Seals have one size whatever they hold: nothing shows, and no player swells the game."""
    if isinstance(hidden, UnsetType):
        return
    for sealed, size in ((hidden.seal, LETTER_SIZES[kind_of(letter)]), (hidden.mine, MINE_SIZE)):
        if not isinstance(sealed, UnsetType) and len(unb64(sealed)) != size + OVERHEAD:
            raise Rejected("E_SEAL_SIZE", "a seal of this order has not its fixed size")
