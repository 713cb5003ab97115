"""Letters: the acts of a seat as they are signed, and the files they travel in."""

# No `from __future__ import annotations`: msgspec would compile every string of a type again in each process.

from typing import Annotated, Any, Literal, TypeVar, Union

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from ..base.canon import Plain, ident, plain
from ..base.errors import Malformed
from ..base.text import check_name, check_note, check_seat

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


Name = Annotated[str, Meta(min_length=1, max_length=32)]


Note = Annotated[str, Meta(max_length=400)]


Batch = Annotated[list[Plain], Meta(min_length=1, max_length=64)]


R = TypeVar("R")


class Record(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    pass


class Sealed(Record, frozen=True):
    """What an order says in secret: openings for the referee, and the seat's own memory."""

    seal: Blob | UnsetType = UNSET
    mine: Blob | UnsetType = UNSET


class Letter(
    Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True, tag_field="kind", tag=""
):
    """One act of one seat, as it is signed."""

    format: Literal[1]
    game: Digest
    seat: Slug
    window: Count
    seen: Digest
    rev: Count
    note: Note | UnsetType = UNSET


class Play(Letter, frozen=True, kw_only=True, tag="play"):
    batch: Batch
    hidden: Sealed | UnsetType = UNSET


class SetPolicy(Letter, frozen=True, kw_only=True, tag="set-policy"):
    batch: Annotated[list[Plain], Meta(min_length=1, max_length=1)]
    hidden: Sealed | UnsetType = UNSET


class JoinArgs(Record, frozen=True):
    sign: Key
    seal: Key
    nonce_commit: Digest
    name: Name
    lang: Lang


class Join(Letter, frozen=True, kw_only=True, tag="join"):
    args: JoinArgs
    hidden: Sealed | UnsetType = UNSET


class ReadyArgs(Record, frozen=True):
    nonce: Digest


class Ready(Letter, frozen=True, kw_only=True, tag="ready"):
    args: ReadyArgs


class TimeoutArgs(Record, frozen=True):
    seats: Annotated[list[Slug], Meta(min_length=1, max_length=8)]


class Timeout(Letter, frozen=True, kw_only=True, tag="timeout"):
    args: TimeoutArgs


class Resign(Letter, frozen=True, kw_only=True, tag="resign"):
    pass


class RekeyArgs(Record, frozen=True):
    sign: Key
    seal: Key
    proof: Blob


class Rekey(Letter, frozen=True, kw_only=True, tag="rekey"):
    args: RekeyArgs


class ReplaceArgs(Record, frozen=True):
    seat: Slug
    sign: Key
    seal: Key
    name: Name | UnsetType = UNSET
    held: Word | UnsetType = UNSET


class Replace(Letter, frozen=True, kw_only=True, tag="replace"):
    args: ReplaceArgs


class EndorseArgs(Record, frozen=True):
    of: Digest


class Endorse(Letter, frozen=True, kw_only=True, tag="endorse"):
    args: EndorseArgs


class HandoverArgs(Record, frozen=True):
    sign: Key
    seal: Key
    secret: Blob


class Handover(Letter, frozen=True, kw_only=True, tag="handover"):
    args: HandoverArgs


class DiscloseArgs(Record, frozen=True):
    secret: Digest


class Disclose(Letter, frozen=True, kw_only=True, tag="disclose"):
    args: DiscloseArgs


AnyLetter = Union[Play, SetPolicy, Join, Ready, Timeout, Resign, Rekey, Replace, Endorse, Handover, Disclose]


Free = (SetPolicy, Resign, Rekey, Replace, Endorse, Handover, Disclose)


OfReferee = (Timeout, Replace, Handover, Disclose)


class Envelope(Record, frozen=True):
    """A letter and its signature."""

    order: AnyLetter
    sig: Blob | UnsetType = UNSET


class SignatureText(Record, frozen=True):
    ssh: Annotated[str, Meta(max_length=2048)]


class LetterFile(Record, frozen=True):
    """An envelope as people send it: the signature in the form ssh-keygen reads and writes."""

    order: AnyLetter
    sig: SignatureText | UnsetType = UNSET


def present(value: R | UnsetType) -> R:
    """A field that must be there by now."""
    assert not isinstance(value, UnsetType)
    return value


def read_record(raw: Any, kind: type[R]) -> R:
    try:
        return msgspec.convert(raw, kind)
    except msgspec.ValidationError as error:
        raise Malformed("E_SCHEMA", "{error}", error=str(error)) from None


def unwrapped(value: Any) -> Any:
    """Base64 without the white space that files wrap it with."""
    return "".join(value.split()) if isinstance(value, str) else value


def unwrap(part: Any, *names: str) -> None:
    if isinstance(part, dict):
        for name in names or tuple(part):
            if name in part:
                part[name] = unwrapped(part[name])


def unwrap_letter(raw: Any) -> None:
    if isinstance(raw, dict):
        unwrap(raw.get("hidden"), "seal", "mine")
        unwrap(raw.get("args"), "proof", "secret")


def read_letter_file(raw: Plain) -> LetterFile:
    unwrap_letter(raw.get("order"))
    file = read_record(raw, LetterFile)
    check_letter_text(file.order)
    return file


def check_letter_text(letter: AnyLetter) -> None:
    if letter.seat != "referee":
        check_seat(letter.seat)
    if not isinstance(letter.note, UnsetType):
        check_note(letter.note)
    if isinstance(letter, Join):
        check_name(letter.args.name)
    if isinstance(letter, Replace) and not isinstance(letter.args.name, UnsetType):
        check_name(letter.args.name)
    if isinstance(letter, Play | SetPolicy):
        plain(letter.batch)


def letter_id(letter: Letter) -> str:
    """Without the signature, so that nobody can make a second id for one order."""
    return ident("order", letter)


def kind_of(letter: Letter) -> str:
    return str(type(letter).__struct_config__.tag)


def commits_of(letter: Letter) -> list[str]:
    if not isinstance(letter, Play | SetPolicy):
        return []
    return [str(entry.get("commit", "")) for entry in letter.batch if entry.get("order") == "sealed"]
