"""The letter types by kind; the module of a type is loaded with its first letter, as most steps are of one kind."""

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
"""Kind of a letter -> its module and class."""
loaded: dict[str, type[Letter]] = {}


def letter_type(kind: str) -> type[Letter]:
    """Return the class of the letters of one kind."""
    if kind not in loaded:
        file, _, name = KINDS[kind].partition(".")
        loaded[kind] = getattr(import_module(f".letters.{file}", __package__), name)
    return loaded[kind]


def all_letter_types() -> tuple[type[Letter], ...]:
    return tuple(letter_type(kind) for kind in KINDS)


def read_letter(wanted: type, raw: Raw) -> Letter:
    """Decode a letter of any kind inside a record; msgspec adds to an error where in the record it is."""
    assert wanted is AnyLetter
    try:
        return msgspec.convert(raw, letter_type(kind_in(raw)))
    except msgspec.ValidationError as error:
        raise ValueError(error) from None


def kind_in(raw: Raw) -> str:
    """Return the kind of a letter; raise what msgspec would say if it has none."""
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
