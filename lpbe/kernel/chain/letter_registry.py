"""Letters are read by their kind, and only the file of that act is loaded: most steps are of one kind."""

from __future__ import annotations

from importlib import import_module

import msgspec

from ..base.errors import Malformed
from .letter import AnyLetter, Letter, R, Raw

KINDS = {
    "play": "play.Play",
    "standing": "standing.StandingLetter",
    "note": "note.NoteLetter",
    "join": "join.Join",
    "ready": "ready.Ready",
    "timeout": "timeout.Timeout",
    "stop": "stop.Stop",
    "resign": "resign.Resign",
    "rekey": "rekey.Rekey",
    "replace": "replace.Replace",
    "endorse": "endorse.Endorse",
    "pace": "pace.PaceLetter",
    "pause": "pace.PauseLetter",
    "extend": "pace.ExtendLetter",
    "handover": "handover.Handover",
    "disclose": "disclose.Disclose",
}
"""What a letter calls itself -> its file and its class."""
loaded: dict[str, type[Letter]] = {}


def letter_type(kind: str) -> type[Letter]:
    """The class of the letters of one kind."""
    if kind not in loaded:
        file, _, name = KINDS[kind].partition(".")
        loaded[kind] = getattr(import_module(f".letters.{file}", __package__), name)
    return loaded[kind]


def all_letter_types() -> tuple[type[Letter], ...]:
    return tuple(letter_type(kind) for kind in KINDS)


def read_letter(wanted: type, raw: Raw) -> Letter:
    """Some letter inside a record, for msgspec, which says where in that record it stands."""
    assert wanted is AnyLetter
    try:
        return msgspec.convert(raw, letter_type(kind_in(raw)))
    except msgspec.ValidationError as error:
        raise ValueError(error) from None


def kind_in(raw: Raw) -> str:
    """What a letter calls itself, or what is wrong with it in the words that msgspec has for it."""
    found = raw if isinstance(raw, dict) else msgspec.convert(raw, dict)
    if "kind" not in found:
        raise ValueError("Object missing required field `kind`")
    kind = found["kind"]
    if not isinstance(kind, str) or kind not in KINDS:
        raise ValueError(f"Invalid value {kind!r} - at `$.kind`")
    return kind


def read_record(raw: Raw, kind: type[R]) -> R:
    try:
        return msgspec.convert(raw, kind, dec_hook=read_letter)
    except msgspec.ValidationError as error:
        from ..base.schema_errors import schema_message  # saves it for what fits

        raise Malformed("E_SCHEMA", "{error}", error=schema_message(error)) from None
