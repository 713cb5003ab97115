"""Letters in files: how they are read, written and named, and in which order an inbox is worked through."""

from __future__ import annotations

import msgspec
from msgspec import UnsetType

from ..base import hashing
from ..base.canon import Plain
from ..base.errors import Malformed, Rejected
from ..chain.letters import Letter, SignatureText
from ..chain.records import Envelope, LetterFile, StateRecord, read_letter_file
from ..crypto.keys import b64, unb64
from ..crypto.sshsig import armour, dearmour
from ..disk import files

MARK = b"BEGIN LPBE ORDER"
"""What tells the text of a mail from a file."""
Waiting = list[tuple[str, Envelope]]
"""Letters of an inbox, each with the path of its file."""


def read_envelope(raw: Plain) -> Envelope:
    file = read_letter_file(raw)
    if isinstance(file.sig, UnsetType):
        return Envelope(file.order)
    try:
        return Envelope(file.order, b64(dearmour(file.sig.ssh)))
    except Malformed as fault:
        raise Rejected.like(fault) from None


def read_letter(path: str) -> Envelope:
    """An order file: TOML, JSON, or the armoured text of a mail."""
    data = files.read_stdin(files.ORDER) if path == "-" else files.read(path, files.ORDER)
    with files.naming(path):
        return read_envelope(parse_mail(data, path) if MARK in data else files.parse_order(data, path))


def parse_mail(data: bytes, path: str) -> Plain:
    """The order in a mail; but a file that only writes of the mark, say in its note, is read as a file."""
    from .armour import dearmour_letter  # most letters come as files: the module is not loaded for them

    try:
        return files.parse_order(data, path)
    except Malformed:
        return dearmour_letter(data)


def letter_name(letter: Letter) -> str:
    """The file an order is kept in: a hint, its content decides."""
    place = "free" if letter.free else letter.window
    return f"{place}-{letter.seat}-{letter.rev}.toml"


def junk_name(name: str) -> str:
    """The receipt of a file that is nobody's order."""
    return f"junk-{hashing.sha256(name.encode('utf-8', 'surrogateescape')).hex()[:16]}.toml"


def letter_file(envelope: Envelope) -> LetterFile:
    if isinstance(envelope.sig, UnsetType):
        return LetterFile(envelope.order)
    return LetterFile(envelope.order, SignatureText(armour(unb64(envelope.sig))))


def dump_letter(envelope: Envelope, name: str) -> bytes:
    return files.dump(msgspec.to_builtins(letter_file(envelope)), name)


def sort_letters(state: StateRecord, found: Waiting) -> Waiting:
    """Free letters first, then of each seat the highest rev, in seat order."""
    seats = {seat.id: n for n, seat in enumerate(state.seats)}
    return sorted(found, key=lambda item: rank(item[1].order, seats))


def rank(letter: Letter, seats: dict[str, int]) -> tuple[int, int, int]:
    place = seats.get(letter.seat, -1)
    return (0, place, letter.rev) if letter.free else (1, place, -letter.rev)


def older_files(letter: Letter, waiting: Waiting) -> list[str]:
    """The files of letters that this one replaces."""
    return [path for path, other in waiting if same_slot(other.order, letter) and other.order.rev < letter.rev]


def same_slot(one: Letter, other: Letter) -> bool:
    """Two orders of one seat for one window, of which only the newer counts."""
    if one.free or other.free:
        return False
    return (one.game, one.seat, one.window) == (other.game, other.seat, other.window)
