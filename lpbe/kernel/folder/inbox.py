"""Letters in files: how they are read, written and named, and in which order an inbox is worked through."""

from __future__ import annotations

from itertools import count
from os.path import join, lexists

import msgspec
from msgspec import UnsetType

from ..base import hashing
from ..base.canon import Plain, jcs
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
    return f"{letter_stem(letter)}{letter.rev}.toml"


def letter_stem(letter: Letter) -> str:
    """What the names of all letters begin with that count with this one."""
    return f"{letter.shelf if letter.free else letter.window}-{letter.seat}-"


def kept_name(path: str, letter: Letter | None, folder: str) -> str:
    """What a refused file is called: by its content, and after its letter if it was one; never like another file."""
    content = content_of(path)
    mark = hashing.sha256(path.encode("utf-8", "surrogateescape") if content is None else content).hex()[:16]
    for extra in count():
        stem = f"{mark}.{extra}" if extra else mark
        name = f"{stem}-{letter_name(letter)}" if letter else f"{stem}.junk"
        if not lexists(there := join(folder, name)) or (content is not None and content_of(there) == content):
            break
    return name


def content_of(path: str) -> bytes | None:
    """What a file holds, if it is still there, can be read and is not too large for a letter."""
    try:
        return files.read(path, files.ORDER)
    except Malformed as fault:
        if fault.code == "E_FILE_IO":
            raise
        return None


def letter_file(envelope: Envelope) -> LetterFile:
    if isinstance(envelope.sig, UnsetType):
        return LetterFile(envelope.order)
    return LetterFile(envelope.order, SignatureText(armour(unb64(envelope.sig))))


def dump_letter(envelope: Envelope, name: str) -> bytes:
    return files.dump(msgspec.to_builtins(letter_file(envelope)), name)


def dump_checked(envelope: Envelope, name: str) -> bytes:
    """A letter before it leaves: nothing is signed that could not be read again."""
    data = dump_letter(envelope, name)
    if len(data) > files.ORDER or jcs(read_envelope(files.parse_order(data, name))) != jcs(envelope):
        raise Rejected("E_ORDER_SIZE", "this order is too long to be sent", "send less at once")
    return data


def sort_letters(state: StateRecord, found: Waiting) -> Waiting:
    """Free letters first, then of each seat the highest rev, in seat order."""
    seats = {seat.id: n for n, seat in enumerate(state.seats)}
    return sorted(found, key=lambda item: rank(item[1].order, seats))


def rank(letter: Letter, seats: dict[str, int]) -> tuple[int, int, int]:
    """Of what replaces another the newest comes first."""
    place = seats.get(letter.seat, -1)
    newest = not letter.free or letter.shelf == "standing"
    return int(not letter.free), place, -letter.rev if newest else letter.rev


def newer_rev(letter: Letter, waiting: Waiting, state: StateRecord) -> int | None:
    """The rev that replaced this letter, if one did."""
    newer = [other.order.rev for _, other in waiting if same_slot(other.order, letter) and other.order.rev > letter.rev]
    return max([*newer, *(rev for rev in taken_revs(letter, state) if rev > letter.rev)], default=None)


def taken_revs(letter: Letter, state: StateRecord) -> list[int]:
    """The revs that were taken in this letter's place, or it was itself."""
    if letter.free:
        seats = [seat for seat in state.seats if seat.id == letter.seat and letter.shelf == "standing"]
        return [letter.used(seat).next - 1 for seat in seats]
    return [done.rev for done in state.window.accepted if done.seat == letter.seat]


def same_slot(one: Letter, other: Letter) -> bool:
    """Two letters of one seat of which only the newer counts."""
    if one.free or other.free:
        return one.free == other.free and one.shelf == other.shelf == "standing" and one.seat == other.seat
    return (one.game, one.seat, one.window) == (other.game, other.seat, other.window)
